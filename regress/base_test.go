package regress

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
)

// A base that could not be measured is Failed whatever the head does, and says whose
// failure it is.
func TestCompareFailedBase(t *testing.T) {
	other := map[string]results.Scenario{"b": costing(1000, 0)}
	none := file(nil)
	for _, c := range []struct {
		name       string
		base, head *results.File
		limits     Limits
		want       string // reason; empty: no scenario "a" in the verdict
		outcome    Outcome
	}{
		{
			"head is there", failed(file(other), "a", "no gcc"), file(map[string]results.Scenario{"a": costing(1000, 0), "b": costing(1000, 0)}),
			Limits{},
			"the base could not be measured: no gcc", Undecided,
		},
		{
			"head failed too", failed(file(other), "a", "no gcc"), failed(file(other), "a", "no cc"),
			Limits{},
			"no cc\nthe base could not be measured: no gcc", Undecided,
		},
		{"head failed", one(1000, 0), failed(file(other), "a", "no cc"), Limits{LeftOut: map[string]bool{"b": true}}, "no cc", Undecided},
		{"head has no such scenario", failed(file(other), "a", "no gcc"), file(other), Limits{}, "the base could not be measured: no gcc", Undecided},
		{"left out", failed(file(other), "a", "no gcc"), file(other), Limits{LeftOut: map[string]bool{"a": true}}, "", Pass},
		{
			"nobody waits for it", failed(file(other), "a", "no gcc"), file(other),
			Limits{Scenarios: map[string]Limit{"a": {Informational: true}}},
			"the base could not be measured: no gcc", Pass,
		},
		{"allowed to be new", failed(none, "a", "no gcc"), one(1000, 0), Limits{AllowNew: true}, "the base could not be measured: no gcc", Undecided},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := Compare(c.base, c.head, c.limits)
			got := ""
			for _, comparison := range v.Comparisons {
				if comparison.Name == "a" {
					got = comparison.Reason
					if comparison.State != Failed {
						t.Errorf("state %s", comparison.State)
					}
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if v.Outcome != c.outcome {
				t.Errorf("outcome %d, want %d", v.Outcome, c.outcome)
			}
		})
	}
}

func TestCompareWith(t *testing.T) {
	foreign := costing(1000, 0)
	foreign.Toolchain = "go1.25.0"
	baseline := file(map[string]results.Scenario{"known": costing(1000, 0), "foreign": foreign, "gone": costing(1000, 0), "lost": foreign})
	baseline.Environment.Valgrind = "3.24.0"
	here := file(map[string]results.Scenario{"foreign": costing(1005, 0), "young": costing(1000, 0)})
	here.Failures = map[string]string{"lost": "no gcc"}
	here.Environment.Sealed = nil
	head := file(map[string]results.Scenario{
		"known": costing(1000, 0), "foreign": costing(1000, 0), "young": costing(1010, 0), "new": costing(1000, 0), "lost": costing(1000, 0),
	})
	v := CompareWith([]Base{{Name: "commit 1", File: here}, {File: baseline}}, head, Limits{Threshold: 0.002})
	type row struct {
		Name    string
		State   State
		Against string
		Base    float64
		Reason  string
	}
	var got []row
	for _, c := range v.Comparisons {
		r := row{Name: c.Name, State: c.State, Against: c.Against, Reason: c.Reason}
		if c.Base != nil {
			r.Base = c.Base.CostPerIteration
		}
		got = append(got, r)
	}
	want := []row{
		{"lost", Failed, "commit 1", 0, "the base could not be measured: commit 1: no gcc"},
		{"young", Regressed, "commit 1", 1000, ""},
		{"gone", Missing, "", 1000, "in the base, but not in the manifest"},
		{"new", New, "", 0, "not in the base"},
		{"foreign", Improved, "commit 1", 1005, ""},
		{"known", Unchanged, "", 1000, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if v.Outcome != Undecided {
		t.Errorf("outcome %d", v.Outcome)
	}
	notes := []string{"commit 1: sealed: addresses, random, the base's: nothing", "valgrind: 3.19.0, the base's: 3.24.0"}
	if diff := cmp.Diff(notes, v.Notes); diff != "" {
		t.Error(diff)
	}
}
