// Fit has grindgate fit a line through several sets of points, N times. One
// iteration is all the sets, so that each costs the same.
package main

import (
	"fmt"
	"math"
	"os"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("fit", os.Args[1:], os.Stderr, fit))
}

// sets are points, and the line of least squares through them, worked out by hand.
var sets = []struct {
	name     string
	n, cost  []float64
	slope    float64
	constant float64
	stdErr   float64 // of the slope
}{
	{
		name: "on a line",
		n:    []float64{1000, 2000, 3000, 4000},
		cost: []float64{1.5e6 + 8e6, 1.5e6 + 16e6, 1.5e6 + 24e6, 1.5e6 + 32e6},
		// No residuals.
		slope: 8000, constant: 1.5e6, stdErr: 0,
	},
	{
		name: "off by +3 -3 -3 +3",
		n:    []float64{10, 20, 30, 40},
		cost: []float64{110 + 3, 210 - 3, 310 - 3, 410 + 3},
		// The residuals neither rise nor fall, so the line stays. SSR = 36,
		// Sxx = 500: sqrt(36/2/500).
		slope: 10, constant: 10, stdErr: math.Sqrt(0.036),
	},
	{
		name: "three, one high",
		n:    []float64{100, 200, 300},
		cost: []float64{1000, 2600, 3000},
		// Sxy = 200000, Sxx = 20000, the mean is (200, 2200). The residuals are
		// -200, 400, -200: sqrt(240000/1/20000).
		slope: 10, constant: 200, stdErr: math.Sqrt(12),
	},
	{
		name: "twelve, repeats",
		n:    []float64{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4},
		cost: []float64{6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14},
		// Residuals -1, 0, 1 at each of four places: SSR = 8, Sxx = 15: sqrt(8/10/15).
		slope: 2, constant: 5, stdErr: math.Sqrt(0.8 / 15),
	},
}

func fit(n int) error {
	for range n {
		for i := range sets {
			set := &sets[i]
			line, err := regress.Fit(set.n, set.cost)
			if err != nil {
				return fmt.Errorf("%s: %w", set.name, err)
			}
			if !near(line.Slope, set.slope) || !near(line.Intercept, set.constant) || !near(line.StdErr, set.stdErr) {
				return fmt.Errorf("%s: slope, intercept and standard error are %.3f, %.3f, %.3f, want %.3f, %.3f, %.3f",
					set.name, line.Slope, line.Intercept, line.StdErr, set.slope, set.constant, set.stdErr)
			}
		}
	}
	return nil
}

// near tells whether got is want to nine digits. Processors that multiply and add
// in one step round differently, so the last digits may differ.
func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))
}
