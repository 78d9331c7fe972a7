package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/renameio/v2"
)

// Write writes the file: pretty-printed, keys sorted, a newline at the end. The
// same file always gives the same bytes.
func (f *File) Write(w io.Writer) error {
	data, err := f.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// WriteFile writes the file to path, whole or not at all. A file that is there
// keeps its permissions; where path is a symbolic link, so does the link. It is
// an error if something else than a regular file is there, such as a device.
func (f *File) WriteFile(path string) error {
	data, err := f.encode()
	if err != nil {
		return err
	}
	target, err := filepath.EvalSymlinks(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		target = path
	case err != nil:
		return err
	}
	if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file: name another for the results", path)
	}
	return renameio.WriteFile(target, data, 0o644)
}

func (f *File) encode() ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("results not written: %w", err)
	}
	// What a program printed or calls its functions may be any bytes.
	data, err := json.Marshal(f, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, fmt.Errorf("results not written: %w", err)
	}
	value := jsontext.Value(data)
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return nil, fmt.Errorf("results not written: %w", err)
	}
	// Arrays of numbers stay on a line each in the general form; that is what
	// line-wise merges want as well.
	return append(bytes.TrimRight(value, "\n"), '\n'), nil
}
