package scenarios

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
)

func newSession(subjects ...*subject) *session {
	return &session{manifest: &Manifest{Threshold: 0.002, Model: cachegrind.DefaultModel()}, subjects: subjects}
}

func newSubject(name string, estimate float64, n ...int) *subject {
	return &subject{Scenario: Scenario{Name: name, Iterations: n}, estimate: estimate}
}

// shown lists planned runs as name, N and how often this N was measured before.
func shown(runs []plannedRun) []string {
	var list []string
	for _, r := range runs {
		run := r.subject.runs[r.place]
		list = append(list, fmt.Sprintf("%s %d/%d", r.subject.Name, run.n, run.repeat))
	}
	return list
}

// fill gives a planned run the result of so many instructions.
func fill(r plannedRun, instructions, threads uint64) {
	run := &r.subject.runs[r.place]
	counts := cachegrind.Counts{cachegrind.Ir: instructions}
	run.sample = regress.Sample{
		N: run.n, Repeat: run.repeat, Events: []cachegrind.Event{cachegrind.Ir}, Totals: counts,
		Functions: map[string]cachegrind.Counts{"work": counts}, ThreadStarts: threads,
	}
	run.run = &cachegrind.Run{}
}

// exactly gives all planned runs what a program counts that repeats itself.
func exactly(runs []plannedRun) {
	for _, r := range runs {
		fill(r, 5000+1000*uint64(r.subject.runs[r.place].n), 0)
	}
}

// wobbly gives all planned runs what a program counts that is off by so much of an
// iteration's cost at every other N, the same way every time.
func wobbly(runs []plannedRun, off uint64) {
	for _, r := range runs {
		n := uint64(r.subject.runs[r.place].n)
		fill(r, 5000+1000*n+off*(n%2), 0)
	}
}

// shaky gives all planned runs what a program counts that is off by more every time.
func shaky(runs []plannedRun) {
	for _, r := range runs {
		run := r.subject.runs[r.place]
		fill(r, 5000+1000*uint64(run.n)+500*uint64(run.n%2)+2*jitter*uint64(run.repeat), 0)
	}
}

// TestPlanOrder requires every N of every scenario and seed once and the largest
// twice, the dearest first and the manifest's order where nothing is known.
func TestPlanOrder(t *testing.T) {
	cheap, dear := newSubject("cheap", 10, 10, 20, 30), newSubject("dear", 100, 1, 2, 4)
	unknown, failed := newSubject("unknown", 0, 7, 8, 9), newSubject("failed", 1000, 1, 2, 3)
	failed.err = errors.New("no")
	cheap.reseed(5, 2)
	failed.reseed(5, 2)
	cheap.others[0].Name = "cheap, another seed"
	if cheap.others[0].seed != 6 || len(failed.others) != 0 {
		t.Errorf("seed %d, %d others of what has failed", cheap.others[0].seed, len(failed.others))
	}
	s := newSession(unknown, failed, cheap, dear)
	runs := s.plan()
	want := []string{
		"dear 4/0", "dear 4/1", "cheap 30/0", "cheap 30/1", "cheap, another seed 30/0", "cheap, another seed 30/1", "cheap 20/0", "cheap, another seed 20/0", "dear 2/0",
		"cheap 10/0", "cheap, another seed 10/0", "dear 1/0", "unknown 7/0", "unknown 8/0", "unknown 9/0", "unknown 9/1",
	}
	if diff := cmp.Diff(want, shown(runs)); diff != "" {
		t.Error(diff)
	}
	exactly(runs)
	if more := s.plan(); more != nil {
		t.Errorf("and then again: %v", shown(more))
	}
}

