package cachegrind

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// Runner runs programs, with and without cachegrind. Several can run at once.
type Runner struct {
	Valgrind Valgrind
	Cache    Cache
	Scratch  *Scratch
}

// Run is one run of a program that succeeded.
type Run struct {
	Profile *Profile // nil without cachegrind
	Seals   SealReport
	CPU     time.Duration // user and system time of the processes
	Wall    time.Duration

	left int // processes that were alive when the program ended
}

// ErrTimeout is the error, wrapped, of a program that ran for too long.
var ErrTimeout = errors.New("timeout")

var errTooMuch = fmt.Errorf("printed more than %d bytes: a scenario does its work silently", maxOutput)

// Run runs a program under cachegrind and returns what it counted. The profile
// counts only if the program succeeded, and if it is whole, the only one, and
// the one of the program that was asked for: the exit status says nothing about
// the file, and the file nothing about the exit status.
func (r *Runner) Run(ctx context.Context, c Command) (*Run, error) {
	return r.run(ctx, c, true)
}

// Try runs a program as Run does, without cachegrind. It finds in milliseconds
// what is wrong with a program, and lets it write the caches that only its first
// run writes.
func (r *Runner) Try(ctx context.Context, c Command) (*Run, error) {
	return r.run(ctx, c, false)
}

func (r *Runner) run(ctx context.Context, c Command, counted bool) (run *Run, err error) {
	dir, err := r.Scratch.Sub()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, RemoveAll(dir)) }()
	home, tmp, out := filepath.Join(dir, "home"), filepath.Join(dir, "temp"), filepath.Join(dir, "out")
	for _, d := range []string{home, tmp, out} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return nil, err
		}
	}
	if c.Dir == "" {
		c.Dir = home
	}
	box := sandbox.Command{
		Path:  c.Path,
		Args:  append([]string{c.Path}, c.Args...),
		Env:   padded(environment(c.Env, home, tmp), c.Path, c.Args),
		Dir:   c.Dir,
		Seals: c.Seals,
		Seed:  c.Seed,
	}
	if counted {
		box.Path = r.Valgrind.Path
		box.Args = slices.Concat([]string{box.Path}, options(r.Cache, out), []string{"--"}, box.Args)
		box.Until = isTool
	}
	pid, run, err := supervise(ctx, c, box)
	strays := killStrays(dir)
	if run != nil {
		strays += run.left
	}
	if strays > 0 && err == nil {
		what := "a process"
		if strays > 1 {
			what = fmt.Sprintf("%d processes", strays)
		}
		err = fmt.Errorf("left %s running (killed now), whose work would not be counted: do all the work in one process", what)
	}
	if err != nil {
		if log := readLog(out, pid); log != "" && ctx.Err() == nil && !errors.Is(err, ErrTimeout) {
			err = fmt.Errorf("%w\n  valgrind said:%s", err, log)
		}
		return nil, err
	}
	if counted {
		if log := readLog(out, pid); strings.Contains(log, "output file") {
			return nil, fmt.Errorf("succeeded, but valgrind could not write its profile:%s", log)
		}
		if run.Profile, err = collect(out, pid, c); err != nil {
			return nil, err
		}
	}
	return run, nil
}

// hostCaches matches what cachegrind says of the host's caches, although it is
// told to simulate others.
var hostCaches = regexp.MustCompile(`(?m)^--\d+-- warning: .*\b(cache|LL)\b.*\n`)

// readLog returns what valgrind had to say, indented, or nothing.
func readLog(out string, pid int) string {
	log, _ := os.ReadFile(filepath.Join(out, logPrefix+strconv.Itoa(pid)))
	return indent(hostCaches.ReplaceAll(log, nil))
}

// isTool reports whether exe is cachegrind itself, which the launcher becomes
// after an exec or two, such as .../cachegrind-amd64-linux.
func isTool(exe string) bool { return strings.HasPrefix(filepath.Base(exe), "cachegrind-") }

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

// collect reads the one profile that a run may leave.
func collect(out string, pid int, c Command) (*Profile, error) {
	entries, err := os.ReadDir(out)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), profilePrefix) {
			paths = append(paths, filepath.Join(out, entry.Name()))
		}
	}
	want := filepath.Join(out, profilePrefix+strconv.Itoa(pid))
	switch {
	case len(paths) == 0:
		return nil, errors.New("succeeded but left no profile: the program may have replaced itself by one that valgrind cannot follow")
	case len(paths) > 1 || paths[0] != want:
		return nil, fmt.Errorf("started other programs (%s), whose work would not be counted: do all the work in one process",
			strings.Join(commands(paths), "; "))
	}
	f, err := OpenRegular(want)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	profile, err := Parse(f, filepath.Base(want))
	if err != nil {
		return nil, err
	}
	if asked := strings.Join(append([]string{c.Path}, c.Args...), " "); profile.Command != asked {
		return nil, fmt.Errorf("the profile is that of %q, not of %q: the program is a wrapper that starts another one; name that one instead", profile.Command, asked)
	}
	if len(profile.Events) != 9 {
		return nil, fmt.Errorf("the profile has the events %v, and not the nine of the cache simulation", profile.Events)
	}
	return profile, nil
}

// commands returns the programs that profiles are about, as far as they tell.
func commands(paths []string) []string {
	var names []string
	for _, path := range paths {
		if f, err := OpenRegular(path); err == nil {
			if p, err := Parse(f, path); err == nil {
				names = append(names, p.Command)
			}
			f.Close()
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
