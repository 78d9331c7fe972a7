package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"
)

// stamp is what a file of an environment looks like from outside.
type stamp struct {
	mode    fs.FileMode
	size    int64
	changed time.Time
}

// stamps returns those of all files below a folder, by their names, but for what an
// interpreter keeps of the modules that it reads.
func stamps(dir string) (map[string]stamp, error) {
	all := make(map[string]stamp)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "__pycache__":
			return filepath.SkipDir
		case entry.IsDir() || strings.HasSuffix(path, ".pyc"):
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all[path] = stamp{info.Mode(), info.Size(), info.ModTime()}
		return nil
	})
	return all, err
}

// untouched returns an error unless the files below a folder are what they were. An
// environment is shared by all commits that have the same: what the build of one writes
// there, the build of another would take for its own.
func untouched(dir string, before map[string]stamp) error {
	after, err := stamps(dir)
	if err != nil {
		return err
	}
	for path, was := range after {
		if before[path] == was {
			continue
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return fmt.Errorf("environment: a build or a program has written %q into {env}, which is there to be read, and shared: write to {bin} or to $TMPDIR instead", name)
	}
	if len(after) != len(before) {
		return errors.New("environment: a build or a program has removed files of {env}, which is there to be read, and shared")
	}
	return nil
}
