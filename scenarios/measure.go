package scenarios

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// Options is how scenarios are measured.
type Options struct {
	Runner   *cachegrind.Runner
	Root     string            // absolute: where builds run and what paths in the manifest are relative to
	Jobs     int               // how many programs run at once; 0: one for every core
	Seed     uint64            // of the random numbers that programs see
	Seeds    int               // under how many seeds, from Seed on, each scenario is measured; 0 means 1
	Seals    []cachegrind.Seal // what is sealed, as far as a scenario's preset asks for it
	Baseline *results.File     // whose iterations are taken over, so that both sides have the same; nil: none
	Progress Progress          // nil: none
	// Known returns what was measured before of a scenario whose build made a program
	// with that checksum, if that is known. Calls come from several goroutines. nil:
	// nothing is known.
	Known func(scenario, program string) (results.Scenario, bool)

	// Forgetful: an environment is prepared for this measurement alone, and neither
	// found in the cache nor kept there.
	Forgetful bool
}

// Progress is told how far a measurement is. Calls come from several goroutines.
type Progress interface {
	Total(steps int)  // how many steps there are; more than once when that becomes known better
	Step(what string) // one is done
}

// Measurement is what Measure did.
type Measurement struct {
	File     *results.File
	Programs map[string]string // checksums of what was built, by scenario
	Runs     int               // of cachegrind
	CPU      time.Duration     // user and system time of these
	Warnings []string          // what the machine did not allow, each once, sorted
}

// Measure builds, tries and measures scenarios of m and returns the results, in
// which scenarios that could not be measured are failures. The order and the
// number of jobs do not show in them. It is an error if ctx is done, or if there is
// no room for temporary files.
func Measure(ctx context.Context, m *Manifest, selected []Scenario, o Options) (done *Measurement, err error) {
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
	if o.Progress == nil {
		o.Progress = silent{}
	}
	// The length of a path moves what an interpreter allocates, and so an iteration
	// costs a little more in some folders: programs are given one of constant length.
	dir, err := o.Runner.Scratch.Sub()
	if err != nil {
		return nil, err
	}
	s := &session{manifest: m, options: o, root: filepath.Join(dir, "root")}
	if err := os.Symlink(o.Root, s.root); err != nil {
		return nil, err
	}
	for _, scenario := range selected {
		s.subjects = append(s.subjects, &subject{Scenario: scenario, seed: o.Seed})
	}
	leave, err := s.enter(ctx)
	defer func() { err = errors.Join(err, leave()) }()
	if err != nil {
		return nil, err
	}
	s.options.Progress.Total(len(selected))
	parallel(ctx, o.Jobs, len(s.subjects), func(i int) { s.prepare(ctx, s.subjects[i]) })
	for _, sub := range s.subjects {
		sub.reseed(o.Seed, o.Seeds)
	}
	steps := len(selected)
	for runs := s.plan(); len(runs) > 0; runs = s.plan() {
		steps += len(runs)
		s.options.Progress.Total(steps)
		parallel(ctx, o.Jobs, len(runs), func(i int) { s.measure(ctx, runs[i]) })
		if ctx.Err() != nil {
			break
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.conclude(), nil
}

type silent struct{}

func (silent) Total(int)   {}
func (silent) Step(string) {}

// session is one call of Measure. Each scenario and each run writes into its own
// place, so that nothing depends on who comes first.
type session struct {
	manifest *Manifest
	options  Options
	root     string // a link to Options.Root, for programs; their environment's is beside it
	subjects []*subject
}

func (s *session) measure(ctx context.Context, r plannedRun) {
	s.fill(ctx, r.subject, r.place)
	s.options.Progress.Step(fmt.Sprintf("measured %s, N = %d", r.subject.Name, r.subject.runs[r.place].n))
}

// fill does one run of a scenario.
func (s *session) fill(ctx context.Context, sub *subject, i int) {
	r := &sub.runs[i]
	if r.run, r.err = s.run(ctx, sub, r.n); r.err == nil {
		r.sample = regress.NewSample(r.n, r.repeat, r.run.Profile)
		r.run.Profile = nil // lines are of no further use
	}
}

// command returns the command of a scenario for one N.
func (s *session) command(sub *subject, n int) (cachegrind.Command, error) {
	path, args, err := sub.program(s.root, sub.bin, n)
	if err != nil {
		return cachegrind.Command{}, errors.New(strings.ReplaceAll(err.Error(), s.root, s.options.Root))
	}
	c := cachegrind.Command{
		Path:    path,
		Args:    args,
		Env:     sub.environment(),
		Timeout: sub.Timeout,
		Seals:   sub.seals(s.options.Seals),
		Seed:    sub.seed,
	}
	for _, path := range []string{sub.Dir, sub.Stdin} {
		if err := s.inside(path); err != nil {
			return cachegrind.Command{}, err
		}
	}
	if sub.Dir != "" {
		c.Dir = filepath.Join(s.options.Root, sub.Dir)
	}
	if sub.Stdin != "" {
		c.Stdin = filepath.Join(s.options.Root, sub.Stdin)
	}
	return c, nil
}

// inside returns an error unless a path, if it is not empty, leads to something
// inside the root, also where there are links on the way.
func (s *session) inside(path string) error {
	if path == "" {
		return nil
	}
	root, err := os.OpenRoot(s.options.Root)
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err := root.Stat(path); err != nil {
		return fmt.Errorf("%w; name what is inside the folder that grindgate runs in", err)
	}
	return nil
}

func (s *session) run(ctx context.Context, sub *subject, n int) (*cachegrind.Run, error) {
	c, err := s.command(sub, n)
	if err != nil {
		return nil, err
	}
	return s.options.Runner.Run(ctx, c)
}

// method is how the samples of a scenario become a cost.
func (s *session) method(sub *subject) regress.Method {
	return regress.Method{
		Model:     s.manifest.Model,
		Metric:    sub.Metric,
		Threshold: s.manifest.ThresholdOf(sub.Scenario, sub.estimate),
	}
}

// conclude turns all runs into results, in the order of the manifest.
func (s *session) conclude() *Measurement {
	m := &Measurement{Programs: make(map[string]string), File: &results.File{
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
	seals := newSealLog(s.options.Seals)
	for _, sub := range s.subjects {
		for _, run := range sub.all() {
			m.Runs++
			m.CPU += run.CPU
			seals.add(run.Seals)
		}
		m.Programs[sub.Name] = sub.built
		scenario, err := sub.conclude(s.method(sub))
		for _, other := range sub.others {
			if err == nil {
				scenario.CostsBySeed, err = other.appendCost(scenario, s.method(sub))
			}
		}
		if err != nil {
			m.File.Failures[sub.Name] = err.Error()
			continue
		}
		m.File.Scenarios[sub.Name] = scenario
	}
	m.File.Environment.Sealed, m.Warnings = seals.conclude()
	return m
}
