package cachegrind

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/sys/unix"
)

const (
	scratchPrefix = "grindgate-"
	lockName      = "lock"
)

// Scratch is a temporary folder that does not outlive its process for long: it
// is removed by Close, and one whose process was killed is removed by the next
// NewScratch. A lock inside it, which the kernel drops with the process, tells
// the two apart.
type Scratch struct {
	Dir  string // absolute; the length of the path is the same every time, because a longer one costs instructions
	lock *os.File
}

// NewScratch makes a Scratch in the folder for temporary files (TMPDIR, or /tmp)
// after removing what killed processes of the same user left there.
func NewScratch() (*Scratch, error) {
	parent, err := filepath.EvalSymlinks(os.TempDir())
	if err == nil {
		parent, err = filepath.Abs(parent)
	}
	if err != nil {
		return nil, fmt.Errorf("the folder for temporary files: %w; set TMPDIR to one that exists", err)
	}
	if strings.ContainsFunc(parent, unicode.IsControl) {
		return nil, fmt.Errorf("the folder for temporary files, %q, has a control character in its name; set TMPDIR to another", parent)
	}
	sweep(parent)
	dir := filepath.Join(parent, scratchPrefix+randomName())
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for temporary files: %w; set TMPDIR to one that can be written", err)
	}
	lock, err := newLock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", dir, err), os.RemoveAll(dir))
	}
	return &Scratch{Dir: dir, lock: lock}, nil
}

// newLock makes a locked file. It gets its name when it is locked, so that a
// sweep that begins at the same time never sees it otherwise.
func newLock(path string) (*os.File, error) {
	lock, err := os.OpenFile(path+".new", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		err = os.Rename(lock.Name(), path)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// Close removes the folder and all that is in it, the lock last, so that what is
// interrupted here is finished by the next sweep.
func (s *Scratch) Close() error {
	entries, err := os.ReadDir(s.Dir)
	errs := []error{err}
	for _, entry := range entries {
		if entry.Name() != lockName {
			errs = append(errs, RemoveAll(filepath.Join(s.Dir, entry.Name())))
		}
	}
	return errors.Join(append(errs, RemoveAll(s.Dir), s.lock.Close())...)
}

// Sub makes a new folder inside the Scratch.
func (s *Scratch) Sub() (string, error) {
	dir := filepath.Join(s.Dir, randomName())
	return dir, os.Mkdir(dir, 0o700)
}

// sweep removes the folders of processes that are gone. Its own failures are
// nobody's concern: what cannot be removed belongs to somebody else or is tried
// again next time.
func sweep(parent string) {
	entries, _ := os.ReadDir(parent)
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		if strings.HasPrefix(entry.Name(), scratchPrefix) && ours(dir) && abandoned(dir) {
			KillStrays(dir) // who was killed could not
			RemoveAll(dir)
		}
	}
}

// ours reports whether dir is a folder of this user and not a link to one.
func ours(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || len(filepath.Base(dir)) != len(scratchPrefix)+len(randomName()) {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

func abandoned(dir string) bool {
	lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|unix.O_NOFOLLOW, 0)
	if err != nil {
		return false // not ours after all, or just being made
	}
	defer lock.Close()
	return unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}

// RemoveAll removes dir also where a program has taken away the permission to
// write inside it.
func RemoveAll(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

func randomName() string {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
