package results

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecipeDifference(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*File)
		want   string
	}{
		{"nothing", func(*File) {}, ""},
		{"arch", func(f *File) { f.Environment.Arch = "arm64" }, "measured on arm64, the base on amd64"},
		{"model", func(f *File) { f.Model.RAM = 100.5 }, "model is l1=1 ll=5 ram=100.5, the base's l1=1 ll=5 ram=35"},
		{
			"cache", func(f *File) { f.Cache.LL = "1048576,16,64" },
			"simulated cache is I1=32768,8,64 D1=32768,8,64 LL=1048576,16,64, the base's I1=32768,8,64 D1=32768,8,64 LL=8388608,16,64",
		},
		{"seed", func(f *File) { f.Environment.Seed = 7 }, "seed is 7, the base's 0"},
		{"largest seed", func(f *File) { f.Environment.Seed = math.MaxUint64 }, "seed is 18446744073709551615, the base's 0"},
		// What is not of the recipe.
		{"valgrind", func(f *File) { f.Environment.Valgrind = "3.27.1" }, ""},
		{"libc", func(f *File) { f.Environment.Libc = "glibc 2.41" }, ""},
		{"seals", func(f *File) { f.Environment.Sealed = []string{"random"} }, ""},
		{"scenarios", func(f *File) { f.Scenarios = nil }, ""},
		{"failures", func(f *File) { f.Failures = map[string]string{"a": "no"} }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, head := containing(map[string]Scenario{"a": scenario()}), containing(map[string]Scenario{"a": scenario()})
			c.change(head)
			if diff := cmp.Diff(c.want, RecipeDifference(base, head)); diff != "" {
				t.Error(diff)
			}
			if back := RecipeDifference(head, base); (back == "") != (c.want == "") {
				t.Errorf("the other way round: %q", back)
			}
		})
	}
}

func TestDifference(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Scenario)
		want   string
	}{
		{"nothing", func(*Scenario) {}, ""},
		{"toolchain", func(s *Scenario) { s.Toolchain = "go1.27" }, "toolchain is go1.27, the base's go1.26.8"},
		{"no toolchain", func(s *Scenario) { s.Toolchain = "" }, "toolchain is unknown, the base's go1.26.8"},
		{"iterations", func(s *Scenario) { s.Iterations = []int{1000, 2000, 3000} }, "iterations are [1000 2000 3000], the base's [1000 1500 2000]"},
		{"one more", func(s *Scenario) { s.Iterations = []int{1000, 1500, 2000, 2500} }, "iterations are [1000 1500 2000 2500], the base's [1000 1500 2000]"},
		{"both", func(s *Scenario) { s.Toolchain, s.Iterations = "go1.27", nil }, "toolchain is go1.27, the base's go1.26.8"},
		// What is measured is for the verdict.
		{"cost", func(s *Scenario) { s.CostPerIteration, s.NoisePPM, s.StartupCost = 1, 2, 3 }, ""},
		{"functions", func(s *Scenario) { s.Functions, s.EventsPerIteration = nil, nil }, ""},
	} {
		if diff := cmp.Diff(c.want, Difference(scenario(), changed(c.change))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestEnvironmentNotes(t *testing.T) {
	base := Environment{Arch: "amd64", Libc: "glibc 2.36", Sealed: []string{"addresses", "random"}, Valgrind: "3.19.0"}
	for _, c := range []struct {
		change func(*Environment)
		want   []string
	}{
		{func(*Environment) {}, nil},
		{func(e *Environment) { e.Valgrind = "3.27.1" }, []string{"valgrind: 3.27.1, the base's: 3.19.0"}},
		{func(e *Environment) { e.Libc = "" }, []string{"libc: unknown, the base's: glibc 2.36"}},
		{func(e *Environment) { e.Sealed = []string{"addresses"} }, []string{"sealed: addresses, the base's: addresses, random"}},
		{func(e *Environment) { e.Sealed = nil }, []string{"sealed: nothing, the base's: addresses, random"}},
		// These are of the recipe.
		{func(e *Environment) { e.Arch, e.Seed = "arm64", 7 }, nil},
		{
			func(e *Environment) { *e = Environment{} },
			[]string{
				"valgrind: unknown, the base's: 3.19.0", "libc: unknown, the base's: glibc 2.36",
				"sealed: nothing, the base's: addresses, random",
			},
		},
	} {
		head := base
		c.change(&head)
		if diff := cmp.Diff(c.want, head.Notes(base)); diff != "" {
			t.Error(diff)
		}
	}
	empty := base
	empty.Sealed = nil
	if diff := cmp.Diff([]string{"sealed: addresses, random, the base's: nothing"}, base.Notes(empty)); diff != "" {
		t.Error(diff)
	}
}

// TestChangeNoise works with 3, 4 and 5, whose squares add up.
func TestChangeNoise(t *testing.T) {
	for _, c := range []struct {
		baseCost, basePPM, headCost, headPPM float64
		want                                 float64
	}{
		{1000, 0, 1000, 0, 0},
		{1000, 300, 1000, 0, 300e-6},
		{1000, 0, 1000, 400, 400e-6},
		{1000, 300, 1000, 400, 500e-6},
		// In units of the base's cost: 200 ppm of twice the cost are 400.
		{1000, 300, 2000, 200, 500e-6},
		{1000, 300, 500, 800, 500e-6},
		{2000, 300, 1000, 800, 500e-6},
		// It may be larger than everything.
		{1, 3e9, 1, 4e9, 5000},
	} {
		base, head := Scenario{CostPerIteration: c.baseCost, NoisePPM: c.basePPM}, Scenario{CostPerIteration: c.headCost, NoisePPM: c.headPPM}
		if got := ChangeNoise(base, head); math.Abs(got-c.want) > 1e-15*max(1, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
