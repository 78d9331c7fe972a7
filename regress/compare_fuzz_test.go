package regress

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/grindgate/grindgate/results"
)

// FuzzCompare checks what has to hold of any two costs, however they came about.
func FuzzCompare(f *testing.F) {
	f.Add(1000.0, 0.0, 1000.0, 0.0, 0.002)
	f.Add(1000.0, 0.0, 1002.0, 0.0, 0.002)
	f.Add(1000.0, 300.0, 1010.0, 400.0, 0.002)
	f.Add(1000.0, 9000.0, 990.0, 0.0, 0.002)
	f.Add(0.0, 0.0, 1.0, 0.0, 0.0)
	f.Add(-1.0, 0.0, -1.0, 0.0, 0.0)
	f.Add(math.NaN(), 0.0, 1.0, math.Inf(1), 0.1)
	f.Add(1e-300, 0.0, 1e300, 0.0, 0.1)
	f.Add(5e-324, 1.0, 5e-324, 1.0, 0.0)
	f.Add(1.0, 0.0, 2.0, 0.0, math.NaN())
	f.Fuzz(checkCompare)
}

// TestCompareProperties checks the same of costs, noise and thresholds as they
// come, which fuzzing seldom hits upon.
func TestCompareProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		base := math.Pow(10, 15*r.Float64())
		head := base * (1 + 0.01*r.NormFloat64())
		noise := 10_000 * r.Float64() * r.Float64()
		checkCompare(t, base, noise, head, noise*r.Float64(), 0.02*r.Float64())
	}
}

func checkCompare(t *testing.T, baseCost, baseNoise, headCost, headNoise, threshold float64) {
	base, head := one(baseCost, baseNoise), one(headCost, headNoise)
	v := Compare(base, head, Limits{Threshold: threshold})
	c := v.Comparisons[0]
	if !finite(c.Change) || !finite(c.Noise) {
		t.Fatalf("not finite: %+v", c)
	}
	if v.Outcome != c.State.outcome(Limits{}) {
		t.Fatalf("outcome %v of a single scenario that is %s", v.Outcome, c.State)
	}
	sound := threshold >= 0 && finite(threshold)
	for _, x := range []float64{baseCost, headCost} {
		sound = sound && x > 0 && finite(x)
	}
	for _, x := range []float64{baseNoise, headNoise} {
		sound = sound && finite(x)
	}
	if !sound {
		if v.Outcome == Pass {
			t.Fatalf("passes: %+v", c)
		}
		return
	}
	if c.State == Unchanged && headCost > baseCost && c.Change > threshold {
		t.Fatalf("dearer by more than the threshold and unchanged: %+v", c)
	}
	checkSame(t, base, threshold)
	checkSwapped(t, base, head, c)
	checkScaled(t, c)
}

// checkSame checks that a file compared with itself is unchanged, however noisy it
// is.
func checkSame(t *testing.T, f *results.File, threshold float64) {
	c := Compare(f, f, Limits{Threshold: threshold}).Comparisons[0]
	if c.Change != 0 || c.State != Unchanged {
		t.Fatalf("compared with itself: %+v", c)
	}
}

// checkSwapped checks what swapping base and head does. A change is a ratio of
// the base, so a change of c becomes one of -c/(1+c), and the noise as well is
// divided by 1+c. It follows that the verdict is the mirrored one under a
// threshold divided by 1+c, and that under the same threshold what improved
// never improves and what regressed never regresses.
func checkSwapped(t *testing.T, base, head *results.File, c Comparison) {
	ratio := c.Head.CostPerIteration / c.Base.CostPerIteration // 1+c
	mirrored := map[State]State{Regressed: Improved, Improved: Regressed, Unchanged: Unchanged, Unstable: Unstable}
	same := Compare(head, base, Limits{Threshold: c.Threshold}).Comparisons[0]
	if (c.State == Regressed || c.State == Improved) && same.State == c.State {
		t.Fatalf("both ways: %+v and %+v", c, same)
	}
	divided := c.Threshold / ratio
	swapped := Compare(head, base, Limits{Threshold: divided}).Comparisons[0]
	if !c.Compared() || !swapped.Compared() || divided < 1e-300 || nearEdge(c) || nearEdge(swapped) {
		return // out of the range of numbers, or a matter of the last digit
	}
	if swapped.State != mirrored[c.State] {
		t.Fatalf("swapped: %+v became %+v", c, swapped)
	}
}

// nearEdge reports whether rounding could decide the state.
func nearEdge(c Comparison) bool {
	for _, edge := range []float64{
		math.Abs(c.Change) - c.Noise - c.Threshold, math.Abs(c.Change) + c.Noise - c.Threshold,
		math.Abs(c.Change) - c.Threshold, c.Noise - c.Threshold/2,
	} {
		if math.Abs(edge) <= 1e-9*(math.Abs(c.Change)+c.Noise+c.Threshold)+1e-12 {
			return true
		}
	}
	return false
}

// checkScaled checks that another unit of cost changes nothing but the costs. A
// power of two keeps every digit.
func checkScaled(t *testing.T, c Comparison) {
	for _, factor := range []float64{1024, 1.0 / 1024} {
		b, h := c.Base.CostPerIteration*factor, c.Head.CostPerIteration*factor
		if !finite(b) || !finite(h) || b/factor != c.Base.CostPerIteration || h/factor != c.Head.CostPerIteration || min(b, h) < 1e-300 || min(b, h)/factor < 1e-300 {
			continue
		}
		got := Compare(one(b, c.Base.NoisePPM), one(h, c.Head.NoisePPM), Limits{Threshold: c.Threshold}).Comparisons[0]
		if got.State != c.State || got.Change != c.Change || got.Noise != c.Noise {
			t.Fatalf("times %v: %+v became %+v", factor, c, got)
		}
	}
}
