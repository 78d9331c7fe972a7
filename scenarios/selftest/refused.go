package selftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// refused is the proof that something is an error, with a reason in its message.
func refused(name, reason string, err error) Proof {
	p := Proof{Name: name, Expected: "refused: " + reason, Seen: "accepted"}
	if err != nil {
		p.Seen = "refused: " + err.Error()
		p.Holds = strings.Contains(err.Error(), reason)
	}
	return p
}

// accepted is the proof that something is no error.
func accepted(name string, err error) Proof {
	p := Proof{Name: name, Expected: "accepted", Seen: "accepted", Holds: err == nil}
	if err != nil {
		p.Seen = "refused: " + err.Error()
	}
	return p
}

// sentence is what a verdict has to say about its one scenario.
type sentence struct {
	state   regress.State
	outcome regress.Outcome
	reason  string // that the reason has in it; empty: the change decides
	from    float64
	to      float64 // the range of the change, as ratios
}

func (s sentence) String() string {
	text := fmt.Sprintf("%s, exit status %d", s.state, s.outcome)
	switch {
	case s.reason != "":
		return text + ": " + s.reason
	case s.from == s.to:
		return text + ", " + percent(s.from)
	}
	return fmt.Sprintf("%s, %s to %s", text, percent(s.from), percent(s.to))
}

// judged is the proof that a verdict says about a scenario what it has to.
func judged(name, scenario string, want sentence, v *regress.Verdict) Proof {
	p := Proof{Name: name, Expected: want.String()}
	i := slices.IndexFunc(v.Comparisons, func(c regress.Comparison) bool { return c.Name == scenario })
	if i < 0 {
		p.Seen = fmt.Sprintf("no word about it, exit status %d", v.Outcome)
		return p
	}
	c := v.Comparisons[i]
	p.Seen = sentence{c.State, v.Outcome, c.Reason, c.Change, c.Change}.String()
	p.Holds = c.State == want.state && v.Outcome == want.outcome
	if want.reason != "" {
		p.Holds = p.Holds && strings.Contains(c.Reason, want.reason)
	} else {
		p.Holds = p.Holds && want.from <= c.Change && c.Change <= want.to
	}
	return p
}

// only returns a file with what f has of some scenarios, and nothing of others.
func only(f *results.File, names ...string) *results.File {
	part := *f
	part.Scenarios = make(map[string]results.Scenario)
	part.Failures = make(map[string]string)
	for _, name := range names {
		if s, ok := f.Scenarios[name]; ok {
			part.Scenarios[name] = s
		}
		if why, ok := f.Failures[name]; ok {
			part.Failures[name] = why
		}
	}
	return &part
}

func percent(ratio float64) string { return fmt.Sprintf("%+.4f%%", 100*ratio) }
