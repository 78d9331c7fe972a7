package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/grindgate/grindgate/regress"
)

// Found is where the search for the commit that changed a scenario's cost ended.
type Found struct {
	Scenario  string
	Commits   int                // there were to search
	Looks     []Look             // that were measured, or tried, oldest first
	Good, Bad Look               // the last that costs what the first does, and the first after it that does not
	Exact     bool               // nothing between these two was skipped
	Verdict   *regress.Verdict   // on Bad against Good
	After     regress.Comparison // of the last commit with Bad: whether the cost moved again
}

// Look is what became of one commit.
type Look struct {
	Commit  string
	Date    time.Time
	Subject string
	Cost    float64 // of one iteration; 0 where it could not be measured
	Change  float64 // since the first commit, as a ratio
	State   regress.State
	Fault   string // why it could not be measured or compared
}

// Find writes what was found.
func Find(w io.Writer, f Format, found *Found) error {
	switch f {
	case JSON:
		return findJSON(w, found)
	case Markdown:
		if _, err := fmt.Fprintf(w, "### grindgate: %s\n\n", MarkdownText(culprit(found))); err != nil {
			return err
		}
		if err := lookTable(found).markdown(w); err != nil {
			return err
		}
		if _, err := io.WriteString(w, markdownList(remarks(found))+"\n"); err != nil {
			return err
		}
	default:
		if err := lookTable(found).text(w); err != nil {
			return err
		}
		var b strings.Builder
		b.WriteString("\n")
		for _, remark := range remarks(found) {
			fmt.Fprintln(&b, indented(remark))
		}
		fmt.Fprintf(&b, "%s\n\n", cell(culprit(found)))
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return findBlame(w, f, found)
}

// findBlame writes the verdict on the culprit, and its blame.
func findBlame(w io.Writer, f Format, found *Found) error {
	blame, t := blameText, verdictTable(found.Verdict)
	write := t.text
	if f == Markdown {
		blame, write = blameMarkdown, t.markdown
	}
	if err := write(w); err != nil {
		return err
	}
	text, err := blame(found.Verdict)
	if err != nil || text == "" {
		return err
	}
	_, err = io.WriteString(w, "\n"+strings.Trim(text, "\n")+"\n")
	return err
}

func lookTable(found *Found) table {
	t := table{columns: []column{left("commit"), left("date"), right("cost"), right("change"), left("state"), left("subject")}}
	for i, l := range found.Looks {
		paid, changed, state := "-", "-", string(l.State)
		if l.Cost > 0 {
			paid = cost(l.Cost)
		}
		switch {
		case i == 0:
			state = "good"
		case l.State == regress.Unchanged || l.State == regress.Regressed || l.State == regress.Improved:
			changed = change(l.Change, found.Verdict.Comparisons[0].Threshold)
		default:
			state += ", skipped"
		}
		t.add(shortID(l.Commit), l.Date.Format(time.DateOnly), paid, changed, state, shortened(l.Subject))
	}
	return t
}

func shortID(id string) string { return id[:min(len(id), 12)] }

// culprit is the answer, in a sentence.
func culprit(found *Found) string {
	if found.Exact {
		return fmt.Sprintf("%s changed in %s: %s", found.Scenario, shortID(found.Bad.Commit), found.Bad.Subject)
	}
	return fmt.Sprintf("%s changed after %s, in %s or in a commit before it that could not be measured", found.Scenario, shortID(found.Good.Commit), shortID(found.Bad.Commit))
}

// remarks are what ought to be known beside the answer.
func remarks(found *Found) []string {
	lines := []string{fmt.Sprintf("%s to search, %d looked at", plural(found.Commits, "commit"), len(found.Looks))}
	if a := found.After; a.State != regress.Unchanged {
		line := fmt.Sprintf("the change is not monotone: from %s to the last commit the cost changed again", shortID(found.Bad.Commit))
		if a.Compared() {
			line += ", by " + change(a.Change, a.Threshold)
		}
		lines = append(lines, line)
	}
	for _, l := range found.Looks {
		if l.Fault != "" {
			lines = append(lines, shortID(l.Commit)+": "+string(l.State)+": "+firstLine(l.Fault))
		}
	}
	return append(lines, found.Verdict.Notes...)
}

func markdownList(lines []string) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, line := range lines {
		b.WriteString("- " + MarkdownText(line) + "\n")
	}
	return b.String()
}
