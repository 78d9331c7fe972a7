package results

import "math"

// Alike reports whether nothing that was counted of a scenario, its functions
// aside, moved by more than its noise: the cost of an iteration, each of its events,
// and the start-up cost. One program that was measured under two names is alike.
// Scenarios that cannot be compared are not; nor does Alike compare the recipes of
// their files.
func Alike(old, now Scenario) bool {
	if Difference(old, now) != "" {
		return false
	}
	return math.Abs(old.CostPerIteration-now.CostPerIteration) <= costTolerance(old, now) &&
		math.Abs(old.StartupCost-now.StartupCost) <= max(startupRatio, StartupNoise(old, now))*math.Abs(old.StartupCost) &&
		near(old.EventsPerIteration, now.EventsPerIteration, partTolerance(old, now), old.CostPerIteration)
}

// settled reports whether nothing of a scenario moved by more than its noise.
func settled(old, now Scenario) bool {
	return Alike(old, now) && near(old.Functions, now.Functions, partTolerance(old, now), old.CostPerIteration)
}

// costTolerance is what the cost of an iteration may move by, in units of the metric.
func costTolerance(old, now Scenario) float64 {
	return max(exactRatio, ChangeNoise(old, now)) * old.CostPerIteration
}

// partTolerance is what an event or a function may move by, in units of the metric.
func partTolerance(old, now Scenario) float64 {
	return max(costTolerance(old, now), partRatio*old.CostPerIteration)
}
