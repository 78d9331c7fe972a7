package report

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/history"
)

// someHistory has everything that can happen to a baseline, and subjects that nobody
// should write.
func someHistory() *history.History {
	var versions []history.Version
	for i, v := range []struct {
		subject string
		err     error
		costs   map[string]float64
	}{
		{"Baseline", nil, map[string]float64{"c/work": 8004, "c/old": 100, "go/hello": 5000, "go/map": 70000}},
		{"Ask for `more` | @all", nil, map[string]float64{"c/work": 8084, "c/old": 100, "go/hello": 5000, "go/map": 70000}},
		{"\x1b[2J::error::x", errors.New("results/baseline.json:3: at \"/a|b\": unknown key\n::error::x"), nil},
		{"Another compiler", nil, map[string]float64{"c/work": 9000, "c/old": 110, "go/hello": 5000, "go/map": 70001}},
		{"Tidy up " + strings.Repeat("and up ", 20), nil, map[string]float64{"c/work": 9000, "c/new": 110, "go/map": 70001, "c/other": 1}},
		{"Gone", nil, nil},
		{"", nil, map[string]float64{"c/work": 8990, "c/new": 110, "go/map": 70001, "c/other": 1}},
	} {
		version := history.Version{
			Commit: strings.Repeat(fmt.Sprint(i), 40), Date: time.Date(2026, 1, 1+i, 23, 0, 0, 0, time.UTC), Subject: v.subject, Err: v.err,
		}
		if v.costs != nil {
			version.File = &results.File{Scenarios: map[string]results.Scenario{}}
		}
		for name, cost := range v.costs {
			s := results.Scenario{CostPerIteration: cost, NoisePPM: 2, Iterations: []int{10, 20, 30}, Toolchain: "gcc 12"}
			if i >= 3 && strings.HasPrefix(name, "c/") {
				s.Toolchain = "gcc 13"
			}
			version.File.Scenarios[name] = s
		}
		versions = append(versions, version)
	}
	versions[6].Commit, versions[6].Date = "", time.Time{}
	versions[4].Date = time.Time{} // one that its commit does not say
	h := history.New(versions)
	h.Baseline, h.Cut = "results/baseline.json", true
	return h
}

// quietHistory has costs and nothing else.
func quietHistory() *history.History {
	h := history.New(someHistory().Versions[:2])
	h.Baseline = "results/baseline.json"
	return h
}

func TestSparkline(t *testing.T) {
	for _, test := range []struct{ costs, want string }{
		{"100", "▁"},
		{"100 100 100", "▁▁▁"},
		{"100 107 101 102 103 104 105 106", "▁█▂▃▄▅▆▇"},
		{"107 100", "█▁"},
		{"0.25 0.5", "▁█"},
		{"1e300 1.7e308", "▁█"},
		{"100000 100001 100007", "▁▁▁"},   // noise of some parts per million
		{"100000 100014.5 100100", "▁▂█"}, // 0.1% is a full bar
		{"- 100 - ? 107 -", "·▁·?█·"},     //
		{"100 107 !5 6 !900", "▁█¦▁█¦▁"},  // each with its own scale
		{"100 107 - !5 - 6", "▁█·¦▁·█"},   //
		{strings.Repeat("7 ", 60) + "14", "…" + strings.Repeat("▁", 59) + "█"},
		{"1 " + strings.Repeat("7 ", 60), "…" + strings.Repeat("▁", 60)}, // only what is shown has a part in the scale
	} {
		var points []history.Point
		for _, word := range strings.Fields(test.costs) {
			p := history.Point{State: history.Changed}
			switch word {
			case "-":
				p.State = history.Absent
			case "?":
				p.State = history.Unreadable
			default:
				number, incomparable := strings.CutPrefix(word, "!")
				if incomparable {
					p.State = history.Incomparable
				}
				p.Scenario = new(results.Scenario)
				if _, err := fmt.Sscan(number, &p.Scenario.CostPerIteration); err != nil {
					t.Fatal(err)
				}
			}
			points = append(points, p)
		}
		if diff := cmp.Diff(test.want, sparkline(points)); diff != "" {
			t.Errorf("%s: %s", test.costs, diff)
		}
	}
}
