package cachegrind

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// ErrTimeout is the error, wrapped, of a program that ran for too long.
var ErrTimeout = errors.New("timeout")

var errTooMuch = fmt.Errorf("printed more than %d bytes: a scenario does its work silently", maxOutput)

// supervise starts a process, waits for it, and kills it with all its group when
// it takes too long, prints too much or is no longer wanted. It returns an error
// unless the process exits with status 0.
func supervise(ctx context.Context, c Command, box sandbox.Command) (pid int, run *Run, err error) {
	if c.Stdin != "" {
		if box.Stdin, err = OpenRegular(c.Stdin); err != nil {
			return 0, nil, fmt.Errorf("stdin: %w", err)
		}
		defer box.Stdin.Close()
	}
	if info, err := os.Stat(c.Dir); err != nil {
		return 0, nil, fmt.Errorf("dir: %w", err)
	} else if !info.IsDir() {
		return 0, nil, fmt.Errorf("dir: %s: not a folder", c.Dir)
	}
	out, err := newOutput()
	if err != nil {
		return 0, nil, err
	}
	defer out.finish()
	box.Stdout, box.Stderr = out.write, out.write
	if err := ctx.Err(); err != nil {
		return 0, nil, err
	}
	begin := time.Now()
	process, err := sandbox.Start(box)
	if err != nil {
		return 0, nil, err
	}
	out.started()
	reason := watch(ctx, c.Timeout, process, out)
	state, err := process.Wait()
	cause := reason()
	out.finish()
	if cause == nil && out.exceeded() {
		cause = errTooMuch // and it ended before it could be killed
	}
	switch {
	case cause != nil:
		err = cause
	case err == nil:
		err = failure(state)
	}
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("%w%s", err, out.tail())
		}
		return process.Pid(), nil, err
	}
	return process.Pid(), &Run{Seals: process.Report(), CPU: state.User + state.System, Wall: time.Since(begin), left: state.Left}, nil
}

// watch kills the process when it is no longer wanted. The function it returns
// ends the watch and tells why the process was killed, if it was.
func watch(ctx context.Context, timeout time.Duration, process *sandbox.Process, out *output) func() error {
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	done, cause := make(chan struct{}), make(chan error, 1)
	go func() {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		var err error
		select {
		case <-done:
		case <-ctx.Done():
			err = ctx.Err()
		case <-timer.C:
			err = fmt.Errorf("%w: still running after %v; raise its timeout in the manifest if it is to take that long", ErrTimeout, timeout)
		case <-out.full:
			err = errTooMuch
		}
		select {
		case <-done: // it ended first: nothing was cut short
			err = nil
		default:
		}
		if err != nil {
			process.Kill()
		}
		cause <- err
	}()
	return func() error {
		close(done)
		return <-cause
	}
}

// failure returns why a process did not succeed, or nil.
func failure(state sandbox.State) error {
	switch {
	case state.Signal == unix.SIGILL:
		return errors.New("crashed (illegal instruction): a processor feature that valgrind does not know; build for an older processor")
	case state.Signal != 0:
		return fmt.Errorf("crashed (%v)", state.Signal)
	case state.ExitCode != 0:
		return fmt.Errorf("exited with status %d", state.ExitCode)
	}
	return nil
}
