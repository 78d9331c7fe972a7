package regress

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A line through integers has to come out to the last bit, or what is counted
// exactly would be reported with noise.
func TestFitExact(t *testing.T) {
	for _, c := range []struct {
		n                []float64
		slope, intercept float64
	}{
		{[]float64{1000, 1500, 2000, 2500}, 31241, 253813},
		{[]float64{1000, 1500, 2000, 2500}, 1, 0},
		{[]float64{1, 2, 3}, 3, -1},
		{[]float64{4, 6, 8, 10}, 1_000_000_007, 12},
		{[]float64{100000, 150000, 200000, 250000}, 7, 1e12},
		{[]float64{2000, 2000, 4000, 6000, 8000}, 97, 11}, // one N twice
		{[]float64{3, 1, 2}, -5, 100},
		{[]float64{1, 2, 3}, 0, 5},
	} {
		cost := make([]float64, len(c.n))
		for i, n := range c.n {
			cost[i] = c.intercept + c.slope*n
		}
		got, err := Fit(c.n, cost)
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		want := Line{Slope: c.slope, Intercept: c.intercept, StdErr: 0, Freedom: len(c.n) - 2}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: %s", c, diff)
		}
	}
}

// The data set Norris of the Statistical Reference Datasets of NIST, with its
// certified values: https://www.itl.nist.gov/div898/strd/lls/data/Norris.shtml
func TestFitNorris(t *testing.T) {
	y := []float64{
		0.1, 338.8, 118.1, 888.0, 9.2, 228.1, 668.5, 998.5, 449.1, 778.9, 559.2, 0.3,
		0.1, 778.1, 668.8, 339.3, 448.9, 10.8, 557.7, 228.3, 998.0, 888.8, 119.6, 0.3,
		0.6, 557.6, 339.3, 888.0, 998.5, 778.9, 10.2, 117.6, 228.9, 668.4, 449.2, 0.2,
	}
	x := []float64{
		0.2, 337.4, 118.2, 884.6, 10.1, 226.5, 666.3, 996.3, 448.6, 777.0, 558.2, 0.4,
		0.6, 775.5, 666.9, 338.0, 447.5, 11.6, 556.0, 228.1, 995.8, 887.6, 120.2, 0.3,
		0.3, 556.8, 339.1, 887.2, 999.0, 779.0, 11.1, 118.3, 229.2, 669.1, 448.9, 0.5,
	}
	got, err := Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	want := Line{Slope: 1.00211681802045, Intercept: -0.262323073774029, StdErr: 0.429796848199937e-3, InterceptErr: 0.232818234301152, Freedom: 34}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-11, 0)); diff != "" {
		t.Error(diff)
	}
	// The 97.5% quantile of Student's t with 34 degrees of freedom is 2.0322.
	if diff := cmp.Diff("0.00087161", fmt.Sprintf("%.8f", got.Noise())); diff != "" {
		t.Error(diff)
	}
}

// The residuals 1, -1, -1, 1 are orthogonal to a line over evenly spaced N, so
// that the standard error is sqrt(4/2 / 1250000), whatever the line. The mean of N is
// 1750.
func TestFitLargeNumbers(t *testing.T) {
	n := []float64{1000, 1500, 2000, 2500}
	for _, startup := range []float64{0, 1e6, 1e9, 1e12, 1e14} {
		cost := make([]float64, len(n))
		for i, residual := range []float64{1, -1, -1, 1} {
			cost[i] = startup + 31241*n[i] + residual
		}
		got, err := Fit(n, cost)
		if err != nil {
			t.Fatal(err)
		}
		want := Line{Slope: 31241, Intercept: startup, StdErr: math.Sqrt(2 / 1.25e6), InterceptErr: math.Sqrt(2 * (0.25 + 1750*1750/1.25e6)), Freedom: 2}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Errorf("start-up %v: %s", startup, diff)
		}
	}
}

func TestFitErrors(t *testing.T) {
	for _, c := range []struct {
		n, cost []float64
		want    string
	}{
		{nil, nil, "fit: 0 different values of N; a line needs at least 3"},
		{[]float64{1, 2, 3}, []float64{1, 2}, "fit: 3 values of N and 2 costs"},
		{[]float64{1, 2}, []float64{1, 2, 3}, "fit: 2 values of N and 3 costs"},
		{[]float64{1, 2}, []float64{1, 2}, "fit: 2 different values of N; a line needs at least 3"},
		{[]float64{7, 7, 7, 7}, []float64{1, 2, 3, 4}, "fit: 1 different values of N; a line needs at least 3"},
		{[]float64{7, 7, 8, 8}, []float64{1, 2, 3, 4}, "fit: 2 different values of N; a line needs at least 3"},
		{[]float64{1, 2, 3}, []float64{1, math.NaN(), 3}, "fit: point 1 (2, NaN) is not finite"},
		{[]float64{1, 2, 3}, []float64{1, 2, math.Inf(1)}, "fit: point 2 (3, +Inf) is not finite"},
		{[]float64{math.Inf(-1), 2, 3}, []float64{1, 2, 3}, "fit: point 0 (-Inf, 1) is not finite"},
		{[]float64{math.NaN(), 2, 3}, []float64{1, 2, 3}, "fit: point 0 (NaN, 1) is not finite"},
		{[]float64{1, 2, 3}, []float64{math.MaxFloat64, 0, math.MaxFloat64}, "fit: the numbers are too large"},
		{[]float64{1e200, 2e200, 3e200}, []float64{1, 2, 3}, "fit: the numbers are too large"},
	} {
		line, err := Fit(c.n, c.cost)
		if diff := cmp.Diff(c.want, fmt.Sprint(err)); diff != "" {
			t.Errorf("%v, %v: %s", c.n, c.cost, diff)
		}
		if line != (Line{}) {
			t.Errorf("%v, %v: a line with the error: %v", c.n, c.cost, line)
		}
	}
}

// Percentage points of Student's t for a two-sided interval of 95%, as tables
// print them (such as Pearson and Hartley, Biometrika Tables for Statisticians,
// table 12).
func TestNoise(t *testing.T) {
	for i, want := range []string{
		"12.706", "4.303", "3.182", "2.776", "2.571", "2.447", "2.365", "2.306", "2.262", "2.228",
	} {
		line := Line{Slope: 4, StdErr: 4, Freedom: i + 1}
		if diff := cmp.Diff(want, fmt.Sprintf("%.3f", line.Noise())); diff != "" {
			t.Errorf("%d degrees of freedom: %s", i+1, diff)
		}
	}
	for _, c := range []struct {
		line Line
		want float64
	}{
		{Line{Slope: 5, StdErr: 0, Freedom: 1}, 0},
		{Line{Slope: 0, StdErr: 0, Freedom: 2}, math.Inf(1)},
		{Line{Slope: -5, StdErr: 1, Freedom: 2}, math.Inf(1)},
	} {
		if got := c.line.Noise(); got != c.want {
			t.Errorf("%v: got %v, want %v", c.line, got, c.want)
		}
	}
}
