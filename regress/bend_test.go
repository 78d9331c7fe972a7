package regress

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGrowth fits powers of N, with a start-up and the rounding of whole counts.
func TestGrowth(t *testing.T) {
	six, four := []float64{1000, 1300, 1600, 1900, 2200, 2500}, []float64{1000, 1500, 2000, 2500}
	for _, c := range []struct {
		name string
		n    []float64
		cost func(n float64) float64
		want float64
	}{
		{"a line", six, func(n float64) float64 { return 1000 * n }, 0},
		{"N log N", six, func(n float64) float64 { return 1000 * n * math.Log2(n) }, 1.1},
		{"N^1.5", six, func(n float64) float64 { return 100 * math.Pow(n, 1.5) }, 1.5},
		{"N^1.9", six, func(n float64) float64 { return math.Pow(n, 1.9) }, 1.9},
		{"N^2", six, func(n float64) float64 { return n * n }, 2},
		{"N^3", six, func(n float64) float64 { return n * n * n }, 3},
		{"a line and a square", six, func(n float64) float64 { return 1000*n + n*n }, 1.8},
		{"slower than a line", six, func(n float64) float64 { return 1e6 * math.Sqrt(n) }, 0},
		{"N^1.9 at four", four, func(n float64) float64 { return math.Pow(n, 1.9) }, 1.9},
		{"N^2 at four", four, func(n float64) float64 { return n * n }, 2},
		{"a line at four", four, func(n float64) float64 { return 1000 * n }, 0},
		{"N^2 at three", six[:3], func(n float64) float64 { return n * n }, 0},

		// A step is none of these, wherever it is.
		{"a step after 1", six, step(1000), 0},
		{"a step after 2", six, step(1300), 0},
		{"a step after 3", six, step(1600), 0},
		{"a step after 4", six, step(1900), 0},
		{"a step after 5", six, step(2200), 0},
		{"a step at four", four, step(2000), 0},
	} {
		cost := make([]float64, len(c.n))
		for i, n := range c.n {
			cost[i] = math.Round(1e6 + c.cost(n))
		}
		got, err := Fit(c.n, cost)
		if err != nil || got.Growth != c.want {
			t.Errorf("%s: %v, want %v (%v)", c.name, got.Growth, c.want, err)
		}
		if c.want > 1.1 && c.want <= 2 && got.Noise() > 0.01 {
			t.Errorf("%s: a noise of %v, as if the bend were noise", c.name, got.Noise())
		}
	}
}

// step costs 1000 an iteration, and 100,000 more above n.
func step(n float64) func(float64) float64 {
	return func(x float64) float64 {
		cost := 1000 * x
		if x > n {
			cost += 100_000
		}
		return cost
	}
}

// TestNoiseIsNoBend fits lines whose points stray at random.
func TestNoiseIsNoBend(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		n := []float64{1000, 1300, 1600, 1900, 2200, 2500}
		cost := make([]float64, len(n))
		for i := range n {
			cost[i] = 1000*n[i] + 3000*r.Float64()
		}
		got, err := Fit(n, cost)
		if err != nil || got.Growth != 0 {
			t.Fatalf("%v grows like N^%v (%v)", cost, got.Growth, err)
		}
	}
}

// TestCoverage requires that the interval which noise is half the width of holds
// the true slope about as often as it says.
func TestCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const tries = 20_000
	within := 0
	for range tries {
		n := []float64{1000, 1300, 1600, 1900, 2200, 2500}
		cost := make([]float64, len(n))
		for i := range n {
			cost[i] = 1000*n[i] + 1000*r.NormFloat64()
		}
		got, err := Fit(n, cost)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Slope-1000) <= got.Noise()*got.Slope {
			within++
		}
	}
	if share := float64(within) / tries; share < 0.945 || share > 0.955 {
		t.Errorf("the slope is within its noise in %v of the cases", share)
	}
}
