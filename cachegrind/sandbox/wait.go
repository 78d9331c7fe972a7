//go:build linux

package sandbox

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// cldDumped is the last of the three codes of siginfo_t that mean the end of a
// process: CLD_EXITED, CLD_KILLED, CLD_DUMPED (waitid(2)). golang.org/x/sys/unix
// lacks them.
const cldDumped = 3

// reap waits for the end of the process, kills what is left of its group and then
// gives up its number: while the process is a zombie, the number of its group cannot
// be anyone else's.
func (p *Process) reap() {
	_, err := p.peek(unix.WEXITED)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return
	}
	if err == nil {
		left := membersOf(p.pid)
		_ = p.killGroup()
		_, err = p.collect(0)
		p.state.Left = left
	}
	if err != nil {
		// Nothing is known of the number any more.
		p.reaped = true
		p.err = errors.Join(p.err, fmt.Errorf("sandbox: wait for process %d: %w", p.pid, err))
	}
}

// stopped waits for the next stop of the process, or its end, which it reports as a
// status that is not stopped and leaves to reap.
func (p *Process) stopped() (unix.WaitStatus, error) {
	ended, err := p.peek(unix.WEXITED | unix.WSTOPPED)
	if err != nil || ended {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// Note: SIGKILL from outside in this very moment makes this its end, and what is
	// left of the group is killed by a number that has just been given up.
	status, err := p.collect(unix.WNOHANG)
	if p.reaped {
		_ = unix.Kill(-p.pid, unix.SIGKILL)
	}
	return status, err
}

// peek waits for one of the events without taking notice of it.
func (p *Process) peek(events int) (ended bool, err error) {
	if p.reaped { // only this thread sets it
		return true, nil
	}
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_PID, p.pid, &info, events|unix.WNOWAIT|unix.WALL, nil)
		if !errors.Is(err, unix.EINTR) {
			return info.Code <= cldDumped, err
		}
	}
}

// collect takes notice of a stop or of the end.
func (p *Process) collect(options int) (unix.WaitStatus, error) {
	var status unix.WaitStatus
	var usage unix.Rusage
	for {
		pid, err := unix.Wait4(p.pid, &status, options|unix.WALL, &usage)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err == nil && pid == p.pid && (status.Exited() || status.Signaled()) {
			p.reaped, p.state = true, newState(status, &usage)
		}
		return status, err
	}
}
