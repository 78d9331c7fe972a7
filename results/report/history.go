package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/grindgate/grindgate/results/history"
)

// History writes how the cost of every scenario went. With details it has, for each
// scenario, a row for every version that did something to it.
func History(w io.Writer, f Format, h *history.History, details bool) error {
	switch f {
	case Markdown:
		return historyMarkdown(w, h, details)
	case JSON:
		return historyJSON(w, h)
	default:
		return historyText(w, h, details)
	}
}

// trendTable has a row for every scenario.
func trendTable(h *history.History) table {
	t := table{columns: []column{
		left("scenario"), left("trend"), right("first"), right("last"), right("change"), right("min"), right("max"), left("since"),
	}}
	for _, s := range h.Series {
		first, last := s.Points[s.Whole.First].Scenario, s.Points[s.Whole.Last].Scenario
		since := when(h.Versions[s.Whole.First])
		if s.Whole.Left > 0 {
			since += fmt.Sprintf(", after %d incomparable", s.Whole.Left)
		}
		if s.Removed() {
			since += ", removed"
		}
		changed := "-"
		if s.Whole.First != s.Whole.Last {
			changed = move(s.Whole.Change)
		}
		t.add(s.Name, sparkline(s.Points), cost(first.CostPerIteration), cost(last.CostPerIteration), changed,
			cost(s.Whole.Min), cost(s.Whole.Max), since)
	}
	return t
}

// move writes a change that no threshold is near.
func move(ratio float64) string { return change(ratio, math.Inf(1)) }

// extent says what the history is about, in one line.
func extent(h *history.History) string {
	text := fmt.Sprintf("%s in %s of the baseline", plural(len(h.Series), "scenario"), plural(len(h.Versions), "version"))
	if len(h.Versions) > 0 {
		last := h.Versions[len(h.Versions)-1]
		until := when(last)
		if last.Commit == "" {
			until = "the work tree"
		}
		text += fmt.Sprintf(", %s to %s", when(h.Versions[0]), until)
	}
	if h.Cut {
		text += "; older ones are not in this clone"
	}
	return text
}

func historyText(w io.Writer, h *history.History, details bool) error {
	if err := trendTable(h).text(w); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("\n")
	if details {
		for _, s := range h.Series {
			fmt.Fprintf(&b, "%s%s\n", cell(s.Name), cell(courseCaption(s)))
			var rows strings.Builder
			if err := courseTable(h, s).text(&rows); err != nil {
				return err
			}
			for line := range strings.Lines(rows.String()) {
				b.WriteString("    " + line)
			}
			b.WriteString("\n")
		}
	}
	eventful := false
	for i, v := range h.Versions {
		for j, e := range eventsOf(h, i) {
			if j == 0 {
				fmt.Fprintln(&b, strings.TrimRight(fmt.Sprintf("%s  %s  %s", commitOf(v), day(v), cell(shortened(v.Subject))), " "))
			}
			fmt.Fprintf(&b, "    %s\n", strings.TrimRight(cell(e), " "))
			eventful = true
		}
	}
	if eventful {
		b.WriteString("\n")
	}
	fmt.Fprintln(&b, extent(h))
	_, err := io.WriteString(w, b.String())
	return err
}

func historyMarkdown(w io.Writer, h *history.History, details bool) error {
	if _, err := fmt.Fprintf(w, "### grindgate: history of %s\n\n", MarkdownText(h.Baseline)); err != nil {
		return err
	}
	if err := trendTable(h).markdown(w); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s.\n", extent(h))
	if details {
		for _, s := range h.Series {
			fmt.Fprintf(&b, "\n**%s**%s\n\n", MarkdownText(s.Name), MarkdownText(courseCaption(s)))
			if err := courseTable(h, s).markdown(&b); err != nil {
				return err
			}
		}
	}
	var events strings.Builder
	for i, v := range h.Versions {
		for j, e := range eventsOf(h, i) {
			if j == 0 {
				fmt.Fprintln(&events, strings.TrimRight(fmt.Sprintf("- %s %s %s", commitOf(v), day(v), MarkdownText(shortened(v.Subject))), " "))
			}
			fmt.Fprintf(&events, "  - %s\n", strings.TrimRight(MarkdownText(e), " "))
		}
	}
	if events.Len() > 0 {
		b.WriteString("\n" + events.String())
	}
	_, err := io.WriteString(w, b.String())
	return err
}
