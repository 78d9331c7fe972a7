package scenarios

import (
	"context"
	"fmt"
	"math"
)

const (
	// signal is how much more the second look has to cost than the first, for
	// the difference to tell the cost of an iteration to a few per cent.
	signal = 1e6
	// worth is the cost of the smallest run that is fitted, start-up aside. What
	// even a sealed runtime does differently from run to run is some hundred
	// instructions, a few parts per million of this.
	worth = 30e6
	// mostIterations is where grindgate stops looking for a larger N.
	mostIterations = 1_000_000_000
)

// spread are the points of a line as multiples of the smallest, which is a whole
// number of twos: evenly spaced, over a factor of 2.5.
var spread = []float64{1, 1.5, 2, 2.5}

// chooseIterations takes a first look at a program of which nothing is known and
// returns the smallest N that are worth measuring, with an estimate of the cost
// of one iteration.
func chooseIterations(ctx context.Context, measure func(ctx context.Context, n int) (cost float64, err error)) ([]int, float64, error) {
	first, err := measure(ctx, 1)
	if err != nil {
		return nil, 0, fmt.Errorf("N = 1: %w", err)
	}
	for n := 9; ; n = 10*n + 9 {
		cost, err := measure(ctx, n)
		if err != nil {
			return nil, 0, fmt.Errorf("N = %d: %w", n, err)
		}
		if cost-first >= signal {
			slope := (cost - first) / float64(n-1)
			return iterationsFor(slope), slope, nil
		}
		if n > mostIterations/10 {
			return nil, 0, fmt.Errorf("N = 1 and N = %d cost the same: does the program do its work N times?", n)
		}
	}
}

// iterationsFor returns the smallest points, with equal numbers of digits, of
// which each costs worth at least.
func iterationsFor(slope float64) []int {
	for unit := 1; ; unit *= 10 {
		for _, lead := range []int{1, 2, 3} {
			start := lead * unit
			// One digit holds no other even start whose 2.5-fold is one digit too.
			if unit == 1 && lead != 2 {
				continue
			}
			if float64(start)*slope >= worth || unit > mostIterations/10 {
				points := make([]int, len(spread))
				for i, factor := range spread {
					points[i] = int(math.Round(float64(start) * factor))
				}
				return points
			}
		}
	}
}
