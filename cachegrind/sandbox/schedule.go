//go:build linux

package sandbox

import "golang.org/x/sys/unix"

// keepTurns makes this thread, and what it starts, batch jobs for the scheduler
// (SCHED_BATCH, sched(7)): a thread that wakes another one up goes on, and is not
// set aside for it at once. Which of the two continues is a race that a runtime
// with several threads otherwise decides differently from run to run. A Go program,
// for one, starts a thread more in some runs, and hashes differently from there on.
//
// It is no seal, since it only makes the usual order more usual. Where it is
// refused, or another policy was chosen for grindgate, everything stays as it is.
func keepTurns() {
	attr, err := unix.SchedGetAttr(0, 0)
	if err != nil || attr.Policy != unix.SCHED_NORMAL {
		return
	}
	attr.Policy = unix.SCHED_BATCH
	_ = unix.SchedSetAttr(0, attr, 0)
}
