package regress

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// Margin is how many times smaller than its threshold the noise of a scenario is
// to be, so that two such noises leave room for a verdict.
const Margin = 4

// NoiseNotes points out, in a line each, the scenarios that are so noisy that a
// later run with the same noise could not be told from a regression.
func NoiseNotes(file *results.File, limits Limits) []string {
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(file.Scenarios)) {
		noise, threshold := file.Scenarios[name].NoisePPM/1e6, limits.limit(name).ThresholdAt(file.Scenarios[name].CostPerIteration)
		if decide(0, math.Sqrt2*noise, threshold) == Unstable {
			notes = append(notes, fmt.Sprintf(
				"%s is too noisy for its threshold: %.3g%% against %.3g%%, so a check will call it unstable; make the program repeat itself, or raise its threshold",
				name, 100*noise, 100*threshold))
		}
	}
	return notes
}
