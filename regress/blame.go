package regress

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// Contributor is a function's part in the change of a scenario's cost. Costs are
// those of one iteration.
type Contributor struct {
	Function   string // results.Other: all that have no name on one side or the other
	Base, Head float64
	Change     float64 // Head - Base
	Share      float64 // of the whole change; below 0 where it went the other way
}

// Blame tells which functions the change from base to head is made of, the largest
// change first. The changes add up to that of the cost, and the shares to 1. What
// has no name on one side is 0 there, and that side's part of it is among the
// others: it is new or gone, or was too small to be named. There is nothing to tell
// where the cost is the same.
func Blame(base, head results.Scenario) []Contributor {
	total := head.CostPerIteration - base.CostPerIteration
	if total == 0 || !finite(total) {
		return nil
	}
	names := make(map[string]bool)
	for _, functions := range []map[string]float64{base.Functions, head.Functions} {
		for name := range functions {
			names[name] = true
		}
	}
	delete(names, results.Other)
	var all []Contributor
	rest := Contributor{Function: results.Other, Base: base.CostPerIteration, Head: head.CostPerIteration}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c := Contributor{Function: name, Base: base.Functions[name], Head: head.Functions[name]}
		rest.Base, rest.Head = rest.Base-c.Base, rest.Head-c.Head
		all = append(all, c)
	}
	all = append(all, rest)
	for i := range all {
		all[i].Change = all[i].Head - all[i].Base
		all[i].Share = all[i].Change / total
	}
	all = slices.DeleteFunc(all, func(c Contributor) bool { return math.Abs(c.Share) < immaterial })
	slices.SortStableFunc(all, func(a, b Contributor) int {
		return cmp.Or(-cmp.Compare(math.Abs(a.Change), math.Abs(b.Change)), cmp.Compare(a.Function, b.Function))
	})
	return all
}

// immaterial is a share of a change that is the rounding of its numbers.
const immaterial = 1e-9
