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
// for long at the end. That is every N of each scenario once, and then again as
// long as a scenario is restless: noise only adds, so of several runs the
// smallest is the cleanest.
func (s *session) plan() []plannedRun {
	var runs []plannedRun
	for _, first := range s.subjects {
		for _, sub := range append([]*subject{first}, first.others...) {
			if sub.err != nil || sub.rounds > 0 && (sub.rounds >= mostRounds || !s.restless(sub)) {
				continue
			}
			for _, place := range sub.another() {
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

// restless reports whether a scenario repeats itself too badly for its threshold
// so far.
func (s *session) restless(sub *subject) bool {
	scenario, err := sub.conclude(s.manifest.Model)
	if err != nil {
		return errors.Is(err, regress.ErrFlat)
	}
	return scenario.NoisePPM/1e6 > cmp.Or(sub.Threshold, s.manifest.Threshold)/margin
}
