package side

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

func with(list ...scenarios.Scenario) *Side {
	return &Side{Manifest: &scenarios.Manifest{Scenarios: list}}
}

func TestSelect(t *testing.T) {
	hot := func(name string) scenarios.Scenario {
		return scenarios.Scenario{Name: name, Tags: []string{"hot"}}
	}
	cold := func(name string) scenarios.Scenario { return scenarios.Scenario{Name: name} }
	base := with(cold("a/1"), hot("a/2"), cold("old"), hot("gone"))
	head := with(hot("a/1"), cold("a/2"), hot("new"))
	names := func(list []scenarios.Scenario) []string {
		var names []string
		for _, s := range list {
			names = append(names, s.Name)
		}
		return names
	}
	for _, test := range []struct {
		name           string
		patterns, tags []string
		base, head     []string
		leftOut        map[string]bool
		err            string
	}{
		{"all", nil, nil, []string{"a/1", "a/2", "old", "gone"}, []string{"a/1", "a/2", "new"}, map[string]bool{}, ""},
		{"pattern", []string{"a"}, nil, []string{"a/1", "a/2"}, []string{"a/1", "a/2"}, map[string]bool{"old": true, "gone": true, "new": true}, ""},
		{"the head's tags", nil, []string{"hot"}, []string{"a/1", "gone"}, []string{"a/1", "new"}, map[string]bool{"a/2": true, "old": true}, ""},
		{"on one side alone", []string{"old", "new"}, nil, []string{"old"}, []string{"new"}, map[string]bool{"a/1": true, "a/2": true, "gone": true}, ""},
		{"nowhere", []string{"none"}, nil, nil, nil, nil, `pattern "none" matches no scenario: see grindgate list`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Select(base, head, test.patterns, test.tags)
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]any{test.base, test.head, test.leftOut}, []any{names(got.Base), names(got.Head), got.LeftOut}); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := Select(with(), with(), nil, nil); err == nil || err.Error() != "nothing to compare: neither side has a scenario" {
		t.Error(err)
	}
}

// What is built and run is the side's own, and how it is counted the ruler's.
func TestAlign(t *testing.T) {
	ruler := &scenarios.Manifest{
		Threshold: 0.001, Allowance: 7, Model: cachegrind.Model{L1: 1, LL: 2, RAM: 3}, Cache: cachegrind.DefaultCache(),
		Scenarios: []scenarios.Scenario{
			{Name: "a", Run: []string{"new"}, Threshold: 0.003, Allowance: 9, Metric: results.MetricIr, Iterations: []int{1, 2, 3}, Informational: true},
			{Name: "b", Run: []string{"new"}},
		},
	}
	own := &scenarios.Manifest{
		Threshold: 0.5, Model: cachegrind.DefaultModel(),
		Environment: &scenarios.Environment{Key: []string{"lock"}},
		Scenarios: []scenarios.Scenario{
			{Name: "a", Language: "go", Run: []string{"old"}, Threshold: 0.4},
			{Name: "b", Run: []string{"old"}, Iterations: []int{4, 5, 6}},
			{Name: "gone", Run: []string{"old"}, Iterations: []int{4, 5, 6}, Threshold: 0.4},
		},
	}
	m, selected := Ruler{Manifest: ruler}.align(own, own.Scenarios)
	want := &scenarios.Manifest{
		Threshold: 0.001, Allowance: 7, Model: ruler.Model, Cache: ruler.Cache, Environment: own.Environment, Scenarios: own.Scenarios,
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
	wantSelected := []scenarios.Scenario{
		{Name: "a", Language: "go", Run: []string{"old"}, Threshold: 0.003, Allowance: 9, Metric: results.MetricIr, Iterations: []int{1, 2, 3}},
		{Name: "b", Run: []string{"old"}},
		{Name: "gone", Run: []string{"old"}, Threshold: 0.4},
	}
	if diff := cmp.Diff(wantSelected, selected); diff != "" {
		t.Error(diff)
	}
	if own.Scenarios[1].Iterations == nil || own.Threshold != 0.5 {
		t.Error("the manifest itself was changed")
	}
}

func file(costs map[string]float64, failures map[string]string) *results.File {
	f := &results.File{Scenarios: make(map[string]results.Scenario), Failures: failures}
	for name, cost := range costs {
		f.Scenarios[name] = results.Scenario{CostPerIteration: cost, Toolchain: "gcc 12"}
	}
	return f
}

func TestFiles(t *testing.T) {
	older := file(map[string]float64{"a": 1, "b": 2, "c": 3}, map[string]string{"d": "no gcc", "e": "no cc"})
	newer := file(map[string]float64{"a": 10, "d": 40}, map[string]string{"b": "broken"})
	for _, test := range []struct {
		name      string
		got, want *results.File
	}{
		{"over", Over(newer, older), file(map[string]float64{"a": 10, "c": 3, "d": 40}, map[string]string{"b": "broken", "e": "no cc"})},
		{"only", Only(older, []scenarios.Scenario{{Name: "b"}, {Name: "e"}, {Name: "x"}}), file(map[string]float64{"b": 2}, map[string]string{"e": "no cc"})},
		{"iterations", Iterations(newer, nil, older), file(map[string]float64{"a": 10, "b": 2, "c": 3, "d": 40}, nil)},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Error(test.name, diff)
		}
	}
	if diff := cmp.Diff(file(map[string]float64{"a": 1, "b": 2, "c": 3}, map[string]string{"d": "no gcc", "e": "no cc"}), older); diff != "" {
		t.Error("the file itself was changed", diff)
	}
}

func TestDoubtful(t *testing.T) {
	kept := []scenarios.Scenario{{Name: "same"}, {Name: "other"}, {Name: "gone"}, {Name: "unknown"}}
	a := file(map[string]float64{"same": 1, "other": 1, "gone": 1, "unknown": 1}, nil)
	b := file(map[string]float64{"same": 2, "other": 2, "unknown": 1}, nil)
	for name, toolchain := range map[string]string{"other": "gcc 13", "unknown": ""} {
		s := b.Scenarios[name]
		s.Toolchain = toolchain
		b.Scenarios[name] = s
	}
	if diff := cmp.Diff([]scenarios.Scenario{{Name: "other"}, {Name: "unknown"}}, Doubtful(a, b, kept)); diff != "" {
		t.Error(diff)
	}
	b.Environment.Sealed = []string{"random"}
	if diff := cmp.Diff([]scenarios.Scenario{{Name: "same"}, {Name: "other"}, {Name: "unknown"}}, Doubtful(a, b, kept)); diff != "" {
		t.Error(diff)
	}
}

// TestResults: of a results file, the names are known, and those of failures as well.
func TestResults(t *testing.T) {
	s := Results("old.json", file(map[string]float64{"b": 1}, map[string]string{"a": "broken"}))
	if diff := cmp.Diff([]scenarios.Scenario{{Name: "a"}, {Name: "b"}}, s.Manifest.Scenarios); diff != "" {
		t.Error(diff)
	}
}
