package selftest

import (
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

func TestMain(m *testing.M) {
	if status, ok := Program(os.Args); ok {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

func newRunner(t *testing.T) *cachegrind.Runner {
	t.Helper()
	runner, err := cachegrind.NewRunner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := runner.Close(); err != nil {
			t.Error(err)
		}
	})
	return runner
}

// grindgate builds the command and returns its path. It stands in for the test, which
// is linked without the names of its functions: without them, a run that started a
// thread too many is not known for one.
func grindgate(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), programName)
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "../../cmd/grindgate").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// states gives every scenario of a verdict a state.
func states(state regress.State, outcome regress.Outcome) func(*results.File, *results.File, regress.Limits) *regress.Verdict {
	return func(base, head *results.File, limits regress.Limits) *regress.Verdict {
		v := regress.Compare(base, head, limits)
		for i := range v.Comparisons {
			v.Comparisons[i].State, v.Comparisons[i].Reason = state, ""
		}
		v.Outcome = outcome
		return v
	}
}

// after is regress.Compare with something done to the verdict.
func after(change func(*regress.Verdict)) func(*results.File, *results.File, regress.Limits) *regress.Verdict {
	return func(base, head *results.File, limits regress.Limits) *regress.Verdict {
		v := regress.Compare(base, head, limits)
		change(v)
		return v
	}
}

var errNo = errors.New("no")

