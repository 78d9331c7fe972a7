package scenarios

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// Options is how scenarios are measured.
type Options struct {
	Runner   *cachegrind.Runner
	Root     string        // absolute: where builds run and what paths in the manifest are relative to
	Jobs     int           // how many programs run at once; 0: one for every core
	Seed     uint64        // of the random numbers that programs see
	Baseline *results.File // whose iterations are taken over, so that both sides have the same; nil: none
	Progress Progress      // nil: none
}

// Progress is told how far a measurement is. Calls come from several goroutines.
type Progress interface {
	Total(steps int)  // how many steps there are; more than once when that becomes known better
	Step(what string) // one is done
}

// Measurement is what Measure did.
type Measurement struct {
	File     *results.File
	Runs     int           // of cachegrind
	CPU      time.Duration // user and system time of these
	Warnings []string      // what the machine did not allow, each once, sorted
}

// Measure builds, tries and measures scenarios of m and returns the results, in
// which scenarios that could not be measured are failures. The order and the
// number of jobs do not show in them. It is an error only if ctx is done.
func Measure(ctx context.Context, m *Manifest, selected []Scenario, o Options) (*Measurement, error) {
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	s := &session{manifest: m, options: o}
	for _, scenario := range selected {
		s.subjects = append(s.subjects, &subject{Scenario: scenario})
	}
	s.options.Progress.Total(len(selected) * (1 + len(spread)))
	parallel(ctx, o.Jobs, len(s.subjects), func(i int) { s.prepare(ctx, s.subjects[i]) })
	runs := s.plan()
	s.options.Progress.Total(len(selected) + len(runs))
	parallel(ctx, o.Jobs, len(runs), func(i int) { s.measure(ctx, runs[i]) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.conclude(), nil
}

type silent struct{}

func (silent) Total(int)   {}
func (silent) Step(string) {}

// session is one call of Measure. Each scenario and each run writes into its own
// slot, so that nothing depends on who comes first.
type session struct {
	manifest *Manifest
	options  Options
	subjects []*subject
}

// subject is a scenario while it is measured.
type subject struct {
	Scenario
	bin       string
	toolchain string
	estimate  float64 // of the cost of one iteration
	looks     []*cachegrind.Run
	slots     []slot // one for each of Iterations
	err       error
}

type slot struct {
	sample regress.Sample
	run    *cachegrind.Run
	err    error
}

// prepare builds a scenario, tries it without cachegrind, and settles its
// iterations.
func (s *session) prepare(ctx context.Context, sub *subject) {
	defer s.options.Progress.Step("prepared " + sub.Name)
	sub.err = func() error {
		dir, err := s.options.Runner.Scratch.Sub()
		if err != nil {
			return err
		}
		sub.bin = filepath.Join(dir, filepath.Base(sub.Name))
		if len(sub.Build) > 0 {
			if err := build(ctx, sub.Scenario, s.options.Root, sub.bin); err != nil {
				return err
			}
		}
		if old, ok := s.baseline(sub.Name); ok {
			sub.estimate = old.CostPerIteration
			if len(sub.Iterations) == 0 {
				sub.Iterations = old.Iterations
			}
		}
		first := 1
		if len(sub.Iterations) > 0 {
			first = sub.Iterations[0]
		}
		c, err := s.command(sub, first)
		if err != nil {
			return err
		}
		if sub.toolchain, err = toolchain(ctx, c.Path, presets[sub.Language].interpreter); err != nil {
			return err
		}
		if _, err := s.options.Runner.Try(ctx, c); err != nil {
			return fmt.Errorf("N = %d, tried without valgrind: %w", first, err)
		}
		if len(sub.Iterations) == 0 {
			return s.choose(ctx, sub)
		}
		return nil
	}()
	sub.slots = make([]slot, len(sub.Iterations))
}

func (s *session) choose(ctx context.Context, sub *subject) (err error) {
	sub.Iterations, sub.estimate, err = chooseIterations(ctx, func(ctx context.Context, n int) (float64, error) {
		run, err := s.run(ctx, sub, n)
		if err != nil {
			return 0, err
		}
		sub.looks = append(sub.looks, run)
		return run.Profile.Cost(s.manifest.Model)
	})
	return err
}

func (s *session) baseline(name string) (results.Scenario, bool) {
	if s.options.Baseline == nil {
		return results.Scenario{}, false
	}
	old, ok := s.options.Baseline.Scenarios[name]
	return old, ok
}

// command returns the command of a scenario for one N.
func (s *session) command(sub *subject, n int) (cachegrind.Command, error) {
	path, args, err := sub.program(s.options.Root, sub.bin, n)
	if err != nil {
		return cachegrind.Command{}, err
	}
	c := cachegrind.Command{
		Path:    path,
		Args:    args,
		Env:     sub.environment(),
		Timeout: sub.Timeout,
		Seals:   sub.seals(),
		Seed:    s.options.Seed,
	}
	if sub.Dir != "" {
		c.Dir = filepath.Join(s.options.Root, sub.Dir)
	}
	if sub.Stdin != "" {
		c.Stdin = filepath.Join(s.options.Root, sub.Stdin)
	}
	return c, nil
}

func (s *session) run(ctx context.Context, sub *subject, n int) (*cachegrind.Run, error) {
	c, err := s.command(sub, n)
	if err != nil {
		return nil, err
	}
	return s.options.Runner.Run(ctx, c)
}

// plannedRun is one run to come: the slot of a scenario.
type plannedRun struct {
	subject *subject
	slot    int
}

// plan returns all runs of the scenarios that can be measured, the dearest
// first, so that no core is idle for long at the end.
func (s *session) plan() []plannedRun {
	var runs []plannedRun
	for _, sub := range s.subjects {
		if sub.err == nil {
			for i := range sub.slots {
				runs = append(runs, plannedRun{sub, i})
			}
		}
	}
	expected := func(r plannedRun) float64 {
		return r.subject.estimate * float64(r.subject.Iterations[r.slot])
	}
	slices.SortStableFunc(runs, func(a, b plannedRun) int { return -cmp.Compare(expected(a), expected(b)) })
	return runs
}

func (s *session) measure(ctx context.Context, r plannedRun) {
	n := r.subject.Iterations[r.slot]
	defer s.options.Progress.Step(fmt.Sprintf("measured %s, N = %d", r.subject.Name, n))
	slot := &r.subject.slots[r.slot]
	if slot.run, slot.err = s.run(ctx, r.subject, n); slot.err == nil {
		slot.sample = regress.NewSample(n, 0, slot.run.Profile)
		slot.run.Profile = nil // lines are of no further use
	}
}

// conclude turns all runs into results, in the order of the manifest.
func (s *session) conclude() *Measurement {
	m := &Measurement{File: &results.File{
		Schema: results.Schema,
		Environment: results.Environment{
			Arch:     runtime.GOARCH,
			Libc:     libcOf(s.options.Runner.Valgrind.Path),
			Seed:     s.options.Seed,
			Valgrind: s.options.Runner.Valgrind.Version,
		},
		Cache:     s.manifest.Cache,
		Model:     s.manifest.Model,
		Scenarios: make(map[string]results.Scenario),
		Failures:  make(map[string]string),
	}}
	var seals sealLog
	for _, sub := range s.subjects {
		for _, run := range sub.runs() {
			m.Runs++
			m.CPU += run.CPU
			seals.add(run.Seals)
		}
		scenario, err := sub.conclude(s.manifest.Model)
		if err != nil {
			m.File.Failures[sub.Name] = err.Error()
			continue
		}
		m.File.Scenarios[sub.Name] = scenario
	}
	m.File.Environment.Sealed, m.Warnings = seals.conclude()
	return m
}

func (sub *subject) runs() []*cachegrind.Run {
	runs := sub.looks
	for _, slot := range sub.slots {
		if slot.run != nil {
			runs = append(runs, slot.run)
		}
	}
	return runs
}

func (sub *subject) conclude(model cachegrind.Model) (results.Scenario, error) {
	if sub.err != nil {
		return results.Scenario{}, sub.err
	}
	var samples []regress.Sample
	var errs []error
	for i, slot := range sub.slots {
		if slot.err != nil {
			errs = append(errs, fmt.Errorf("N = %d: %w", sub.Iterations[i], slot.err))
		}
		samples = append(samples, slot.sample)
	}
	if err := errors.Join(errs...); err != nil {
		return results.Scenario{}, err
	}
	scenario, err := regress.Summarize(samples, model)
	scenario.Toolchain = sub.toolchain
	return scenario, err
}
