package regress

import (
	"fmt"

	"github.com/grindgate/grindgate/results"
)

// judgeStartup compares the start-up costs of a scenario whose costs of one
// iteration are compared already. The worse of the two states stands.
func (c *Comparison) judgeStartup(threshold float64) {
	base, head := c.Base.StartupCost, c.Head.StartupCost
	if why := undecidable("start-up cost", base, head, threshold); why != "" {
		c.worsen(Incomparable, why)
		return
	}
	change, noise := (head-base)/base, results.StartupNoise(*c.Base, *c.Head)
	if !finite(change) || !finite(noise) {
		c.worsen(Incomparable, "the start-up costs are too far apart for a ratio")
		return
	}
	switch state := decide(change, noise, threshold); state {
	case Unstable:
		c.worsen(state, fmt.Sprintf("the start-up cost is too noisy (%.0f ppm) to tell its change from its threshold of %.4g%%", 1e6*noise, 100*threshold))
	case Regressed, Improved:
		c.worsen(state, fmt.Sprintf("start-up cost: %.0f, the base's %.0f: %+.4g%%, its threshold is %.4g%%", head, base, 100*change, 100*threshold))
	}
}

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

// worsen makes a state worse, if it is worse, and adds the reason.
func (c *Comparison) worsen(s State, reason string) {
	if rank(s) < rank(c.State) {
		c.State = s
	}
	if c.Reason != "" {
		reason = c.Reason + "\n" + reason
	}
	c.Reason = reason
}
