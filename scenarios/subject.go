package scenarios

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// subject is a scenario while it is measured.
type subject struct {
	Scenario
	bin       string
	built     string            // the checksum of bin
	known     *results.Scenario // measured before, and not now
	toolchain string
	seed      uint64
	others    []*subject // the same under other seeds
	estimate  float64    // of the cost of one iteration
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
// places. In the first one the longest is run twice: how far its two counts lie
// apart is noise that the residuals of so few points may happen not to show.
func (sub *subject) another() []int {
	sub.rounds++
	places := sub.add(sub.Iterations)
	if sub.rounds == 1 {
		places = append(places, sub.add(sub.Iterations[len(sub.Iterations)-1:])...)
	}
	return places
}

// add adds a run for each n and returns their places.
func (sub *subject) add(n []int) []int {
	var places []int
	for _, n := range n {
		places = append(places, len(sub.runs))
		sub.runs = append(sub.runs, measuredRun{n: n, repeat: sub.repeats(n)})
	}
	return places
}

// repeats returns how often n was measured.
func (sub *subject) repeats(n int) int {
	count := 0
	for _, r := range sub.runs {
		if r.n == n {
			count++
		}
	}
	return count
}

// crowded returns the N of which every run so far has started more threads than
// some run of another N did.
func (sub *subject) crowded() []int {
	fewest := make(map[int]uint64)
	least := uint64(math.MaxUint64)
	for _, r := range sub.runs {
		if r.err != nil {
			return nil
		}
		threads := r.sample.ThreadStarts
		if old, ok := fewest[r.n]; !ok || threads < old {
			fewest[r.n] = threads
		}
		least = min(least, threads)
	}
	var n []int
	for _, v := range sub.Iterations {
		if fewest[v] > least {
			n = append(n, v)
		}
	}
	return n
}

// wavers reports whether the costs of some N lie further apart than those of a runtime
// that repeats itself.
func (sub *subject) wavers(method regress.Method) bool {
	least, most := make(map[int]float64), make(map[int]float64)
	for _, r := range sub.runs {
		cost, err := method.Cost(r.sample.Totals)
		if r.err != nil || err != nil {
			continue // conclude tells
		}
		if _, ok := least[r.n]; !ok {
			least[r.n], most[r.n] = cost, cost
		}
		least[r.n], most[r.n] = min(least[r.n], cost), max(most[r.n], cost)
		if most[r.n]-least[r.n] > jitter {
			return true
		}
	}
	return false
}

// reseed adds to a prepared scenario the same under all but the first of so many
// seeds.
func (sub *subject) reseed(first uint64, seeds int) {
	for i := 1; i < seeds && sub.err == nil; i++ {
		other := *sub
		other.seed, other.looks, other.runs, other.rounds, other.others = first+uint64(i), nil, nil, 0, nil
		sub.others = append(sub.others, &other)
	}
}

// appendCost returns the costs under all seeds so far and this one.
func (sub *subject) appendCost(so results.Scenario, method regress.Method) ([]float64, error) {
	scenario, err := sub.conclude(method)
	if err != nil {
		return nil, fmt.Errorf("with seed %d: %w", sub.seed, err)
	}
	costs := so.CostsBySeed
	if costs == nil {
		costs = []float64{so.CostPerIteration}
	}
	return append(costs, scenario.CostPerIteration), nil
}

// all returns every run of cachegrind, looks and other seeds included.
func (sub *subject) all() []*cachegrind.Run {
	runs := slices.Clone(sub.looks)
	for _, other := range sub.others {
		runs = append(runs, other.all()...)
	}
	for _, r := range sub.runs {
		if r.run != nil {
			runs = append(runs, r.run)
		}
	}
	return runs
}

func (sub *subject) conclude(method regress.Method) (results.Scenario, error) {
	if sub.err != nil {
		return results.Scenario{}, sub.err
	}
	if sub.known != nil {
		return *sub.known, nil
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
	scenario, err := regress.Summarize(samples, method)
	scenario.Toolchain = sub.toolchain
	return scenario, err
}
