package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

const (
	// mostBlamed is how many functions of one change are shown.
	mostBlamed = 8
	// explained is how near to the whole change the shares of the functions that are
	// shown have to come, for the others to be of no interest.
	explained = 0.05
)

// blamed returns the largest contributors to a change, few enough to be read, and the
// sum of the others, which is nil if there are none.
func blamed(all []regress.Contributor) (shown []regress.Contributor, others *regress.Contributor) {
	share := 0.0
	for _, c := range all {
		if c.Function != results.Other && len(shown) < mostBlamed && math.Abs(1-share) > explained {
			shown = append(shown, c)
			share += c.Share
			continue
		}
		if others == nil {
			others = &regress.Contributor{Function: results.Other}
		}
		others.Base += c.Base
		others.Head += c.Head
		others.Change += c.Change
		others.Share += c.Share
	}
	return shown, others
}

// blameCaption says what the functions of a blame table explain.
func blameCaption(c regress.Comparison) string {
	shown, _ := blamed(c.Blame)
	share := 0.0
	for _, f := range shown {
		share += f.Share
	}
	verb := "explain"
	if len(shown) == 1 {
		verb = "explains"
	}
	if len(shown) == 0 {
		return "no function with a name explains the change"
	}
	return fmt.Sprintf("%s %s %s of the change", plural(len(shown), "function"), verb, share100(share))
}

func blameTable(c regress.Comparison) table {
	t := table{columns: []column{right("share"), right("change"), right("base"), right("now"), left("function")}}
	shown, others := blamed(c.Blame)
	if others != nil {
		shown = append(shown, *others)
	}
	for _, f := range shown {
		t.add(share100(f.Share), signed(f.Change), costOrNone(f.Base), costOrNone(f.Head), f.Function)
	}
	return t
}

// costOrNone writes a cost, or - where there is none.
func costOrNone(x float64) string {
	if x == 0 {
		return "-"
	}
	return cost(x)
}

// signed writes a change of a cost with its sign.
func signed(x float64) string {
	text := cost(x)
	if x > 0 {
		text = "+" + text
	}
	return text
}

// share100 writes a share in per cent, with one decimal.
func share100(share float64) string {
	return strconv.FormatFloat(100*share+0, 'f', 1, 64) + "%"
}

// blameText writes the blame of every scenario that has one.
func blameText(v *regress.Verdict) (string, error) {
	var b strings.Builder
	for _, c := range v.Comparisons {
		if len(c.Blame) == 0 {
			continue
		}
		var rows strings.Builder
		if err := blameTable(c).text(&rows); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s: %s\n", cell(c.Name), blameCaption(c))
		for line := range strings.Lines(rows.String()) {
			b.WriteString("    " + line)
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// blameMarkdown is blameText for Markdown.
func blameMarkdown(v *regress.Verdict) (string, error) {
	var b strings.Builder
	for _, c := range v.Comparisons {
		if len(c.Blame) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n**%s**: %s\n\n", MarkdownText(c.Name), blameCaption(c))
		if err := blameTable(c).markdown(&b); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
