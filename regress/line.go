// Package regress says what measurements mean: the line through them, the noise
// of its slope, the functions its cost is made of, and the verdict on two
// results.
//
// It reads no files and starts nothing; package scenarios measures and package
// report shows.
package regress

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/grindgate/grindgate/results"
)

// Line is the least-squares line through the costs of a scenario at several N:
// cost = Intercept + Slope*N.
type Line struct {
	Slope     float64 // cost of one iteration
	Intercept float64 // cost of starting up
	StdErr    float64 // standard error of Slope, in the same unit
	Freedom   int     // degrees of freedom of the residuals: points less two
}

// confidence is the level of the interval that noise is half the width of.
const confidence = 0.95

// Fit fits a line through len(n) points by ordinary least squares. It is an error
// if the slices differ in length, if there are fewer than results.MinPoints
// points or fewer than that many different n, or if a number is not finite.
//
// StdErr is sqrt(SSR/(k-2) / Sxx) for k points, where SSR is the sum of the
// squared residuals and Sxx that of the squared distances of n from its mean
// (Draper and Smith, Applied Regression Analysis, section 1.4).
func Fit(n, cost []float64) (Line, error) {
	if len(n) != len(cost) {
		return Line{}, fmt.Errorf("fit: %d values of N and %d costs", len(n), len(cost))
	}
	distinct := make(map[float64]bool, len(n))
	for i := range n {
		if !finite(n[i]) || !finite(cost[i]) {
			return Line{}, fmt.Errorf("fit: point %d (%v, %v) is not finite", i, n[i], cost[i])
		}
		distinct[n[i]] = true
	}
	if len(distinct) < results.MinPoints {
		return Line{}, fmt.Errorf("fit: %d different values of N; a line needs at least %d", len(distinct), results.MinPoints)
	}
	// From the means, because start-up can cost a million times an iteration.
	meanN, meanCost := stat.Mean(n, nil), stat.Mean(cost, nil)
	x, residuals := make([]float64, len(n)), make([]float64, len(n))
	for i := range n {
		x[i], residuals[i] = n[i]-meanN, cost[i]-meanCost
	}
	// The second time through what is left takes away the rounding of the first,
	// so that the line through exact counts has no noise.
	var slope float64
	for range 2 {
		_, part := stat.LinearRegression(x, residuals, nil, false)
		slope += part
		for i := range n {
			residuals[i] = math.FMA(-slope, x[i], cost[i]-meanCost)
		}
	}
	ssr, sxx := floats.Dot(residuals, residuals), floats.Dot(x, x)
	l := Line{Slope: slope, Intercept: meanCost - slope*meanN, Freedom: len(n) - 2}
	l.StdErr = math.Sqrt(ssr / float64(l.Freedom) / sxx)
	if !finite(l.Slope) || !finite(l.Intercept) || !finite(l.StdErr) || !finite(sxx) {
		return Line{}, errors.New("fit: the numbers are too large")
	}
	return l, nil
}

// Noise is half the width of the 95% confidence interval of the slope, as a
// ratio of the slope: Student's t for the degrees of freedom, times StdErr. It
// is +Inf where the slope is not positive.
func (l Line) Noise() float64 {
	if l.Slope <= 0 {
		return math.Inf(1)
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(l.Freedom)}
	return t.Quantile((1+confidence)/2) * l.StdErr / l.Slope
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
