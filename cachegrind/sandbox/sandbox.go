//go:build linux

// Package sandbox starts a process that sees the same world every time.
//
// Two runs of one binary on one input execute different instructions because of
// what the kernel tells them: where their memory lies, which random numbers they
// get, when a sleep ends. A Command names what is to be the same in every run;
// each such thing is a Seal:
//
//   - Addresses: the stack, the heap, mappings, libraries and position-independent
//     programs lie where they lay the last time (personality(2),
//     ADDR_NO_RANDOMIZE). The stack still moves with the size of the arguments and
//     of the environment, which are the Command's.
//   - Core: all threads run on one core (sched_setaffinity(2)), one after the other, and
//     a program that asks how many there are is told 1. Where there are two, the thread
//     that wakes another one up and the one that is woken race, and who wins is another
//     one from run to run: a Go program starts a thread more, a lock is taken already.
//     Processes that are started at the same time get cores of their own as far as
//     there are enough. A program can ask for more cores again.
//   - Random: the 16 bytes of AT_RANDOM (getauxval(3)), from which the C library
//     makes its stack guard and language runtimes their first hash seeds, and every
//     byte that getrandom(2) returns are made from Command.Seed. The bytes of
//     AT_RANDOM are rewritten with ptrace(2) while an exec has stopped the process;
//     the calls are answered through seccomp_unotify(2), and the kernel never sees
//     them.
//   - Sleep: short sleeps (nanosleep(2), clock_nanosleep(2)) take 5 s. The
//     thread with which the Go runtime watches over a program wakes every 20 µs to
//     10 ms, by the clock, and interferes with whatever runs at that moment; where
//     it seldom wakes, it seldom interferes.
//
// A machine can refuse any of them: a container forbids ptrace, a kernel knows no
// user notifications. Such a seal is left out, and the Report says why. That never
// makes Start fail.
//
// # What is not pinned
//
//   - /dev/urandom and /dev/random. They are files: to see that one of them is
//     opened, every open of every file would have to stop and wait for an answer,
//     since a seccomp filter cannot read a path, and to replace the files by others
//     takes a mount namespace and privileges.
//   - getrandom in the vDSO (Linux 6.11 and later; the C library uses it since glibc
//     2.41, Go since 1.24), because it is not a system call. Tools that interpret a
//     program, like valgrind, hide the vDSO from it.
//   - Random instructions of the processor (RDRAND, RNDR), clocks, process ids, and
//     when the kernel takes the core from one thread and gives it to another.
//   - AT_RANDOM of a process that the program forks and that executes another
//     program. Its getrandom is answered, from the same stream of bytes as everyone
//     else's, in the order in which they ask.
//   - What every process inherits: the limits of its resources (that of the stack
//     decides where mappings begin), the umask, which signals are ignored. Open
//     descriptors are not inherited, but for the Command's three.
//   - Programs of another architecture than this one's (32-bit, x32): their system
//     calls are left alone.
//
// # The filter
//
// The seals that need a filter set no_new_privs, so a set-user-ID program runs with
// its caller's rights. A filter adds about 10 ns to a system call that it does not
// answer, and an answered getrandom takes about 6 µs. A signal interrupts a short
// sleep that is being stretched, like any sleep; what remains is then all of it. Where
// no sleep is stretched, only SIGKILL interrupts a call that is being answered
// (SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, Linux 5.19 and later).
//
// # The end
//
// A process has a process group of its own. All of the group is killed when the
// process has ended; a descendant that has moved to another group or session is not.
// The process is killed when the caller's process dies; its descendants are not.
// Neither it nor they leave a core file.
package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// Seal is one thing that is to be the same in every run. The package comment says
// what each one covers.
type Seal string

// The seals.
const (
	Addresses Seal = "addresses"
	Core      Seal = "core"
	Random    Seal = "random"
	Sleep     Seal = "sleep"
)

