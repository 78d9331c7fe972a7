package scenarios

import "github.com/grindgate/grindgate/regress"

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
