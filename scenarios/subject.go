package scenarios

import (
	"errors"
	"fmt"
	"slices"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// subject is a scenario while it is measured.
type subject struct {
	Scenario
	bin       string
	toolchain string
	estimate  float64 // of the cost of one iteration
	looks     []*cachegrind.Run
	runs      []measuredRun
	rounds    int // how often all of Iterations were measured, or are planned to be
	err       error
}

type measuredRun struct {
	n, repeat int
	sample    regress.Sample
	run       *cachegrind.Run
	err       error
}

// another adds a round of runs to a scenario, one for each N, and returns their
// places.
func (sub *subject) another() []int {
	var added []int
	for _, n := range sub.Iterations {
		added = append(added, len(sub.runs))
		sub.runs = append(sub.runs, measuredRun{n: n, repeat: sub.rounds})
	}
	sub.rounds++
	return added
}

// all returns every run of cachegrind, looks included.
func (sub *subject) all() []*cachegrind.Run {
	runs := slices.Clone(sub.looks)
	for _, r := range sub.runs {
		if r.run != nil {
			runs = append(runs, r.run)
		}
	}
	return runs
}

func (sub *subject) conclude(model cachegrind.Model) (results.Scenario, error) {
	if sub.err != nil {
		return results.Scenario{}, sub.err
	}
	var samples []regress.Sample
	var errs []error
	for _, r := range sub.runs {
		if r.err != nil {
			errs = append(errs, fmt.Errorf("at N = %d: %w", r.n, r.err))
		}
		samples = append(samples, r.sample)
	}
	if err := errors.Join(errs...); err != nil {
		return results.Scenario{}, err
	}
	scenario, err := regress.Summarize(samples, model)
	scenario.Toolchain = sub.toolchain
	return scenario, err
}
