package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden compares every renderer with testdata/NAME.FORMAT.golden.
func TestGolden(t *testing.T) {
	for _, f := range Formats() {
		for name, render := range map[string]func(*bytes.Buffer) error{
			"verdict": func(b *bytes.Buffer) error { return Verdict(b, f, everyState()) },
			"passes": func(b *bytes.Buffer) error {
				return Verdict(b, f, &regress.Verdict{Comparisons: everyState().Comparisons[8:], Outcome: regress.Pass})
			},
			"sides":   func(b *bytes.Buffer) error { return Verdict(b, f, sideBySide()) },
			"results": func(b *bytes.Buffer) error { return Results(b, f, someResults()) },
			"seeds":   func(b *bytes.Buffer) error { return Results(b, f, seededResults()) },
			"list":    func(b *bytes.Buffer) error { return List(b, f, someEntries()) },
			"history": func(b *bytes.Buffer) error { return History(b, f, someHistory(), true) },
			"trends":  func(b *bytes.Buffer) error { return History(b, f, quietHistory(), false) },
		} {
			t.Run(name+"."+string(f), func(t *testing.T) {
				var b bytes.Buffer
				if err := render(&b); err != nil {
					t.Fatal(err)
				}
				golden(t, name+"."+string(f), b.String())
				for i, line := range strings.Split(b.String(), "\n") {
					if line != strings.TrimRight(line, " \t\r") {
						t.Errorf("line %d ends with blanks: %q", i+1, line)
					}
				}
			})
		}
	}
}

