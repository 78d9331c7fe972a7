package regress

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRounding(t *testing.T) {
	for _, c := range []struct {
		total, x float64
		want     string
	}{
		{8123.4, 8123.4, "8123.4"},
		{6205.508441234567, 6205.508441234567, "6205.50844"},
		{6205.508441234567, 0.123456789, "0.12346"}, // to the place of the total
		{6205.508441234567, -0.123456789, "-0.12346"},
		{1.0 / 3, 1.0 / 3, "0.333333333"},
		{1.0 / 3, 1e-10, "0"},
		{1.0 / 3, -1e-10, "0"},
		{123456789, 123456789.4, "1.23456789e+08"},
		{999999999.6, 999999999.6, "1e+09"},
		{1e9, 1234567894, "1.23456789e+09"},
		{1e12, 1234567894, "1.23457e+09"},
		{1e12, -3, "0"},
		{1e15, 1.23456789012e15, "1.23456789e+15"},
		{1.0 / 3e12, 1.0 / 3e12, "3.33333333e-13"},
		{1.23456789012e-300, 1.23456789012e-300, "1.23456789e-300"},
		{1.23456789012e300, 1.23456789012e300, "1.23456789e+300"},
		{5e-324, 5e-324, "5e-324"},
		{math.MaxFloat64, math.MaxFloat64, "1.79769313e+308"},
		{-6205.508441234567, 1.23456789, "1.23457"},
		{0, 1.0 / 3, "0.3333333333333333"}, // no place to round to
		{math.Inf(1), 0.5, "0.5"},
		{math.NaN(), 0.5, "0.5"},
		{1, math.Inf(-1), "-Inf"},
		{1, math.NaN(), "NaN"},
	} {
		if diff := cmp.Diff(c.want, fmt.Sprint(rounding(c.total)(c.x))); diff != "" {
			t.Errorf("%v as a part of %v: %s", c.x, c.total, diff)
		}
	}
}

// Every power of ten keeps the same number of digits.
func TestRoundingPowersOfTen(t *testing.T) {
	for e := -300; e <= 300; e++ {
		total := math.Pow10(e)
		want := fmt.Sprintf("1.23456789e%+03d", e)
		if diff := cmp.Diff(want, strconv.FormatFloat(rounding(total)(1.23456789123*total), 'e', -1, 64)); diff != "" {
			t.Errorf("1e%d: %s", e, diff)
		}
	}
}
