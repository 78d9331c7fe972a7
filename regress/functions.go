package regress

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/grindgate/grindgate/results"
)

// functionLine is the line of one function, and its noise, in units of cost.
type functionLine struct{ slope, noise float64 }

// functions returns each function's own line. Start-up cancels, and since least
// squares is linear the sum of the slopes is the slope of the sum.
func (m Method) functions(samples []costed, repeats []again, n []float64) (map[string]functionLine, error) {
	lines := make(map[string][]float64)
	for i, s := range samples {
		for name, counts := range s.Functions {
			cost, err := m.Cost(counts)
			if err != nil {
				return nil, fmt.Errorf("at N = %d: function %q: %w", s.N, name, err)
			}
			if lines[name] == nil {
				lines[name] = make([]float64, len(samples))
			}
			lines[name][i] = cost
		}
	}
	functions := make(map[string]functionLine, len(lines))
	for name, cost := range lines {
		var apart []float64
		for _, r := range repeats {
			next, err := m.Cost(r.next.Functions[name])
			if err != nil {
				return nil, fmt.Errorf("at N = %d: function %q: %w", r.next.N, name, err)
			}
			apart = append(apart, next-cost[r.place])
		}
		line, err := fit(n, cost, apart)
		if err != nil {
			return nil, fmt.Errorf("function %q: %w", name, err)
		}
		functions[name] = functionLine{line.Slope, quantile(line.Freedom) * line.StdErr}
	}
	return functions, nil
}

// nameLargest keeps the functions that have a share of the total which is worth a
// name. The others are summed as results.Other, such that the whole adds up to
// total. All are rounded.
func (m Method) nameLargest(functions map[string]functionLine, total float64, round func(float64) float64) map[string]float64 {
	kept := make(map[string]float64)
	rest := round(total)
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if cost := round(functions[name].slope); math.Abs(cost) >= m.named()*total {
			kept[name] = cost
			rest -= cost
		}
	}
	if rest = round(rest); rest != 0 {
		kept[results.Other] = rest
	}
	return kept
}

// mostWandering is how many functions are named for the noise of a scenario.
const mostWandering = 3

// wandering returns the functions that most of the noise of a scenario comes from,
// and theirs in parts per million of its cost, if that noise is too large for the
// threshold.
func (m Method) wandering(functions map[string]functionLine, line Line) map[string]float64 {
	if !(m.Threshold > 0) || line.Noise() <= m.Threshold/Margin {
		return nil
	}
	names := slices.SortedFunc(maps.Keys(functions), func(a, b string) int {
		return cmp.Or(-cmp.Compare(functions[a].noise, functions[b].noise), cmp.Compare(a, b))
	})
	wandering := make(map[string]float64)
	for _, name := range names[:min(mostWandering, len(names))] {
		if ppm := inPPM(functions[name].noise / line.Slope); ppm > 0 {
			wandering[name] = ppm
		}
	}
	return wandering
}
