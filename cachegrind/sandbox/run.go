//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// run starts the process and stays with it until it has ended. It has to be called
// on a thread that ends afterwards: the seals are the thread's, only the thread that
// started a traced process may speak to it, and when the thread dies the process is
// killed (PR_SET_PDEATHSIG means the thread, not the process).
func (p *Process) run(c *Command, started chan<- error) {
	defer close(p.done)
	keepTurns()
	c = p.withoutStrangers(c)
	bytes := newStream(c.Seed)
	if c.wants(Addresses) {
		if err := fixAddresses(); err != nil {
			p.seal.lose(Addresses, err)
		}
	}
	if c.wants(Core) {
		core, leave, err := takeCore()
		if err != nil {
			p.seal.lose(Core, err)
		} else {
			defer leave()
			defer renewTurns(core)()
		}
	}
	stop, err := p.answerCalls(c, bytes)
	if err != nil {
		started <- err
		return
	}
	defer stop()
	traced, err := p.fork(c)
	started <- err
	if err != nil {
		return
	}
	if traced {
		if err := p.trace(c, bytes); err != nil {
			p.fail(err)
		}
	}
	p.reap()
}

// answerCalls puts the thread under a filter, if a seal wants one, and answers its
// calls until stop is called.
func (p *Process) answerCalls(c *Command, bytes *stream) (stop func(), err error) {
	if !c.wants(Random) && !c.wants(Sleep) {
		return func() {}, nil
	}
	listener, err := listen(c.wants(Random), c.wants(Sleep))
	if err != nil {
		p.seal.lose(Random, err)
		p.seal.lose(Sleep, err)
		return func() {}, nil
	}
	a, err := newAnswerer(listener, unix.Gettid(), p.seal, bytes)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		if err := a.serve(); err != nil {
			p.fail(err)
		}
	}()
	return func() {
		a.close()
		<-served
	}, nil
}

// fork starts the process, traced if Random wants that and the machine allows it.
func (p *Process) fork(c *Command) (traced bool, err error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer null.Close()
	attr := &syscall.ProcAttr{
		Dir: c.Dir,
		Env: c.Env,
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: unix.SIGKILL, Ptrace: c.wants(Random)},
	}
	for _, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		if f == nil {
			f = null
		}
		attr.Files = append(attr.Files, f.Fd())
	}
	closed := ^uintptr(0)
	for range lastInherited() - 2 {
		attr.Files = append(attr.Files, closed)
	}

	pid, err := syscall.ForkExec(c.Path, c.Args, attr)
	if err != nil && attr.Sys.Ptrace && !passing(err) {
		// Either the program cannot be executed or it cannot be traced. If it starts
		// without a tracer, it was that.
		attr.Sys.Ptrace = false
		refusal := err
		if pid, err = syscall.ForkExec(c.Path, c.Args, attr); err == nil {
			p.seal.lose(Random, refused("AT_RANDOM: ptrace", refusal))
		}
	}
	if err != nil {
		return false, err
	}
	// A traced process stands still after exec and has this before it does anything,
	// any other one has it a moment later. A limit of 0 also keeps tools that write
	// core files of their own from doing so. Where it cannot be set, there is a file
	// more, and that is all.
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)

	p.mu.Lock()
	defer p.mu.Unlock()
	p.pid = pid
	if p.err != nil {
		_ = p.killGroup()
	}
	return attr.Sys.Ptrace, nil
}

// lastInherited returns the highest descriptor that a child would inherit, or 2. This
// program makes none, but may have been given some: make, for one, hands its job
// server down. The numbers that a process gets for its own files depend on them.
func lastInherited() int {
	last := 2
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return last
	}
	for _, entry := range open {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			last = max(last, fd)
		}
	}
	return last
}

// passing reports whether an error of fork or exec may be gone a moment later, so
// that a second attempt proves nothing.
func passing(err error) bool {
	for _, e := range []error{unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE, unix.ETXTBSY} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// fail kills the process because the sandbox cannot go on.
func (p *Process) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = fmt.Errorf("sandbox: the process was killed: %w", err)
	}
	if p.pid != 0 && !p.reaped {
		_ = p.killGroup()
	}
}
