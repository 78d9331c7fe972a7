package side

import (
	"context"
	"reflect"
	"slices"
	"sync"

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
func (m *Measurer) recipes(s *Side, manifest *scenarios.Manifest, selected []scenarios.Scenario, o scenarios.Options) map[string]string {
	keys := make(map[string]string)
	if s.tree == "" || o.Forgetful {
		return keys
	}
	if m.machine == nil {
		machine, err := scenarios.ThisMachine()
		if err != nil {
			return keys
		}
		m.machine = machine
	}
	for _, scenario := range selected {
		if key, err := scenarios.Recipe(manifest, scenario, o, m.machine, s.tree); err == nil {
			keys[scenario.Name] = key
		}
	}
	return keys
}

// known is what is found again while a side is measured.
type known struct {
	keys  map[string]string
	mutex sync.Mutex
	found *results.File // all of it under the same conditions; nil: nothing
}

// find returns what is kept of a scenario whose build made a program with that
// checksum.
func (k *known) find(scenario, program string) (results.Scenario, bool) {
	key, ok := k.keys[scenario]
	if !ok {
		return results.Scenario{}, false
	}
	file, ok := cache.Result(entry(key, program), scenario)
	if !ok {
		return results.Scenario{}, false
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	switch {
	case k.found == nil:
		k.found = file
	case !alike(k.found, file):
		return results.Scenario{}, false
	}
	k.found.Scenarios[scenario] = file.Scenarios[scenario]
	return file.Scenarios[scenario], true
}

// entry is the key of a scenario's results. What a build reads beside the files that
// its recipe tells of shows in the program that it makes, if it makes one.
func entry(recipe, program string) string { return recipe + program }

// alike reports whether the scenarios of two files may stand in one.
func alike(a, b *results.File) bool {
	return a.Model == b.Model && a.Cache == b.Cache && reflect.DeepEqual(a.Environment, b.Environment)
}

// keep keeps what was measured, but for what is not sure to come out the same again. It
// is no error if that cannot be done: it costs time, the next time.
func keep(keys map[string]string, done *scenarios.Measurement, m *scenarios.Manifest, selected []scenarios.Scenario) {
	file := done.File
	for _, s := range selected {
		measured, ok := file.Scenarios[s.Name]
		if key := keys[s.Name]; !ok || key == "" || measured.NoisePPM/1e6 > m.ThresholdOf(s, measured.CostPerIteration)/regress.Margin {
			continue
		}
		one := *file
		one.Failures, one.Scenarios = nil, map[string]results.Scenario{s.Name: measured}
		_ = cache.KeepResult(entry(keys[s.Name], done.Programs[s.Name]), &one)
	}
}

// Measured is a measurement, and what was not measured for it.
type Measured struct {
	scenarios.Measurement
	Kept []scenarios.Scenario // whose results were there from before
}

// Measure measures scenarios of a side, but for those whose results are kept. These are
// built all the same, to see that the program is the one that was measured.
func (m *Measurer) Measure(ctx context.Context, s *Side, selected []scenarios.Scenario, r Ruler) (*Measured, error) {
	manifest, aligned := r.align(s.Manifest, selected)
	o := m.options(s, manifest, r)
	k := &known{keys: m.recipes(s, manifest, aligned, o)}
	o.Known = k.find
	done, err := m.measure(ctx, s, manifest, aligned, o)
	if err != nil {
		return nil, err
	}
	var kept []scenarios.Scenario
	for _, scenario := range selected {
		if k.found == nil {
			break
		}
		was, ok := k.found.Scenarios[scenario.Name]
		if now, measured := done.File.Scenarios[scenario.Name]; ok && measured && reflect.DeepEqual(was, now) {
			kept = append(kept, scenario)
		}
	}
	switch {
	case len(kept) == 0:
	case done.Runs == 0:
		done.File.Environment = k.found.Environment
	case !alike(k.found, done.File): // other seals held than did then
		return m.MeasureAnew(ctx, s, selected, r)
	}
	keep(k.keys, done, manifest, aligned)
	return &Measured{Measurement: *done, Kept: kept}, nil
}

// MeasureAnew measures scenarios of a side, and keeps their results.
func (m *Measurer) MeasureAnew(ctx context.Context, s *Side, selected []scenarios.Scenario, r Ruler) (*Measured, error) {
	manifest, selected := r.align(s.Manifest, selected)
	o := m.options(s, manifest, r)
	done, err := m.measure(ctx, s, manifest, selected, o)
	if err != nil {
		return nil, err
	}
	keep(m.recipes(s, manifest, selected, o), done, manifest, selected)
	return &Measured{Measurement: *done}, nil
}

// options returns how a side is measured.
func (m *Measurer) options(s *Side, manifest *scenarios.Manifest, r Ruler) scenarios.Options {
	o := m.Options
	o.Root, o.Baseline = s.Root, r.Iterations
	o.Runner = m.Runner.With(manifest.Cache)
	return o
}

func (m *Measurer) measure(ctx context.Context, s *Side, manifest *scenarios.Manifest, selected []scenarios.Scenario, o scenarios.Options) (*scenarios.Measurement, error) {
	done, err := scenarios.Measure(ctx, manifest, selected, o)
	if err != nil {
		return nil, err
	}
	for name, why := range done.File.Failures {
		done.File.Failures[name] = s.local(why)
	}
	return done, nil
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
