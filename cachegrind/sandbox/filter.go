//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// filter returns the program that hands the calls of the wanted seals to the
// listener and lets every other one pass.
//
// Note: calls of another architecture pass as well, their numbers mean something
// else. So do those of x32, which shares amd64's architecture but sets bit 30 of
// the number.
func filter(random, sleep bool) []unix.SockFilter {
	const (
		load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		set   = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	)
	allow := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
	ask := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF}

	program := []unix.SockFilter{
		{Code: load, K: uint32(unsafe.Offsetof(call{}.arch))},
		{Code: equal, Jt: 1, K: nativeArch},
		allow,
		{Code: load, K: uint32(unsafe.Offsetof(call{}.nr))},
	}
	if random {
		program = append(program,
			unix.SockFilter{Code: equal, Jf: 1, K: unix.SYS_GETRANDOM}, ask)
	}
	if sleep {
		program = append(program,
			unix.SockFilter{Code: equal, Jf: 1, K: unix.SYS_NANOSLEEP}, ask,
			unix.SockFilter{Code: equal, Jf: 4, K: unix.SYS_CLOCK_NANOSLEEP},
			// The flags are the second argument; its lower half comes first on both
			// architectures.
			unix.SockFilter{Code: load, K: uint32(unsafe.Offsetof(call{}.args) + unsafe.Sizeof(uint64(0)))},
			unix.SockFilter{Code: set, Jf: 1, K: unix.TIMER_ABSTIME},
			allow,
			ask)
	}
	return append(program, allow)
}

// listen puts a filter on this thread, and so on what it starts, and returns the
// file on which the calls arrive.
func listen(random, sleep bool) (*os.File, error) {
	if nativeArch == 0 {
		return nil, fmt.Errorf("seccomp: the filter does not know %s", runtime.GOARCH)
	}
	// Without no_new_privs a filter takes CAP_SYS_ADMIN.
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, refused("no_new_privs", err)
	}
	// SPEC_ALLOW: before Linux 5.16 a filter also switched on a mitigation that slows
	// all of the process down; it guards against code that this process trusts.
	const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW
	// WAIT_KILLABLE_RECV: a call that was received is not interrupted by a signal and
	// then made once more, which would use up bytes twice. Linux 5.19 and later. Not
	// where sleeps are stretched: a process that ends by telling its threads to, with
	// a signal, as valgrind does, would wait for the sleeper.
	uninterrupted := uintptr(unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
	if sleep {
		uninterrupted = 0
	}
	program := filter(random, sleep)
	fd, err := install(program, flags|uninterrupted)
	if errors.Is(err, unix.EINVAL) && uninterrupted != 0 {
		fd, err = install(program, flags)
	}
	if errors.Is(err, unix.EBUSY) {
		return nil, fmt.Errorf("seccomp: %w; something around this process answers system calls already", err)
	}
	if err != nil {
		return nil, refused("seccomp", err)
	}
	// The kernel has made it close-on-exec. Non-blocking is for the runtime's poller;
	// the ioctls do not heed it.
	_ = unix.SetNonblock(fd, true)
	return os.NewFile(uintptr(fd), "seccomp listener"), nil
}

func install(program []unix.SockFilter, flags uintptr) (int, error) {
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&p)))
	if errno != 0 {
		return -1, errno
	}
	return int(fd), nil
}
