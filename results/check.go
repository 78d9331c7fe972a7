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
	if f.Schema != Schema {
		return fmt.Errorf("schema %d is not %d", f.Schema, Schema)
	}
	if f.Environment.Arch == "" {
		return errors.New("environment: no arch: not a file that grindgate wrote")
	}
	if err := f.Cache.Validate(); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	if err := f.Model.Validate(); err != nil {
		return err
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

// mostGrowth is the largest power of N that a measurement tells from larger ones.
const mostGrowth = 16

func (s Scenario) check() error {
	for _, v := range []struct {
		key      string
		value    float64
		positive bool
	}{
		{"cost_per_iteration", s.CostPerIteration, true},
		{"growth", s.Growth, false},
		{"noise_ppm", s.NoisePPM, false},
		{"startup_cost", s.StartupCost, false},
		{"startup_noise_ppm", s.StartupNoisePPM, false},
	} {
		if math.IsNaN(v.value) || math.IsInf(v.value, 0) {
			return fmt.Errorf("%s is %v", v.key, v.value)
		}
		if v.positive && v.value <= 0 {
			return fmt.Errorf("%s is %v, not more than 0", v.key, v.value)
		}
	}
	for _, cost := range s.CostsBySeed {
		if !(cost > 0) || math.IsInf(cost, 0) {
			return fmt.Errorf("costs_by_seed has %v, not a number of more than 0", cost)
		}
	}
	switch {
	case s.NoisePPM < 0:
		return fmt.Errorf("noise_ppm is %v, less than 0", s.NoisePPM)
	case s.StartupNoisePPM < 0:
		return fmt.Errorf("startup_noise_ppm is %v, less than 0", s.StartupNoisePPM)
	case s.Growth < 0 || s.Growth > mostGrowth:
		return fmt.Errorf("growth is %v, not between 0 and %d", s.Growth, mostGrowth)
	case s.Metric != "" && s.Metric != MetricIr:
		return fmt.Errorf("metric %q is not %q", s.Metric, MetricIr)
	}
	if err := CheckIterations(s.Iterations); err != nil {
		return err
	}
	if err := finite(s.EventsPerIteration); err != nil {
		return fmt.Errorf("events_per_iteration: %w", err)
	}
	if err := finite(s.Functions); err != nil {
		return fmt.Errorf("functions: %w", err)
	}
	if err := finite(s.Wandering); err != nil {
		return fmt.Errorf("wandering: %w", err)
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
		if p.Repeat < 0 {
			return fmt.Errorf("points: repeat = %d is less than 0", p.Repeat)
		}
		for _, key := range slices.Sorted(maps.Keys(p.Events)) {
			if _, err := cachegrind.ParseEvent(key); err != nil {
				return fmt.Errorf("points: %w", err)
			}
		}
	}
	return nil
}

func finite(values map[string]float64) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if v := values[key]; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %v", key, v)
		}
	}
	return nil
}