// sideBySide is every state again, of two commits, and one of its scenarios with a base
// of its own.
func sideBySide() *regress.Verdict {
	v := everyState()
	v.SideBySide = true
	v.Comparisons[2].Against = "commit 0123456789ab"
	return v
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: make it with go test ./results/report -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func measured(cost, noisePPM float64) *results.Scenario {
	return &results.Scenario{CostPerIteration: cost, NoisePPM: noisePPM}
}

// everyState is a verdict with every state, in the order of package regress, and
// every way to be shown.
func everyState() *regress.Verdict {
	compared := func(name string, state regress.State, base, head *results.Scenario, threshold float64) regress.Comparison {
		return regress.Comparison{
			Name: name, State: state, Base: base, Head: head, Threshold: threshold,
			Change: (head.CostPerIteration - base.CostPerIteration) / base.CostPerIteration, Noise: (base.NoisePPM + head.NoisePPM) / 1e6,
		}
	}
	informational := compared("c/informational", regress.Regressed, measured(100, 0), measured(150, 0), 0.002)
	informational.Informational = true
	grows := compared("self/parse", regress.Unchanged, measured(1597.034, 10), measured(1597.035, 20), 0.002)
	grows.Head.Growth = 1.9
	blamed := compared("c/strings", regress.Regressed, measured(100000, 0), measured(100200.1, 0), 0.002)
	blamed.Blame = regress.Blame(
		results.Scenario{CostPerIteration: 100000, Functions: map[string]float64{"copy": 40000, "old_parse": 59000, "[x](y) | z": 600, results.Other: 400}},
		results.Scenario{CostPerIteration: 100200.1, Functions: map[string]float64{"copy": 40180, "parse": 59020, "[x](y) | z": 600.1, results.Other: 400}},
	)
	unstable := compared("node/json", regress.Unstable, measured(155756.89, 900), measured(156100.2, 1100), 0.002)
	unstable.Reason = "its noise is too large to tell the change from the threshold"
	return &regress.Verdict{
		Outcome: regress.Undecided,
		Notes:   []string{"valgrind: 3.24.0, the base's: 3.19.0", "sealed: addresses, the base's: addresses, random, sleep"},
		Comparisons: []regress.Comparison{
			{
				Name: "c/broken", State: regress.Failed, Base: measured(8004, 0), Threshold: 0.002,
				Reason: "build: gcc -o bin broken.c: exit status 1\n    broken.c:1:1: error: expected ';'\n      | ```\n",
			},
			{
				Name: "go/crashes", State: regress.Failed, Threshold: 0.002, Informational: true,
				Reason: "N = 1000: crashed (aborted)\nN = 1500: crashed (aborted)\n9 scenarios measured, 0 regressed, 0 improved: the gate passes",
			},
			compared("go/a-scenario/with-a-long/name", regress.Regressed, measured(12345678.9, 1.2), measured(18345678.9, 0.4), 0.002),
			informational,
			blamed,
			unstable,
			{
				Name: "rust/map", State: regress.Incomparable, Base: measured(99218, 0), Head: measured(99922, 0.5), Threshold: 0.001,
				Reason: "toolchain is rustc 1.95.0, glibc 2.41, the base's rustc 1.95.0, glibc 2.36",
			},
			{Name: "go/gone", State: regress.Missing, Base: measured(0.25, 3), Threshold: 0.0014, Reason: "in the base, but not in the manifest"},
			{Name: "go/new", State: regress.New, Head: measured(812.0625, 41), Threshold: 0.05, Reason: "not in the base"},
			compared("go/faster", regress.Improved, measured(58882.2, 2), measured(58870.9, 3), 0.0001),
			compared("self/fit", regress.Unchanged, measured(1597.034, 0), measured(1597.034, 0), 0.002),
			grows,
		},
	}
}

func someResults() *results.File {
	return &results.File{
		Schema:      results.Schema,
		Cache:       cachegrind.DefaultCache(),
		Model:       cachegrind.DefaultModel(),
		Environment: results.Environment{Arch: "amd64", Libc: "glibc 2.36", Sealed: []string{"addresses", "random"}, Valgrind: "3.19.0"},
		Failures: map[string]string{
			"go/crashes": "N = 1000: crashed (aborted)\nN = 1500: crashed (aborted)",
			"c/broken":   "build: gcc: not found on PATH; install it and try again",
		},
		Scenarios: map[string]results.Scenario{
			"go/hello": {
				CostPerIteration: 8123.4, EventsPerIteration: map[string]float64{"Ir": 5011, "D1mr": 0.03}, Functions: map[string]float64{"main.main": 8123.4},
				Iterations: []int{2000, 4000, 6000}, NoisePPM: 3.1, StartupCost: 1834455, Toolchain: "go1.26.8",
			},
			"python/json": {
				CostPerIteration: 155756.89, EventsPerIteration: map[string]float64{"Ir": 101234.567}, Functions: map[string]float64{},
				Iterations: []int{100, 150, 200, 250}, StartupCost: 31600000, Toolchain: "Python 3.11.2, glibc 2.36",
			},
		},
	}
}

// seededResults were measured under three seeds, on which one of them depends.
func seededResults() *results.File {
	f := someResults()
	f.Failures = nil
	f.Scenarios["rust/map"] = results.Scenario{
		CostPerIteration: 99218, CostsBySeed: []float64{99218, 99300.5, 98800}, EventsPerIteration: map[string]float64{"Ir": 70000},
		Functions: map[string]float64{}, Iterations: []int{100, 150, 200}, StartupCost: 400000, Toolchain: "rustc 1.95.0, glibc 2.36",
	}
	for name, s := range f.Scenarios {
		if s.CostsBySeed == nil {
			s.CostsBySeed = []float64{s.CostPerIteration, s.CostPerIteration, s.CostPerIteration}
		}
		f.Scenarios[name] = s
	}
	return f
}

func someEntries() []Entry {
	return []Entry{
		{Name: "go/hello", Language: "go", Tags: []string{"http", "fast"}, Iterations: []int{2000, 3000, 4000, 5000}},
		{Name: "c/a-longer-name", Language: "other"},
		{Name: "python/json", Language: "python", Tags: []string{"slow"}},
	}
}

// TestAdvice requires a word on what to do for every state that is not good.
func TestAdvice(t *testing.T) {
	for _, s := range regress.States() {
		if (advice[s] == "") != (s == regress.Unchanged) {
			t.Errorf("%s: advice %q", s, advice[s])
		}
		if advice[s] != "" && !strings.HasPrefix(advice[s], string(s)+": ") {
			t.Errorf("%s: advice %q does not begin with it", s, advice[s])
		}
		if got := MarkdownText(string(s)); got != string(s) {
			t.Errorf("state %q is %q in Markdown", s, got)
		}
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range Formats() {
		got, err := ParseFormat(string(f))
		if err != nil || got != f {
			t.Errorf("%q: %q, %v", f, got, err)
		}
	}
	for _, name := range []string{"", "xml", "Text"} {
		if got, err := ParseFormat(name); err == nil || !strings.HasPrefix(err.Error(), "unknown format ") {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}
