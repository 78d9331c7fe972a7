package cachegrind

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// OpenRegular opens a regular file for reading. Anything else is an error: a pipe
// of that name would wait for somebody to write into it.
func OpenRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	return f, nil
}
