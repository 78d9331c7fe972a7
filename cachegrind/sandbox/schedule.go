//go:build linux

package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// turn is how long a thread may go on before another one gets its core. It is the
// longest that Linux takes (sched(7), since 6.12; earlier ones choose it themselves).
const turn = 100 * time.Millisecond

// keepTurns makes this thread, and what it starts, batch jobs for the scheduler
// (SCHED_BATCH, sched(7)) with long turns: a thread that wakes another one up goes on,
// and is not set aside for it at once. Which of the two continues is a race that a
// runtime with several threads otherwise decides differently from run to run. A Go
// program, for one, starts a thread more in some runs, and hashes differently from
// there on.
//
// It is no seal, since it only makes the usual order more usual. Where it is
// refused, or another policy was chosen for grindgate, everything stays as it is.
func keepTurns() {
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil || attr.Policy != unix.SCHED_NORMAL {
		return
	}
	attr.Policy = unix.SCHED_BATCH
	attr.Runtime = uint64(turn)
	_ = unix.SchedSetAttr(0, attr, 0)
}

// renewTurns begins the turn of the thread that has the core again and again, until
// the function that it returns is called. A turn that is over costs nothing as long as
// nobody waits for the core, but then the second thread that is woken up gets it at
// once, and the first one that was runs: of the threads of Node, one then finds another
// in the middle of its work at the end of some runs, and spins. A turn begins when the
// scheduler picks a thread, as it does when somebody else had the core for a moment:
// here a thread of our own, which is no batch job and wakes often.
func renewTurns(core int) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	onThread(func() {
		defer close(ended)
		if moveTo(core) != nil {
			return
		}
		beat := time.NewTicker(turn / 10)
		defer beat.Stop()
		for {
			select {
			case <-done:
				return
			case <-beat.C:
			}
		}
	})
	return func() {
		close(done)
		<-ended
	}
}
