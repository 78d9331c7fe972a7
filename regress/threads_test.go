package regress

import (
	"testing"

	"github.com/grindgate/grindgate/cachegrind"
)

// TestSummarizeThreads requires that a run with a thread too many does not stand
// for its N, even where it is the cheapest.
func TestSummarizeThreads(t *testing.T) {
	sample := func(n, repeat int, ir, threads uint64) Sample {
		return Sample{
			N: n, Repeat: repeat, Events: []cachegrind.Event{cachegrind.Ir},
			Totals: cachegrind.Counts{cachegrind.Ir: ir}, ThreadStarts: threads,
		}
	}
	got, err := Summarize([]Sample{
		sample(10, 0, 1100, 20), sample(20, 0, 1900, 25), sample(20, 1, 1200, 20), sample(20, 2, 1100, 25), sample(30, 0, 1300, 20),
	}, byCost)
	if err != nil {
		t.Fatal(err)
	}
	if got.CostPerIteration != 10 || got.NoisePPM != 0 {
		t.Errorf("cost %v, noise %v; want 10 and 0", got.CostPerIteration, got.NoisePPM)
	}
}
