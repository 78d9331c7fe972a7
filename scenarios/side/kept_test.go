package side

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// What failed, or was too noisy for its threshold, is measured again the next time.
func TestKeep(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	costing := func(noisePPM float64) results.Scenario {
		return results.Scenario{
			CostPerIteration: 1000, EventsPerIteration: map[string]float64{"Ir": 1000}, Functions: map[string]float64{"main": 1000},
			Iterations: []int{10, 15, 20}, NoisePPM: noisePPM, Toolchain: "gcc 12.2.0",
		}
	}
	done := &results.File{
		Cache: cachegrind.DefaultCache(), Model: cachegrind.DefaultModel(), Schema: results.Schema,
		Environment: results.Environment{Arch: "amd64", Sealed: []string{"random"}, Valgrind: "3.19.0"},
		Scenarios:   map[string]results.Scenario{"exact": costing(0), "quiet": costing(499), "noisy": costing(501), "lax": costing(501), "strange": costing(0)},
		Failures:    map[string]string{"broken": "no gcc"},
	}
	m := &scenarios.Manifest{Threshold: 0.002}
	var selected []scenarios.Scenario
	keys := make(map[string]string)
	for _, name := range []string{"exact", "quiet", "noisy", "lax", "broken", "strange"} {
		s := scenarios.Scenario{Name: name}
		if name == "lax" {
			s.Threshold = 0.01
		}
		selected = append(selected, s)
		keys[name] = "key" + name
	}
	delete(keys, "strange")                       // it has no recipe
	programs := map[string]string{"quiet": "sum"} // the others are not built
	found := func(programs map[string]string) map[string]results.Scenario {
		k := &known{keys: keys}
		all := make(map[string]results.Scenario)
		for _, s := range selected {
			if scenario, ok := k.find(s.Name, programs[s.Name]); ok {
				all[s.Name] = scenario
			}
		}
		return all
	}
	if got := found(programs); len(got) > 0 {
		t.Errorf("found %v in an empty cache", got)
	}
	keep(keys, &scenarios.Measurement{File: done, Programs: programs}, m, selected)
	want := map[string]results.Scenario{"exact": costing(0), "quiet": costing(499), "lax": costing(501)}
	if diff := cmp.Diff(want, found(programs)); diff != "" {
		t.Error(diff)
	}
	// Where the build makes another program of the same files, nothing is known of it.
	delete(want, "quiet")
	if diff := cmp.Diff(want, found(map[string]string{"quiet": "another sum"})); diff != "" {
		t.Error(diff)
	}
	// Where other seals held, it does not go with the others.
	unsealed := *done
	unsealed.Environment.Sealed = []string{}
	unsealed.Scenarios = map[string]results.Scenario{"quiet": costing(1)}
	keep(keys, &scenarios.Measurement{File: &unsealed, Programs: programs}, m, selected)
	if diff := cmp.Diff(want, found(programs)); diff != "" {
		t.Error(diff)
	}
}
