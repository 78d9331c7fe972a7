package regress

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
)

func TestReasons(t *testing.T) {
	recipe := func(change func(*results.File)) *results.File {
		f := one(1000, 0)
		change(f)
		return f
	}
	for _, c := range []struct {
		base, head *results.File
		threshold  float64
		want       string
	}{
		{one(1000, 0), one(1010, 0), 0.002, ""},
		{one(1000, 0), failed(one(1000, 0), "a", "build: exit status 1"), 0.002, "build: exit status 1"},
		{one(1000, 0), file(nil), 0.002, "in the base, but not in the manifest"},
		{file(nil), one(1000, 0), 0.002, "not in the base"},
		{one(1000, 0), one(1001, 4000), 0.002, "its noise is too large to tell the change from the threshold"},

		// The rest of these is tested where they are told apart, in package results.
		{one(1000, 0), recipe(func(f *results.File) { f.Environment.Arch = "arm64" }), 0.002, "measured on arm64, the base on amd64"},
		{one(1000, 0), recipe(func(f *results.File) { f.Environment.Seed = 7 }), 0.002, "seed is 7, the base's 0"},
		{one(1000, 0), with(func(s *results.Scenario) { s.Toolchain = "go1.27" }), 0.002, "toolchain is go1.27, the base's go1.26.8"},

		{one(1000, 0), one(0, 0), 0.002, "cost is 0, the base's 1000: not both more than 0"},
		{one(0, 0), one(1000, 0), 0.002, "cost is 1000, the base's 0: not both more than 0"},
		{one(-1000, 0), one(-1000, 0), 0.002, "cost is -1000, the base's -1000: not both more than 0"},
		{one(1000, 0), one(math.NaN(), 0), 0.002, "cost is NaN, the base's 1000: not both more than 0"},
		{one(1000, 0), one(math.Inf(-1), 0), 0.002, "cost is -Inf, the base's 1000: not both more than 0"},
		{one(math.Inf(1), 0), one(math.Inf(1), 0), 0.002, "the costs are too far apart for a ratio"},
		{one(1000, 0), one(math.Inf(1), 0), 0.002, "the costs are too far apart for a ratio"},
		{one(math.Inf(1), 0), one(1000, 0), 0.002, "the costs are too far apart for a ratio"},
		{one(1e-300, 0), one(1e300, 0), 0.002, "the costs are too far apart for a ratio"},
		{one(1000, math.NaN()), one(1000, 0), 0.002, "the costs are too far apart for a ratio"},
		{one(1000, 0), one(1000, math.Inf(1)), 0.002, "the costs are too far apart for a ratio"},
		{one(1000, 0), one(1000, 0), math.NaN(), "threshold is NaN, not a ratio of 0 or more"},
		{one(1000, 0), one(1010, 0), math.Inf(1), "threshold is +Inf, not a ratio of 0 or more"},
		{one(1000, 0), one(900, 0), -0.01, "threshold is -0.01, not a ratio of 0 or more"},
	} {
		got := Compare(c.base, c.head, Limits{Threshold: c.threshold}).Comparisons[0].Reason
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestNotes requires that Compare passes on what the environments say of each
// other, that it decides nothing, and that another seed does decide.
func TestNotes(t *testing.T) {
	base := one(1000, 0)
	head := one(1000, 0)
	head.Environment.Valgrind, head.Environment.Sealed = "3.27.1", nil
	v := Compare(base, head, Limits{})
	want := []string{"valgrind: 3.27.1, the base's: 3.19.0", "sealed: nothing, the base's: addresses, random"}
	if diff := cmp.Diff(want, v.Notes); diff != "" {
		t.Error(diff)
	}
	if v.Outcome != Pass {
		t.Errorf("outcome %v", v.Outcome)
	}
	head = one(1000, 0)
	head.Environment.Seed = 7
	if v = Compare(base, head, Limits{}); v.Outcome != Undecided || v.Notes != nil {
		t.Errorf("another seed: outcome %v, notes %q", v.Outcome, v.Notes)
	}
}
