package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// request is what the common flags of the commands that measure ask for.
type request struct {
	manifest     *scenarios.Manifest
	selected     []scenarios.Scenario
	baselinePath string
	baseline     *results.File // nil where there is none
	anchor       *regress.Anchor
}

// newRequest reads the manifest and the baseline, if there is one.
func newRequest(ctx *cli.Context) (*request, error) {
	m, err := scenarios.Load(ctx.String("manifest"))
	if err != nil {
		return nil, err
	}
	selected, err := m.Select(ctx.Args().Slice(), ctx.StringSlice("tag"))
	if err != nil {
		return nil, err
	}
	r := &request{manifest: m, selected: selected, baselinePath: ctx.String("baseline")}
	if r.baseline, err = readBaseline(r.baselinePath); err != nil {
		return nil, err
	}
	if r.anchor, err = readAnchor(m.Anchor); err != nil {
		return nil, err
	}
	return r, nil
}

// readAnchor returns the anchor that a manifest names, or nil where it names none.
func readAnchor(a *scenarios.Anchor) (*regress.Anchor, error) {
	if a == nil {
		return nil, nil
	}
	file, err := readBaseline(a.Baseline)
	if err == nil && file == nil {
		err = fmt.Errorf("%s: no such file, and it is the manifest's anchor: copy a baseline there, or drop [anchor]", a.Baseline)
	}
	if err != nil {
		return nil, err
	}
	return &regress.Anchor{Name: a.Baseline, File: file, Threshold: a.Threshold}, nil
}

// readBaseline returns the baseline at path, or nil where there is no file.
func readBaseline(path string) (*results.File, error) {
	baseline, err := results.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(baseline.Failures) > 0:
		return nil, fmt.Errorf("%s: has failures, so it is the file of a run and no baseline: make one with grindgate update", path)
	}
	return baseline, nil
}

// limits returns what the manifest allows.
func (r *request) limits() regress.Limits {
	limits := r.manifest.Limits()
	limits.Anchor, limits.LeftOut = r.anchor, r.leftOut()
	return limits
}

// leftOut returns the scenarios of the manifest that were not selected.
func (r *request) leftOut() map[string]bool {
	out := make(map[string]bool)
	for _, s := range r.manifest.Scenarios {
		out[s.Name] = true
	}
	for _, s := range r.selected {
		delete(out, s.Name)
	}
	return out
}

// measure measures what was asked for, with progress on stderr.
func (c *command) measure(ctx *cli.Context, r *request) (file *results.File, err error) {
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
	valgrind, err := cachegrind.FindValgrind(ctx.Context)
	if err != nil {
		return nil, err
	}
	scratch, err := cachegrind.NewScratch()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	progress := newProgress(c.stderr)
	begin := time.Now()
	m, err := scenarios.Measure(ctx.Context, r.manifest, r.selected, scenarios.Options{
		Runner:   &cachegrind.Runner{Valgrind: valgrind, Cache: r.manifest.Cache, Scratch: scratch},
		Root:     filepath.Clean(root),
		Jobs:     jobs,
		Seed:     ctx.Uint64("seed"),
		Seeds:    ctx.Int("seeds"),
		Seals:    seals,
		Baseline: r.baseline,
		Progress: progress,
	})
	progress.finish()
	if err != nil {
		return nil, err
	}
	for _, warning := range m.Warnings {
		c.say("%s", warning)
	}
	if ctx.Bool("v") && m.CPU > 0 {
		c.sayTimes(m, valgrind.Version, time.Since(begin), cmp.Or(jobs, runtime.NumCPU()))
	}
	return m.File, nil
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
