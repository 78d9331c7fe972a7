package regress

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

func file(scenarios map[string]results.Scenario) *results.File {
	return &results.File{
		Cache:       cachegrind.DefaultCache(),
		Environment: results.Environment{Arch: "amd64", Libc: "glibc 2.36", Sealed: []string{"addresses", "random"}, Valgrind: "3.19.0"},
		Model:       cachegrind.DefaultModel(),
		Scenarios:   scenarios,
		Schema:      results.Schema,
	}
}

func costing(cost, noisePPM float64) results.Scenario {
	return results.Scenario{
		CostPerIteration: cost,
		Iterations:       []int{1000, 1500, 2000, 2500},
		NoisePPM:         noisePPM,
		Toolchain:        "go1.26.8",
	}
}

// one returns a file with the scenario "a".
func one(cost, noisePPM float64) *results.File {
	return file(map[string]results.Scenario{"a": costing(cost, noisePPM)})
}

func failed(f *results.File, name, reason string) *results.File {
	f.Failures = map[string]string{name: reason}
	return f
}

// with returns the scenario "a" after a change to it.
func with(change func(*results.Scenario)) *results.File {
	s := costing(1000, 0)
	change(&s)
	return file(map[string]results.Scenario{"a": s})
}

// Every row of the design's table of states, with the switches that bear on it.
func TestCompareStates(t *testing.T) {
	none := file(nil)
	two := func(b results.Scenario) *results.File {
		return file(map[string]results.Scenario{"a": costing(1000, 0), "b": b})
	}
	informational := Limits{Threshold: 0.002, Scenarios: map[string]Limit{"a": {Informational: true}}}
	for _, c := range []struct {
		name       string
		base, head *results.File
		limits     Limits
		states     map[string]State
		outcome    Outcome
	}{
		{"unchanged", one(1000, 0), one(1000, 0), Limits{Threshold: 0.002}, map[string]State{"a": Unchanged}, Pass},
		{"dearer within the threshold", one(1000, 0), one(1001, 0), Limits{Threshold: 0.002}, map[string]State{"a": Unchanged}, Pass},
		{"cheaper within the threshold", one(1000, 0), one(999, 0), Limits{Threshold: 0.002}, map[string]State{"a": Unchanged}, Pass},
		{"unchanged, ratchet", one(1000, 0), one(999, 0), Limits{Threshold: 0.002, Ratchet: true}, map[string]State{"a": Unchanged}, Pass},
		{"improved", one(1000, 0), one(990, 0), Limits{Threshold: 0.002}, map[string]State{"a": Improved}, Pass},
		{"improved, ratchet", one(1000, 0), one(990, 0), Limits{Threshold: 0.002, Ratchet: true}, map[string]State{"a": Improved}, Fail},
		{"regressed", one(1000, 0), one(1010, 0), Limits{Threshold: 0.002}, map[string]State{"a": Regressed}, Fail},
		{"regressed, everything allowed", one(1000, 0), one(1010, 0), Limits{Threshold: 0.002, AllowNew: true, LeftOut: map[string]bool{"a": true}}, map[string]State{"a": Regressed}, Fail},
		{"no threshold, unchanged", one(1000, 0), one(1000, 0), Limits{}, map[string]State{"a": Unchanged}, Pass},
		{"no threshold, one more", one(1e9, 0), one(1e9+1, 0), Limits{}, map[string]State{"a": Regressed}, Fail},
		{"its own threshold is larger", one(1000, 0), one(1010, 0), Limits{Threshold: 0.002, Scenarios: map[string]Limit{"a": {Threshold: 0.02}}}, map[string]State{"a": Unchanged}, Pass},
		{"its own threshold is smaller", one(1000, 0), one(1001, 0), Limits{Threshold: 0.002, Scenarios: map[string]Limit{"a": {Threshold: 0.0005}}}, map[string]State{"a": Regressed}, Fail},
		{"the threshold of another", one(1000, 0), one(1010, 0), Limits{Threshold: 0.002, Scenarios: map[string]Limit{"b": {Threshold: 0.02}}}, map[string]State{"a": Regressed}, Fail},

		{"new", one(1000, 0), two(costing(5, 0)), Limits{Threshold: 0.002}, map[string]State{"a": Unchanged, "b": New}, Fail},
		{"new, allowed", one(1000, 0), two(costing(5, 0)), Limits{Threshold: 0.002, AllowNew: true}, map[string]State{"a": Unchanged, "b": New}, Pass},
		{"all new, allowed", none, one(1000, 0), Limits{AllowNew: true}, map[string]State{"a": New}, Pass},
		{"all new", none, one(1000, 0), Limits{}, map[string]State{"a": New}, Fail},

		{"missing", two(costing(5, 0)), one(1000, 0), Limits{}, map[string]State{"a": Unchanged, "b": Missing}, Fail},
		{"left out", two(costing(5, 0)), one(1000, 0), Limits{LeftOut: map[string]bool{"b": true}}, map[string]State{"a": Unchanged}, Pass},
		{"left out, and measured all the same", one(1000, 0), one(1010, 0), Limits{LeftOut: map[string]bool{"a": true}}, map[string]State{"a": Regressed}, Fail},
		{"left out, and failed all the same", two(costing(5, 0)), failed(one(1000, 0), "b", "no"), Limits{LeftOut: map[string]bool{"b": true}}, map[string]State{"a": Unchanged, "b": Failed}, Undecided},

		{"unstable", one(1000, 5000), one(1001, 0), Limits{Threshold: 0.002}, map[string]State{"a": Unstable}, Undecided},
		{"incomparable", one(1000, 0), with(func(s *results.Scenario) { s.Toolchain = "go1.27" }), Limits{}, map[string]State{"a": Incomparable}, Undecided},
		{"failed", two(costing(5, 0)), failed(one(1000, 0), "b", "no"), Limits{}, map[string]State{"a": Unchanged, "b": Failed}, Undecided},
		{"failed and new", one(1000, 0), failed(one(1000, 0), "b", "no"), Limits{AllowNew: true}, map[string]State{"a": Unchanged, "b": Failed}, Undecided},
		{"measured and failed", one(1000, 0), failed(one(1000, 0), "a", "no"), Limits{}, map[string]State{"a": Failed}, Undecided},

		{"1 and 2 is 2", two(costing(5, 0)), failed(one(1010, 0), "b", "no"), Limits{Threshold: 0.002}, map[string]State{"a": Regressed, "b": Failed}, Undecided},
		{"nothing measured", one(1000, 0), none, Limits{}, map[string]State{"a": Missing}, Undecided},
		{"nothing at all", none, none, Limits{}, nil, Undecided},
		{"nothing selected", one(1000, 0), none, Limits{LeftOut: map[string]bool{"a": true}}, nil, Undecided},
		{"only failures", one(1000, 0), failed(file(nil), "a", "no"), Limits{}, map[string]State{"a": Failed}, Undecided},
		{"only informational failures", one(1000, 0), failed(file(nil), "a", "no"), informational, map[string]State{"a": Failed}, Undecided},

		{"informational, regressed", one(1000, 0), one(1010, 0), informational, map[string]State{"a": Regressed}, Pass},
		{"informational, unstable", one(1000, 5000), one(1001, 0), informational, map[string]State{"a": Unstable}, Pass},
		{"informational, failed", two(costing(5, 0)), failed(file(map[string]results.Scenario{"b": costing(5, 0)}), "a", "no"), informational, map[string]State{"a": Failed, "b": Unchanged}, Pass},
		{"informational, beside a regression", two(costing(1000, 0)), two(costing(1010, 0)), informational, map[string]State{"a": Unchanged, "b": Regressed}, Fail},
		{"informational and new", none, one(1000, 0), informational, map[string]State{"a": New}, Pass},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := Compare(c.base, c.head, c.limits)
			got := make(map[string]State)
			for _, comparison := range v.Comparisons {
				got[comparison.Name] = comparison.State
			}
			if c.states == nil {
				c.states = map[string]State{}
			}
			if diff := cmp.Diff(c.states, got); diff != "" {
				t.Error(diff)
			}
			if v.Outcome != c.outcome {
				t.Errorf("outcome is %v, want %v", v.Outcome, c.outcome)
			}
		})
	}
}

