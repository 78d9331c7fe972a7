package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/side"
)

// measurer is what the flags of the commands that measure ask for, and what it did.
type measurer struct {
	side.Measurer
	root    string // the folder that grindgate runs in
	command *command
	verbose bool
	begin   time.Time
	total   scenarios.Measurement // only its numbers
	warned  map[string]bool
}

// newMeasurer makes a measurer, which is to be closed.
func (c *command) newMeasurer(ctx *cli.Context) (*measurer, error) {
	jobs, seals, err := howToRun(ctx)
	if err != nil {
		return nil, err
	}
	for _, flag := range []string{"o", "save", "summary"} {
		if path := ctx.String(flag); path != "" {
			if err := results.CheckReplace(path); err != nil {
				return nil, fmt.Errorf("-%s: %w", flag, err)
			}
		}
	}
	if ctx.IsSet("seeds") && ctx.Int("seeds") < 1 {
		return nil, fmt.Errorf("--seeds %d: use a number of 1 or more", ctx.Int("seeds"))
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if strings.ContainsFunc(root, unicode.IsControl) {
		return nil, fmt.Errorf("the folder %q has a control character in its name: run grindgate in another", root)
	}
	runner, err := cachegrind.NewRunner(ctx.Context)
	if err != nil {
		return nil, err
	}
	return &measurer{
		Measurer: side.Measurer{
			Runner:  runner,
			Options: scenarios.Options{Jobs: jobs, Seed: ctx.Uint64("seed"), Seeds: ctx.Int("seeds"), Seals: seals, Forgetful: ctx.Bool("no-cache")},
		},
		root:    filepath.Clean(root),
		command: c,
		verbose: ctx.Bool("v"),
		begin:   time.Now(),
		warned:  make(map[string]bool),
	}, nil
}

// howToRun reads the flags about how programs are run.
func howToRun(ctx *cli.Context) (jobs int, seals []cachegrind.Seal, err error) {
	jobs = ctx.Int("jobs")
	if jobs < 0 || ctx.IsSet("jobs") && jobs == 0 {
		return 0, nil, fmt.Errorf("--jobs %d: use a number of 1 or more", jobs)
	}
	if seals, err = scenarios.ParseSeals(ctx.String("seal")); err != nil {
		return 0, nil, fmt.Errorf("--seal: %w", err)
	}
	return jobs, seals, nil
}

// close removes what the measurer left in the file system, and says what it did.
func (m *measurer) close() error {
	if m.verbose && m.total.CPU > 0 {
		m.command.sayTimes(&m.total, m.Runner.Valgrind.Version, time.Since(m.begin), cmp.Or(m.Options.Jobs, runtime.NumCPU()))
	}
	return m.Runner.Close()
}

// measuring is side.Measurer.Measure or side.Measurer.MeasureAnew.
type measuring func(context.Context, *side.Side, []scenarios.Scenario, side.Ruler) (*side.Measured, error)

// measure measures scenarios of a side, with progress on stderr.
func (m *measurer) measure(ctx context.Context, how measuring, s *side.Side, selected []scenarios.Scenario, r side.Ruler) (*side.Measured, error) {
	progress := newProgress(m.command.stderr)
	if s.Commit != nil {
		progress = named{progress, s.Name}
	}
	m.Options.Progress = progress
	done, err := how(ctx, s, selected, r)
	progress.finish()
	if err != nil {
		return nil, err
	}
	for _, warning := range done.Warnings {
		if !m.warned[warning] {
			m.command.say("%s", warning)
		}
		m.warned[warning] = true
	}
	if n := len(done.Kept); n > 0 {
		m.command.say("%s: %d of %d scenarios were measured before (--no-cache measures them again)", s.Name, n, len(selected))
	}
	m.total.Runs += done.Runs
	m.total.CPU += done.CPU
	return done, nil
}

// settle measures those scenarios of a side anew whose results were kept and may be
// another machine's, by what a and b, the results of both sides, say.
func (m *measurer) settle(ctx context.Context, s *side.Side, done *side.Measured, a, b *results.File, r side.Ruler) error {
	doubtful := side.Doubtful(a, b, done.Kept)
	if len(doubtful) == 0 {
		return nil
	}
	anew, err := m.measure(ctx, m.MeasureAnew, s, doubtful, r)
	if err != nil {
		return err
	}
	done.File = side.Over(anew.File, done.File)
	return nil
}

// sayTimes says what the measurement took, and how much of it was not valgrind.
func (c *command) sayTimes(m *scenarios.Measurement, version string, wall time.Duration, jobs int) {
	c.say("valgrind %s: %d runs, %.2f s of CPU time", version, m.Runs, m.CPU.Seconds())
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return
	}
	own := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	c.say("grindgate itself: %.2f s of CPU time, %.1f%% of valgrind's", own.Seconds(), 100*own.Seconds()/m.CPU.Seconds())
	c.say("in all: %.2f s, %.2f times (valgrind's CPU time / %d jobs)", wall.Seconds(), wall.Seconds()/(m.CPU.Seconds()/float64(jobs)), jobs)
}
