package history

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// pair is a scenario that went and one that came, which may be the same.
type pair struct {
	old, now string
	exact    bool    // every number is the same
	base     bool    // the last parts of the names are the same
	apart    float64 // the distance of the costs, in units of the metric
}

// renames returns the old names of the scenarios that head has under new ones, by
// the new names. What base alone has and what head alone has is the same
// scenario if the two are alike; if there is more than one way to pair them,
// the better one holds, and of two that are equally good neither.
func renames(base, head *results.File) map[string]string {
	from := make(map[string]string)
	for pairs := candidates(base, head); len(pairs) > 0; {
		byOld := best(pairs, func(p pair) string { return p.old })
		byNow := best(pairs, func(p pair) string { return p.now })
		taken := make(map[string]bool)
		for _, p := range pairs {
			if byOld[p.old] == p && byNow[p.now] == p {
				from[p.now] = p.old
				taken[p.old], taken[p.now] = true, true
			}
		}
		if len(taken) == 0 {
			break
		}
		pairs = slices.DeleteFunc(pairs, func(p pair) bool { return taken[p.old] || taken[p.now] })
	}
	return from
}

// best returns the best pair of each key, or an empty one where two are equally good.
func best(pairs []pair, key func(pair) string) map[string]pair {
	found := make(map[string]pair)
	tied := make(map[string]bool)
	for _, p := range pairs {
		k := key(p)
		q, ok := found[k]
		switch order := p.better(q); {
		case !ok || order < 0:
			found[k], tied[k] = p, false
		case order == 0:
			tied[k] = true
		}
	}
	for k := range tied {
		if tied[k] {
			found[k] = pair{}
		}
	}
	return found
}

// candidates returns the pairs that are alike.
func candidates(base, head *results.File) []pair {
	if base == nil || head == nil || results.RecipeDifference(base, head) != "" {
		return nil
	}
	var pairs []pair
	for _, old := range names(base) {
		if _, stays := head.Scenarios[old]; stays {
			continue
		}
		for _, now := range names(head) {
			if _, known := base.Scenarios[now]; known {
				continue
			}
			a, b := base.Scenarios[old], head.Scenarios[now]
			if !results.Alike(a, b) {
				continue
			}
			pairs = append(pairs, pair{
				old: old, now: now, exact: exact(a, b), base: path.Base(old) == path.Base(now),
				apart: math.Abs(a.CostPerIteration - b.CostPerIteration),
			})
		}
	}
	return pairs
}

func exact(a, b results.Scenario) bool {
	return a.CostPerIteration == b.CostPerIteration && a.StartupCost == b.StartupCost &&
		maps.Equal(a.EventsPerIteration, b.EventsPerIteration) && maps.Equal(a.Functions, b.Functions)
}

// better is negative if p is the better pair, positive if q is, and 0 if they are
// equally good.
func (p pair) better(q pair) int {
	return cmp.Or(compareBool(q.exact, p.exact), compareBool(q.base, p.base), cmp.Compare(p.apart, q.apart))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
