package side

import (
	"maps"
	"slices"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// Measurer is what sides are measured with.
type Measurer struct {
	Runner  *cachegrind.Runner // the cache is the Ruler's; commits are checked out in its Scratch
	Options scenarios.Options  // but Runner, Root and Baseline, which differ from side to side; Forgetful also about results

	machine *scenarios.Machine
}

// Ruler is what makes the numbers of two sides comparable. It is the same for both.
type Ruler struct {
	Manifest   *scenarios.Manifest // whose model, cache, metrics, thresholds and iterations count
	Iterations *results.File       // whose iterations are taken where Manifest names none, so that they are not chosen; nil: none
}

// align returns a manifest and scenarios of it as they are measured by the ruler: what
// is built and run is theirs, and how it is counted is the ruler's.
func (r Ruler) align(m *scenarios.Manifest, selected []scenarios.Scenario) (*scenarios.Manifest, []scenarios.Scenario) {
	if m == r.Manifest {
		return m, selected
	}
	aligned := *m
	aligned.Model, aligned.Cache = r.Manifest.Model, r.Manifest.Cache
	aligned.Threshold, aligned.Allowance = r.Manifest.Threshold, r.Manifest.Allowance
	selected = slices.Clone(selected)
	for i := range selected {
		s := &selected[i]
		s.Iterations = nil
		for _, other := range r.Manifest.Scenarios {
			if other.Name == s.Name {
				s.Iterations, s.Metric = other.Iterations, other.Metric
				s.Threshold, s.Allowance = other.Threshold, other.Allowance
			}
		}
	}
	return &aligned, selected
}

// names returns the scenarios of a file, those that failed included, sorted.
func names(file *results.File) []string {
	all := slices.Collect(maps.Keys(file.Scenarios))
	all = slices.AppendSeq(all, maps.Keys(file.Failures))
	slices.Sort(all)
	return all
}
