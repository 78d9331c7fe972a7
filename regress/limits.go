package regress

import (
	"cmp"

	"github.com/grindgate/grindgate/results"
)

// Limits is how much is allowed. Thresholds are ratios.
type Limits struct {
	Threshold float64          // the largest increase of the cost of one iteration that passes
	Allowance float64          // the same in units of cost: where it is more than Threshold, it counts
	Startup   float64          // the largest increase of the start-up cost that passes; 0: any
	Scenarios map[string]Limit // what differs from that, by scenario
	LeftOut   map[string]bool  // scenarios that were not meant to be measured: not missing
	AllowNew  bool             // a scenario that is not in the baseline passes
	Ratchet   bool             // an improvement does not pass until it is in the baseline
	Anchor    *Anchor          // nil: none
}

// Limit is how much one scenario is allowed.
type Limit struct {
	Threshold     float64 // 0: that of Limits
	Allowance     float64 // 0: that of Limits
	Startup       float64 // 0: that of Limits
	Informational bool    // shown, and never of influence on the outcome
}

// Anchor is an older baseline, such as that of a release, from which many increases
// that each passed may not add up to more than its own threshold.
type Anchor struct {
	Name      string // where it is from, for messages
	File      *results.File
	Threshold float64 // as a ratio
}

// limit returns what a scenario is allowed, nothing left to default.
func (l Limits) limit(name string) Limit {
	s := l.Scenarios[name]
	s.Threshold = cmp.Or(s.Threshold, l.Threshold)
	s.Allowance = cmp.Or(s.Allowance, l.Allowance)
	s.Startup = cmp.Or(s.Startup, l.Startup)
	return s
}

// ThresholdAt returns the threshold of a scenario whose baseline costs so much, or
// without its allowance where cost is 0, as a ratio.
func (l Limit) ThresholdAt(cost float64) float64 {
	if l.Allowance > 0 && cost > 0 {
		return max(l.Threshold, l.Allowance/cost)
	}
	return l.Threshold
}
