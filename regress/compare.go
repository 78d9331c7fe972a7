package regress

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/results"
)

// Verdict is what two results say about each other.
type Verdict struct {
	Comparisons []Comparison // worst first
	Outcome     Outcome
	SideBySide  bool     // there is no baseline to update
	Notes       []string // what ought to be known and decides nothing: other environments, dependence on the seed
}

// Comparison is the verdict on one scenario.
type Comparison struct {
	Name          string
	State         State
	Base, Head    *results.Scenario // nil where not measured
	Change        float64           // of the cost of one iteration, as a ratio of Base's; 0 unless both are there
	Noise         float64           // of Change, as a ratio: half the width of its 95% confidence interval
	Threshold     float64           // as a ratio of Base's cost, its allowance included
	Informational bool
	Against       string        // Base.Name of the base of this scenario
	Reason        string        // why the state is what it is, where the numbers alone do not say
	Blame         []Contributor // what a change beyond the threshold is made of
}

// Compare gives the verdict on head against base, over the union of their
// scenarios. Nothing measured, or nothing but failures, never passes.
func Compare(base, head *results.File, limits Limits) *Verdict {
	return CompareWith([]Base{{File: base}}, head, limits)
}

// CompareWith is Compare for bases of which each knows some scenarios: the first one
// that knows a scenario, be it that it could not be measured, is its base. The last
// one is the base of all others.
func CompareWith(bases []Base, head *results.File, limits Limits) *Verdict {
	v := &Verdict{Outcome: Pass}
	for _, base := range bases {
		for _, note := range head.Environment.Notes(base.File.Environment) {
			v.Notes = append(v.Notes, base.prefix()+note)
		}
	}
	v.Notes = append(v.Notes, SeedNotes(head, limits)...)
	for _, name := range union(bases, head, limits) {
		limit := limits.limit(name)
		base := baseOf(bases, name)
		c := Comparison{Name: name, Threshold: limit.ThresholdAt(0), Informational: limit.Informational, Against: base.Name}
		if s, ok := base.File.Scenarios[name]; ok {
			c.Base = &s
		}
		if s, ok := head.Scenarios[name]; ok {
			c.Head = &s
		}
		c.judge(failure(base, head, name), results.RecipeDifference(base.File, head), base.Here, limit)
		if c.Compared() && c.Base.Toolchain != c.Head.Toolchain {
			v.Notes = append(v.Notes, c.toolchainNote())
		}
		if note := c.judgeAnchor(head, limits.Anchor); note != "" {
			v.Notes = append(v.Notes, note)
		}
		if !c.Informational {
			v.Outcome = max(v.Outcome, c.State.outcome(limits))
		}
		v.Comparisons = append(v.Comparisons, c)
	}
	if len(head.Scenarios) == 0 {
		v.Outcome = Undecided
	}
	slices.SortFunc(v.Comparisons, worstFirst)
	return v
}

// union returns the names of all scenarios, sorted.
func union(bases []Base, head *results.File, limits Limits) []string {
	names := make(map[string]bool)
	for _, base := range bases {
		for name := range base.File.Scenarios {
			names[name] = !limits.LeftOut[name]
		}
		for name := range base.File.Failures {
			names[name] = !limits.LeftOut[name]
		}
	}
	for name := range head.Scenarios {
		names[name] = true
	}
	for name := range head.Failures {
		names[name] = true
	}
	maps.DeleteFunc(names, func(_ string, wanted bool) bool { return !wanted })
	return slices.Sorted(maps.Keys(names))
}

// toolchainNote says that the two sides were made by different toolchains, where that
// does not keep them from being compared.
func (c *Comparison) toolchainNote() string {
	return fmt.Sprintf("%s: what the toolchain changed is part of the change: %s", c.Name, results.ToolchainDifference(*c.Base, *c.Head))
}

