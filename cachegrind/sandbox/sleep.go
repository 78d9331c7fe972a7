//go:build linux

package sandbox

import (
	"encoding/binary"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// longestShort is the longest sleep that is stretched: the monitor thread of the
	// Go runtime sleeps 20 µs at first, and never more than 10 ms.
	longestShort = 10 * time.Millisecond

	// stretched is how long a short sleep takes: longer than most runs, since each
	// time the monitor wakes costs some thousand instructions, and short enough that
	// a program which really depends on a few such sleeps still ends.
	stretched = 5 * time.Second
)

// sleeper is a thread whose short sleep is being stretched.
type sleeper struct {
	id  uint64 // of its notification
	due time.Time
}

// sleep answers nanosleep(2) and a relative clock_nanosleep(2). Sleeps of no time at
// all, which are used to let others run, are left to the kernel, like long ones and
// those that it will refuse.
func (a *answerer) sleep(n *notification, clock int32, address, remaining uint64) error {
	switch clock {
	case unix.CLOCK_REALTIME, unix.CLOCK_MONOTONIC, unix.CLOCK_BOOTTIME, unix.CLOCK_TAI:
	default:
		return a.pass(n) // a processor's time, or no clock
	}
	m, ok, err := a.open(n, unix.O_RDWR, Sleep)
	if !ok {
		return err
	}
	defer m.close()
	var timespec [16]byte
	if _, err := m.read(timespec[:], address); err != nil {
		return a.pass(n) // the kernel says EFAULT
	}
	seconds := int64(binary.LittleEndian.Uint64(timespec[:]))
	nanoseconds := int64(binary.LittleEndian.Uint64(timespec[8:]))
	if seconds != 0 || nanoseconds <= 0 || nanoseconds > int64(longestShort) {
		return a.pass(n)
	}
	// A signal that interrupts the sleep goes by unseen here, so what remains then is
	// told beforehand: all of it. Where nothing interrupts, nobody looks.
	if remaining != 0 {
		_, _ = m.write(timespec[:], remaining)
	}
	a.asleep = append(a.asleep, sleeper{n.id, time.Now().Add(stretched)})
	return nil
}

// wake ends the sleep of those who are due. That one of them was killed meanwhile
// does not matter: an id is never used twice.
func (a *answerer) wake(now time.Time) error {
	for len(a.asleep) > 0 && !a.asleep[0].due.After(now) {
		if _, err := a.send(&response{id: a.asleep[0].id}); err != nil {
			return err
		}
		a.asleep = a.asleep[1:]
	}
	return nil
}
