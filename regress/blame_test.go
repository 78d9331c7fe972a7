package regress

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grindgate/grindgate/results"
)

func TestBlame(t *testing.T) {
	base := results.Scenario{CostPerIteration: 1000, Functions: map[string]float64{"a": 400, "b": 300, "gone": 200, results.Other: 100}}
	head := results.Scenario{CostPerIteration: 1100, Functions: map[string]float64{"a": 400, "b": 290, "fresh": 320, results.Other: 90}}
	want := []Contributor{
		{"fresh", 0, 320, 320, 3.2},
		{"gone", 200, 0, -200, -2},
		{results.Other, 100, 90, -10, -0.1},
		{"b", 300, 290, -10, -0.1},
	}
	got := Blame(base, head)
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Error(diff)
	}
	if got := Blame(base, base); got != nil {
		t.Errorf("nothing changed, and %v is to blame", got)
	}
	// What improves is told in the same way, and shares are of the same sign.
	got = Blame(head, base)
	if len(got) != 4 || got[0].Function != "fresh" || got[0].Share != 3.2 || got[0].Change != -320 {
		t.Errorf("%+v", got)
	}
}

// TestBlameAddsUp requires the changes to add up to the whole one, and the shares
// to 1, also where the functions of a file do not.
func TestBlameAddsUp(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	side := func() results.Scenario {
		s := results.Scenario{CostPerIteration: 1e6 * r.Float64(), Functions: map[string]float64{results.Other: 1000 * r.NormFloat64()}}
		for range r.IntN(40) {
			s.Functions["f"+strconv.Itoa(r.IntN(60))] = 1e5 * r.NormFloat64()
		}
		return s
	}
	for range 1000 {
		base, head := side(), side()
		total, change, share := head.CostPerIteration-base.CostPerIteration, 0.0, 0.0
		all := Blame(base, head)
		for i, c := range all {
			change, share = change+c.Change, share+c.Share
			if i > 0 && math.Abs(c.Change) > math.Abs(all[i-1].Change) {
				t.Fatalf("not the largest first: %+v", all)
			}
		}
		if math.Abs(change-total) > 1e-6*math.Abs(total) || math.Abs(share-1) > 1e-6 {
			t.Fatalf("changes add up to %v of %v, shares to %v: %+v", change, total, share, all)
		}
	}
}

// TestCompareBlames requires blame where a cost left its threshold, and only there.
func TestCompareBlames(t *testing.T) {
	for _, c := range []struct {
		head float64
		want []Contributor
	}{
		{1010, []Contributor{{results.Other, 1000, 1010, 10, 1}}},
		{990, []Contributor{{results.Other, 1000, 990, -10, 1}}},
		{1001, nil},
	} {
		got := Compare(one(1000, 0), one(c.head, 0), Limits{Threshold: 0.002}).Comparisons[0].Blame
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v: %s", c.head, diff)
		}
	}
}
