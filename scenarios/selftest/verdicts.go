package selftest

import (
	"fmt"
	"math"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// bystander is a scenario that has nothing to do with what is proved.
var bystander = slowed(slowdowns[0])

// verdicts proves that what was not measured, or cannot be compared, does not pass.
// Both sides are one measurement, less its noise, so that there is nothing to see but
// the reason.
func (m *Measured) verdicts(g Gate) []Proof {
	of := func(names ...string) *results.File {
		f := only(m.base, names...)
		for name, s := range f.Scenarios {
			s.NoisePPM = 0
			f.Scenarios[name] = s
		}
		return f
	}
	both := of(same, bystander)
	changed := func(change func(*results.File, *results.Scenario)) *results.File {
		head := of(same, bystander)
		s := head.Scenarios[same]
		change(head, &s)
		head.Scenarios[same] = s
		return head
	}
	failing := func(f *results.File) *results.File {
		f.Failures[same] = "exited with status 1"
		return f
	}
	judge := func(name string, state regress.State, outcome regress.Outcome, reason string, base, head *results.File) Proof {
		return judged(name, same, sentence{state: state, outcome: outcome, reason: reason}, g.Compare(base, head, m.limits))
	}
	incomparable := func(name, reason string, change func(*results.File, *results.Scenario)) Proof {
		return judge(name, regress.Incomparable, regress.Undecided, reason, both, changed(change))
	}
	return []Proof{
		judge("missing in the head", regress.Missing, regress.Fail, "in the base", both, of(bystander)),
		judge("new in the head", regress.New, regress.Fail, "not in the base", of(bystander), both),
		judge("one failed", regress.Failed, regress.Undecided, "exited with status 1", both, failing(of(bystander))),
		judge("all failed", regress.Failed, regress.Undecided, "exited with status 1", of(same), failing(of())),
		judge("the base failed", regress.Failed, regress.Undecided, "the base could not be measured", failing(of(bystander)), both),
		nothing(g.Compare(of(), of(), m.limits)),
		judge("too noisy", regress.Unstable, regress.Undecided, "noise", both,
			changed(func(_ *results.File, s *results.Scenario) { s.NoisePPM = 1e6 })),
		incomparable("a cost of NaN", "NaN", func(_ *results.File, s *results.Scenario) { s.CostPerIteration = math.NaN() }),
		incomparable("a cost of 0", "more than 0", func(_ *results.File, s *results.Scenario) { s.CostPerIteration = 0 }),
		incomparable("another toolchain", "toolchain", func(_ *results.File, s *results.Scenario) { s.Toolchain = "another" }),
		incomparable("other iterations", "iterations", func(_ *results.File, s *results.Scenario) { s.Iterations = []int{1, 2, 3} }),
		incomparable("another model", "model", func(f *results.File, _ *results.Scenario) { f.Model.RAM++ }),
		incomparable("another cache", "cache", func(f *results.File, _ *results.Scenario) { f.Cache.LL = "1048576,16,64" }),
		incomparable("another architecture", "measured on another", func(f *results.File, _ *results.Scenario) { f.Environment.Arch = "another" }),
		incomparable("another seed", "seed", func(f *results.File, _ *results.Scenario) { f.Environment.Seed++ }),
	}
}

// nothing is the proof that a verdict about nothing is none.
func nothing(v *regress.Verdict) Proof {
	about := func(scenarios int, outcome regress.Outcome) string {
		return fmt.Sprintf("%d scenarios, exit status %d", scenarios, outcome)
	}
	p := Proof{Name: "nothing measured", Expected: about(0, regress.Undecided), Seen: about(len(v.Comparisons), v.Outcome)}
	p.Holds = p.Seen == p.Expected
	return p
}
