package results

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
)

func TestCheckFile(t *testing.T) {
	for _, c := range []struct {
		change func(*File)
		want   string
	}{
		{func(*File) {}, "<nil>"},
		{func(f *File) { f.Scenarios = nil }, "<nil>"},
		{func(f *File) { f.Environment = Environment{Arch: "amd64"} }, "<nil>"},
		{func(f *File) { f.Schema = 2 }, "schema 2 is not 1"},
		{func(f *File) { f.Environment.Arch = "" }, "environment: no arch: not a file that grindgate wrote"},
		{func(f *File) { f.Cache = cachegrind.Cache{} }, `cache: I1 = "": want size, associativity and line size, such as "32768,8,64"`},
		{func(f *File) { f.Cache.D1 = "32768,8,8" }, `cache: D1 = "32768,8,8": line size 8 is not a power of two of at least 16`},
		{func(f *File) { f.Model = cachegrind.Model{} }, "model: l1, ll and ram are all 0; set at least one of them"},
		{func(f *File) { f.Model.LL = math.Inf(1) }, "model: ll = +Inf is not a finite number of 0 or more"},
		{func(f *File) { f.Failures = map[string]string{"a b": "no"} }, `failures: bad scenario name "a b": use letters, digits and . _ + = -, in parts joined by /, such as go/hello`},
		{func(f *File) { f.Failures = map[string]string{"go/hello": "no"} }, "scenario go/hello: both measured and failed"},
		{func(f *File) { f.Scenarios["/"] = scenario() }, `scenarios: bad scenario name "/": use letters, digits and . _ + = -, in parts joined by /, such as go/hello`},
		{func(f *File) { f.Scenarios["z"], f.Scenarios["a"] = Scenario{}, Scenario{} }, "scenario a: cost_per_iteration is 0, not more than 0"},
	} {
		f := run()
		c.change(f)
		if diff := cmp.Diff(c.want, fmt.Sprint(f.check())); diff != "" {
			t.Error(diff)
		}
	}
}

func TestCheckScenario(t *testing.T) {
	for _, c := range []struct {
		change func(*Scenario)
		want   string
	}{
		{func(*Scenario) {}, "<nil>"},
		{func(s *Scenario) { s.StartupCost = -1 }, "<nil>"}, // where the line meets N = 0
		{func(s *Scenario) { s.EventsPerIteration, s.Functions = nil, nil }, "<nil>"},
		{func(s *Scenario) { s.CostPerIteration = 5e-324 }, "<nil>"},
		{func(s *Scenario) { s.CostPerIteration = 0 }, "cost_per_iteration is 0, not more than 0"},
		{func(s *Scenario) { s.CostPerIteration = -1 }, "cost_per_iteration is -1, not more than 0"},
		{func(s *Scenario) { s.CostPerIteration = math.NaN() }, "cost_per_iteration is NaN"},
		{func(s *Scenario) { s.CostPerIteration = math.Inf(1) }, "cost_per_iteration is +Inf"},
		{func(s *Scenario) { s.NoisePPM = -0.5 }, "noise_ppm is -0.5, less than 0"},
		{func(s *Scenario) { s.NoisePPM = math.NaN() }, "noise_ppm is NaN"},
		{func(s *Scenario) { s.StartupCost = math.Inf(1) }, "startup_cost is +Inf"},
		{func(s *Scenario) { s.CostsBySeed = []float64{1000, 5e-324} }, "<nil>"},
		{func(s *Scenario) { s.CostsBySeed = []float64{1000, 0} }, "costs_by_seed has 0, not a number of more than 0"},
		{func(s *Scenario) { s.CostsBySeed = []float64{-1, 1000} }, "costs_by_seed has -1, not a number of more than 0"},
		{func(s *Scenario) { s.CostsBySeed = []float64{math.NaN()} }, "costs_by_seed has NaN, not a number of more than 0"},
		{func(s *Scenario) { s.CostsBySeed = []float64{math.Inf(1)} }, "costs_by_seed has +Inf, not a number of more than 0"},
		{func(s *Scenario) { s.Iterations = []int{1, 2} }, "2 iteration counts: a line needs at least 3, such as [1000, 1500, 2000, 2500]"},
		{func(s *Scenario) { s.EventsPerIteration["ir"] = 1 }, `events_per_iteration: unknown event "ir"`},
		{func(s *Scenario) { s.EventsPerIteration["Ir"] = math.NaN() }, "events_per_iteration: Ir is NaN"},
		{func(s *Scenario) { s.Functions["f"] = math.Inf(-1) }, "functions: f is -Inf"},
		{func(s *Scenario) { s.Points = []Point{{N: 1001}} }, "points: n = 1001 is none of its iterations"},
		{func(s *Scenario) { s.Points = []Point{{N: 1000, Repeat: -1}} }, "points: repeat = -1 is less than 0"},
		{func(s *Scenario) { s.Points = []Point{{N: 1000, Events: map[string]uint64{"L1": 1}}} }, `points: unknown event "L1"`},
	} {
		if diff := cmp.Diff(c.want, fmt.Sprint(changed(c.change).check())); diff != "" {
			t.Error(diff)
		}
	}
}
