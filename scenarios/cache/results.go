package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// kept is the folder of results: a file KEY for each scenario of each commit. Its
// first line is a checksum of the rest, which is a results file with one scenario.
const kept = "results"

// Result returns what is kept of a scenario under a key, which is a word of letters
// and digits. An entry that is damaged in any way is none.
func Result(key, scenario string) (*results.File, bool) {
	dir, err := folder(kept)
	if err != nil {
		return nil, false
	}
	path := filepath.Join(dir, key)
	f, err := cachegrind.OpenRegular(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(f); err != nil {
		return nil, false
	}
	sum, body, ok := bytes.Cut(b.Bytes(), []byte("\n"))
	if !ok || string(sum) != seal(key, body) {
		return nil, false
	}
	file, err := results.Read(bytes.NewReader(body), path)
	if err != nil || len(file.Scenarios) != 1 || len(file.Failures) > 0 {
		return nil, false
	}
	if _, ok := file.Scenarios[scenario]; !ok {
		return nil, false
	}
	now := time.Now()
	os.Chtimes(path, now, now) // when it was last used; where that cannot be told, it goes sooner
	return file, true
}

// KeepResult keeps a file with one scenario under a key, and lets what was not used
// for the longest time go where there is too much. Whoever reads meanwhile sees the
// old entry or the new one, and never half of it.
func KeepResult(key string, file *results.File) error {
	dir, err := folder(kept)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	if err := file.Write(&body); err != nil {
		return err
	}
	content := append([]byte(seal(key, body.Bytes())+"\n"), body.Bytes()...)
	if err := results.Replace(filepath.Join(dir, key), content); err != nil {
		return err
	}
	return trim(dir, mostKept)
}

// seal returns the first line of an entry. With the key in it, an entry under
// another name is a damaged one.
func seal(key string, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", key)
	h.Write(body)
	return fmt.Sprintf("%x", h.Sum(nil))
}
