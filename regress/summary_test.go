package regress

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

var nine = []cachegrind.Event{
	cachegrind.Ir, cachegrind.I1mr, cachegrind.ILmr, cachegrind.Dr, cachegrind.D1mr, cachegrind.DLmr,
	cachegrind.Dw, cachegrind.D1mw, cachegrind.DLmw,
}

// byCost is the method of a scenario that names no other.
var byCost = Method{Model: cachegrind.DefaultModel()}

// work is what n iterations count, without a start-up: Ir, Dr, Dw and hits of
// the last level for D1mr. One costs 16 + 1*(5-1) = 20.
func work(n uint64) cachegrind.Counts {
	return cachegrind.Counts{cachegrind.Ir: 10 * n, cachegrind.Dr: 4 * n, cachegrind.D1mr: n, cachegrind.Dw: 2 * n}
}

// startup costs 650 + 12*(5-1) + 5*(35-5) = 848.
func startup() cachegrind.Counts {
	return cachegrind.Counts{500, 7, 2, 100, 5, 3, 50, 0, 0}
}

func sum(a, b cachegrind.Counts) cachegrind.Counts {
	for e := range a {
		a[e] += b[e]
	}
	return a
}

// instructions is a sample that counts nothing but ir instructions.
func instructions(n, repeat int, ir uint64) Sample {
	counts := cachegrind.Counts{cachegrind.Ir: ir}
	return Sample{N: n, Repeat: repeat, Events: nine, Totals: counts, Functions: map[string]cachegrind.Counts{"work": counts}}
}

