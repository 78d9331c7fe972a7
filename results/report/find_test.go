package report

import (
	"bytes"
	"testing"
	"time"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// someFound is a search that skipped a commit next to the culprit, and whose cost moved
// again after it.
func someFound() *Found {
	scenario := func(cost, work float64) *results.File {
		return &results.File{Scenarios: map[string]results.Scenario{
			"c/strings": {CostPerIteration: cost, Functions: map[string]float64{"work": work, results.Other: cost - work}},
		}}
	}
	day := func(n int) time.Time { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC) }
	good := Look{Commit: "0123456789abcdef0123456789abcdef01234567", Date: day(1), Subject: "Begin", Cost: 1000, State: regress.Unchanged}
	skipped := Look{
		Commit: "1123456789abcdef0123456789abcdef01234567", Date: day(2), Subject: "Break | `it`", State: regress.Failed,
		Fault: "build: gcc: exit status 1\n    a.c:1: error",
	}
	bad := Look{Commit: "2123456789abcdef0123456789abcdef01234567", Date: day(3), Subject: "Slow it down\x1b[2J @all", Cost: 1005, Change: 0.005, State: regress.Regressed}
	last := Look{Commit: "3123456789abcdef0123456789abcdef01234567", Date: day(9), Subject: "Go on", Cost: 1010, Change: 0.01, State: regress.Regressed}
	limits := regress.Limits{Threshold: 0.002}
	return &Found{
		Scenario: "c/strings", Commits: 8, Looks: []Look{good, skipped, bad, last}, Good: good, Bad: bad,
		Verdict: regress.Compare(scenario(1000, 900), scenario(1005, 904), limits),
		After:   regress.Compare(scenario(1005, 904), scenario(1010, 904), limits).Comparisons[0],
	}
}

func TestFind(t *testing.T) {
	exact := someFound()
	exact.Exact, exact.Looks, exact.After = true, exact.Looks[2:3], regress.Comparison{State: regress.Unchanged}
	for _, f := range Formats() {
		for name, found := range map[string]*Found{"find": someFound(), "find-exact": exact} {
			var b bytes.Buffer
			if err := Find(&b, f, found); err != nil {
				t.Fatal(err)
			}
			golden(t, name+"."+string(f), b.String())
		}
	}
}
