package scenarios

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// prepare builds a scenario, tries it without cachegrind, and settles its
// iterations.
func (s *session) prepare(ctx context.Context, sub *subject) {
	defer s.options.Progress.Step("prepared " + sub.Name)
	if sub.err != nil { // it has no environment
		return
	}
	sub.err = func() error {
		dir, err := s.options.Runner.Scratch.Sub()
		if err != nil {
			return err
		}
		sub.bin = filepath.Join(dir, filepath.Base(sub.Name))
		if len(sub.Build) > 0 {
			if err := build(ctx, sub.Scenario, s.options.Root, sub.bin); err != nil {
				return err
			}
			if sub.built, err = checksum(dir, filepath.Base(sub.bin)); err != nil {
				return err
			}
		}
		if old, ok := s.baseline(sub.Name); ok {
			sub.estimate = old.CostPerIteration
			if len(sub.Iterations) == 0 {
				sub.Iterations = old.Iterations
			}
		}
		first := 1
		if len(sub.Iterations) > 0 {
			first = sub.Iterations[0]
		}
		c, err := s.command(sub, first)
		if err != nil {
			return err
		}
		if sub.toolchain, err = toolchain(ctx, c.Path, presets[sub.Language].interpreter, dir); err != nil {
			return err
		}
		if s.know(sub) {
			return nil
		}
		if _, err := s.options.Runner.Try(ctx, c); err != nil {
			return fmt.Errorf("at N = %d, tried without valgrind: %w", first, err)
		}
		if len(sub.Iterations) == 0 {
			return s.choose(ctx, sub)
		}
		return nil
	}()
}

// know takes over what was measured before of the very program that was built, made by
// the same toolchain and run at the same N.
func (s *session) know(sub *subject) bool {
	if s.options.Known == nil || s.options.Seeds > 1 {
		return false
	}
	known, ok := s.options.Known(sub.Name, sub.built)
	if !ok || known.Toolchain != sub.toolchain || len(sub.Iterations) > 0 && !slices.Equal(known.Iterations, sub.Iterations) {
		return false
	}
	sub.known = &known
	return true
}

// choose measures a scenario over longer and longer ranges of N, until its noise
// is small enough for its threshold or the range is as long as it may be. The
// last range stays, with what was measured.
func (s *session) choose(ctx context.Context, sub *subject) error {
	slope, err := look(ctx, func(ctx context.Context, n int) (float64, error) {
		run, err := s.run(ctx, sub, n)
		if err != nil {
			return 0, err
		}
		sub.looks = append(sub.looks, run)
		return s.method(sub).Cost(run.Profile.Totals)
	})
	if err != nil {
		return err
	}
	sub.estimate = slope
	for worth := leastWorthFor(s.method(sub).Threshold); worth <= mostWorth; worth *= growth {
		iterations := iterationsFor(slope, worth)
		if slices.Equal(iterations, sub.Iterations) {
			continue // twice as much is in the same range
		}
		for _, r := range sub.runs {
			sub.looks = append(sub.looks, r.run)
		}
		sub.Iterations, sub.runs, sub.rounds = iterations, nil, 0
		for _, r := range sub.another() {
			s.fill(ctx, sub, r)
			if err := sub.runs[r].err; err != nil {
				return fmt.Errorf("at N = %d: %w", sub.runs[r].n, err)
			}
		}
		if !s.restless(sub) {
			break
		}
	}
	return nil
}

func (s *session) baseline(name string) (results.Scenario, bool) {
	if s.options.Baseline == nil {
		return results.Scenario{}, false
	}
	old, ok := s.options.Baseline.Scenarios[name]
	return old, ok
}
