package report

import (
	"math"
	"strings"

	"github.com/grindgate/grindgate/results/history"
)

const (
	// mostBars is how many versions a sparkline shows, the newest ones: a line of a
	// terminal has to hold the numbers as well.
	mostBars = 60
	// fullBar is the least difference that the highest bar stands for, as a ratio of
	// the lowest cost: noise of some parts per million is to look flat.
	fullBar = 0.001
)

// bars are the blocks of a sparkline, the lowest first.
var bars = []rune("▁▂▃▄▅▆▇█")

// What a sparkline has where there is no bar, visible, since Markdown drops blanks.
const (
	absentBar     = '·'
	unreadableBar = '?'
	brokenBar     = '¦' // stands before a bar that cannot be compared with the one before
	droppedBar    = '…' // for all that is too old to be shown
)

// sparkline draws the costs of a series. Bars between two breaks have a scale of
// their own, from the lowest of their costs.
func sparkline(points []history.Point) string {
	var b strings.Builder
	if len(points) > mostBars {
		points = points[len(points)-mostBars:]
		b.WriteRune(droppedBar)
	}
	for len(points) > 0 {
		end := 1
		for end < len(points) && points[end].State != history.Incomparable {
			end++
		}
		if points[0].State == history.Incomparable {
			b.WriteRune(brokenBar)
		}
		stretch(&b, points[:end])
		points = points[end:]
	}
	return b.String()
}

// stretch draws points that can all be compared.
func stretch(b *strings.Builder, points []history.Point) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		if p.Scenario != nil {
			low, high = min(low, p.Scenario.CostPerIteration), max(high, p.Scenario.CostPerIteration)
		}
	}
	full := max(high-low, fullBar*low)
	for _, p := range points {
		switch {
		case p.Scenario != nil:
			b.WriteRune(bars[int(math.Round((p.Scenario.CostPerIteration-low)/full*float64(len(bars)-1)))])
		case p.State == history.Unreadable:
			b.WriteRune(unreadableBar)
		default:
			b.WriteRune(absentBar)
		}
	}
}
