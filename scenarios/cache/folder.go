// Package cache is what grindgate keeps from one run to the next, in the user's folder
// for such things: environments that were prepared, and results of commits. Losing
// it costs time and nothing else. Several grindgates can use it at once.
package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"golang.org/x/sys/unix"
)

// Folder returns the folder that everything is kept in, which need not exist:
// grindgate in $XDG_CACHE_HOME, or in ~/.cache where that is not set.
func Folder() (string, error) {
	// A relative path is to be ignored, says the XDG Base Directory Specification.
	parent := os.Getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(parent) {
		home, err := os.UserHomeDir()
		if err == nil && !filepath.IsAbs(home) {
			err = errors.New("$HOME is no absolute path")
		}
		if err != nil {
			return "", fmt.Errorf("the cache folder: %w; set XDG_CACHE_HOME to a folder", err)
		}
		parent = filepath.Join(home, ".cache")
	}
	// Braces would look like placeholders in a command line.
	if strings.ContainsFunc(parent, unicode.IsControl) || strings.ContainsAny(parent, "{}") {
		return "", fmt.Errorf("the cache folder, below %q, has a control character or a brace in its name; set XDG_CACHE_HOME to another", parent)
	}
	return filepath.Join(parent, "grindgate"), nil
}

// folder returns a folder of the cache, which it makes if there is none.
func folder(name string) (string, error) {
	top, err := Folder()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(top, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the cache folder: %w; set XDG_CACHE_HOME to a folder that can be written", err)
	}
	return dir, errors.Join(checkOurs(top), checkOurs(dir))
}

// checkOurs returns an error if somebody else can put something into a folder of the
// cache: programs are run from there, and what is kept there decides.
func checkOurs(dir string) error {
	var info unix.Stat_t
	if err := unix.Stat(dir, &info); err != nil {
		return fmt.Errorf("the cache folder: %s: %w", dir, err)
	}
	if int(info.Uid) != os.Geteuid() {
		return fmt.Errorf("the cache folder: %s belongs to another user; set XDG_CACHE_HOME to a folder of your own", dir)
	}
	if info.Mode&0o022 != 0 {
		return fmt.Errorf("the cache folder: others can write to %s; take that from them (chmod go-w), or set XDG_CACHE_HOME to another folder", dir)
	}
	return nil
}
