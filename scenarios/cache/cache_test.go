package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// use makes the cache an empty one and returns its folder.
func use(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	return filepath.Join(dir, "grindgate")
}

func TestFolder(t *testing.T) {
	for _, test := range []struct{ xdg, home, want, err string }{
		{"/c", "/h", "/c/grindgate", ""},
		{"", "/h", "/h/.cache/grindgate", ""},
		{"relative", "/h", "/h/.cache/grindgate", ""},
		{"", "", "", "the cache folder: $HOME is not defined; set XDG_CACHE_HOME to a folder"},
		{"", "h", "", "the cache folder: $HOME is no absolute path; set XDG_CACHE_HOME to a folder"},
		{"/{n}", "/h", "", `the cache folder, below "/{n}", has a control character or a brace in its name; set XDG_CACHE_HOME to another`},
	} {
		t.Setenv("XDG_CACHE_HOME", test.xdg)
		t.Setenv("HOME", test.home)
		got, err := Folder()
		if err != nil && err.Error() != test.err || err == nil && test.err != "" {
			t.Errorf("%+v: error %v", test, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func some(name string, cost float64) *results.File {
	return &results.File{
		Cache:       cachegrind.DefaultCache(),
		Environment: results.Environment{Arch: "amd64", Sealed: []string{"random"}, Valgrind: "3.19.0"},
		Model:       cachegrind.DefaultModel(),
		Schema:      results.Schema,
		Scenarios: map[string]results.Scenario{name: {
			CostPerIteration:   cost,
			EventsPerIteration: map[string]float64{"Ir": cost},
			Functions:          map[string]float64{"main": cost},
			Iterations:         []int{10, 15, 20},
			Toolchain:          "gcc 12.2.0",
		}},
	}
}

func TestResult(t *testing.T) {
	dir := filepath.Join(use(t), kept)
	if _, ok := Result("k1", "a"); ok {
		t.Error("found something in an empty cache")
	}
	want := some("a", 1000)
	for range 2 {
		if err := KeepResult("k1", want); err != nil {
			t.Fatal(err)
		}
		got, ok := Result("k1", "a")
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Error(ok, diff)
		}
	}
	if _, ok := Result("k1", "b"); ok {
		t.Error("found another scenario")
	}
	if _, ok := Result("k2", "a"); ok {
		t.Error("found another key")
	}
	whole, err := os.ReadFile(filepath.Join(dir, "k1"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"empty":          "",
		"half":           string(whole[:len(whole)/2]),
		"no newline":     strings.TrimSuffix(string(whole), "\n"),
		"another digit":  strings.ReplaceAll(string(whole), "1000", "1001"),
		"no checksum":    strings.SplitN(string(whole), "\n", 2)[1],
		"more":           string(whole) + "\n",
		"garbage":        strings.Repeat("\x00", len(whole)),
		"of another key": seal("k2", whole[65:]) + "\n" + string(whole[65:]),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(dir, "k1"), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, ok := Result("k1", "a"); ok {
				t.Error("a damaged entry was found")
			}
			if err := KeepResult("k1", want); err != nil {
				t.Fatal(err)
			}
			if _, ok := Result("k1", "a"); !ok {
				t.Error("a damaged entry was not written anew")
			}
		})
	}
	// A checksum that is right makes no results of what is none.
	for _, body := range []string{"", "{}", "nonsense"} {
		if err := os.WriteFile(filepath.Join(dir, "k1"), []byte(seal("k1", []byte(body))+"\n"+body), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := Result("k1", "a"); ok {
			t.Errorf("%q was found", body)
		}
	}
}

// TestResultTogether has many write and read the same entry: each reader sees a whole
// one.
func TestResultTogether(t *testing.T) {
	use(t)
	if err := KeepResult("k", some("a", 1)); err != nil {
		t.Fatal(err)
	}
	var workers sync.WaitGroup
	for i := range 8 {
		workers.Go(func() {
			for n := range 20 {
				if err := KeepResult("k", some("a", float64(1+i*100+n))); err != nil {
					t.Error(err)
				}
				if _, ok := Result("k", "a"); !ok {
					t.Error("no entry, or half of one")
				}
			}
		})
	}
	workers.Wait()
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	old := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"c", "a", "b", "d"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		most int64
		want []string
	}{
		{400, []string{"a", "b", "c", "d"}},
		{399, []string{"a", "b", "d"}},
		{100, []string{"d"}},
		{0, nil},
	} {
		if err := trim(dir, test.most); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, list(t, dir)); diff != "" {
			t.Error(diff)
		}
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestOpenEnvironment(t *testing.T) {
	top := use(t)
	made := 0
	open := func(key string, fail error) (*Environment, error) {
		return OpenEnvironment(t.Context(), key, func(dir string) error {
			made++
			if names := list(t, dir); len(names) > 0 {
				t.Errorf("is not empty: %v", names)
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("made-", made)), nil, 0o400); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(dir, 0o500); err != nil { // as some package managers do
				t.Fatal(err)
			}
			return fail
		})
	}
	broken := errors.New("broken")
	if _, err := open("k1", broken); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"k1.lock"}, list(t, filepath.Join(top, environments))); diff != "" {
		t.Error("of one that failed there is left:", diff)
	}
	for range 2 {
		e, err := open("k1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"made-2"}, list(t, e.Dir)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(filepath.Join(top, "environments", "k1", "files"), e.Dir); diff != "" {
			t.Error(diff)
		}
		defer e.Close()
	}
	// A crash in the middle leaves files and no mark.
	e, err := open("k2", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(e.Close(), os.Remove(filepath.Join(top, environments, "k2", whole))); err != nil {
		t.Fatal(err)
	}
	if e, err = open("k2", nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"made-4"}, list(t, e.Dir)); diff != "" {
		t.Error(diff)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	// What is in use stays, the other goes.
	if err := Clear(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"k1", "k1.lock", "k2.lock"}, list(t, filepath.Join(top, environments))); diff != "" {
		t.Error(diff)
	}
}

