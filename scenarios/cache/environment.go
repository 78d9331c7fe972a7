package cache

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind"
)

// environments is the folder of the environments. Each one is a folder KEY with its
// files in "files" and, once these are whole, a file "whole"; KEY.lock is locked by
// whoever uses or makes it.
const (
	environments = "environments"
	files        = "files"
	whole        = "whole"
)

// Environment is a prepared environment. Nobody removes it until it is closed.
type Environment struct {
	Dir  string // absolute, and always the same for its key: tools write their own place into what they install
	lock *os.File
}

// Close gives the environment back.
func (e *Environment) Close() error { return e.lock.Close() }

// Spoil has the environment made anew the next time, once it is closed.
func (e *Environment) Spoil() error {
	return os.Remove(filepath.Join(filepath.Dir(e.Dir), whole))
}

// OpenEnvironment returns the environment with a key, which is a word of letters and
// digits. If there is none, prepare makes it in the empty folder that it is given. One
// that failed, or was interrupted, is removed and made again the next time.
//
// Note: it is made in its final place, because an environment such as one of Python's
// venv does not work in another. The file "whole" tells what is finished.
func OpenEnvironment(ctx context.Context, key string, prepare func(dir string) error) (*Environment, error) {
	parent, err := folder(environments)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(parent, key)
	for {
		held, err := lock(ctx, dir+".lock", unix.LOCK_SH)
		if err != nil {
			return nil, err
		}
		now := time.Now()
		err = os.Chtimes(filepath.Join(dir, whole), now, now) // which also tells when it was last used
		if err == nil {
			return &Environment{Dir: filepath.Join(dir, files), lock: held}, nil
		}
		if closing := held.Close(); closing != nil || !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(err, closing)
		}
		if err := makeEnvironment(ctx, dir, prepare); err != nil {
			return nil, err
		}
	}
}

// makeEnvironment makes an environment unless somebody else did meanwhile.
func makeEnvironment(ctx context.Context, dir string, prepare func(dir string) error) (err error) {
	held, err := lock(ctx, dir+".lock", unix.LOCK_EX)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	if _, err := os.Stat(filepath.Join(dir, whole)); err == nil {
		return nil
	}
	old := func(used time.Time) bool { return time.Since(used) > unused }
	if err := errors.Join(cachegrind.RemoveAll(dir), removeEnvironments(filepath.Dir(dir), old)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, files), 0o700); err != nil {
		return err
	}
	if err := prepare(filepath.Join(dir, files)); err != nil {
		return errors.Join(err, cachegrind.RemoveAll(dir))
	}
	return os.WriteFile(filepath.Join(dir, whole), nil, 0o600)
}
