package side

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/cache"
)

// Only what was measured of a commit in a checkout of its own is kept and found
// again. The working tree may have files that git ignores and a build does not, even
// where it is clean.

// recipes returns the keys of the scenarios of a side, by their names. A scenario that
// has none is measured every time.
func (b *Bench) recipes(s *Side, m *scenarios.Manifest, selected []scenarios.Scenario, o scenarios.Options) map[string]string {
	keys := make(map[string]string)
	if s.tree == "" || o.Forgetful {
		return keys
	}
	if b.machine == nil {
		machine, err := scenarios.ThisMachine()
		if err != nil {
			return keys
		}
		b.machine = machine
	}
	for _, scenario := range selected {
		if key, err := scenarios.Recipe(m, scenario, o, b.machine, s.tree); err == nil {
			keys[scenario.Name] = key
		}
	}
	return keys
}

// find returns what is kept of the scenarios, all of it with the same seals held, and
// nil where nothing is.
func find(keys map[string]string) *results.File {
	var found *results.File
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		file, ok := cache.Result(keys[name], name)
		switch {
		case !ok:
		case found == nil:
			found = file
		case alike(found, file):
			found.Scenarios[name] = file.Scenarios[name]
		}
	}
	return found
}

// alike reports whether the scenarios of two files may stand in one.
func alike(a, b *results.File) bool {
	return a.Model == b.Model && a.Cache == b.Cache && reflect.DeepEqual(a.Environment, b.Environment)
}

// keep keeps what was measured, but for what is not sure to come out the same again. It
// is no error if that cannot be done: it costs time, the next time.
func keep(keys map[string]string, file *results.File, m *scenarios.Manifest, selected []scenarios.Scenario) {
	for _, s := range selected {
		measured, ok := file.Scenarios[s.Name]
		if key := keys[s.Name]; !ok || key == "" || measured.NoisePPM/1e6 > m.ThresholdOf(s, measured.CostPerIteration)/regress.Margin {
			continue
		}
		one := *file
		one.Failures, one.Scenarios = nil, map[string]results.Scenario{s.Name: measured}
		_ = cache.KeepResult(keys[s.Name], &one)
	}
}

// Measured is a measurement, and what was not measured for it.
type Measured struct {
	scenarios.Measurement
	Kept []scenarios.Scenario // whose results were there from before
}

// Measure measures scenarios of a side, but for those whose results are kept.
func (b *Bench) Measure(ctx context.Context, s *Side, selected []scenarios.Scenario, r Ruler) (*Measured, error) {
	return b.measure(ctx, s, selected, r, find)
}

// MeasureAnew measures scenarios of a side, and keeps their results.
func (b *Bench) MeasureAnew(ctx context.Context, s *Side, selected []scenarios.Scenario, r Ruler) (*Measured, error) {
	return b.measure(ctx, s, selected, r, func(map[string]string) *results.File { return nil })
}

func (b *Bench) measure(ctx context.Context, s *Side, selected []scenarios.Scenario, r Ruler, find func(keys map[string]string) *results.File) (*Measured, error) {
	m, selected := r.align(s.Manifest, selected)
	o := b.Options
	o.Root, o.Baseline = s.Root, r.Iterations
	o.Runner = &cachegrind.Runner{Valgrind: b.Valgrind, Cache: m.Cache, Scratch: b.Scratch}
	keys := b.recipes(s, m, selected, o)
	measure := func(selected []scenarios.Scenario) (*Measured, error) {
		done, err := scenarios.Measure(ctx, m, selected, o)
		if err != nil {
			return nil, err
		}
		for name, why := range done.File.Failures {
			done.File.Failures[name] = s.local(why)
		}
		keep(keys, done.File, m, selected)
		return &Measured{Measurement: *done}, nil
	}
	found := find(keys)
	if found == nil {
		return measure(selected)
	}
	var kept, missing []scenarios.Scenario
	for _, scenario := range selected {
		if _, ok := found.Scenarios[scenario.Name]; ok {
			kept = append(kept, scenario)
		} else {
			missing = append(missing, scenario)
		}
	}
	if len(missing) == 0 {
		return &Measured{Measurement: scenarios.Measurement{File: found}, Kept: kept}, nil
	}
	rest, err := measure(missing)
	if err != nil {
		return nil, err
	}
	if !alike(found, rest.File) { // other seals held than did then
		return measure(selected)
	}
	maps.Copy(rest.File.Scenarios, found.Scenarios)
	rest.Kept = kept
	return rest, nil
}

// Doubtful returns those of the scenarios whose results on two sides differ in their
// toolchains or in the seals that held. Where one side's were kept, that may be because
// this machine has changed since.
func Doubtful(a, b *results.File, kept []scenarios.Scenario) []scenarios.Scenario {
	same := reflect.DeepEqual(a.Environment, b.Environment)
	return slices.DeleteFunc(slices.Clone(kept), func(s scenarios.Scenario) bool {
		one, measured := a.Scenarios[s.Name]
		other, also := b.Scenarios[s.Name]
		return !measured || !also || same && one.Toolchain == other.Toolchain
	})
}
