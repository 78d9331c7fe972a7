package regress

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// Sample is one run of a scenario, less what a line through many does not need.
type Sample struct {
	N         int
	Repeat    int
	Events    []cachegrind.Event // that were recorded
	Totals    cachegrind.Counts
	Functions map[string]cachegrind.Counts // by NormalName
	// ThreadStarts is Profile.ThreadStarts. A runtime that started a thread more than
	// in other runs has lost a race, and may hash differently from there on.
	ThreadStarts uint64
}

// NewSample makes a Sample of a profile.
func NewSample(n, repeat int, p *cachegrind.Profile) Sample {
	s := Sample{
		N: n, Repeat: repeat, Events: p.Events, Totals: p.Totals,
		Functions: make(map[string]cachegrind.Counts), ThreadStarts: p.ThreadStarts(),
	}
	for function, breakdown := range p.Functions {
		name := NormalName(function.Name)
		counts := s.Functions[name]
		for e, v := range breakdown.Counts {
			counts[e] += v // cannot overflow: the parser summed the same counts
		}
		s.Functions[name] = counts
	}
	return s
}

// ErrFlat is the error of a scenario whose cost does not grow with N.
var ErrFlat = errors.New("the cost does not grow with N: does the program do its work N times?")

// Summarize turns the samples of one scenario into what its results file holds,
// except for the toolchain. Noise only adds, so of the repeats of one N the
// cheapest stands for that N, among those that started the fewest threads. It is ErrFlat, wrapped, if the slope is zero or
// below, or not clearly above its own noise.
func Summarize(samples []Sample, model cachegrind.Model) (results.Scenario, error) {
	cleanest, err := cheapest(samples, model)
	if err != nil {
		return results.Scenario{}, err
	}
	n := make([]float64, len(cleanest))
	cost := make([]float64, len(cleanest))
	iterations := make([]int, len(cleanest))
	for i, s := range cleanest {
		n[i], cost[i], iterations[i] = float64(s.N), s.cost, s.N
	}
	line, err := Fit(n, cost)
	if err != nil {
		return results.Scenario{}, err
	}
	if noise := line.Noise(); line.Slope <= 0 || noise >= 1 {
		return results.Scenario{}, fmt.Errorf("%w (from N = %d to %d it went from %.0f to %.0f)",
			ErrFlat, iterations[0], iterations[len(iterations)-1], cost[0], cost[len(cost)-1])
	}
	round := rounding(line.Slope)
	events := make(map[string]float64)
	for _, e := range cleanest[0].Events {
		y := make([]float64, len(cleanest))
		for i, s := range cleanest {
			y[i] = float64(s.Totals[e])
		}
		_, slope := stat.LinearRegression(n, y, nil, false)
		events[e.String()] = round(slope)
	}
	functions, err := functionCosts(cleanest, n, model)
	if err != nil {
		return results.Scenario{}, err
	}
	return results.Scenario{
		CostPerIteration:   round(line.Slope),
		EventsPerIteration: events,
		Functions:          named(functions, line.Slope, round),
		Iterations:         iterations,
		NoisePPM:           math.Round(1e8*line.Noise()) / 100,
		Points:             points(samples),
		StartupCost:        math.Round(line.Intercept) + 0, // -0 + 0 is 0
	}, nil
}

type costed struct {
	Sample
	cost float64
}

func (c costed) cleaner(than costed) bool {
	return cmp.Or(cmp.Compare(c.ThreadStarts, than.ThreadStarts), cmp.Compare(c.cost, than.cost)) < 0
}

// cheapest returns the sample of fewest threads and least cost for each N, by
// ascending N.
func cheapest(samples []Sample, model cachegrind.Model) ([]costed, error) {
	best := make(map[int]costed)
	for _, s := range samples {
		if !slices.Equal(s.Events, samples[0].Events) {
			return nil, fmt.Errorf("at N = %d %v were counted and at N = %d %v", samples[0].N, samples[0].Events, s.N, s.Events)
		}
		cost, err := model.Cost(s.Totals)
		if err != nil {
			return nil, fmt.Errorf("at N = %d: %w", s.N, err)
		}
		this := costed{s, cost}
		if old, ok := best[s.N]; !ok || this.cleaner(old) {
			best[s.N] = this
		}
	}
	var sorted []costed
	for _, n := range slices.Sorted(maps.Keys(best)) {
		sorted = append(sorted, best[n])
	}
	return sorted, nil
}

// functionCosts returns the slope of each function's own line. Start-up cancels,
// and since least squares is linear the sum of the slopes is the slope of the
// sum.
func functionCosts(samples []costed, n []float64, model cachegrind.Model) (map[string]float64, error) {
	lines := make(map[string][]float64)
	for i, s := range samples {
		for name, counts := range s.Functions {
			cost, err := model.Cost(counts)
			if err != nil {
				return nil, fmt.Errorf("at N = %d: function %q: %w", s.N, name, err)
			}
			if lines[name] == nil {
				lines[name] = make([]float64, len(samples))
			}
			lines[name][i] = cost
		}
	}
	slopes := make(map[string]float64, len(lines))
	for name, cost := range lines {
		_, slopes[name] = stat.LinearRegression(n, cost, nil, false)
	}
	return slopes, nil
}

// named keeps the functions that have at least results.Named of the total. The
// others are summed as results.Other, such that the whole adds up to total. All
// are rounded.
func named(functions map[string]float64, total float64, round func(float64) float64) map[string]float64 {
	kept := make(map[string]float64)
	rest := round(total)
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if cost := round(functions[name]); math.Abs(cost) >= results.Named*total {
			kept[name] = cost
			rest -= cost
		}
	}
	if rest = round(rest); rest != 0 {
		kept[results.Other] = rest
	}
	return kept
}

func points(samples []Sample) []results.Point {
	var all []results.Point
	for _, s := range samples {
		events := make(map[string]uint64, len(s.Events))
		for _, e := range s.Events {
			events[e.String()] = s.Totals[e]
		}
		all = append(all, results.Point{N: s.N, Repeat: s.Repeat, Events: events})
	}
	return all
}
