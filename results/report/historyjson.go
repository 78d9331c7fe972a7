package report

import (
	"io"
	"time"

	"github.com/grindgate/grindgate/results/history"
)

// historyEntry is a history as JSON has it. Costs are those of one iteration, and
// ratios are ratios: 0.002 is 0.2%.
type historyEntry struct {
	Baseline  string         `json:"baseline"`
	Cut       bool           `json:"cut"` // older versions are not in this clone
	Scenarios []seriesEntry  `json:"scenarios"`
	Versions  []versionEntry `json:"versions"` // oldest first
}

type versionEntry struct {
	Commit  string    `json:"commit,omitempty"` // left out: not committed
	Date    time.Time `json:"date,omitzero"`
	Error   string    `json:"error,omitempty"` // why the baseline cannot be read
	Subject string    `json:"subject"`
}

// seriesEntry is a scenario. First, Last, Min, Max and Change are about the points
// that can be compared with the last one.
type seriesEntry struct {
	Change  *float64     `json:"change,omitempty"` // left out if Last is the only such point
	First   float64      `json:"first"`
	Former  []string     `json:"former_names"` // newest first
	Left    int          `json:"incomparable"` // how many points have a cost that cannot be compared with the last one
	Last    float64      `json:"last"`
	Max     float64      `json:"max"`
	Min     float64      `json:"min"`
	Name    string       `json:"name"`
	Points  []pointEntry `json:"points"` // one for each version
	Removed bool         `json:"removed"`
	Since   string       `json:"since,omitempty"` // the commit of First; left out: not committed
}

type pointEntry struct {
	Change  *float64  `json:"change,omitempty"` // since the point before, where they can be compared
	Commit  string    `json:"commit,omitempty"`
	Cost    *float64  `json:"cost,omitempty"`
	Date    time.Time `json:"date,omitzero"`
	Name    string    `json:"name"` // in that version
	Noise   *float64  `json:"noise,omitempty"`
	Reason  string    `json:"reason,omitempty"` // why it cannot be compared with the point before
	Renamed string    `json:"renamed_from,omitempty"`
	State   string    `json:"state"`
	Subject string    `json:"subject"`
}

func historyJSON(w io.Writer, h *history.History) error {
	entry := historyEntry{Baseline: h.Baseline, Cut: h.Cut}
	for _, v := range h.Versions {
		e := versionEntry{Commit: v.Commit, Date: v.Date.UTC(), Subject: v.Subject}
		if v.Err != nil {
			e.Error = v.Err.Error()
		}
		entry.Versions = append(entry.Versions, e)
	}
	for _, s := range h.Series {
		e := seriesEntry{
			First: s.Points[s.Whole.First].Scenario.CostPerIteration, Former: s.Names()[1:],
			Last: s.Points[s.Whole.Last].Scenario.CostPerIteration, Left: s.Whole.Left, Max: s.Whole.Max, Min: s.Whole.Min,
			Name: s.Name, Removed: s.Removed(), Since: h.Versions[s.Whole.First].Commit,
		}
		if s.Whole.First != s.Whole.Last {
			e.Change = &s.Whole.Change
		}
		for i, p := range s.Points {
			e.Points = append(e.Points, point(h.Versions[i], p, nameAt(s, i)))
		}
		entry.Scenarios = append(entry.Scenarios, e)
	}
	return writeJSON(w, entry)
}

func point(v history.Version, p history.Point, name string) pointEntry {
	e := pointEntry{
		Commit: v.Commit, Date: v.Date.UTC(), Name: name, Reason: p.Reason, Renamed: p.From, State: string(p.State), Subject: v.Subject,
	}
	if p.Scenario != nil {
		noise := p.Scenario.NoisePPM / 1e6
		e.Cost, e.Noise = &p.Scenario.CostPerIteration, &noise
	}
	if p.State == history.Changed || p.State == history.Unchanged {
		e.Change = &p.Change
	}
	return e
}