// TestPlanRestless requires what does not repeat itself to be measured again, but
// not for ever, and not for longer than it is restless.
func TestPlanRestless(t *testing.T) {
	restless, calm := newSubject("restless", 1, 10, 11, 12, 13), newSubject("calm", 1, 10, 11, 12, 13)
	s := newSession(restless, calm)
	for repeat := range mostRounds {
		runs := s.plan()
		var want []string
		for n := 13; n >= 10; n-- {
			switch {
			case repeat == 0 && n == 13:
				want = append(want, "restless 13/0", "restless 13/1", "calm 13/0", "calm 13/1")
			case repeat == 0:
				want = append(want, fmt.Sprintf("restless %d/0", n), fmt.Sprintf("calm %d/0", n))
			case n == 13:
				want = append(want, fmt.Sprintf("restless 13/%d", repeat+1))
			default:
				want = append(want, fmt.Sprintf("restless %d/%d", n, repeat))
			}
		}
		if diff := cmp.Diff(want, shown(runs)); diff != "" {
			t.Errorf("round %d: %s", repeat, diff)
		}
		shaky(runs)
		for _, r := range runs {
			if r.subject == calm {
				exactly([]plannedRun{r})
			}
		}
	}
	if more := s.plan(); more != nil {
		t.Errorf("and then again: %v", shown(more))
	}

	// From the second time on it is exact, and two of each that agree are enough.
	settles := newSubject("settles", 1, 10, 11, 12, 13)
	s = newSession(settles)
	shaky(s.plan())
	exactly(s.plan())
	exactly(s.plan())
	if more := s.plan(); more != nil || settles.rounds != 3 {
		t.Errorf("after %d rounds again: %v", settles.rounds, shown(more))
	}

	// What lies off the line the same way twice does so the next time as well.
	bumpy := newSubject("bumpy", 1, 10, 11, 12, 13)
	s = newSession(bumpy)
	wobbly(s.plan(), 500)
	wobbly(s.plan(), 500)
	if more := s.plan(); more != nil || !s.restless(bumpy) || bumpy.rounds != 2 {
		t.Errorf("restless: %v, planned after %d rounds: %v", s.restless(bumpy), bumpy.rounds, shown(more))
	}

	// That the longest repeated itself says nothing about the others: one run that was
	// dearer by chance is found, and again, until two of that N agree.
	rare := newSubject("rare", 1, 10, 11, 12, 13)
	s = newSession(rare)
	runs := s.plan()
	exactly(runs)
	fill(runs[len(runs)-1], 5000+1000*10+600, 0)
	exactly(s.plan())
	exactly(s.plan())
	if more := s.plan(); more != nil || s.restless(rare) || rare.rounds != 3 {
		t.Errorf("restless: %v, planned after %d rounds: %v", s.restless(rare), rare.rounds, shown(more))
	}
}

// TestRestless requires noise to be a quarter of the threshold or less: that of the
// scenario, or else that of the manifest.
func TestRestless(t *testing.T) {
	crash := errors.New("crashed")
	for _, c := range []struct {
		name      string
		threshold float64
		fill      func([]plannedRun)
		want      bool
	}{
		{"exact", 0, exactly, false},
		{"exact, and hardly anything allowed", 1e-9, exactly, false},
		// Off by 1 of 1000 at every other N. The slope is off as well: by a
		// thousand of 5000 ppm; the noise is some 3000 ppm.
		{"noisy", 0, func(r []plannedRun) { wobbly(r, 1) }, true},
		{"noisy, and its own threshold is smaller", 0.001, func(r []plannedRun) { wobbly(r, 1) }, true},
		{"noisy, and its own threshold is larger", 0.1, func(r []plannedRun) { wobbly(r, 1) }, false},
		{"flat", 0, func(r []plannedRun) {
			for _, run := range r {
				fill(run, 5000, 0)
			}
		}, true},
		{"crashed once", 0, func(r []plannedRun) {
			wobbly(r, 500)
			r[0].subject.runs[r[0].place].err = crash
		}, false},
	} {
		sub := newSubject("a", 1, 10, 11, 12, 13)
		sub.Threshold = c.threshold
		s := newSession(sub)
		c.fill(s.plan())
		if got := s.restless(sub); got != c.want {
			scenario, err := sub.conclude(s.method(sub))
			t.Errorf("%s: %v, with a noise of %v ppm, %v", c.name, got, scenario.NoisePPM, err)
		}
	}
	sub := newSubject("a", 1, 10, 11, 12)
	sub.err = crash
	if s := newSession(sub); s.restless(sub) || s.plan() != nil {
		t.Error("what has failed is measured")
	}
}

// TestPlanThreads requires an N to be measured again, alone, as long as each of its
// runs has started a thread more than those of another N.
func TestPlanThreads(t *testing.T) {
	sub := newSubject("a", 1, 10, 11, 12)
	s := newSession(sub)
	exact := func(r plannedRun, threads uint64) { fill(r, 5000+1000*uint64(r.subject.runs[r.place].n), threads) }
	runs := s.plan()
	exact(runs[0], 20) // N = 12
	exact(runs[1], 20) // and again
	exact(runs[2], 25)
	exact(runs[3], 25)
	for _, r := range s.plan() {
		n := r.subject.runs[r.place].n
		if n == 10 {
			exact(r, 20)
		} else {
			exact(r, 25)
		}
	}
	var again []string
	for {
		runs := s.plan()
		if runs == nil {
			break
		}
		again = append(again, shown(runs)...)
		exact(runs[0], 25)
	}
	var want []string
	for repeat := 2; repeat < mostRepeats; repeat++ {
		want = append(want, fmt.Sprintf("a 11/%d", repeat))
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Error(diff)
	}
}