// A state that is not in the table decides nothing.
func TestOutcomeOfUnknownState(t *testing.T) {
	for _, s := range []State{"", "fine"} {
		if got := s.outcome(Limits{AllowNew: true}); got != Undecided {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestCompareNumbers(t *testing.T) {
	v := Compare(one(1000, 300), one(1010, 400), Limits{Threshold: 0.002})
	base, head := costing(1000, 300), costing(1010, 400)
	want := []Comparison{{
		Name: "a", State: Regressed, Base: &base, Head: &head,
		Change: 0.01, Noise: math.Hypot(300, 404) / 1e6, Threshold: 0.002,
		Blame: []Contributor{{Function: results.Other, Base: 1000, Head: 1010, Change: 10, Share: 1}},
	}}
	if diff := cmp.Diff(want, v.Comparisons); diff != "" {
		t.Error(diff)
	}
}

// The order is that of States, then the larger change, then the name.
func TestCompareOrder(t *testing.T) {
	base := file(map[string]results.Scenario{
		"gone": costing(1, 0), "same": costing(1000, 0), "also-same": costing(1000, 0), "less": costing(1000, 0), "much-less": costing(1000, 0),
		"more": costing(1000, 0), "much-more": costing(1000, 0), "noisy": costing(1000, 9000), "other": costing(1000, 0), "broken": costing(1, 0),
	})
	other := costing(1000, 0)
	other.Toolchain = "go1.27"
	head := file(map[string]results.Scenario{
		"same": costing(1000, 0), "also-same": costing(1000, 0), "less": costing(990, 0), "much-less": costing(900, 0),
		"more": costing(1010, 0), "much-more": costing(1100, 0), "noisy": costing(1000, 0), "other": other, "fresh": costing(1, 0),
	})
	head.Failures = map[string]string{"broken": "no", "another-broken": "no"}
	var got []string
	for _, c := range Compare(base, head, Limits{Threshold: 0.002}).Comparisons {
		got = append(got, string(c.State)+" "+c.Name)
	}
	want := []string{
		"failed another-broken", "failed broken", "regressed much-more", "regressed more", "unstable noisy", "incomparable other",
		"missing gone", "new fresh", "improved much-less", "improved less", "unchanged also-same", "unchanged same",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
