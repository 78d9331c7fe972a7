//go:build linux

package sandbox

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// State is how a process ended and what it used, its descendants that it waited for
// included.
type State struct {
	ExitCode int         // -1 when a signal ended the process
	Signal   unix.Signal // the signal that ended the process, or 0

	Left         int           // processes of its group that were alive when it ended, and were killed
	User, System time.Duration // processor time
	MaxRSS       int64         // largest resident set of one process, in bytes
}

func newState(status unix.WaitStatus, usage *unix.Rusage) State {
	s := State{
		ExitCode: status.ExitStatus(),
		User:     time.Duration(usage.Utime.Nano()),
		System:   time.Duration(usage.Stime.Nano()),
		MaxRSS:   int64(usage.Maxrss) << 10, // getrusage(2): in kilobytes
	}
	if status.Signaled() {
		s.Signal = status.Signal()
	}
	return s
}

// Success reports whether the process ended by itself with exit status 0.
func (s State) Success() bool { return s.ExitCode == 0 && s.Signal == 0 }

// String returns how the process ended: "exit status 1" or "killed by SIGSEGV".
func (s State) String() string {
	if s.Signal != 0 {
		if name := unix.SignalName(s.Signal); name != "" {
			return "killed by " + name
		}
		return fmt.Sprintf("killed by signal %d", int(s.Signal))
	}
	return fmt.Sprintf("exit status %d", s.ExitCode)
}
