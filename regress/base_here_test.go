package regress

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
)

// TestMeasuredHere requires that another toolchain is a part of the change where both
// sides were measured on one machine, and a reason not to compare where not.
func TestMeasuredHere(t *testing.T) {
	head := with(func(s *results.Scenario) { s.Toolchain, s.CostPerIteration = "go1.27", 1010 })
	base := one(1000, 0)
	for _, c := range []struct {
		here  bool
		state State
		notes []string
	}{
		{false, Incomparable, nil},
		{true, Regressed, []string{"a: what the toolchain changed is part of the change: toolchain is go1.27, the base's go1.26.8"}},
	} {
		got := CompareWith([]Base{{File: base, Here: c.here}}, head, Limits{Threshold: 0.002})
		if got.Comparisons[0].State != c.state {
			t.Errorf("measured here %v: %s, want %s", c.here, got.Comparisons[0].State, c.state)
		}
		if diff := cmp.Diff(c.notes, got.Notes); diff != "" {
			t.Error(diff)
		}
	}
	if base.Scenarios["a"].Toolchain != "go1.26.8" {
		t.Error("the base was changed")
	}
}
