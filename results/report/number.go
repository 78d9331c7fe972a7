package report

import (
	"fmt"
	"math"
	"strconv"
)

// cost writes a cost, in units of the model, with seven significant digits and
// at most three decimals: small enough to read, fine enough to see what a gate
// of hundredths of a per cent decides by.
func cost(x float64) string {
	decimals := 3
	if x := math.Abs(x); x >= 1 {
		decimals = min(max(6-int(math.Floor(math.Log10(x))), 0), 3)
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// change writes a ratio as a percentage with its sign, and with as many decimals
// as a small one needs.
func change(ratio float64) string {
	percent := 100 * ratio
	switch {
	case math.Abs(percent) < 0.00005:
		return "0%"
	case math.Abs(percent) < 1:
		return fmt.Sprintf("%+.4f%%", percent)
	default:
		return fmt.Sprintf("%+.2f%%", percent)
	}
}

// percent writes a threshold as people write it.
func percent(ratio float64) string {
	return strconv.FormatFloat(100*ratio, 'g', 6, 64) + "%"
}

// ppm writes a small ratio in parts per million.
func ppm(ratio float64) string {
	v := 1e6 * ratio
	switch {
	case v == 0:
		return "0"
	case v < 1:
		return "<1 ppm"
	default:
		return fmt.Sprintf("%.0f ppm", v)
	}
}

// plural writes a count and what it counts.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
