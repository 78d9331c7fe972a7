package regress

import "testing"

// Powers of two, so that the sums are exact.
func TestDecide(t *testing.T) {
	const (
		threshold = 1.0 / 256
		ulp       = threshold / (1 << 20)
	)
	for _, c := range []struct {
		name          string
		change, noise float64
		want          State
	}{
		{"nothing", 0, 0, Unchanged},
		{"dearer by exactly the threshold", threshold, 0, Unchanged},
		{"dearer by a little more", threshold + ulp, 0, Regressed},
		{"cheaper by exactly the threshold", -threshold, 0, Unchanged},
		{"cheaper by a little more", -threshold - ulp, 0, Improved},

		{"the interval ends at the threshold", threshold / 4, threshold * 3 / 4, Unchanged},
		{"the interval goes beyond it", threshold / 4, threshold*3/4 + ulp, Unstable},
		{"the interval begins at the threshold", 2 * threshold, threshold, Unstable},
		{"the interval begins beyond it", 2*threshold + ulp, threshold, Regressed},
		{"cheaper, the interval begins at the threshold", -2 * threshold, threshold, Unstable},
		{"cheaper, the interval begins beyond it", -2*threshold - ulp, threshold, Improved},
		{"much dearer, very noisy", 100 * threshold, 50 * threshold, Regressed},
		{"noise of more than the threshold", 0, threshold + ulp, Unstable},
		{"noise of the threshold, no change", 0, threshold, Unchanged},

		{"half the threshold of noise, at the threshold", threshold, threshold / 2, Unchanged},
		{"half the threshold of noise, a little more", threshold + ulp, threshold / 2, Regressed},
		{"half the threshold of noise, a little less", -threshold - ulp, threshold / 2, Improved},
		{"a little more noise, at the threshold", threshold, threshold/2 + ulp, Unstable},
		{"a little more noise, cheaper", -threshold, threshold/2 + ulp, Unstable},
	} {
		if got := decide(c.change, c.noise, threshold); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// A threshold is written in decimals, as is a cost: the change that a reader
// computes from them to be exactly the threshold has to pass.
func TestCompareAtThreshold(t *testing.T) {
	for _, c := range []struct{ base, head, threshold float64 }{
		{1000, 1002, 0.002},
		{1000, 1001, 0.001},
		{5000, 5005, 0.001},
		{31250, 31500, 0.008},
		{1000, 1003, 0.003},
		{1000, 998, 0.002},
		{100, 101, 0.01},
		{1000, 1100, 0.1},
	} {
		if got := Compare(one(c.base, 0), one(c.head, 0), Limits{Threshold: c.threshold}).Comparisons[0].State; got != Unchanged {
			t.Errorf("%v: %s", c, got)
		}
	}
}
