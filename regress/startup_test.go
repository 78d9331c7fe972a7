package regress

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
)

func starting(cost, noisePPM float64) *results.File {
	return with(func(s *results.Scenario) { s.StartupCost, s.StartupNoisePPM = cost, noisePPM })
}

func TestStartup(t *testing.T) {
	for _, c := range []struct {
		name       string
		base, head *results.File
		limits     Limits
		state      State
		reason     string
	}{
		{"dearer, and no limit to it", starting(1e6, 0), starting(2e6, 0), Limits{}, Unchanged, ""},
		{"within its threshold", starting(1e6, 0), starting(1.05e6, 0), Limits{Startup: 0.05}, Unchanged, ""},
		{"beyond it", starting(1e6, 0), starting(1_060_000, 0), Limits{Startup: 0.05}, Regressed, "start-up cost: 1060000, the base's 1000000: +6%, its threshold is 5%"},
		{"beyond its own", starting(1e6, 0), starting(1_010_000, 0), Limits{Startup: 0.05, Scenarios: map[string]Limit{"a": {Startup: 0.005}}}, Regressed, "start-up cost: 1010000, the base's 1000000: +1%, its threshold is 0.5%"},
		{"cheaper", starting(1e6, 0), starting(900_000, 0), Limits{Startup: 0.05}, Improved, "start-up cost: 900000, the base's 1000000: -10%, its threshold is 5%"},
		{"noisy", starting(1e6, 0), starting(1_020_000, 90_000), Limits{Startup: 0.05}, Unstable, "the start-up cost is too noisy (91800 ppm) to tell its change from its threshold of 5%"},
		{"none", starting(0, 0), starting(1e6, 0), Limits{Startup: 0.05}, Incomparable, "start-up cost is 1e+06, the base's 0: not both more than 0"},
		{"not finite", starting(1e-300, 0), starting(1e300, 0), Limits{Startup: 0.05}, Incomparable, "the start-up costs are too far apart for a ratio"},
		{"threshold of NaN", starting(1e6, 0), starting(1e6, 0), Limits{Startup: math.NaN()}, Incomparable, "threshold is NaN, not a ratio of 0 or more"},
	} {
		got := Compare(c.base, c.head, c.limits).Comparisons[0]
		if got.State != c.state {
			t.Errorf("%s: %s, want %s", c.name, got.State, c.state)
		}
		if diff := cmp.Diff(c.reason, got.Reason); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// The worse of the two verdicts stands, and the reasons of both.
func TestStartupBeside(t *testing.T) {
	dearer := with(func(s *results.Scenario) { s.StartupCost, s.CostPerIteration = 500_000, 1010 })
	got := Compare(starting(1e6, 0), dearer, Limits{Threshold: 0.002, Startup: 0.05}).Comparisons[0]
	if got.State != Regressed {
		t.Errorf("a dearer iteration after a cheaper start is %s", got.State)
	}
}

func TestAllowance(t *testing.T) {
	for _, c := range []struct {
		name       string
		base, head float64
		limits     Limits
		threshold  float64
		want       State
	}{
		{"within both", 1000, 1001, Limits{Threshold: 0.002, Allowance: 50}, 0.05, Unchanged},
		{"within the allowance alone", 1000, 1050, Limits{Threshold: 0.002, Allowance: 50}, 0.05, Unchanged},
		{"beyond both", 1000, 1051, Limits{Threshold: 0.002, Allowance: 50}, 0.05, Regressed},
		{"within the threshold alone", 1e6, 1_002_000, Limits{Threshold: 0.002, Allowance: 50}, 0.002, Unchanged},
		{"beyond the threshold, which is more", 1e6, 1_002_001, Limits{Threshold: 0.002, Allowance: 50}, 0.002, Regressed},
		{"its own", 1000, 1051, Limits{Threshold: 0.002, Scenarios: map[string]Limit{"a": {Allowance: 100}}}, 0.1, Unchanged},
		{"cheaper by more", 1000, 949, Limits{Threshold: 0.002, Allowance: 50}, 0.05, Improved},
	} {
		got := Compare(one(c.base, 0), one(c.head, 0), c.limits).Comparisons[0]
		if got.State != c.want || got.Threshold != c.threshold {
			t.Errorf("%s: %s under %v, want %s under %v", c.name, got.State, got.Threshold, c.want, c.threshold)
		}
	}
}

func TestAnchor(t *testing.T) {
	for _, c := range []struct {
		name         string
		anchor, base *results.File
		head         *results.File
		state        State
		reason, note string
	}{
		{"nothing has changed since", one(1000, 0), one(1000, 0), one(1000, 0), Unchanged, "", ""},
		{"a little", one(1000, 0), one(1019, 0), one(1020, 0), Unchanged, "", ""},
		{
			"many a little", one(1000, 0), one(1020, 0), one(1021, 0), Regressed,
			"cost is 1021.000, that of the anchor v1.json is 1000.000: +2.1% since then, and 2% are allowed; small increases add up: make it cheaper, or accept it with a newer baseline as the anchor", "",
		},
		{"cheaper since", one(1000, 0), one(900, 0), one(900, 0), Unchanged, "", ""},
		{"younger than the anchor", file(nil), one(1000, 0), one(1000, 0), Unchanged, "", "a is not in the anchor v1.json"},
		{
			"another toolchain", with(func(s *results.Scenario) { s.Toolchain = "go1.25" }), one(1000, 0), one(1000, 0), Unchanged,
			"", "a is not compared with the anchor v1.json: toolchain is go1.26.8, the base's go1.25",
		},
		{
			"noisy then", one(1010, 90_000), one(1000, 0), one(1000, 0), Unstable,
			"compared with the anchor v1.json: its noise is too large to tell the change from the threshold", "",
		},
		{"new, and dearer than long ago", one(1000, 0), file(nil), one(1100, 0), Regressed, "not in the base\ncost is 1100.000, that of the anchor v1.json is 1000.000: +10% since then, and 2% are allowed; small increases add up: make it cheaper, or accept it with a newer baseline as the anchor", ""},
	} {
		v := Compare(c.base, c.head, Limits{Threshold: 0.002, Anchor: &Anchor{Name: "v1.json", File: c.anchor, Threshold: 0.02}})
		got := v.Comparisons[0]
		if got.State != c.state {
			t.Errorf("%s: %s, want %s", c.name, got.State, c.state)
		}
		if diff := cmp.Diff(c.reason, got.Reason); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		var notes []string
		if c.note != "" {
			notes = []string{c.note}
		}
		if diff := cmp.Diff(notes, v.Notes); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestWandering requires that what is unstable says whose counts wander.
func TestWandering(t *testing.T) {
	head := with(func(s *results.Scenario) {
		s.NoisePPM, s.Wandering = 9000, map[string]float64{"runtime.mapassign": 6000, "main.work": 8000.4}
	})
	got := Compare(one(1000, 0), head, Limits{Threshold: 0.002}).Comparisons[0]
	want := "its noise is too large to tell the change from the threshold; what wanders is main.work (8000 ppm), runtime.mapassign (6000 ppm)"
	if diff := cmp.Diff(want, got.Reason); diff != "" || got.State != Unstable {
		t.Errorf("%s %s", got.State, diff)
	}
}
