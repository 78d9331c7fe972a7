package report

import (
	"io"
	"time"

	"github.com/grindgate/grindgate/regress"
)

// foundEntry is Found as JSON has it.
type foundEntry struct {
	Bad      lookEntry       `json:"bad"`
	Change   comparisonEntry `json:"change"` // from good to bad
	Commits  int             `json:"commits"`
	Exact    bool            `json:"exact"`
	Good     lookEntry       `json:"good"`
	Looks    []lookEntry     `json:"looks"`
	Monotone bool            `json:"monotone"`
	Scenario string          `json:"scenario"`
}

type lookEntry struct {
	Change  float64 `json:"change"` // since the first commit, as a ratio
	Commit  string  `json:"commit"`
	Cost    float64 `json:"cost,omitzero"`
	Date    string  `json:"date"`
	Fault   string  `json:"fault,omitempty"`
	State   string  `json:"state"`
	Subject string  `json:"subject"`
}

func findJSON(w io.Writer, found *Found) error {
	entry := func(l Look) lookEntry {
		return lookEntry{
			Change: l.Change, Commit: l.Commit, Cost: l.Cost, Date: l.Date.Format(time.RFC3339),
			Fault: l.Fault, State: string(l.State), Subject: l.Subject,
		}
	}
	e := foundEntry{
		Bad: entry(found.Bad), Change: newComparisonEntry(found.Verdict.Comparisons[0]), Commits: found.Commits, Exact: found.Exact,
		Good: entry(found.Good), Looks: []lookEntry{}, Monotone: found.After.State == regress.Unchanged, Scenario: found.Scenario,
	}
	for _, l := range found.Looks {
		e.Looks = append(e.Looks, entry(l))
	}
	return writeJSON(w, e)
}
