//go:build linux

package sandbox

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The structures of <linux/seccomp.h>; golang.org/x/sys/unix has the numbers of the
// ioctls, which contain the structures' sizes, but not the structures.
type (
	// call is struct seccomp_data.
	call struct {
		nr   int32
		arch uint32
		ip   uint64
		args [6]uint64
	}
	// notification is struct seccomp_notif: a thread waits in a call.
	notification struct {
		id    uint64 // of the notification
		pid   uint32 // the thread
		flags uint32
		call  call
	}
	// response is struct seccomp_notif_resp: what the call returns.
	response struct {
		id    uint64
		val   int64 // where err is 0
		err   int32 // a negated error number
		flags uint32
	}
)

// receive fills n with a call that waits. It reports false where none does, and
// never blocks.
func receive(fd int, n *notification) (bool, error) {
	for {
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if _, err := unix.Poll(ready, 0); err != nil && !errors.Is(err, unix.EINTR) {
			return false, err
		}
		if ready[0].Revents&unix.POLLIN == 0 {
			return false, nil
		}
		*n = notification{} // the kernel insists
		switch err := ioctl(fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(n)); {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.ENOENT): // the thread was killed
		default:
			return false, err
		}
	}
}

// send ends the call that r is about. It reports false where nobody waits any more.
func send(fd int, r *response) (bool, error) {
	for {
		switch err := ioctl(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(r)); {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.ENOENT):
			return false, nil
		case !errors.Is(err, unix.EINTR):
			return false, err
		}
	}
}

// waits reports whether the thread of a notification is still in its call. If it is,
// files of /proc/PID that were opened before are those of that thread, not of
// another one that has got its number (seccomp_unotify(2)).
func waits(fd int, id uint64) bool {
	return ioctl(fd, unix.SECCOMP_IOCTL_NOTIF_ID_VALID, unsafe.Pointer(&id)) == nil
}

func ioctl(fd int, request uintptr, arg unsafe.Pointer) error {
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg)); errno != 0 {
		return errno
	}
	return nil
}
