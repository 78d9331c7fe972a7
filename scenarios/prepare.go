package scenarios

import (
	"context"
	"fmt"
	"path/filepath"

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
		if sub.toolchain, err = toolchain(ctx, c.Path, presets[sub.Language].interpreter); err != nil {
			return err
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
	for worth := leastWorthFor(s.method(sub).Threshold); ; worth *= growth {
		for _, r := range sub.runs {
			sub.looks = append(sub.looks, r.run)
		}
		sub.Iterations, sub.runs, sub.rounds = iterationsFor(slope, worth), nil, 0
		for _, r := range sub.another() {
			s.fill(ctx, sub, r)
			if err := sub.runs[r].err; err != nil {
				return fmt.Errorf("at N = %d: %w", sub.runs[r].n, err)
			}
		}
		if !s.restless(sub) || worth*growth > mostWorth {
			return nil
		}
	}
}

func (s *session) baseline(name string) (results.Scenario, bool) {
	if s.options.Baseline == nil {
		return results.Scenario{}, false
	}
	old, ok := s.options.Baseline.Scenarios[name]
	return old, ok
}
