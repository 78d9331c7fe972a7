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

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// Runner runs programs, with and without cachegrind. Several can run at once.
type Runner struct {
	Valgrind Valgrind
	Cache    Cache
	Scratch  *Scratch
}

// NewRunner finds valgrind and makes a Scratch, for a Runner that simulates
// DefaultCache. It has to be closed.
func NewRunner(ctx context.Context) (*Runner, error) {
	valgrind, err := FindValgrind(ctx)
	if err != nil {
		return nil, err
	}
	scratch, err := NewScratch()
	if err != nil {
		return nil, err
	}
	return &Runner{Valgrind: valgrind, Cache: DefaultCache(), Scratch: scratch}, nil
}

// With returns a Runner that simulates another cache and shares everything else.
func (r *Runner) With(cache Cache) *Runner {
	return &Runner{Valgrind: r.Valgrind, Cache: cache, Scratch: r.Scratch}
}

// Close removes what the Runner, and all that share its Scratch, left in the file system.
func (r *Runner) Close() error { return r.Scratch.Close() }

// Run is one run of a program that succeeded.
type Run struct {
	Profile *Profile // nil without cachegrind
	Seals   SealReport
	CPU     time.Duration // user and system time of the processes
	Wall    time.Duration

	left int // processes that were alive when the program ended
}

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
	strays := KillStrays(dir)
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
		if run.Profile, err = profileOfRun(out, pid, c); err != nil {
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
