package regress

import (
	"fmt"
	"math"
	"strconv"
	"strings"
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
	// Not math.Log10, which is a little less than 15 for 1e15.
	_, exponent, _ := strings.Cut(strconv.FormatFloat(total, 'e', digits-1, 64), "e")
	first, err := strconv.Atoi(exponent)
	if err != nil {
		return func(x float64) float64 { return x }
	}
	last := first - (digits - 1) // the place, as a power of ten
	return func(x float64) float64 {
		if !finite(x) {
			return x
		}
		text := strconv.FormatFloat(x, 'f', max(-last, 0), 64)
		if last > 0 {
			text = fmt.Sprintf("%.0fe%d", x/math.Pow10(last), last)
		}
		rounded, err := strconv.ParseFloat(text, 64)
		if err != nil || rounded == 0 {
			return 0 // and never -0
		}
		return rounded
	}
}
