// Command unchanged checks an unchanged repository many times, as grindgate check
// does, and prints how often each scenario came out in which state and how far its
// cost was off at most. It takes hours; interrupted, it prints what it has. Run it in
// the root of the repository:
//
//	go run ./scenarios/unchanged [-times 200] [PATTERN...] >table.md
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	times := flag.Int("times", 200, "how often everything is checked")
	flag.Parse()
	if err := unchanged(ctx, os.Stdout, os.Stderr, *times, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "unchanged:", err)
		os.Exit(2)
	}
}

// tally is what became of one scenario in all checks.
type tally struct {
	threshold float64
	largest   float64 // change, either way
	states    map[regress.State]int
}

var errChanged = errors.New("a state that is not unchanged")

func unchanged(ctx context.Context, w, progress io.Writer, times int, patterns []string) (err error) {
	m, err := scenarios.Load("scenarios/scenarios.toml")
	if err != nil {
		return err
	}
	selected, err := m.Select(patterns, nil)
	if err != nil {
		return err
	}
	baseline, err := results.ReadFile("results/baseline.json")
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	limits := m.Limits()
	limits.LeftOut = make(map[string]bool)
	for name := range baseline.Scenarios {
		limits.LeftOut[name] = !slices.ContainsFunc(selected, func(s scenarios.Scenario) bool { return s.Name == name })
	}
	runner, err := cachegrind.NewRunner(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, runner.Close()) }()
	tallies := make(map[string]*tally)
	checks := 0
	for checks < times {
		measured, err := scenarios.Measure(ctx, m, selected, scenarios.Options{
			Runner: runner.With(m.Cache),
			Root:   root, Seals: cachegrind.Seals(), Baseline: baseline,
		})
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		checks++
		verdict := regress.Compare(baseline, measured.File, limits)
		for _, c := range verdict.Comparisons {
			add(tallies, c)
		}
		fmt.Fprintf(progress, "unchanged: %d of %d checks, outcome %d\n", checks, times, verdict.Outcome)
	}
	return write(w, tallies, checks)
}

func add(tallies map[string]*tally, c regress.Comparison) {
	t := tallies[c.Name]
	if t == nil {
		t = &tally{states: make(map[regress.State]int)}
		tallies[c.Name] = t
	}
	t.threshold = c.Threshold
	t.largest = max(t.largest, math.Abs(c.Change))
	t.states[c.State]++
}

func write(w io.Writer, tallies map[string]*tally, checks int) (err error) {
	fmt.Fprintf(w, "| scenario | threshold | off by at most | state in %d checks |\n|---|---:|---:|---|\n", checks)
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[name]
		var states []string
		for _, s := range slices.SortedFunc(maps.Keys(t.states), func(a, b regress.State) int { return cmp.Compare(t.states[b], t.states[a]) }) {
			states = append(states, fmt.Sprintf("%s %d times", s, t.states[s]))
			if s != regress.Unchanged {
				err = errChanged
			}
		}
		fmt.Fprintf(w, "| %s | %.0f ppm | %.1f ppm | %s |\n", name, 1e6*t.threshold, 1e6*t.largest, strings.Join(states, ", "))
	}
	return err
}
