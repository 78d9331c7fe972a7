package history

import (
	"math"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// State is what a version did to a scenario.
type State string

// The states of a point.
const (
	Absent       State = "absent"       // the baseline does not have the scenario
	Unreadable   State = "unreadable"   // the baseline cannot be read
	First        State = "first"        // it is the first baseline that can be read, and has the scenario
	Added        State = "added"        // it has the scenario, and those before had not
	Unchanged    State = "unchanged"    // the same cost to the last digit
	Changed      State = "changed"      // another cost
	Incomparable State = "incomparable" // another recipe, toolchain, metric or other iterations
	Removed      State = "removed"      // the baseline before had the scenario
)

// Point is a scenario in one version.
type Point struct {
	State    State
	Scenario *results.Scenario // nil unless the version has it
	Change   float64           // of the cost of one iteration since the point before, as a ratio; 0 unless Changed
	Reason   string            // why it is Incomparable
	From     string            // the name that it had before, if this version renamed it
}

// Series is the course of one scenario's cost.
type Series struct {
	Name   string  // the newest
	Points []Point // one for each version
	Whole  Whole
}

// Names returns the names that the scenario has had, the newest first.
func (s *Series) Names() []string {
	all := []string{s.Name}
	for _, p := range slices.Backward(s.Points) {
		if p.From != "" {
			all = append(all, p.From)
		}
	}
	return all
}

// Removed tells whether the newest baseline that can be read does not have the
// scenario.
func (s *Series) Removed() bool {
	for _, p := range slices.Backward(s.Points) {
		if p.State != Unreadable {
			return p.Scenario == nil
		}
	}
	return false
}

// add adds the point of the next version. The series is open if what that version
// has under the name belongs to it.
func (s *Series) add(versions []Version, open bool, from string) {
	i := len(s.Points)
	v := versions[i]
	p := Point{State: Absent}
	last := s.last()
	switch scenario, there := scenarioOf(v, s.Name); {
	case v.Err != nil:
		p.State = Unreadable
	case there && open:
		p.Scenario, p.From = &scenario, from
		switch {
		case last >= 0:
			p.compare(versions[last].File, v.File, *s.Points[last].Scenario)
		case !slices.ContainsFunc(s.Points, func(p Point) bool { return p.State != Unreadable }):
			p.State = First
		default:
			p.State = Added
		}
	case s.wasThere():
		p.State = Removed
	}
	s.Points = append(s.Points, p)
}

func scenarioOf(v Version, name string) (results.Scenario, bool) {
	if v.File == nil {
		return results.Scenario{}, false
	}
	s, ok := v.File.Scenarios[name]
	return s, ok
}

// compare sets the state of a point that follows on one with the scenario before.
func (p *Point) compare(base, head *results.File, before results.Scenario) {
	change, reason := compare(base, head, before, *p.Scenario)
	switch {
	case reason != "":
		p.State, p.Reason = Incomparable, reason
	case before.CostPerIteration == p.Scenario.CostPerIteration:
		p.State = Unchanged
	default:
		p.State, p.Change = Changed, change
	}
}

// compare returns the change of the cost of one iteration as a ratio, or why there is
// none.
func compare(base, head *results.File, before, after results.Scenario) (change float64, reason string) {
	if reason = results.RecipeDifference(base, head); reason == "" {
		reason = results.Difference(before, after)
	}
	if reason != "" {
		return 0, reason
	}
	change = (after.CostPerIteration - before.CostPerIteration) / before.CostPerIteration
	if math.IsNaN(change) || math.IsInf(change, 0) {
		return 0, "the costs are too far apart for a ratio"
	}
	return change, ""
}

// last returns the index of the newest point that has the scenario, or -1.
func (s *Series) last() int {
	for i, p := range slices.Backward(s.Points) {
		if p.Scenario != nil {
			return i
		}
	}
	return -1
}

// wasThere tells whether the newest version that could be read has the scenario.
func (s *Series) wasThere() bool { return len(s.Points) > 0 && !s.Removed() && s.last() >= 0 }
