package report

import (
	"slices"
	"strings"

	"github.com/grindgate/grindgate/results/history"
)

// eventsOf says what a version did that numbers do not show, in a line each: text
// that is still to be escaped.
func eventsOf(h *history.History, i int) []string {
	v := h.Versions[i]
	switch {
	case v.Err != nil:
		return []string{"unreadable: " + v.Err.Error()}
	case v.File == nil:
		return []string{"no baseline"}
	}
	var renamed, added, removed, reasons []string
	incomparable := make(map[string][]string) // names, by reason
	for _, s := range h.Series {
		p := s.Points[i]
		if p.From != "" {
			renamed = append(renamed, "renamed: "+p.From+" to "+nameAt(s, i))
		}
		switch p.State {
		case history.Added:
			added = append(added, nameAt(s, i))
		case history.Removed:
			removed = append(removed, nameAt(s, i))
		case history.Incomparable:
			if !slices.Contains(reasons, p.Reason) {
				reasons = append(reasons, p.Reason)
			}
			incomparable[p.Reason] = append(incomparable[p.Reason], nameAt(s, i))
		}
	}
	lines := renamed
	if len(added) > 0 {
		lines = append(lines, "added: "+strings.Join(added, ", "))
	}
	if len(removed) > 0 {
		lines = append(lines, "removed: "+strings.Join(removed, ", "))
	}
	for _, reason := range reasons {
		lines = append(lines, "incomparable with the baseline before: "+strings.Join(incomparable[reason], ", ")+": "+reason)
	}
	return lines
}

// nameAt returns the name that a scenario had in a version.
func nameAt(s *history.Series, i int) string {
	for _, p := range s.Points[i+1:] {
		if p.From != "" {
			return p.From
		}
	}
	return s.Name
}
