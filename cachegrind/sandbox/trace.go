//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// trace follows the process from one exec to the next, pins what each image is told,
// and lets go of the process when the program itself is about to start. What it
// cannot pin costs a seal; an error means that the process hangs in a stop.
func (p *Process) trace(c *Command, bytes *stream) error {
	for begun := false; ; {
		status, err := p.stopped()
		if err != nil {
			return fmt.Errorf("wait for a traced process: %w", err)
		}
		if !status.Stopped() {
			p.seal.lose(Random, errors.New("AT_RANDOM: the process ended before the program itself had started"))
			return nil
		}
		signal := status.StopSignal()
		// The first exec comes as a plain SIGTRAP, before any option could be set;
		// after that a plain one is the process's own.
		if signal == unix.SIGTRAP && (!begun || status.TrapCause() == unix.PTRACE_EVENT_EXEC) {
			signal = 0
			if !begun {
				begun = true
				if err := unix.PtraceSetOptions(p.pid, unix.PTRACE_O_TRACEEXEC|unix.PTRACE_O_EXITKILL); err != nil {
					p.seal.lose(Random, refused("AT_RANDOM: ptrace", err))
					return letGo(p.pid)
				}
			}
			last, err := p.executes(c)
			if err != nil {
				p.seal.lose(Random, fmt.Errorf("AT_RANDOM: %w", err))
			}
			if last {
				bytes.restart()
			}
			if last || err != nil {
				return letGo(p.pid)
			}
		}
		if err := unix.PtraceCont(p.pid, int(signal)); err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("continue a traced process: %w", err)
		}
	}
}

// executes pins the image that is about to start, and reports whether it is the
// program itself.
func (p *Process) executes(c *Command) (last bool, err error) {
	exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", p.pid))
	if err != nil {
		return false, err
	}
	i, err := readImage(p.pid)
	if err != nil {
		return false, err
	}
	if err := i.writeRandom(p.pid, atRandom(c.Seed)); err != nil {
		return false, err
	}
	if c.Until != nil && !c.Until(exe) {
		return false, nil
	}
	self, err := readImage(os.Getpid())
	if err != nil {
		return false, err
	}
	if i != self {
		foreign := fmt.Errorf("%s is of another architecture, whose system calls are not answered", exe)
		p.seal.lose(Random, foreign)
		p.seal.lose(Sleep, foreign)
	}
	return true, nil
}

// letGo ends the tracing of a stopped process, which runs on. One that has been
// killed in its stop is not there any more: ESRCH.
func letGo(pid int) error {
	if err := unix.PtraceDetach(pid); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("let go of a traced process: %w", err)
	}
	return nil
}
