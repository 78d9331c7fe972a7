package results

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/grindgate/grindgate/cachegrind"
)

// check returns what makes no sense in the file, in the order of the names.
func (f *File) check() error {
	if f.Environment.Arch == "" {
		return errors.New("environment: no arch")
	}
	if err := f.Cache.Validate(); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	if err := f.Model.Validate(); err != nil {
		return fmt.Errorf("model: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Failures)) {
		if err := CheckName(name); err != nil {
			return fmt.Errorf("failures: %w", err)
		}
		if _, ok := f.Scenarios[name]; ok {
			return fmt.Errorf("scenario %s: both measured and failed", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Scenarios)) {
		if err := CheckName(name); err != nil {
			return fmt.Errorf("scenarios: %w", err)
		}
		if err := f.Scenarios[name].check(); err != nil {
			return fmt.Errorf("scenario %s: %w", name, err)
		}
	}
	return nil
}

func (s Scenario) check() error {
	for _, v := range []struct {
		key      string
		value    float64
		positive bool
	}{
		{"cost_per_iteration", s.CostPerIteration, true},
		{"noise_ppm", s.NoisePPM, false},
		{"startup_cost", s.StartupCost, false},
	} {
		if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
			return fmt.Errorf("%s is %v", v.key, v.value)
		}
		if v.positive && v.value <= 0 {
			return fmt.Errorf("%s is %v, not more than 0", v.key, v.value)
		}
	}
	if s.NoisePPM < 0 {
		return fmt.Errorf("noise_ppm is %v, less than 0", s.NoisePPM)
	}
	if err := CheckIterations(s.Iterations); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(s.EventsPerIteration)) {
		if _, err := cachegrind.ParseEvent(key); err != nil {
			return fmt.Errorf("events_per_iteration: %w", err)
		}
	}
	for _, p := range s.Points {
		if !slices.Contains(s.Iterations, p.N) {
			return fmt.Errorf("points: n = %d is none of its iterations", p.N)
		}
		for _, key := range slices.Sorted(maps.Keys(p.Events)) {
			if _, err := cachegrind.ParseEvent(key); err != nil {
				return fmt.Errorf("points: %w", err)
			}
		}
	}
	return nil
}

// MinPoints is the least number of values of N that a line is fitted through:
// with two there is no residual, and so no noise.
const MinPoints = 3

// CheckIterations returns an error unless values of N can be measured together:
// at least MinPoints of them, positive, ascending, and with the same number of
// digits, because a longer argument costs instructions of its own.
func CheckIterations(n []int) error {
	if len(n) < MinPoints {
		return fmt.Errorf("%d iteration counts: a line needs at least %d, such as [1000, 1500, 2000, 2500]", len(n), MinPoints)
	}
	for i, v := range n {
		if v <= 0 {
			return fmt.Errorf("iterations %v: %d is not more than 0", n, v)
		}
		if i > 0 && v <= n[i-1] {
			return fmt.Errorf("iterations %v: not ascending at %d", n, v)
		}
	}
	first, last := fmt.Sprint(n[0]), fmt.Sprint(n[len(n)-1])
	if len(first) != len(last) {
		return fmt.Errorf("iterations %v: %s has %d digits and %s has %d, and a longer argument costs instructions of its own: use numbers of equal length",
			n, first, len(first), last, len(last))
	}
	return nil
}