// Everything holds for the gate as it is; for each broken one exactly that does not
// hold which depends on what is broken.
func TestProve(t *testing.T) {
	runner := newRunner(t)
	m, err := Measure(t.Context(), Options{Runner: runner, Seals: cachegrind.Seals(), Program: grindgate(t)})
	if err != nil {
		t.Fatal(err)
	}
	good, err := m.Prove(NewGate())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range good {
		if !p.Holds {
			t.Errorf("%s: %s: expected %s, seen %s", p.About, p.Name, p.Expected, p.Seen)
		}
		if strings.Contains(p.Seen, runner.Scratch.Dir) {
			t.Errorf("%s: %s: names a temporary folder: %s", p.About, p.Name, p.Seen)
		}
	}

	refusals := func(about string) func(Proof) bool {
		return func(p Proof) bool { return p.About == about && p.Expected != "accepted" }
	}
	acceptances := func(about string) func(Proof) bool {
		return func(p Proof) bool { return p.About == about && p.Expected == "accepted" }
	}
	named := func(names ...string) func(Proof) bool {
		return func(p Proof) bool {
			for _, name := range names {
				if name == p.About+": "+p.Name {
					return true
				}
			}
			return false
		}
	}
	expecting := func(text string) func(Proof) bool {
		return func(p Proof) bool {
			return (p.About == "size" || p.About == "verdict") && strings.Contains(p.Expected, text)
		}
	}
	not := func(f func(Proof) bool) func(Proof) bool {
		return func(p Proof) bool { return (p.About == "size" || p.About == "verdict") && !f(p) }
	}
	for _, c := range []struct {
		name   string
		breaks func(*Gate, *Measured)
		fails  func(Proof) bool // of the proofs, in words of what they expect
	}{
		{"verdict always passes", func(g *Gate, _ *Measured) { g.Compare = states(regress.Unchanged, regress.Pass) }, not(expecting("unchanged"))},
		{"verdict always fails", func(g *Gate, _ *Measured) { g.Compare = states(regress.Regressed, regress.Fail) }, not(expecting("regressed"))},
		{
			"verdict never decides",
			func(g *Gate, _ *Measured) {
				g.Compare = after(func(v *regress.Verdict) { v.Outcome = regress.Undecided })
			},
			not(expecting("exit status 2")),
		},
		{
			"exit status always 0",
			func(g *Gate, _ *Measured) { g.Compare = after(func(v *regress.Verdict) { v.Outcome = regress.Pass }) },
			not(expecting("exit status 0")),
		},
		{
			"size is off", func(g *Gate, _ *Measured) {
				g.Compare = after(func(v *regress.Verdict) {
					for i := range v.Comparisons {
						v.Comparisons[i].Change *= 1.2
					}
				})
			},
			func(p Proof) bool { return expecting("regressed")(p) || expecting("improved")(p) },
		},
		{
			"sides are swapped",
			func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					return regress.Compare(head, base, limits)
				}
			},
			func(p Proof) bool {
				return expecting("regressed")(p) || expecting("improved")(p) ||
					named("verdict: missing in the head", "verdict: new in the head", "verdict: the base failed", "verdict: another architecture")(p)
			},
		},
		{
			"threshold is twice as high", func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					limits.Scenarios = maps.Clone(limits.Scenarios)
					for name, l := range limits.Scenarios {
						l.Threshold *= 2.2
						limits.Scenarios[name] = l
					}
					return regress.Compare(base, head, limits)
				}
			},
			func(p Proof) bool { return expecting("regressed")(p) || expecting("improved")(p) },
		},
		{
			"verdict walks the head only", func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					return regress.Compare(only(base, append(names(head.Scenarios), names(head.Failures)...)...), head, limits)
				}
			},
			named("verdict: missing in the head"),
		},
		{
			"verdict walks the base only", func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					return regress.Compare(base, only(head, names(base.Scenarios)...), limits)
				}
			},
			named("verdict: new in the head"),
		},
		{
			"verdict does not look at failures", func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					blind := *head
					blind.Failures = nil
					return regress.Compare(base, &blind, limits)
				}
			},
			named("verdict: one failed", "verdict: all failed"),
		},
		{
			"verdict does not look at the base's failures", func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					blind := *base
					blind.Failures = nil
					return regress.Compare(&blind, head, limits)
				}
			},
			named("verdict: the base failed"),
		},
		{
			"verdict does not look at the recipe", func(g *Gate, _ *Measured) {
				g.Compare = func(base, head *results.File, limits regress.Limits) *regress.Verdict {
					blind := *head
					blind.Model, blind.Cache, blind.Environment = base.Model, base.Cache, base.Environment
					return regress.Compare(base, &blind, limits)
				}
			},
			named("verdict: another model", "verdict: another cache", "verdict: another architecture", "verdict: another seed"),
		},
		{
			"parser accepts everything",
			func(g *Gate, _ *Measured) {
				g.Parse = func(io.Reader, string) (*cachegrind.Profile, error) { return new(cachegrind.Profile), nil }
			},
			refusals("profile"),
		},
		{
			"parser refuses everything",
			func(g *Gate, _ *Measured) {
				g.Parse = func(io.Reader, string) (*cachegrind.Profile, error) { return nil, errNo }
			},
			func(p Proof) bool { return p.About == "profile" }, // not even the refusals are for the right reason
		},
		{
			"reader accepts everything",
			func(g *Gate, _ *Measured) {
				g.Read = func(io.Reader, string) (*results.File, error) { return new(results.File), nil }
			},
			refusals("baseline"),
		},
		{
			"reader refuses everything",
			func(g *Gate, _ *Measured) {
				g.Read = func(io.Reader, string) (*results.File, error) { return nil, errNo }
			},
			func(p Proof) bool { return p.About == "baseline" },
		},
		{
			"manifest accepts everything",
			func(g *Gate, _ *Measured) {
				g.Load = func(string) (*scenarios.Manifest, error) {
					return &scenarios.Manifest{Scenarios: []scenarios.Scenario{{Name: "go/work"}}}, nil
				}
			},
			func(p Proof) bool { return refusals("manifest")(p) && !strings.Contains(p.Name, "that") },
		},
		{
			"manifest refuses everything",
			func(g *Gate, _ *Measured) {
				g.Load = func(string) (*scenarios.Manifest, error) { return nil, errNo }
			},
			func(p Proof) bool { return p.About == "manifest" },
		},
		{
			"selection accepts everything",
			func(g *Gate, _ *Measured) {
				g.Select = func(m *scenarios.Manifest, _, _ []string) ([]scenarios.Scenario, error) { return m.Scenarios, nil }
			},
			named("manifest: a pattern that matches nothing", "manifest: a tag that nobody has"),
		},
		{
			"every program is measured",
			func(_ *Gate, m *Measured) {
				m.odd = only(m.odd)
				for _, b := range misbehaviours {
					m.odd.Scenarios[b.label] = m.base.Scenarios[same]
				}
				m.odd.Scenarios[same] = m.base.Scenarios[same]
			},
			refusals("program"),
		},
		{
			"no program is measured",
			func(_ *Gate, m *Measured) {
				m.odd = only(m.odd)
				for _, b := range misbehaviours {
					m.odd.Failures[b.label] = b.reason
				}
				m.odd.Failures[same] = "no"
			},
			acceptances("program"),
		},
		{
			"nothing is measured",
			func(_ *Gate, m *Measured) { m.base, m.head, m.odd = only(m.base), only(m.head), only(m.odd) },
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			gate, measured := NewGate(), *m
			c.breaks(&gate, &measured)
			proofs, err := measured.Prove(gate)
			if err != nil {
				t.Fatal(err)
			}
			if len(proofs) != len(good) {
				t.Fatalf("%d proofs, want %d", len(proofs), len(good))
			}
			var want, got []string
			for i, p := range proofs {
				name := p.About + ": " + p.Name
				if c.fails != nil && c.fails(good[i]) {
					want = append(want, name)
				}
				if !p.Holds {
					got = append(got, name)
				}
			}
			if c.fails == nil { // more than one group
				if len(got) < 20 {
					t.Errorf("only %q fail", got)
				}
				return
			}
			if len(want) == 0 {
				t.Error("nothing is expected to fail")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func names[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	return names
}

// Progress goes on over all measurements and ends with its total.
func TestProgress(t *testing.T) {
	var c counter
	p := &progress{inner: &c}
	p.Total(2)
	p.Step("a")
	p.Total(3)
	p.next()
	p.Total(4)
	if diff := cmp.Diff([]int{2, 3, 7}, c.totals); diff != "" {
		t.Error(diff)
	}
	if c.steps != 1 {
		t.Errorf("%d steps", c.steps)
	}
	silent := &progress{}
	silent.Total(1)
	silent.Step("a")
}

type counter struct {
	totals []int
	steps  int
}

func (c *counter) Total(n int) { c.totals = append(c.totals, n) }
func (c *counter) Step(string) { c.steps++ }
