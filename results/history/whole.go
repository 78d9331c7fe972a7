package history

// Whole is what a series comes to, over the points that can be compared with the
// last one. Costs are those of one iteration.
type Whole struct {
	First, Last int     // indices of the first and the last of these points
	Min, Max    float64 // of the costs
	Change      float64 // from First to Last, as a ratio of the cost at First
	Left        int     // how many points have a cost that cannot be compared with the last one
}

// whole sums up a series, which has a point with a cost.
//
// Note: a chain of the comparable steps would go further back, but its sum would be
// a number that nobody measured: a toolchain comes along with changes of the code.
func (s *Series) whole(versions []Version) Whole {
	last := s.last()
	now := s.Points[last].Scenario
	w := Whole{First: last, Last: last, Min: now.CostPerIteration, Max: now.CostPerIteration}
	for i := last - 1; i >= 0; i-- {
		then := s.Points[i].Scenario
		if then == nil {
			continue
		}
		change, reason := compare(versions[i].File, versions[last].File, *then, *now)
		if reason != "" {
			w.Left++
			continue
		}
		w.First, w.Change = i, change
		w.Min, w.Max = min(w.Min, then.CostPerIteration), max(w.Max, then.CostPerIteration)
	}
	return w
}
