package regress

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/grindgate/grindgate/results"
)

// ErrFlat is the error of a scenario whose cost does not grow with N.
var ErrFlat = errors.New("the cost does not grow with N: does the program do its work N times?")

// Summarize turns the samples of one scenario into what its results file holds,
// except for the toolchain. Noise only adds, so of the repeats of one N the
// cheapest stands for that N, among those that started the fewest threads; how far
// the next one is from it counts as noise. It is ErrFlat, wrapped, if the slope is
// zero or below, or not clearly above its own noise.
func Summarize(samples []Sample, m Method) (results.Scenario, error) {
	cleanest, repeats, err := m.cleanest(samples)
	if err != nil {
		return results.Scenario{}, err
	}
	n := make([]float64, len(cleanest))
	cost := make([]float64, len(cleanest))
	iterations := make([]int, len(cleanest))
	for i, s := range cleanest {
		n[i], cost[i], iterations[i] = float64(s.N), s.cost, s.N
	}
	line, err := fit(n, cost, apart(repeats))
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
	functions, err := m.functions(cleanest, repeats, n)
	if err != nil {
		return results.Scenario{}, err
	}
	return results.Scenario{
		CostPerIteration:   round(line.Slope),
		EventsPerIteration: events,
		Functions:          m.nameLargest(functions, line.Slope, round),
		Growth:             line.Growth,
		Iterations:         iterations,
		Metric:             m.Metric,
		NoisePPM:           inPPM(line.Noise()),
		Points:             points(samples),
		StartupCost:        math.Round(line.Intercept) + 0, // -0 + 0 is 0
		StartupNoisePPM:    line.startupNoise(),
		Wandering:          m.wandering(functions, line),
	}, nil
}

// inPPM returns a ratio in parts per million, to the hundredth of one.
func inPPM(ratio float64) float64 { return math.Round(1e8*ratio) / 100 }
