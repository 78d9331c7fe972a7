package scenarios

import (
	"cmp"
	"errors"
	"slices"

	"github.com/grindgate/grindgate/regress"
)

// plannedRun is one run to come: its place in a scenario.
type plannedRun struct {
	subject *subject
	place   int
}

// plan returns the next round of runs, the dearest first, so that no core is idle
// for long at the end.
func (s *session) plan() []plannedRun {
	var runs []plannedRun
	for _, first := range s.subjects {
		for _, sub := range append([]*subject{first}, first.others...) {
			for _, place := range s.next(sub) {
				runs = append(runs, plannedRun{sub, place})
			}
		}
	}
	expected := func(r plannedRun) float64 {
		return r.subject.estimate * float64(r.subject.runs[r.place].n)
	}
	slices.SortStableFunc(runs, func(a, b plannedRun) int { return -cmp.Compare(expected(a), expected(b)) })
	return runs
}

// next adds to a scenario the runs that it needs next, and returns their places:
// every N once, then those again that started a thread too many, and then all of
// them as long as the scenario is restless, since noise only adds. Where every N counted
// the same when it was repeated there is none of it to get rid of: the costs lie off
// the line the same way every time.
func (s *session) next(sub *subject) []int {
	if sub.err != nil || sub.known != nil {
		return nil
	}
	if sub.rounds == 0 {
		return sub.another()
	}
	crowded := slices.DeleteFunc(sub.crowded(), func(n int) bool { return sub.repeats(n) >= mostRepeats })
	switch {
	case len(crowded) > 0:
		return sub.add(crowded)
	case sub.rounds < mostRounds && s.restless(sub) && (sub.rounds == 1 || sub.wavers(s.method(sub))):
		return sub.another()
	}
	return nil
}

// restless reports whether a scenario repeats itself too badly for its threshold
// so far.
func (s *session) restless(sub *subject) bool {
	method := s.method(sub)
	scenario, err := sub.conclude(method)
	if err != nil {
		return errors.Is(err, regress.ErrFlat)
	}
	return scenario.NoisePPM/1e6 > method.Threshold/regress.Margin
}