// TestOpenEnvironmentTogether has many want the same environment: one makes it, the
// others wait, and all get the same.
func TestOpenEnvironmentTogether(t *testing.T) {
	use(t)
	var workers sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 8 {
		workers.Go(func() {
			e, err := OpenEnvironment(t.Context(), "k", func(dir string) error {
				mu.Lock()
				made++
				mu.Unlock()
				time.Sleep(2 * patience)
				return os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)
			})
			if err != nil {
				t.Error(err)
				return
			}
			if !slices.Equal(list(t, e.Dir), []string{"file"}) {
				t.Error("it is not whole")
			}
			e.Close()
		})
	}
	workers.Wait()
	if made != 1 {
		t.Errorf("made %d times", made)
	}
}

// Whoever waits for a lock does so no longer than its context.
func TestLockWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := lock(t.Context(), path, unix.LOCK_EX)
	if err != nil {
		t.Fatal(err)
	}
	if tryLock(path) != nil {
		t.Error("locked twice")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()
	if _, err := lock(ctx, path, unix.LOCK_SH); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if free := tryLock(path); free == nil {
		t.Error("still locked")
	} else {
		free.Close()
	}
}

func TestUnusedEnvironmentsGo(t *testing.T) {
	top := use(t)
	for key, age := range map[string]time.Duration{"old": unused + time.Hour, "young": unused - time.Hour} {
		e, err := OpenEnvironment(t.Context(), key, func(string) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		e.Close()
		then := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(top, environments, key, whole), then, then); err != nil {
			t.Fatal(err)
		}
	}
	e, err := OpenEnvironment(t.Context(), "new", func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	want := []string{"new", "new.lock", "old.lock", "young", "young.lock"}
	if diff := cmp.Diff(want, list(t, filepath.Join(top, environments))); diff != "" {
		t.Error(diff)
	}
}

func TestSize(t *testing.T) {
	use(t)
	if size, err := Size(); size != 0 || err != nil {
		t.Error(size, err)
	}
	e, err := OpenEnvironment(t.Context(), "k", func(dir string) error {
		return os.WriteFile(filepath.Join(dir, "file"), make([]byte, 12345), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	if size, err := Size(); size != 12345 || err != nil {
		t.Error(size, err)
	}
	if err := Clear(); err != nil {
		t.Fatal(err)
	}
	if size, err := Size(); size != 0 || err != nil {
		t.Error(size, err)
	}
}

// TestFoldersOfOthers requires that nothing is taken from a folder that others can
// write to, and that an environment whose marker cannot be touched is an error and no
// endless loop.
func TestFoldersOfOthers(t *testing.T) {
	parent := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", parent)
	prepared := func(string) error { return nil }
	e, err := OpenEnvironment(t.Context(), "key", prepared)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	top := filepath.Join(parent, "grindgate")
	if err := os.Chmod(top, 0o777); err != nil {
		t.Fatal(err)
	}
	_, err = OpenEnvironment(t.Context(), "key", prepared)
	want := "the cache folder: others can write to " + top + "; take that from them (chmod go-w), or set XDG_CACHE_HOME to another folder"
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
	if err := os.Chmod(top, 0o700); err != nil {
		t.Fatal(err)
	}
	marker := filepath.Join(top, environments, "key", whole)
	if err := errors.Join(os.Remove(marker), os.Symlink(whole, marker)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenEnvironment(t.Context(), "key", prepared); !errors.Is(err, unix.ELOOP) {
		t.Errorf("a marker that leads to itself: %v", err)
	}
}
