//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// answerer answers the calls that a filter hands over, one after the other, in one
// goroutine: so the bytes of getrandom go out in the order of the calls.
type answerer struct {
	listener *os.File
	conn     syscall.RawConn
	owner    int // the thread of this process that is under the filter itself
	seal     *ledger
	bytes    *stream
	buffer   []byte
	asleep   []sleeper // sorted by due
	closed   atomic.Bool
}

func newAnswerer(listener *os.File, owner int, seal *ledger, bytes *stream) (*answerer, error) {
	conn, err := listener.SyscallConn()
	if err != nil {
		return nil, err
	}
	return &answerer{listener: listener, conn: conn, owner: owner, seal: seal, bytes: bytes}, nil
}

// close makes serve return. Who calls afterwards is told ENOSYS by the kernel.
func (a *answerer) close() {
	a.closed.Store(true)
	_ = a.listener.Close()
}

// serve answers until close is called, and then returns nil. After an error the
// callers wait in vain, and have to be killed.
func (a *answerer) serve() error {
	for {
		n, err := a.next()
		switch {
		case err == nil:
			err = a.answer(n)
		case errors.Is(err, os.ErrDeadlineExceeded):
			err = a.wake(time.Now())
		}
		if a.closed.Load() {
			return nil
		}
		if err != nil {
			return fmt.Errorf("answer system calls: %w", err)
		}
	}
}

// next waits for a call, or until the first sleeper is due: os.ErrDeadlineExceeded.
func (a *answerer) next() (*notification, error) {
	var due time.Time // zero: never
	if len(a.asleep) > 0 {
		due = a.asleep[0].due
	}
	if err := a.listener.SetReadDeadline(due); err != nil {
		return nil, err
	}
	var n notification
	var failed error
	err := a.conn.Read(func(fd uintptr) bool {
		var ok bool
		ok, failed = receive(int(fd), &n)
		return ok || failed != nil
	})
	return &n, errors.Join(err, failed)
}

func (a *answerer) answer(n *notification) error {
	switch {
	case int(n.pid) == a.owner:
		// The runtime does not sleep on a locked thread, nor does it ask for random
		// bytes there. Should it ever, it must not hang.
		return a.pass(n)
	case n.call.nr == unix.SYS_GETRANDOM:
		return a.getrandom(n)
	case n.call.nr == unix.SYS_NANOSLEEP:
		return a.sleep(n, unix.CLOCK_MONOTONIC, n.call.args[0], n.call.args[1])
	case n.call.nr == unix.SYS_CLOCK_NANOSLEEP:
		return a.sleep(n, int32(n.call.args[0]), n.call.args[2], n.call.args[3])
	}
	return a.pass(n)
}

// pass lets the kernel do the call.
func (a *answerer) pass(n *notification) error {
	_, err := a.send(&response{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE})
	return err
}

// fail makes the call return an error.
func (a *answerer) fail(n *notification, errno unix.Errno) error {
	_, err := a.send(&response{id: n.id, err: -int32(errno)})
	return err
}

// send reports false where the caller does not wait any more.
func (a *answerer) send(r *response) (ok bool, err error) {
	var failed error
	err = a.conn.Control(func(fd uintptr) { ok, failed = send(int(fd), r) })
	return ok, errors.Join(err, failed)
}

// open opens the memory of a thread for as long as one call is answered. It reports
// false where there is nothing more to do: the thread is gone, or its memory is out of
// reach, so that the kernel does the call and a seal is lost.
func (a *answerer) open(n *notification, mode int, s Seal) (m memory, ok bool, err error) {
	m, refusal := openMemory(int(n.pid), mode)
	// Only now: see waits.
	if err = a.conn.Control(func(fd uintptr) { ok = waits(int(fd), n.id) }); err == nil && ok {
		if refusal == nil {
			return m, true, nil
		}
		a.seal.lose(s, refusal)
		err = a.pass(n)
	}
	if refusal == nil {
		m.close()
	}
	return -1, false, err
}
