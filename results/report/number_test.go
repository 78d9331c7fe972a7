package report

import (
	"cmp"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{cost(0), "0.000"},
		{cost(math.Copysign(0, -1)), "0.000"},
		{cost(1e-12), "1e-12"},
		{cost(0.000001), "0.00000100"},
		{cost(0.00012345), "0.000123"},
		{cost(0.03), "0.0300"},
		{cost(0.25), "0.250"},
		{cost(0.9999), "1.000"},
		{cost(1), "1.000"},
		{cost(8004), "8004.000"},
		{cost(9999.9994), "9999.999"},
		{cost(9999.9996), "10000.000"},
		{cost(10000), "10000.00"},
		{cost(155756.894), "155756.9"},
		{cost(1834455.5), "1834456"},
		{cost(123456789.5), "123456790"},
		{cost(-1834.5), "-1834.500"},
		{cost(-0.03), "-0.0300"},
		{cost(math.NaN()), "NaN"},
		{cost(math.Inf(1)), "+Inf"},

		{percent(0.002), "0.2%"},
		{percent(0.0014), "0.14%"}, // 100*0.0014 is 0.13999999999999999
		{percent(0.0029), "0.29%"}, // and 100*0.0029 is 0.29000000000000004
		{percent(0.001234567891), "0.1234567891%"},
		{percent(0.0000001), "0.00001%"},
		{percent(0.5), "50%"},
		{percent(0.999), "99.9%"},

		{ppm(0), "0"},
		{ppm(1e-12), "<1 ppm"},
		{ppm(0.99e-6), "<1 ppm"},
		{ppm(1e-6), "1 ppm"},
		{ppm(1.49e-6), "1 ppm"},
		{ppm(1.51e-6), "2 ppm"},
		{ppm(0.0123456), "12346 ppm"},

		{change(0, 0.002), "0%"},
		{change(math.Copysign(0, -1), 0.002), "0%"},
		{change(4e-7, 0.002), "0%"},
		{change(-4e-7, 0.002), "0%"},
		{change(6e-7, 0.002), "+0.0001%"},
		{change(-6e-7, 0.002), "-0.0001%"},
		{change(0.000123456, 0.002), "+0.0123%"},
		{change(0.009995, 0.002), "+0.9995%"},
		{change(0.00999999, 0.002), "+1.0000%"},
		{change(0.01, 0.002), "+1.00%"},
		{change(-0.123456, 0.002), "-12.35%"},
		{change(9.5, 0.002), "+950.00%"},

		// Next to the threshold.
		{change(0.002, 0.002), "+0.2000%"},
		{change(0.002001, 0.002), "+0.2001%"},
		{change(0.00200049, 0.002), "+0.20005%"},
		{change(0.0020001, 0.002), "+0.20001%"},
		{change(0.00200000001, 0.002), "+0.200000001%"},
		{change(-0.00200000001, 0.002), "-0.200000001%"},
		{change(0.00199999, 0.002), "+0.199999%"},
		{change(-0.00199999, 0.002), "-0.199999%"},
		{change(0.010001, 0.01), "+1.0001%"},
		{change(0.0099999999, 0.01), "+0.99999999%"},
		{change(3e-7, 1e-7), "+0.00003%"},
		{change(0.0014, 0.0014), "+0.1400%"},

		{plural(0, "scenario"), "0 scenarios"},
		{plural(1, "scenario"), "1 scenario"},
		{plural(2, "scenario"), "2 scenarios"},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
}

// TestChangeSide requires of any change next to any threshold that it looks larger
// than the threshold if and only if it is.
func TestChangeSide(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for range 100_000 {
		threshold := float64(1+random.IntN(9999)) / math.Pow10(2+random.IntN(6))
		ratio := threshold
		switch random.IntN(3) {
		case 0:
			ratio *= 1 + math.Pow(10, -1-10*random.Float64())
		case 1:
			ratio *= 1 - math.Pow(10, -1-10*random.Float64())
		}
		for _, sign := range []float64{1, -1} {
			text, limit := change(sign*ratio, threshold), percent(threshold)
			if got, want := cmp.Compare(math.Abs(number(text)), number(limit)), cmp.Compare(ratio, threshold); got != want {
				t.Fatalf("a change of %v looks like %s beside a threshold of %v, %s", sign*ratio, text, threshold, limit)
			}
		}
	}
}
