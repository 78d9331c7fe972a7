package scenarios

import (
	"cmp"

	"github.com/grindgate/grindgate/regress"
)

// Limits returns what the manifest allows its scenarios.
func (m *Manifest) Limits() regress.Limits {
	limits := regress.Limits{
		Threshold: m.Threshold,
		Allowance: m.Allowance,
		Startup:   m.Startup,
		Scenarios: make(map[string]regress.Limit),
	}
	for _, s := range m.Scenarios {
		limits.Scenarios[s.Name] = regress.Limit{
			Threshold: s.Threshold, Allowance: s.Allowance, Startup: s.Startup, Informational: s.Informational,
		}
	}
	return limits
}

// ThresholdOf returns the threshold of a scenario of m that costs so much, its
// allowance included, as a ratio. The scenario may have been changed since m was
// loaded.
func (m *Manifest) ThresholdOf(s Scenario, cost float64) float64 {
	limit := regress.Limit{Threshold: cmp.Or(s.Threshold, m.Threshold), Allowance: cmp.Or(s.Allowance, m.Allowance)}
	return limit.ThresholdAt(cost)
}