// judge sets the state of a scenario and what it rests on. Another toolchain is no
// reason not to compare where the base was measured here.
func (c *Comparison) judge(failure, recipe string, here bool, limit Limit) {
	switch {
	case failure != "":
		c.State, c.Reason = Failed, failure
		return
	case c.Head == nil:
		c.State, c.Reason = Missing, "in the base, but not in the manifest"
		return
	case c.Base == nil:
		c.State, c.Reason = New, "not in the base"
		return
	}
	if recipe == "" && !here {
		recipe = results.ToolchainDifference(*c.Base, *c.Head)
	}
	if recipe == "" {
		recipe = results.RulerDifference(*c.Base, *c.Head)
	}
	if recipe != "" {
		c.State, c.Reason = Incomparable, recipe
		return
	}
	base, head := c.Base.CostPerIteration, c.Head.CostPerIteration
	c.Threshold = limit.ThresholdAt(base)
	if c.Reason = undecidable("cost", base, head, c.Threshold); c.Reason != "" {
		c.State = Incomparable
		return
	}
	// Not head/base - 1, which puts a change of exactly the threshold beyond it.
	c.Change = (head - base) / base
	c.Noise = results.ChangeNoise(*c.Base, *c.Head)
	if !finite(c.Change) || !finite(c.Noise) {
		c.Change, c.Noise = 0, 0
		c.State, c.Reason = Incomparable, "the costs are too far apart for a ratio"
		return
	}
	c.State = decide(c.Change, c.Noise, c.Threshold)
	switch c.State {
	case Unstable:
		c.Reason = "its noise is too large to tell the change from the threshold" + wanders(*c.Head)
	case Regressed, Improved:
		c.Blame = Blame(*c.Base, *c.Head)
	}
	if limit.Startup != 0 {
		c.judgeStartup(limit.Startup)
	}
}

// undecidable says why two numbers have no change that a threshold could be put to,
// or nothing where they have.
func undecidable(what string, base, head, threshold float64) string {
	switch {
	case !(base > 0 && head > 0): // nor NaN
		return fmt.Sprintf("%s is %v, the base's %v: not both more than 0", what, head, base)
	case !(threshold >= 0) || !finite(threshold):
		return fmt.Sprintf("threshold is %v, not a ratio of 0 or more", threshold)
	}
	return ""
}

// wanders names the functions whose counts differ from run to run.
func wanders(s results.Scenario) string {
	names := slices.SortedFunc(maps.Keys(s.Wandering), func(a, b string) int {
		return cmp.Or(-cmp.Compare(s.Wandering[a], s.Wandering[b]), strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%.0f ppm)", name, s.Wandering[name])
	}
	if len(names) == 0 {
		return ""
	}
	return "; what wanders is " + strings.Join(names, ", ")
}

// decide compares a change with its threshold. Where the confidence interval of
// the change lies wholly to one side of the threshold the noise does not matter.
// Where it does not, the change itself decides if the noise is at most half the
// threshold, and nothing does if it is larger.
func decide(change, noise, threshold float64) State {
	switch {
	case change-noise > threshold:
		return Regressed
	case change+noise < -threshold:
		return Improved
	case math.Abs(change)+noise <= threshold:
		return Unchanged
	case noise > threshold/2:
		return Unstable
	case change > threshold:
		return Regressed
	case change < -threshold:
		return Improved
	default:
		return Unchanged
	}
}

// rank is the place of a state among States.
func rank(s State) int { return slices.Index(States(), s) }

func worstFirst(a, b Comparison) int {
	return cmp.Or(
		cmp.Compare(rank(a.State), rank(b.State)),
		-cmp.Compare(math.Abs(a.Change), math.Abs(b.Change)),
		strings.Compare(a.Name, b.Name),
	)
}

// Compared reports whether Change and Noise mean something: both sides were
// measured, in the same way.
func (c Comparison) Compared() bool {
	switch c.State {
	case Unchanged, Improved, Regressed, Unstable:
		return true
	}
	return false
}

// worsen makes a state worse, if it is worse, and adds the reason.
func (c *Comparison) worsen(s State, reason string) {
	if rank(s) < rank(c.State) {
		c.State = s
	}
	if c.Reason != "" {
		reason = c.Reason + "\n" + reason
	}
	c.Reason = reason
}
