package selftest

import (
	"fmt"

	"github.com/grindgate/grindgate/regress"
)

// slowdowns are the units that each iteration of a slowed program has beyond
// workUnits: 0.05%, 0.1%, 0.5% and 5%.
var slowdowns = []int{1, 2, 10, 100}

// inPercent is by how much so many units more slow an iteration down.
func inPercent(extra int) float64 { return float64(extra) / (workUnits / 100) }

// half is the threshold for a slowdown.
func half(extra int) float64 { return inPercent(extra) / 2 }

// slowed is the name of the scenario that so many units slow down.
func slowed(extra int) string { return fmt.Sprintf("slowed/%g", inPercent(extra)) }

// same is the scenario of the program that is not slowed down.
const same = "same"

// tenth is how far the size of a change may be off, as a share of itself.
const tenth = 0.1

// sizes proves that a slowdown of known size is seen with that size where the
// threshold is half of it, that the way back is an improvement, and that nothing is
// seen where there is nothing.
func (m *Measured) sizes(g Gate) []Proof {
	var proofs []Proof
	for _, extra := range slowdowns {
		name, size := slowed(extra), inPercent(extra)/100
		base, head := only(m.base, name), only(m.head, name)
		back := size / (1 + size) // of what is larger by size
		proofs = append(proofs,
			judged(fmt.Sprintf("slowed by %g%%", inPercent(extra)), name,
				sentence{state: regress.Regressed, outcome: regress.Fail, from: size * (1 - tenth), to: size * (1 + tenth)},
				g.Compare(base, head, m.limits)),
			judged(fmt.Sprintf("slowed by %g%%, swapped", inPercent(extra)), name,
				sentence{state: regress.Improved, outcome: regress.Pass, from: -back * (1 + tenth), to: -back * (1 - tenth)},
				g.Compare(head, base, m.limits)),
		)
	}
	base, head, least := only(m.base, same), only(m.head, same), half(slowdowns[0])/100
	return append(proofs,
		judged("measured twice", same,
			sentence{state: regress.Unchanged, outcome: regress.Pass, from: -least, to: least},
			g.Compare(base, head, m.limits)),
		judged("compared with itself", same,
			sentence{state: regress.Unchanged, outcome: regress.Pass},
			g.Compare(base, base, m.limits)),
	)
}
