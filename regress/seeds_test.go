package regress

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
)

// seeded returns a scenario that was measured under a seed for each cost.
func seeded(costs ...float64) results.Scenario {
	s := costing(costs[0], 0)
	s.CostsBySeed = costs
	return s
}

func TestSeedSpread(t *testing.T) {
	for _, c := range []struct {
		costs []float64
		want  float64
	}{
		{nil, 0},
		{[]float64{1000}, 0},
		{[]float64{1000, 1000, 1000}, 0},
		{[]float64{1000, 1010}, 0.01},
		{[]float64{1010, 1000}, 0.01}, // of the smallest, wherever it stands
		{[]float64{1250, 2000, 1000, 1500}, 1},
	} {
		got := SeedSpread(results.Scenario{CostPerIteration: 5, CostsBySeed: c.costs})
		if math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v: %v, want %v", c.costs, got, c.want)
		}
	}
}

func TestSeedNotes(t *testing.T) {
	const advice = "; let it do its work on more, and more different, data in one iteration, or raise its threshold"
	f := file(map[string]results.Scenario{
		"d/one-seed":   costing(1000, 0),
		"c/same":       seeded(1000, 1000, 1000),
		"b/dependent":  seeded(1010, 1000, 1005.25),
		"a/slightly":   seeded(1000, 1001, 1000),
		"e/exactly":    seeded(1000, 1002),
		"f/just-above": seeded(1000, 1002.01),
	})
	dependent := "b/dependent depends on the seed by 1%, more than its threshold of 0.2%: from 1000.0 to 1010.0 under 3 seeds" + advice
	above := "f/just-above depends on the seed by 0.201%, more than its threshold of 0.2%: from 1000.0 to 1002.0 under 2 seeds" + advice
	for _, c := range []struct {
		name   string
		limits Limits
		want   []string
	}{
		{"one threshold for all", Limits{Threshold: 0.002}, []string{dependent, above}},
		{"a larger one", Limits{Threshold: 0.02}, nil},
		{
			"their own",
			Limits{Threshold: 0.002, Scenarios: map[string]Limit{
				"a/slightly": {Threshold: 0.0005}, "b/dependent": {Threshold: 0.015}, "c/same": {Threshold: 0.0001},
			}},
			[]string{"a/slightly depends on the seed by 0.1%, more than its threshold of 0.05%: from 1000.0 to 1001.0 under 3 seeds" + advice, above},
		},
		{"informational", Limits{Threshold: 0.005, Scenarios: map[string]Limit{"b/dependent": {Informational: true}}}, []string{
			"b/dependent depends on the seed by 1%, more than its threshold of 0.5%: from 1000.0 to 1010.0 under 3 seeds" + advice,
		}},
	} {
		if diff := cmp.Diff(c.want, SeedNotes(f, c.limits)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	if got := SeedNotes(file(nil), Limits{}); got != nil {
		t.Errorf("of nothing: %q", got)
	}
}

// TestCompareSeeds requires that Compare passes on the notes of the new results,
// behind those of the environment, and lets them decide nothing.
func TestCompareSeeds(t *testing.T) {
	base := file(map[string]results.Scenario{"a": seeded(1000, 2000)}) // as no baseline is
	head := file(map[string]results.Scenario{"a": seeded(1000, 1010)})
	head.Environment.Valgrind = "3.27.1"
	v := Compare(base, head, Limits{Threshold: 0.002})
	want := append([]string{"valgrind: 3.27.1, the base's: 3.19.0"}, SeedNotes(head, Limits{Threshold: 0.002})...)
	if diff := cmp.Diff(want, v.Notes); diff != "" || len(want) != 2 {
		t.Error(diff)
	}
	if v.Outcome != Pass || v.Comparisons[0].State != Unchanged {
		t.Errorf("outcome %v, %s", v.Outcome, v.Comparisons[0].State)
	}
}
