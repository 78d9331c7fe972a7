package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/grindgate/grindgate/regress"
)

func verdictTable(v *regress.Verdict) table {
	t := table{columns: []column{
		left("scenario"), right("base"), right("now"), right("change"), right("threshold"), right("noise"), left("state"),
	}}
	for _, c := range v.Comparisons {
		base, now, changed, noise := "-", "-", "-", "-"
		if c.Base != nil {
			base = cost(c.Base.CostPerIteration)
		}
		if c.Head != nil {
			now = cost(c.Head.CostPerIteration)
			noise = ppm(c.Head.NoisePPM / 1e6)
		}
		if c.Compared() {
			changed, noise = change(c.Change, c.Threshold), ppm(c.Noise)
		}
		state := string(c.State)
		if c.Informational {
			state += " (informational)"
		}
		if c.Head != nil && c.Head.Growth > 0 {
			state += fmt.Sprintf(", grows like N^%.1f", c.Head.Growth)
		}
		if c.Against != "" {
			state += ", against " + c.Against
		}
		t.add(c.Name, base, now, changed, percent(c.Threshold), noise, state)
	}
	return t
}

// summary counts the scenarios, in one line.
func summary(v *regress.Verdict) string {
	counts := make(map[regress.State]int)
	measured := 0
	for _, c := range v.Comparisons {
		counts[c.State]++
		if c.Head != nil {
			measured++
		}
	}
	parts := []string{
		plural(measured, "scenario") + " measured",
		fmt.Sprintf("%d regressed", counts[regress.Regressed]),
		fmt.Sprintf("%d improved", counts[regress.Improved]),
	}
	for _, s := range regress.States() {
		if counts[s] > 0 && s != regress.Regressed && s != regress.Improved && s != regress.Unchanged {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	return strings.Join(parts, ", ") + ": " + outcome(v.Outcome)
}

func outcome(o regress.Outcome) string {
	switch o {
	case regress.Pass:
		return "the gate passes"
	case regress.Fail:
		return "the gate fails"
	default:
		return "the gate could not decide"
	}
}

// advice is what to do about each state.
var advice = map[regress.State]string{
	regress.Failed:       "failed: mend the program or its build; nothing passes that was not measured",
	regress.Regressed:    "regressed: make it cheaper, or accept the cost with grindgate update (make baseline) and commit the baseline",
	regress.Unstable:     "unstable: make the program repeat itself (threads, clock, random numbers), give it more iterations, or raise its threshold",
	regress.Incomparable: "incomparable: measure with what the baseline was made with, or make the baseline again here with grindgate update (make baseline), or measure another base here with --base REV",
	regress.Missing:      "missing: put the scenario back into the manifest, or drop it from the baseline with grindgate update (make baseline)",
	regress.New:          "new: add it to the baseline with grindgate update (make baseline), or pass --allow-new",
	regress.Improved:     "improved: keep the gain with grindgate update (make baseline) and commit the baseline",
}

// adviceWithoutBaseline is the same where no baseline takes part.
var adviceWithoutBaseline = map[regress.State]string{
	regress.Failed:       advice[regress.Failed],
	regress.Regressed:    "regressed: make it cheaper",
	regress.Unstable:     advice[regress.Unstable],
	regress.Incomparable: "incomparable: measure both sides with the same toolchain, or compare two commits that have the same",
	regress.Missing:      "missing: put the scenario back into the manifest",
	regress.New:          "new: pass --allow-new",
}

// todo returns the advice for the states that occur, worst first.
func todo(v *regress.Verdict) []string {
	advice := advice
	if v.SideBySide {
		advice = adviceWithoutBaseline
	}
	var lines []string
	for _, s := range regress.States() {
		for _, c := range v.Comparisons {
			if c.State == s && advice[s] != "" {
				lines = append(lines, advice[s])
				break
			}
		}
	}
	return lines
}

func verdictText(w io.Writer, v *regress.Verdict) error {
	if err := verdictTable(v).text(w); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("\n")
	blame, err := blameText(v)
	if err != nil {
		return err
	}
	b.WriteString(blame)
	reasons := b.Len()
	for _, c := range v.Comparisons {
		if c.Reason != "" {
			fmt.Fprintf(&b, "%s: %s: %s\n", cell(c.Name), c.State, indented(c.Reason))
		}
	}
	for _, note := range v.Notes {
		fmt.Fprintf(&b, "note: %s\n", indented(note))
	}
	if b.Len() > reasons {
		b.WriteString("\n")
	}
	fmt.Fprintln(&b, summary(v))
	for _, line := range todo(v) {
		fmt.Fprintln(&b, line)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func verdictMarkdown(w io.Writer, v *regress.Verdict) error {
	if _, err := fmt.Fprintf(w, "### grindgate: %s\n\n", outcome(v.Outcome)); err != nil {
		return err
	}
	if err := verdictTable(v).markdown(w); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s.\n", summary(v))
	blame, err := blameMarkdown(v)
	if err != nil {
		return err
	}
	b.WriteString(blame)
	for _, c := range v.Comparisons {
		if c.Reason != "" {
			fmt.Fprintf(&b, "\n**%s**: %s\n\n%s", MarkdownText(c.Name), c.State, markdownBlock(c.Reason))
		}
	}
	var lines []string
	for _, line := range todo(v) {
		lines = append(lines, "- "+line+"\n")
	}
	for _, note := range v.Notes {
		lines = append(lines, "- note: "+MarkdownText(note)+"\n")
	}
	if len(lines) > 0 {
		b.WriteString("\n" + strings.Join(lines, ""))
	}
	_, err = io.WriteString(w, b.String())
	return err
}
