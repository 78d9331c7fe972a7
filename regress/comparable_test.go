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
		{one(1000, 0), file(nil), 0.002, "in the baseline, but not in the manifest"},
		{file(nil), one(1000, 0), 0.002, "not in the baseline"},
		{one(1000, 0), one(1001, 4000), 0.002, "its noise is too large to tell the change from the threshold"},

		{one(1000, 0), recipe(func(f *results.File) { f.Environment.Arch = "arm64" }), 0.002, "measured on arm64, the baseline on amd64"},
		{one(1000, 0), recipe(func(f *results.File) { f.Model.RAM = 100.5 }), 0.002, "model is l1=1 ll=5 ram=100.5, the baseline's l1=1 ll=5 ram=35"},
		{
			one(1000, 0), recipe(func(f *results.File) { f.Cache.LL = "1048576,16,64" }), 0.002,
			"simulated cache is I1=32768,8,64 D1=32768,8,64 LL=1048576,16,64, the baseline's I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64",
		},
		{one(1000, 0), with(func(s *results.Scenario) { s.Toolchain = "go1.27" }), 0.002, "toolchain is go1.27, the baseline's go1.26.8"},
		{one(1000, 0), with(func(s *results.Scenario) { s.Toolchain = "" }), 0.002, "toolchain is unknown, the baseline's go1.26.8"},
		{
			one(1000, 0), with(func(s *results.Scenario) { s.Iterations = []int{1000, 2000, 3000} }), 0.002,
			"iterations are [1000 2000 3000], the baseline's [1000 1500 2000 2500]",
		},

		{one(1000, 0), one(0, 0), 0.002, "cost is 0, the baseline's 1000: not both more than 0"},
		{one(0, 0), one(1000, 0), 0.002, "cost is 1000, the baseline's 0: not both more than 0"},
		{one(-1000, 0), one(-1000, 0), 0.002, "cost is -1000, the baseline's -1000: not both more than 0"},
		{one(1000, 0), one(math.NaN(), 0), 0.002, "cost is NaN, the baseline's 1000: not both more than 0"},
		{one(1000, 0), one(math.Inf(-1), 0), 0.002, "cost is -Inf, the baseline's 1000: not both more than 0"},
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

func TestNotes(t *testing.T) {
	base := one(1000, 0)
	for _, c := range []struct {
		change func(*results.Environment)
		want   []string
	}{
		{func(*results.Environment) {}, nil},
		{func(e *results.Environment) { e.Valgrind = "3.27.1" }, []string{"valgrind: 3.27.1, the baseline's: 3.19.0"}},
		{func(e *results.Environment) { e.Libc = "" }, []string{"libc: unknown, the baseline's: glibc 2.36"}},
		{func(e *results.Environment) { e.Sealed = []string{"addresses"} }, []string{"sealed: addresses, the baseline's: addresses, random"}},
		{func(e *results.Environment) { e.Sealed = nil }, []string{"sealed: nothing, the baseline's: addresses, random"}},
		{func(e *results.Environment) { e.Seed = 7 }, []string{"seed: 7, the baseline's: 0"}},
		{
			func(e *results.Environment) { *e = results.Environment{Arch: "amd64", Seed: 1} },
			[]string{
				"valgrind: unknown, the baseline's: 3.19.0", "libc: unknown, the baseline's: glibc 2.36",
				"sealed: nothing, the baseline's: addresses, random", "seed: 1, the baseline's: 0",
			},
		},
	} {
		head := one(1000, 0)
		c.change(&head.Environment)
		v := Compare(base, head, Limits{})
		if diff := cmp.Diff(c.want, v.Notes); diff != "" {
			t.Error(diff)
		}
		if v.Outcome != Pass { // notes decide nothing
			t.Errorf("%v: outcome %v", c.want, v.Outcome)
		}
	}
}
