package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/grindgate/grindgate/results/history"
)

// mostSubject is how much of a commit's subject a table shows, in characters.
const mostSubject = 72

// courseTable has a row for every version that did something to a scenario, and for
// the first and the last of its costs.
func courseTable(h *history.History, s *history.Series) table {
	t := table{columns: []column{left("commit"), left("date"), right("cost"), right("change"), left("subject")}}
	there := false
	for i, p := range s.Points {
		v := h.Versions[i]
		if there = there || p.Scenario != nil; !there {
			continue
		}
		paid, changed := "-", string(p.State)
		if p.Scenario != nil {
			paid = cost(p.Scenario.CostPerIteration)
		}
		switch p.State {
		case history.Absent:
			continue
		case history.Unchanged:
			if quiet(s, i) {
				continue
			}
			changed = move(0)
		case history.First:
			changed = "-"
		case history.Changed:
			changed = move(p.Change)
		}
		t.add(commitOf(v), day(v), paid, changed, shortened(v.Subject))
	}
	return t
}

// courseCaption is what follows the name of a scenario above its course.
func courseCaption(s *history.Series) string {
	text := ""
	if former := s.Names()[1:]; len(former) > 0 {
		text = ", formerly " + strings.Join(former, ", ")
	}
	n := 0
	for i := range s.Points {
		if quiet(s, i) {
			n++
		}
	}
	if n > 0 {
		text += fmt.Sprintf(" (%s left it as it was)", plural(n, "more version"))
	}
	return text
}

// quiet tells whether a version did nothing to a scenario, and has not the last of
// its costs.
func quiet(s *history.Series, i int) bool {
	p := s.Points[i]
	return p.State == history.Unchanged && p.From == "" && i != s.Whole.Last
}

// commitOf is how tables name a version.
func commitOf(v history.Version) string {
	if v.Commit == "" {
		return "(not committed)"
	}
	return shortID(v.Commit)
}

// day is the date of a version, in UTC, as everywhere.
func day(v history.Version) string {
	if v.Date.IsZero() {
		return "-"
	}
	return v.Date.UTC().Format(time.DateOnly)
}

// when names a version by its date, or by what else there is.
func when(v history.Version) string {
	if v.Date.IsZero() {
		return commitOf(v)
	}
	return day(v)
}

// shortened cuts a subject that would make the table unreadable.
func shortened(subject string) string {
	if text := []rune(subject); len(text) > mostSubject {
		return string(text[:mostSubject-1]) + "…"
	}
	return subject
}
