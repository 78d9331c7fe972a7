package regress

import (
	"math"
	"strconv"
)

// digits is how many significant digits of a cost go into a file: a thousandth
// of a part per million, beyond what any run repeats, and few enough to be read.
const digits = 9

// rounding returns the function that rounds the parts of total to the place of
// its last significant digit, so that they still add up.
func rounding(total float64) func(float64) float64 {
	if total == 0 || !finite(total) {
		return func(x float64) float64 { return x }
	}
	place := digits - 1 - int(math.Floor(math.Log10(math.Abs(total))))
	return func(x float64) float64 {
		if !finite(x) {
			return x
		}
		if place < 0 {
			unit := math.Pow10(-place)
			return math.Round(x/unit) * unit
		}
		rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', place, 64), 64)
		if err != nil || rounded == 0 {
			return 0 // and never -0
		}
		return rounded
	}
}
