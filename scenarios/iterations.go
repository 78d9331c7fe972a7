package scenarios

import (
	"context"
	"fmt"
	"math"

	"github.com/grindgate/grindgate/regress"
)

const (
	// signal is how much more the second look has to cost than the first, for
	// the difference to tell the cost of an iteration to a few per cent.
	signal = 1e6
	// jitter is by how many instructions even a sealed runtime differs from run to
	// run. It is to be a twentieth of what the threshold allows of the smallest run that
	// is fitted, start-up aside.
	jitter = 300
	// leastWorth is what that run costs at least: with less, its set-up would be most
	// of what is measured.
	leastWorth = 3e6
	// mostWorth is where a longer range is no longer tried. Its dearest run
	// takes a few seconds.
	mostWorth = 192e6
	// growth is how much longer the next range is.
	growth = 2
	// mostRounds is how often each N of a restless scenario is measured.
	mostRounds = 3
	// mostRepeats is how often an N is measured to find a run without a thread too
	// many.
	mostRepeats = 10
	// mostIterations is where grindgate stops looking for a larger N.
	mostIterations = 1_000_000_000
)

// look finds the cost of one iteration, roughly, of a program of which nothing is
// known.
func look(ctx context.Context, measure func(ctx context.Context, n int) (cost float64, err error)) (slope float64, err error) {
	first, err := measure(ctx, 1)
	if err != nil {
		return 0, fmt.Errorf("at N = 1: %w", err)
	}
	for n := 9; ; n = 10*n + 9 {
		cost, err := measure(ctx, n)
		if err != nil {
			return 0, fmt.Errorf("at N = %d: %w", n, err)
		}
		if cost-first >= signal {
			return (cost - first) / float64(n-1), nil
		}
		if n > mostIterations/10 {
			return 0, fmt.Errorf("%w (from N = 1 to %d it went from %.0f to %.0f)", regress.ErrFlat, n, first, cost)
		}
	}
}

// leastWorthFor returns what the smallest run of a scenario with that threshold is to
// cost, start-up aside.
func leastWorthFor(threshold float64) float64 {
	return min(max(leastWorth, 20*jitter/threshold), mostWorth)
}

// iterationsFor returns the smallest evenly spaced N over a factor of 2.5, all
// with the same number of digits, of which each is worth at least so much where
// one iteration costs slope.
func iterationsFor(slope, worth float64) []int {
	if 2*slope >= worth {
		return []int{2, 3, 4, 5} // there are no others of one digit
	}
	for unit := 10; ; unit *= 10 {
		// Up to 35: 2.5 times 40 has a digit more.
		for _, lead := range []int{10, 15, 20, 25, 30, 35} {
			if start := lead * unit / 10; float64(start)*slope >= worth || unit >= mostIterations/10 {
				points := make([]int, 6)
				for i := range points {
					points[i] = start + int(math.Round(0.3*float64(start*i)))
				}
				return points
			}
		}
	}
}
