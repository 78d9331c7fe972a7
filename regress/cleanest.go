package regress

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

type costed struct {
	Sample
	cost float64
}

// again is a sample that repeats a cleanest one, by its place among those: the
// next best with as few threads.
type again struct {
	place int
	best  costed
	next  costed
}

// apart returns how far the costs of repeats lie apart.
func apart(repeats []again) []float64 {
	var costs []float64
	for _, r := range repeats {
		costs = append(costs, r.next.cost-r.best.cost)
	}
	return costs
}

// cleanest returns the sample of fewest threads and least cost for each N, by
// ascending N, and what repeats some of them.
func (m Method) cleanest(samples []Sample) (best []costed, repeats []again, err error) {
	byN := make(map[int][]costed)
	for _, s := range samples {
		if !slices.Equal(s.Events, samples[0].Events) {
			return nil, nil, fmt.Errorf("at N = %d %v were counted and at N = %d %v", samples[0].N, samples[0].Events, s.N, s.Events)
		}
		cost, err := m.Cost(s.Totals)
		if err != nil {
			return nil, nil, fmt.Errorf("at N = %d: %w", s.N, err)
		}
		byN[s.N] = append(byN[s.N], costed{s, cost})
	}
	for i, n := range slices.Sorted(maps.Keys(byN)) {
		of := byN[n]
		slices.SortStableFunc(of, func(a, b costed) int {
			return cmp.Or(cmp.Compare(a.ThreadStarts, b.ThreadStarts), cmp.Compare(a.cost, b.cost))
		})
		best = append(best, of[0])
		if len(of) > 1 && of[1].ThreadStarts == of[0].ThreadStarts {
			repeats = append(repeats, again{place: i, best: of[0], next: of[1]})
		}
	}
	return best, repeats, nil
}
