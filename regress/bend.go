package regress

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// clearly is how seldom points that stray from a line at random are taken for
// points of a curve. It takes a parabola that explains almost all they stray by,
// which the steps that collections, rehashes and doublings make do not have.
const clearly = 0.001

// likely is the same of four points, which are too few for anything to be clear. They
// have to grow by a power of N that is seen, leastGrowth, as well.
const (
	likely      = 0.05
	leastGrowth = 1.2
)

// bend tells whether points bend, and what is left of the squares of their
// residuals of a line when the best parabola takes its place: x are the distances
// of N from its mean. It is the F test of the squared term (Draper and Smith,
// Applied Regression Analysis, section 6.1).
//
// A bend is no noise. The slope of the line is the same sum of the same points for
// base and head, so that what bends in both of them moves neither.
func bend(x, residuals []float64) (rest float64, bent bool) {
	freedom := len(x) - 3
	if freedom < 1 {
		return 0, false
	}
	// The part of x^2 that is neither level nor line.
	square := make([]float64, len(x))
	for i := range x {
		square[i] = x[i] * x[i]
	}
	intercept, slope := stat.LinearRegression(x, square, nil, false)
	for i := range x {
		square[i] -= intercept + slope*x[i]
	}
	ssr := floats.Dot(residuals, residuals)
	along := floats.Dot(square, residuals)
	explained := along * along / floats.Dot(square, square)
	rest = math.Max(ssr-explained, 0)
	if !finite(explained) || explained == 0 {
		return 0, false
	}
	return rest, explained > critical(freedom)*rest/float64(freedom)
}

// critical is the F beyond which points clearly bend.
var critical = remember(func(freedom int) float64 {
	chance := clearly
	if freedom == 1 {
		chance = likely
	}
	return distuv.F{D1: 1, D2: float64(freedom)}.Quantile(1 - chance)
})

// growth returns the p, to one decimal, of the power N^p whose steps from the
// first third of the points to the second and on to the last are in the proportion
// that the steps of cost are in; a start-up cost plays no part in that. It is 0
// unless p is more than 1, as for what starts dearer than it goes on, or if n does
// not ascend.
func growth(n, cost []float64) float64 {
	if !slices.IsSorted(n) {
		return 0
	}
	steps := func(value func(i int) float64) float64 {
		first, middle, last := thirds(len(n), value)
		return (last - middle) / (middle - first)
	}
	want := steps(func(i int) float64 { return cost[i] })
	if !(want > 0) {
		return 0
	}
	low, high := 1.0, 16.0
	for range 16 {
		p := (low + high) / 2
		// In units of the last N, whose powers are no larger than 1.
		if steps(func(i int) float64 { return math.Pow(n[i]/n[len(n)-1], p) }) < want {
			low = p
		} else {
			high = p
		}
	}
	if p := math.Round(10*low) / 10; p > 1 {
		return p
	}
	return 0
}

// thirds returns the means of the first third of k values, of the last third and
// of what is between them.
func thirds(k int, value func(i int) float64) (first, middle, last float64) {
	third := k / 3
	for i := range k {
		switch {
		case i < third:
			first += value(i) / float64(third)
		case i >= k-third:
			last += value(i) / float64(third)
		default:
			middle += value(i) / float64(k-2*third)
		}
	}
	return first, middle, last
}
