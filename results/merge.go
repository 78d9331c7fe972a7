package results

import (
	"errors"
	"fmt"
	"math"
)

// What a number may move by and still count as unmoved, as ratios.
const (
	// exactRatio is for the cost of an exactly counted scenario: the last digit that
	// is shown of it. Noise smaller than that is rounding.
	exactRatio = 1e-6
	// startupRatio is for the start-up cost, which is a little different under every
	// version of valgrind and for every length of a path. The cost of an iteration
	// is not.
	startupRatio = 0.005
	// partRatio is for events and functions, in units of the whole cost. They can
	// trade places, with the layout of a build, where the cost stands still.
	partRatio = 0.001
)

// Merge returns the baseline that follows from base once head has been
// measured. Only what moved by more than its noise, is new or is gone differs
// from base, so that measuring twice changes nothing. A scenario of base that
// head lacks is kept where keep says so (it was not meant to be measured) and is
// gone otherwise. A nil base is an empty one.
//
// It is an error if head has failures, or if some of base would be kept that was
// made by another recipe than head.
func Merge(base, head *File, keep func(name string) bool) (*File, error) {
	switch n := len(head.Failures); {
	case n == 1:
		return nil, errors.New("1 scenario failed: the baseline stays as it is; mend it and update again")
	case n > 1:
		return nil, fmt.Errorf("%d scenarios failed: the baseline stays as it is; mend them and update again", n)
	}
	merged := head.Baseline()
	if base == nil {
		return merged, nil
	}
	same := RecipeDifference(base, head) == ""
	changed := !same
	for name, old := range base.Scenarios {
		now, measured := head.Scenarios[name]
		switch {
		case measured && same && settled(old, now):
			merged.Scenarios[name] = old
		case measured:
			changed = true
		case keep(name) && !same:
			return nil, errors.New("the baseline was made with another model, cache, architecture or seed: update all scenarios, without a pattern or a tag")
		case keep(name):
			merged.Scenarios[name] = old
		default:
			changed = true
		}
	}
	if !changed && len(merged.Scenarios) == len(base.Scenarios) {
		return base, nil
	}
	return merged, nil
}

// near reports whether no value differs by more than tolerance. A function whose
// cost is near Named comes into a file and goes from it with the noise, so one
// that only one of the files names counts as moved only from twice that on.
func near(a, b map[string]float64, tolerance, cost float64) bool {
	for _, pair := range [][2]map[string]float64{{a, b}, {b, a}} {
		for name, v := range pair[0] {
			if name == Other {
				continue
			}
			w, ok := pair[1][name]
			if ok && math.Abs(v-w) > tolerance || !ok && math.Abs(v) > 2*Named*cost {
				return false
			}
		}
	}
	return true
}
