package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Replace writes data to path, whole or not at all. A file that is there keeps
// its permissions; where path is a symbolic link, the file behind it is written. It
// is an error if something else than a regular file is there, such as a device.
func Replace(path string, data []byte) error {
	target, err := replaceable(path)
	if err != nil {
		return err
	}
	return renameio.WriteFile(target, data, 0o644)
}

// CheckReplace returns the error that Replace would return, as far as that can be
// known before there is anything to write.
func CheckReplace(path string) error {
	_, err := replaceable(path)
	return err
}

// replaceable returns the file that stands behind path.
func replaceable(path string) (target string, err error) {
	target, err = filepath.EvalSymlinks(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		target = path
	case err != nil:
		return "", err
	}
	if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: not a regular file: name another", path)
	}
	if _, err := os.Stat(filepath.Dir(target)); err != nil {
		return "", fmt.Errorf("the folder of %s: %w: make it first", path, err)
	}
	return target, nil
}