func TestSummarize(t *testing.T) {
	var samples []Sample
	for _, n := range []int{3000, 1000, 2000} { // in any order
		samples = append(samples, Sample{
			N: n, Events: nine, Totals: sum(startup(), work(uint64(n))),
			Functions: map[string]cachegrind.Counts{"main": startup(), "work": work(uint64(n))},
		})
	}
	got, err := Summarize(samples, byCost)
	if err != nil {
		t.Fatal(err)
	}
	point := func(n uint64) results.Point {
		return results.Point{N: int(n), Events: map[string]uint64{
			"Ir": 500 + 10*n, "I1mr": 7, "ILmr": 2, "Dr": 100 + 4*n, "D1mr": 5 + n, "DLmr": 3, "Dw": 50 + 2*n, "D1mw": 0, "DLmw": 0,
		}}
	}
	want := results.Scenario{
		CostPerIteration:   20,
		EventsPerIteration: map[string]float64{"Ir": 10, "I1mr": 0, "ILmr": 0, "Dr": 4, "D1mr": 1, "DLmr": 0, "Dw": 2, "D1mw": 0, "DLmw": 0},
		Functions:          map[string]float64{"work": 20},
		Iterations:         []int{1000, 2000, 3000},
		NoisePPM:           0,
		Points:             []results.Point{point(3000), point(1000), point(2000)},
		StartupCost:        848,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The residuals 1, -2, 1 leave a slope of 10 and a standard error of
// sqrt(6/1 / 2000000), with one degree of freedom.
func TestSummarizeNoise(t *testing.T) {
	got, err := Summarize([]Sample{
		instructions(1000, 0, 10_501), instructions(2000, 0, 20_498), instructions(3000, 0, 30_501),
	}, byCost)
	if err != nil {
		t.Fatal(err)
	}
	want := results.Scenario{
		CostPerIteration: 10, NoisePPM: math.Round(1e8*12.706204736*math.Sqrt(6/2e6)/10) / 100, StartupCost: 500,
		// The mean of N is 2000, so its variance is 1/3 + 2000^2/2e6 of that of a point.
		StartupNoisePPM: math.Round(1e8*12.706204736*math.Sqrt(6*(1.0/3+2))/500) / 100,
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(results.Scenario{}, "EventsPerIteration", "Functions", "Iterations", "Points")); diff != "" {
		t.Error(diff)
	}
}

// A repeat that costs more stands for nothing, whichever comes first, but is
// among the points.
func TestSummarizeCheapestRepeat(t *testing.T) {
	got, err := Summarize([]Sample{
		instructions(1000, 0, 10_500), instructions(1000, 1, 10_900),
		instructions(2000, 0, 29_000), instructions(2000, 1, 20_500), instructions(2000, 2, 20_501),
		instructions(3000, 0, 30_500),
	}, byCost)
	if err != nil {
		t.Fatal(err)
	}
	// The best and the second best of N = 1000 lie 400 apart and of N = 2000 one; three
	// degrees of freedom with the residuals, which are 0.
	noise := math.Round(1e8*3.182446305*math.Sqrt((400*400+1)/2.0/3/2e6)/10) / 100
	if got.CostPerIteration != 10 || got.NoisePPM != noise || got.StartupCost != 500 || got.Functions["work"] != 10 {
		t.Errorf("got %+v", got)
	}
	if len(got.Points) != 6 {
		t.Errorf("%d points", len(got.Points))
	}
}

func TestSummarizeFlat(t *testing.T) {
	for _, c := range []struct {
		name string
		cost [3]uint64
		want string
	}{
		{"zero", [3]uint64{5000, 5000, 5000}, "(from N = 1000 to 3000 it went from 5000 to 5000)"},
		{"nothing counted", [3]uint64{0, 0, 0}, "(from N = 1000 to 3000 it went from 0 to 0)"},
		{"negative", [3]uint64{7000, 6000, 5000}, "(from N = 1000 to 3000 it went from 7000 to 5000)"},
		// Slope 1, residuals 100, -200, 100: standard error sqrt(6)*100/sqrt(2e6) = 0.173, times 12.7.
		{"lost in its noise", [3]uint64{5100, 5800, 7100}, "(from N = 1000 to 3000 it went from 5100 to 7100)"},
	} {
		var samples []Sample
		for i, cost := range c.cost {
			samples = append(samples, instructions(1000*(i+1), 0, cost))
		}
		got, err := Summarize(samples, byCost)
		if !errors.Is(err, ErrFlat) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(ErrFlat.Error()+" "+c.want, err.Error()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if diff := cmp.Diff(results.Scenario{}, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	// Half of that noise, and the slope stands.
	got, err := Summarize([]Sample{instructions(1000, 0, 5030), instructions(2000, 0, 5940), instructions(3000, 0, 7030)}, byCost)
	if err != nil || got.CostPerIteration != 1 || got.NoisePPM < 600_000 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestSummarizeErrors(t *testing.T) {
	few := instructions(2000, 0, 20)
	few.Events = nine[:1]
	broken := instructions(3000, 0, 30)
	broken.Functions["work"] = cachegrind.Counts{cachegrind.Dr: 1, cachegrind.D1mr: 2}
	misses := instructions(3000, 0, 30)
	misses.Totals[cachegrind.I1mr] = 31
	a, b := instructions(1000, 0, 10), instructions(2000, 0, 20)
	for _, c := range []struct {
		samples []Sample
		model   cachegrind.Model
		want    string
	}{
		{nil, cachegrind.DefaultModel(), "fit: 0 different values of N; a line needs at least 3"},
		{[]Sample{a, b, a}, cachegrind.DefaultModel(), "fit: 2 different values of N; a line needs at least 3"},
		{[]Sample{a, few}, cachegrind.DefaultModel(), "at N = 1000 [Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw] were counted and at N = 2000 [Ir]"},
		{[]Sample{a, b, misses}, cachegrind.DefaultModel(), "at N = 3000: impossible counts: I1mr = 31 is more than Ir = 30; measure again"},
		{[]Sample{a, b, broken}, cachegrind.DefaultModel(), `at N = 3000: function "work": impossible counts: D1mr = 2 is more than Dr = 1; measure again`},
		{[]Sample{a}, cachegrind.Model{}, "at N = 1000: model: l1, ll and ram are all 0; set at least one of them"},
	} {
		_, err := Summarize(c.samples, Method{Model: c.model})
		if diff := cmp.Diff(c.want, fmt.Sprint(err)); diff != "" {
			t.Error(diff)
		}
	}
}

// randomSamples makes a scenario of many functions, some of which are in some of
// the runs only.
func randomSamples(r *rand.Rand) []Sample {
	var samples []Sample
	slopes := make([]uint64, 300)
	for i := range slopes {
		slopes[i] = uint64(math.Exp(9 * r.Float64()))
	}
	for _, n := range []int{1000, 1500, 2000, 2500} {
		s := Sample{N: n, Events: nine, Functions: make(map[string]cachegrind.Counts)}
		for i, slope := range slopes {
			if r.IntN(20) == 0 {
				continue
			}
			counts := work(slope*uint64(n) + r.Uint64N(1+slope))
			s.Functions["f"+strconv.Itoa(i)] = counts
			s.Totals = sum(s.Totals, counts)
		}
		samples = append(samples, s)
	}
	return samples
}

// The sum of the slopes of the functions is the slope of the sum, since least
// squares is linear.
func TestFunctionCosts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		samples := randomSamples(r)
		cleanest, repeats, err := byCost.cleanest(samples)
		if err != nil {
			t.Fatal(err)
		}
		var n, cost []float64
		for _, s := range cleanest {
			n, cost = append(n, float64(s.N)), append(cost, s.cost)
		}
		line, err := Fit(n, cost)
		if err != nil {
			t.Fatal(err)
		}
		functions, err := byCost.functions(cleanest, repeats, n)
		if err != nil {
			t.Fatal(err)
		}
		var total float64
		for _, f := range functions {
			total += f.slope
		}
		if diff := cmp.Diff(line.Slope, total, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Error(diff)
		}
	}
}

// The functions of a file add up to its cost in the decimals it is written in:
// to the last digit.
func TestFunctionsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		got, err := Summarize(randomSamples(r), byCost)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := got.Functions[results.Other]; !ok || len(got.Functions) < 10 {
			t.Fatalf("only %v", got.Functions)
		}
		total := new(big.Rat)
		for name, cost := range got.Functions {
			total.Add(total, decimal(t, cost))
			if name != results.Other && math.Abs(cost) < results.Named*got.CostPerIteration*(1-1e-6) {
				t.Errorf("%s is named for %v of %v", name, cost, got.CostPerIteration)
			}
		}
		if want := decimal(t, got.CostPerIteration); total.Cmp(want) != 0 {
			t.Errorf("functions add up to %s, the cost is %s", total.FloatString(12), want.FloatString(12))
		}
	}
}

func decimal(t *testing.T, x float64) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	if !ok {
		t.Fatalf("%v is no number", x)
	}
	return r
}

// No number of a summary is -0, which a file would show.
func TestSummarizeNegativeZero(t *testing.T) {
	got, err := Summarize([]Sample{ // an intercept of -1/3
		instructions(1000, 0, 10_000), instructions(2000, 0, 19_999), instructions(3000, 0, 30_000),
	}, byCost)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{got.StartupCost, got.EventsPerIteration["Dr"]} {
		if x == 0 && math.Signbit(x) {
			t.Errorf("-0 in %+v", got)
		}
	}
}

func TestNewSample(t *testing.T) {
	p := &cachegrind.Profile{
		Events: nine,
		Totals: work(7),
		Functions: map[cachegrind.Function]*cachegrind.Breakdown{
			{File: "a.c", Name: "f"}:              {Counts: work(1)},
			{File: "a.h", Name: "f"}:              {Counts: work(2)}, // inlined into it
			{File: "a.c", Name: "f.constprop.0"}:  {Counts: work(3)},
			{File: "b.go", Name: "main.f.func12"}: {Counts: work(1)},
		},
	}
	want := Sample{
		N: 1000, Repeat: 2, Events: nine, Totals: work(7),
		Functions: map[string]cachegrind.Counts{"f": work(6), "main.f.func": work(1)},
	}
	if diff := cmp.Diff(want, NewSample(1000, 2, p)); diff != "" {
		t.Error(diff)
	}
}
