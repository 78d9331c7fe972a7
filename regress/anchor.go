package regress

import (
	"fmt"

	"github.com/grindgate/grindgate/results"
)

// judgeAnchor compares a scenario with an older baseline. It returns a note where
// that cannot be done.
func (c *Comparison) judgeAnchor(head *results.File, anchor *Anchor) (note string) {
	if anchor == nil || c.Head == nil || c.State == Failed {
		return ""
	}
	old, ok := anchor.File.Scenarios[c.Name]
	if !ok {
		return fmt.Sprintf("%s is not in the anchor %s", c.Name, anchor.Name)
	}
	from := Comparison{Name: c.Name, Base: &old, Head: c.Head}
	from.judge("", results.RecipeDifference(anchor.File, head), false, Limit{Threshold: anchor.Threshold})
	switch from.State {
	case Incomparable:
		return fmt.Sprintf("%s is not compared with the anchor %s: %s", c.Name, anchor.Name, from.Reason)
	case Unstable:
		c.worsen(Unstable, fmt.Sprintf("compared with the anchor %s: %s", anchor.Name, from.Reason))
	case Regressed:
		c.worsen(Regressed, fmt.Sprintf("cost is %.3f, that of the anchor %s is %.3f: %+.4g%% since then, and %.4g%% are allowed; small increases add up: make it cheaper, or accept it with a newer baseline as the anchor",
			c.Head.CostPerIteration, anchor.Name, old.CostPerIteration, 100*from.Change, 100*anchor.Threshold))
		if len(c.Blame) == 0 {
			c.Blame = from.Blame
		}
	}
	return ""
}
