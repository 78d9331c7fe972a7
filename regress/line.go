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
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/grindgate/grindgate/results"
)

// Line is the least-squares line through the costs of a scenario at several N:
// cost = Intercept + Slope*N.
type Line struct {
	Slope        float64 // cost of one iteration
	Intercept    float64 // cost of starting up
	StdErr       float64 // standard error of Slope, in the same unit
	InterceptErr float64 // standard error of Intercept
	Freedom      int     // degrees of freedom of the standard errors
	Growth       float64 // p where the costs, by ascending n, clearly grow like N^p, faster than a line; else 0
}

// confidence is the level of the interval that noise is half the width of.
const confidence = 0.95

// Fit fits a line through len(n) points by ordinary least squares. It is an error
// if the slices differ in length, if there are fewer than results.MinPoints
// points or fewer than that many different n, or if a number is not finite.
//
// StdErr is sqrt(s2 / Sxx) and InterceptErr sqrt(s2 * (1/k + mean(n)^2/Sxx)) for k
// points, where s2 is the sum of the squared residuals over the degrees of freedom
// and Sxx the sum of the squared distances of n from its mean (Draper and Smith,
// Applied Regression Analysis, section 1.4). The residuals are those of the line,
// with k-2 degrees of freedom, unless the points clearly bend: then a parabola is
// what they stray from, with k-3. See [bend].
func Fit(n, cost []float64) (Line, error) { return fit(n, cost, nil) }

// fit is Fit, where points were measured again as well. Each of repeats is how far
// the two best measurements of one point lie apart; half its square is an estimate
// of the variance, with one degree of freedom, and they are pooled with the
// residuals if that makes the noise larger.
func fit(n, cost, repeats []float64) (Line, error) {
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
	l := Line{Slope: slope, Intercept: meanCost - slope*meanN}
	ssr, freedom := floats.Dot(residuals, residuals), len(n)-2
	if rest, bent := bend(x, residuals); bent {
		if p := growth(n, cost); len(n) > 4 || p >= leastGrowth {
			ssr, freedom, l.Growth = rest, freedom-1, p
		}
	}
	pooled := ssr
	for _, apart := range repeats {
		pooled += apart * apart / 2
	}
	sigma, freedom := wider(ssr, freedom, pooled, freedom+len(repeats))
	sxx := floats.Dot(x, x)
	l.Freedom = freedom
	l.StdErr = sigma / math.Sqrt(sxx)
	l.InterceptErr = sigma * math.Sqrt(1/float64(len(n))+meanN*meanN/sxx)
	if !finite(l.Slope) || !finite(l.Intercept) || !finite(l.StdErr) || !finite(l.InterceptErr) || !finite(sxx) {
		return Line{}, errors.New("fit: the numbers are too large")
	}
	return l, nil
}

// wider returns the standard deviation and the degrees of freedom of that of two
// sums of squares which makes the wider confidence interval.
func wider(ssr1 float64, freedom1 int, ssr2 float64, freedom2 int) (sigma float64, freedom int) {
	sigma1, sigma2 := math.Sqrt(ssr1/float64(freedom1)), math.Sqrt(ssr2/float64(freedom2))
	if quantile(freedom2)*sigma2 > quantile(freedom1)*sigma1 {
		return sigma2, freedom2
	}
	return sigma1, freedom1
}

// quantile is that of Student's t which half of the confidence interval is wide,
// in standard errors.
var quantile = remember(func(freedom int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile((1 + confidence) / 2)
})

// remember returns f such that it works out each of its values once: quantiles take
// longer than all the rest of a fit, every function of a program has a line, and they
// have few degrees of freedom.
func remember(f func(freedom int) float64) func(freedom int) float64 {
	var known sync.Map
	return func(freedom int) float64 {
		if v, ok := known.Load(freedom); ok {
			return v.(float64)
		}
		v := f(freedom)
		known.Store(freedom, v)
		return v
	}
}

// Noise is half the width of the 95% confidence interval of the slope, as a
// ratio of the slope: Student's t for the degrees of freedom, times StdErr. It
// is +Inf where the slope is not positive.
func (l Line) Noise() float64 {
	if l.Slope <= 0 {
		return math.Inf(1)
	}
	return quantile(l.Freedom) * l.StdErr / l.Slope
}

// startupNoise is the same of the intercept, in parts per million. It is 0 where
// there is no start-up for it to be a part of.
func (l Line) startupNoise() float64 {
	if l.Intercept < 1 {
		return 0
	}
	return inPPM(quantile(l.Freedom) * l.InterceptErr / l.Intercept)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