// Seals lists every Seal, sorted.
func Seals() []Seal { return []Seal{Addresses, Core, Random, Sleep} }

// Names returns the names of seals.
func Names(seals []Seal) []string {
	names := make([]string, len(seals))
	for i, s := range seals {
		names[i] = string(s)
	}
	return names
}

// Command is what to start, and under which seals.
type Command struct {
	Path string   // the program's absolute path
	Args []string // its arguments, beginning with argv[0]
	Env  []string // its whole environment, as "key=value"
	Dir  string   // its working directory; empty: the caller's

	Stdin, Stdout, Stderr *os.File // nil: /dev/null

	Seals []Seal // wanted, in any order
	Seed  uint64 // makes every byte of Random; any value is as good as another

	// Until tells Random which of the images that the process executes, one after
	// the other, is the program itself: wrappers such as a shell script that execs
	// the real thing come first. It gets the path of each image's executable file
	// when that image is about to start. AT_RANDOM is rewritten at each of them up
	// to and including the first for which Until returns true, and there the bytes
	// of getrandom begin anew, so that a wrapper more or less changes nothing. From
	// then on the process is not traced. Nil: the first image is the program.
	//
	// Note: until then SIGSTOP does not stop the process, but it does then. Every other
	// signal reaches it at once. That is how PTRACE_TRACEME is.
	Until func(exe string) bool
}

func (c *Command) check() error {
	if !filepath.IsAbs(c.Path) {
		return fmt.Errorf("start %q: the path of the program is not absolute", c.Path)
	}
	if len(c.Args) == 0 {
		return fmt.Errorf("start %s: no arguments, not even the program's own name", c.Path)
	}
	for _, s := range c.Seals {
		if names := Names(Seals()); !slices.Contains(names, string(s)) {
			last := len(names) - 1
			return fmt.Errorf("start %s: unknown seal %q; there are %s and %s", c.Path, s, strings.Join(names[:last], ", "), names[last])
		}
	}
	return nil
}

func (c *Command) wants(s Seal) bool { return slices.Contains(c.Seals, s) }

// Process is a process that Start has started. Its methods may be called from any
// goroutine.
type Process struct {
	pid  int
	seal *ledger
	done chan struct{} // closed when state and err are final

	mu     sync.Mutex
	reaped bool // the pid is no longer ours
	err    error
	state  State
}

// Start starts a process. What the machine does not allow of its seals is left out;
// an error means that no process was started. The caller's files may be closed once
// Start has returned.
//
// Everything that belongs to the process ends by itself, whether or not Wait is
// called: its thread and goroutine here, its descriptors, its process group.
func Start(c Command) (*Process, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	p := &Process{seal: newLedger(c.Seals), done: make(chan struct{})}
	started := make(chan error)
	onThread(func() { p.run(&c, started) })
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", c.Path, err)
	}
	return p, nil
}

// Pid returns the id of the process, which is also that of its process group. The
// kernel may give it to another process once this one has ended.
func (p *Process) Pid() int { return p.pid }

// Kill sends SIGKILL to the process and to all of its group. It does nothing when
// the process has ended.
func (p *Process) Kill() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return nil
	}
	return p.killGroup()
}

// killGroup is called with the process not yet reaped, so that the numbers are ours.
func (p *Process) killGroup() error {
	_ = unix.Kill(-p.pid, unix.SIGKILL)
	// Note: the process itself may have moved to another group of its session.
	return unix.Kill(p.pid, unix.SIGKILL)
}

// Wait returns how the process ended, after it has ended and SIGKILL has been sent
// to what is left of its group. The error tells that the process was killed because
// the sandbox itself failed; what the process did is then worth nothing. Wait may be
// called any number of times.
func (p *Process) Wait() (State, error) {
	<-p.done
	return p.state, p.err
}

// Report returns which seals held. It is final after Wait: Random, for one, is lost
// if the process ends before the program itself has started.
func (p *Process) Report() Report { return p.seal.report() }
