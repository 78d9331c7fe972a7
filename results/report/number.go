package report

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
)

// cost writes a cost, in units of the model, with seven significant digits and
// at most three decimals: small enough to read, fine enough to see what a gate
// of hundredths of a per cent decides by. Below 1 it has three significant
// digits.
func cost(x float64) string {
	switch abs := math.Abs(x); {
	case abs == 0 || math.IsNaN(x) || math.IsInf(x, 0):
		return strconv.FormatFloat(x+0, 'f', 3, 64) // and no -0
	case abs < 1e-6:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case abs < 1:
		return strconv.FormatFloat(x, 'f', 2-int(math.Floor(math.Log10(abs))), 64)
	default:
		return strconv.FormatFloat(x, 'f', min(max(6-int(math.Floor(math.Log10(abs))), 0), 3), 64)
	}
}

// mostDecimals is where change gives up telling two percentages apart: a float64
// has hardly more.
const mostDecimals = 15

// change writes a ratio as a percentage with its sign, with four decimals where
// it is small and two where it is not, and with as many more as it takes to be
// seen on that side of the threshold on which it is: 0.200004% is above 0.2%, and
// 0.2000% does not look it.
func change(ratio, threshold float64) string {
	x, limit := inPercent(math.Abs(ratio)), inPercent(threshold)
	decimals := 4
	if x >= 1 {
		decimals = 2
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	for ; side(text, limit) != cmp.Compare(x, limit) && decimals < mostDecimals; decimals++ {
		text = strconv.FormatFloat(x, 'f', decimals+1, 64)
	}
	switch v, _ := strconv.ParseFloat(text, 64); {
	case v == 0:
		return "0%"
	case ratio < 0:
		return "-" + text + "%"
	default:
		return "+" + text + "%"
	}
}

// side compares a number as it is written with a limit, as cmp.Compare does.
func side(text string, limit float64) int {
	v, _ := strconv.ParseFloat(text, 64) // of FormatFloat
	return cmp.Compare(v, limit)
}

// percent writes a threshold as people write it, and one that was computed with
// four significant digits.
func percent(ratio float64) string {
	x := inPercent(ratio)
	if text := strconv.FormatFloat(x, 'f', -1, 64); len(text) <= 12 {
		return text + "%"
	}
	return strconv.FormatFloat(x, 'g', 4, 64) + "%"
}

// inPercent moves the decimal point of a ratio by two places. A multiplication
// would make 0.14% of some ratios and 0.13999999999999999% of others.
func inPercent(ratio float64) float64 {
	shifted, err := strconv.ParseFloat(strconv.FormatFloat(ratio, 'f', -1, 64)+"e2", 64)
	if err != nil {
		return 100 * ratio // not finite
	}
	return shifted
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
