package results

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// RecipeDifference says why no cost of base can be compared with one of head, or
// nothing where they can: they are in another unit, or the programs were given
// other random numbers.
func RecipeDifference(base, head *File) string {
	switch {
	case base.Environment.Arch != head.Environment.Arch:
		return fmt.Sprintf("measured on %s, the base on %s", head.Environment.Arch, base.Environment.Arch)
	case base.Model != head.Model:
		return fmt.Sprintf("model is l1=%g ll=%g ram=%g, the base's l1=%g ll=%g ram=%g",
			head.Model.L1, head.Model.LL, head.Model.RAM, base.Model.L1, base.Model.LL, base.Model.RAM)
	case base.Cache != head.Cache:
		return fmt.Sprintf("simulated cache is I1=%s D1=%s LL=%s, the base's I1=%s D1=%s LL=%s",
			head.Cache.I1, head.Cache.D1, head.Cache.LL, base.Cache.I1, base.Cache.D1, base.Cache.LL)
	case base.Environment.Seed != head.Environment.Seed:
		return fmt.Sprintf("seed is %d, the base's %d", head.Environment.Seed, base.Environment.Seed)
	}
	return ""
}

// Difference says why the costs of one scenario cannot be compared, or nothing
// where they can.
func Difference(base, head Scenario) string {
	return cmp.Or(ToolchainDifference(base, head), RulerDifference(base, head))
}

// ToolchainDifference is the part of Difference that is about what made the program.
func ToolchainDifference(base, head Scenario) string {
	if base.Toolchain == head.Toolchain {
		return ""
	}
	return fmt.Sprintf("toolchain is %s, the base's %s", orUnknown(head.Toolchain), orUnknown(base.Toolchain))
}

// RulerDifference is the part of Difference that is about how it was measured.
func RulerDifference(base, head Scenario) string {
	switch {
	case base.Metric != head.Metric:
		return fmt.Sprintf("metric is %s, the base's %s", cmp.Or(head.Metric, "cost"), cmp.Or(base.Metric, "cost"))
	case !slices.Equal(base.Iterations, head.Iterations):
		return fmt.Sprintf("iterations are %v, the base's %v", head.Iterations, base.Iterations)
	}
	return ""
}

// Notes says what differs between two environments and does not make their costs
// incomparable. Another version of valgrind moves start-up, and the cost of an
// iteration hardly at all; a seal that did not hold shows in the noise.
func (e Environment) Notes(base Environment) []string {
	var notes []string
	for _, v := range []struct{ what, base, head string }{
		{"valgrind", base.Valgrind, e.Valgrind},
		{"libc", base.Libc, e.Libc},
		{"sealed", base.seals(), e.seals()},
	} {
		if v.base != v.head {
			notes = append(notes, fmt.Sprintf("%s: %s, the base's: %s", v.what, orUnknown(v.head), orUnknown(v.base)))
		}
	}
	return notes
}

func (e Environment) seals() string {
	if len(e.Sealed) == 0 {
		return "nothing"
	}
	return strings.Join(e.Sealed, ", ")
}

// ChangeNoise is the noise of the change from base to head, as a ratio of base's
// cost: half the width of the 95% confidence interval of the difference of the two
// slopes. Noises of independent measurements add up in squares. Two that agree in
// every digit are not independent: a program that strays from the line does so in
// the same way each time, and then there is no noise in the change.
func ChangeNoise(base, head Scenario) float64 {
	if same(base, head) {
		return 0
	}
	return math.Hypot(base.NoisePPM, head.NoisePPM*(head.CostPerIteration/base.CostPerIteration)) / 1e6
}

func same(base, head Scenario) bool {
	return base.CostPerIteration == head.CostPerIteration && base.StartupCost == head.StartupCost &&
		base.NoisePPM == head.NoisePPM && base.StartupNoisePPM == head.StartupNoisePPM &&
		maps.Equal(base.EventsPerIteration, head.EventsPerIteration) && maps.Equal(base.Functions, head.Functions)
}

// StartupNoise is the same of the change of the start-up cost.
func StartupNoise(base, head Scenario) float64 {
	if same(base, head) {
		return 0
	}
	return math.Hypot(base.StartupNoisePPM, head.StartupNoisePPM*(head.StartupCost/base.StartupCost)) / 1e6
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
