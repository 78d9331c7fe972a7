package results

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
)

// scenario returns one with a noise of 100 ppm: 0.1 of its cost, and 0.14142 of the
// change from it to another such one.
func scenario() Scenario {
	return Scenario{
		CostPerIteration:   1000,
		EventsPerIteration: map[string]float64{"Ir": 700},
		Functions:          map[string]float64{"f": 900, "g": 80, Other: 20},
		Iterations:         []int{1000, 1500, 2000},
		NoisePPM:           100,
		StartupCost:        50000,
		Toolchain:          "go1.26.8",
	}
}

func changed(change func(*Scenario)) Scenario {
	s := scenario()
	change(&s)
	return s
}

func containing(scenarios map[string]Scenario) *File {
	return &File{
		Cache: cachegrind.DefaultCache(), Environment: Environment{Arch: "amd64", Valgrind: "3.19.0"},
		Model: cachegrind.DefaultModel(), Scenarios: scenarios, Schema: Schema,
	}
}

func none(string) bool { return false }

// What decides whether a scenario keeps its old digits.
func TestMergeSettled(t *testing.T) {
	for _, c := range []struct {
		name string
		now  Scenario
		old  bool // stays
	}{
		{"the same", scenario(), true},
		{"cost within its noise", changed(func(s *Scenario) { s.CostPerIteration = 1000.1414 }), true},
		{"cost beyond its noise", changed(func(s *Scenario) { s.CostPerIteration = 1000.1415 }), false},
		{"cheaper within its noise", changed(func(s *Scenario) { s.CostPerIteration = 999.8587 }), true},
		{"cheaper beyond its noise", changed(func(s *Scenario) { s.CostPerIteration = 999.8585 }), false},
		// Of 100 and 200 ppm the squares add up to that of 223.6.
		{"more noise now", changed(func(s *Scenario) { s.CostPerIteration, s.NoisePPM = 1000.2235, 200 }), true},
		{"beyond more noise", changed(func(s *Scenario) { s.CostPerIteration, s.NoisePPM = 1000.2238, 200 }), false},
		{"no noise now", changed(func(s *Scenario) { s.CostPerIteration, s.NoisePPM = 1000.0999, 0 }), true},
		{"beyond the old noise, no noise now", changed(func(s *Scenario) { s.CostPerIteration, s.NoisePPM = 1000.1001, 0 }), false},
		{"other noise alone", changed(func(s *Scenario) { s.NoisePPM = 5000 }), true},
		{"start-up within half a per cent", changed(func(s *Scenario) { s.StartupCost = 50249 }), true},
		{"start-up beyond", changed(func(s *Scenario) { s.StartupCost = 50251 }), false},
		// A part may move by a thousandth of the whole, or by the noise.
		{"an event within", changed(func(s *Scenario) { s.EventsPerIteration["Ir"] = 700.99 }), true},
		{"an event beyond", changed(func(s *Scenario) { s.EventsPerIteration["Ir"] = 701.01 }), false},
		{"a function within", changed(func(s *Scenario) { s.Functions["f"] = 899.01 }), true},
		{"a function beyond", changed(func(s *Scenario) { s.Functions["f"] = 898.99 }), false},
		{"a function that trades places with another", changed(func(s *Scenario) { s.Functions["f"], s.Functions["g"] = 899.1, 80.9 }), true},
		{"an event within large noise", changed(func(s *Scenario) { s.EventsPerIteration["Ir"], s.NoisePPM = 709, 10_000 }), true},
		{"an event beyond large noise", changed(func(s *Scenario) { s.EventsPerIteration["Ir"], s.NoisePPM = 711, 10_000 }), false},
		{"cost moved to another function", changed(func(s *Scenario) { s.Functions["f"], s.Functions["g"] = 890, 90 }), false},
		{"the rest", changed(func(s *Scenario) { s.Functions[Other] = 25 }), true},
		{"a function that is just named", changed(func(s *Scenario) { s.Functions["h"] = 9 }), true},
		{"a function of some size", changed(func(s *Scenario) { s.Functions["h"] = 11 }), false},
		{"a function gone", changed(func(s *Scenario) { delete(s.Functions, "g") }), false},
		{"toolchain", changed(func(s *Scenario) { s.Toolchain = "go1.27" }), false},
		{"iterations", changed(func(s *Scenario) { s.Iterations = []int{1000, 2000, 3000} }), false},
	} {
		base := containing(map[string]Scenario{"a": scenario(), "b": scenario()})
		// b has changed in any case: the file is another, and a alone is at issue.
		head := containing(map[string]Scenario{"a": c.now, "b": changed(func(s *Scenario) { s.CostPerIteration = 2000 })})
		got, err := Merge(base, head, none)
		if err != nil {
			t.Fatal(err)
		}
		want := c.now
		if c.old {
			want = scenario()
		}
		if diff := cmp.Diff(want, got.Scenarios["a"]); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if diff := cmp.Diff(head.Scenarios["b"], got.Scenarios["b"]); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Without noise a part per million is allowed for rounding.
func TestMergeExact(t *testing.T) {
	exact := func(cost float64) *File {
		return containing(map[string]Scenario{"a": changed(func(s *Scenario) { s.CostPerIteration, s.NoisePPM = cost, 0 })})
	}
	for _, c := range []struct{ now, want float64 }{
		{1000.0009, 1000}, {1000.0011, 1000.0011}, {999.9991, 1000}, {999.9989, 999.9989},
	} {
		got, err := Merge(exact(1000), exact(c.now), none)
		if err != nil {
			t.Fatal(err)
		}
		if got.Scenarios["a"].CostPerIteration != c.want {
			t.Errorf("%v: got %v", c.now, got.Scenarios["a"].CostPerIteration)
		}
	}
}

func TestMerge(t *testing.T) {
	a, moved := scenario(), changed(func(s *Scenario) { s.CostPerIteration = 2000 })
	measured := changed(func(s *Scenario) { s.Points, s.CostsBySeed = []Point{{N: 1000}}, []float64{1000, 2000} })
	keepB := func(name string) bool { return name == "b" }
	newer := func(f *File) *File {
		f.Environment.Valgrind = "3.27.1"
		return f
	}
	for _, c := range []struct {
		name       string
		base, head *File
		keep       func(string) bool
		want       *File
	}{
		{"no baseline yet", nil, containing(map[string]Scenario{"a": measured}), none, containing(map[string]Scenario{"a": a})},
		{"an empty one", containing(nil), containing(map[string]Scenario{"a": measured}), none, containing(map[string]Scenario{"a": a})},
		{"moved", containing(map[string]Scenario{"a": a}), containing(map[string]Scenario{"a": moved}), none, containing(map[string]Scenario{"a": moved})},
		{"new", containing(map[string]Scenario{"a": a}), containing(map[string]Scenario{"a": a, "b": measured}), none, containing(map[string]Scenario{"a": a, "b": a})},
		{"gone", containing(map[string]Scenario{"a": a, "b": a}), containing(map[string]Scenario{"a": a}), none, containing(map[string]Scenario{"a": a})},
		{"renamed", containing(map[string]Scenario{"a": a}), containing(map[string]Scenario{"b": a}), none, containing(map[string]Scenario{"b": a})},
		{"kept", containing(map[string]Scenario{"a": a, "b": moved}), containing(map[string]Scenario{"a": moved}), keepB, containing(map[string]Scenario{"a": moved, "b": moved})},
		{"kept and measured", containing(map[string]Scenario{"b": a}), containing(map[string]Scenario{"b": moved}), keepB, containing(map[string]Scenario{"b": moved})},
		{"settled on another valgrind", containing(map[string]Scenario{"a": a}), newer(containing(map[string]Scenario{"a": measured})), none, containing(map[string]Scenario{"a": a})},
		{"moved on another valgrind", containing(map[string]Scenario{"a": a}), newer(containing(map[string]Scenario{"a": moved})), none, newer(containing(map[string]Scenario{"a": moved}))},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Merge(c.base, c.head, c.keep)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(bytesOf(t, c.want)), string(bytesOf(t, got))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Another recipe makes every number another, however near it is.
func TestMergeRecipe(t *testing.T) {
	for _, change := range []func(*File){
		func(f *File) { f.Model.RAM = 36 },
		func(f *File) { f.Cache.LL = "1048576,16,64" },
		func(f *File) { f.Environment.Arch = "arm64" },
		func(f *File) { f.Environment.Seed = 1 },
	} {
		base := containing(map[string]Scenario{"a": scenario(), "b": scenario()})
		head := containing(map[string]Scenario{"a": changed(func(s *Scenario) { s.CostPerIteration = 1000.05 })})
		change(head)
		if RecipeDifference(base, head) == "" {
			t.Fatal("the same recipe")
		}
		got, err := Merge(base, head, none)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(head, got); diff != "" {
			t.Error(diff)
		}
		empty := containing(map[string]Scenario{})
		change(empty)
		if got, err := Merge(containing(nil), empty, none); err != nil || RecipeDifference(empty, got) != "" {
			t.Errorf("of nothing: got %v, %v", got, err)
		}
		_, err = Merge(base, head, func(name string) bool { return name == "b" })
		want := "the baseline was made with another model, cache, architecture or seed: update all scenarios, without a pattern or a tag"
		if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestMergeFailures(t *testing.T) {
	head := containing(map[string]Scenario{"a": scenario()})
	for _, c := range []struct {
		failures map[string]string
		want     string
	}{
		{map[string]string{"b": "no"}, "1 scenario failed: the baseline stays as it is; mend it and update again"},
		{map[string]string{"b": "no", "c": "no"}, "2 scenarios failed: the baseline stays as it is; mend them and update again"},
	} {
		head.Failures = c.failures
		for _, base := range []*File{nil, containing(nil)} {
			got, err := Merge(base, head, none)
			if diff := cmp.Diff(c.want, fmt.Sprint(err)); diff != "" || got != nil {
				t.Errorf("%s, got %v", diff, got)
			}
		}
	}
}

// Updating twice with the same results gives the same bytes, and neither base
// nor head is touched.
func TestMergeTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	random := func() *File {
		f := containing(make(map[string]Scenario))
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			if r.IntN(3) == 0 {
				continue
			}
			f.Scenarios[name] = changed(func(s *Scenario) {
				s.CostPerIteration += float64(r.IntN(5)) * 0.05
				s.NoisePPM = float64(r.IntN(3)) * 50
				s.StartupCost += float64(r.IntN(3)) * 200
				s.Functions["h"] = float64(r.IntN(15))
				if r.IntN(4) == 0 {
					delete(s.Functions, "g")
				}
			})
		}
		return f
	}
	for range 1000 {
		base, head := random(), random()
		keep := func(name string) bool { return name < "c" }
		baseBytes, headBytes := bytesOf(t, base), bytesOf(t, head)
		once, err := Merge(base, head, keep)
		if err != nil {
			t.Fatal(err)
		}
		onceBytes := bytesOf(t, once)
		twice, err := Merge(once, head, keep)
		if err != nil {
			t.Fatal(err)
		}
		if twiceBytes := bytesOf(t, twice); !bytes.Equal(onceBytes, twiceBytes) {
			t.Fatal(cmp.Diff(string(onceBytes), string(twiceBytes)))
		}
		if !bytes.Equal(baseBytes, bytesOf(t, base)) || !bytes.Equal(headBytes, bytesOf(t, head)) {
			t.Fatal("base or head is another now")
		}
	}
}
