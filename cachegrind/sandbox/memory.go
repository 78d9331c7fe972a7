//go:build linux

package sandbox

import (
	"fmt"
	"io"
	"math"

	"golang.org/x/sys/unix"
)

// memory is the memory of a process, /proc/PID/mem. It stays that of the same
// process, whatever becomes of its number.
//
// Note: process_vm_writev(2) is one call instead of three, but goes by the number.
// The price is that /proc/PID/mem also writes where the process itself could not.
type memory int

func openMemory(pid, mode int) (memory, error) {
	name := fmt.Sprintf("/proc/%d/mem", pid)
	fd, err := unix.Open(name, mode|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", name, err)
	}
	return memory(fd), nil
}

func (m memory) close() { _ = unix.Close(int(m)) }

// read fills b from an address. An error comes with how much of b was filled.
func (m memory) read(b []byte, address uint64) (int, error) {
	return m.all(unix.Pread, b, address)
}

// write stores b at an address. An error comes with how much of b was stored.
func (m memory) write(b []byte, address uint64) (int, error) {
	return m.all(unix.Pwrite, b, address)
}

// all repeats f, which may stop at the end of a page, until it is through with b.
func (m memory) all(f func(int, []byte, int64) (int, error), b []byte, address uint64) (done int, err error) {
	for done < len(b) {
		at := address + uint64(done)
		if at > math.MaxInt64 { // no process has memory there
			return done, unix.EFAULT
		}
		n, err := f(int(m), b[done:], int64(at))
		if err != nil {
			return done, err
		}
		if n == 0 { // the process is gone
			return done, io.ErrUnexpectedEOF
		}
		done += n
	}
	return done, nil
}
