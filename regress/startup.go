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
