package regress

import (
	"fmt"
	"maps"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// SeedSpread returns how far the cost of a scenario depends on the seed of the
// random numbers that its program sees: the largest less the smallest of
// Scenario.CostsBySeed, as a ratio of the smallest. It is 0 where there was one
// seed.
func SeedSpread(s results.Scenario) float64 {
	if len(s.CostsBySeed) == 0 {
		return 0
	}
	least := slices.Min(s.CostsBySeed)
	return (slices.Max(s.CostsBySeed) - least) / least
}

// SeedNotes points out, in a line each, the scenarios whose cost depends on the
// seed by more than their threshold. Under one fixed seed such a scenario passes or
// fails as that seed happens to fall out for the commit.
func SeedNotes(file *results.File, limits Limits) []string {
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(file.Scenarios)) {
		s := file.Scenarios[name]
		threshold := limits.limit(name).ThresholdAt(s.CostPerIteration)
		if spread := SeedSpread(s); len(s.CostsBySeed) > 1 && spread > threshold {
			notes = append(notes, fmt.Sprintf(
				"%s depends on the seed by %.3g%%, more than its threshold of %.3g%%: from %.1f to %.1f under %d seeds; let it do its work on more, and more different, data in one iteration, or raise its threshold",
				name, 100*spread, 100*threshold, slices.Min(s.CostsBySeed), slices.Max(s.CostsBySeed), len(s.CostsBySeed)))
		}
	}
	return notes
}
