package cache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
)

const (
	// mostKept is how much results may take, in bytes: those of some thirty thousand
	// scenarios.
	mostKept = 256 << 20
	// unused is how long an environment may be of no use before it goes: longer than
	// most branches live. Environments take hundreds of megabytes.
	unused = 30 * 24 * time.Hour
)

// trim removes the files of a folder that were not used for the longest time, until
// the others are no more than so many bytes.
func trim(dir string, most int64) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	var size int64
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // somebody else removed it, or it is not ours
		}
		files = append(files, info)
		size += info.Size()
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, info := range files {
		if size <= most {
			break
		}
		if err := os.Remove(filepath.Join(dir, info.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		size -= info.Size()
	}
	return nil
}

// Size returns how much everything takes that is kept, in bytes.
func Size() (int64, error) {
	top, err := Folder()
	if err != nil {
		return 0, err
	}
	var size int64
	err = filepath.WalkDir(top, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // nothing is kept, or somebody else removes it
		}
		if err != nil {
			return err
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return nil
	})
	return size, err
}

// Clear removes everything that is kept and that nobody uses just now.
func Clear() error {
	top, err := Folder()
	if err != nil {
		return err
	}
	return errors.Join(
		cachegrind.RemoveAll(filepath.Join(top, kept)),
		removeEnvironments(filepath.Join(top, environments), func(time.Time) bool { return true }),
	)
}

// removeEnvironments removes the environments that nobody uses and that old is true
// of, by the time of their last use. Of one that is half made that is zero.
func removeEnvironments(parent string, old func(used time.Time) bool) error {
	entries, err := os.ReadDir(parent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		dir := filepath.Join(parent, entry.Name())
		var used time.Time
		if info, err := os.Stat(filepath.Join(dir, whole)); err == nil {
			used = info.ModTime()
		}
		if !old(used) {
			continue
		}
		// Locks stay: who waits for one that was removed would not see the next one.
		if held := tryLock(dir + ".lock"); held != nil {
			errs = append(errs, os.RemoveAll(filepath.Join(dir, whole)), cachegrind.RemoveAll(dir), held.Close())
		}
	}
	return errors.Join(errs...)
}
