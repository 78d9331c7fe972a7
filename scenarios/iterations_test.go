package scenarios

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

func TestIterationsFor(t *testing.T) {
	for _, c := range []struct {
		slope, worth float64
		want         []int
	}{
		{1e12, 3e6, []int{2, 3, 4, 5}},
		{1.5e6, 3e6, []int{2, 3, 4, 5}},
		{1.4e6, 3e6, []int{10, 13, 16, 19, 22, 25}},
		{3e5, 3e6, []int{10, 13, 16, 19, 22, 25}},
		{2.9e5, 3e6, []int{15, 20, 24, 29, 33, 38}},
		{3e4, 3e6, []int{100, 130, 160, 190, 220, 250}},
		{8572, 3e6, []int{350, 455, 560, 665, 770, 875}},
		{8004, 3e6, []int{1000, 1300, 1600, 1900, 2200, 2500}},
		{0.03, 3e6, []int{100_000_000, 130_000_000, 160_000_000, 190_000_000, 220_000_000, 250_000_000}},
		{1e-3, 3e6, []int{100_000_000, 130_000_000, 160_000_000, 190_000_000, 220_000_000, 250_000_000}},
	} {
		if diff := cmp.Diff(c.want, iterationsFor(c.slope, c.worth)); diff != "" {
			t.Errorf("slope %v, worth %v: %s", c.slope, c.worth, diff)
		}
	}
}

func TestLeastWorthFor(t *testing.T) {
	for threshold, want := range map[float64]float64{
		0.5: 3e6, 0.002: 3e6, 0.001: 6e6, 0.00025: 24e6, 0.0005: 12e6, 1e-5: 192e6, 1e-9: 192e6,
	} {
		if got := leastWorthFor(threshold); got != want {
			t.Errorf("%v: %v, want %v", threshold, got, want)
		}
	}
}

// TestIterationsForAny goes through the slopes that there may be, and through the
// ranges that are tried for each. The gap between a lead of 35 and the next power of
// ten is the largest one, so a range starts at most so many times too late.
func TestIterationsForAny(t *testing.T) {
	const gap = 100.0 / 35
	for exponent := -3.0; exponent <= 12; exponent += 0.01 {
		slope := math.Pow(10, exponent)
		for worth := float64(leastWorth); worth <= mostWorth; worth *= growth {
			points := iterationsFor(slope, worth)
			if err := results.CheckIterations(points); err != nil {
				t.Fatalf("slope %v, worth %v: %v", slope, worth, err)
			}
			first, last := points[0], points[len(points)-1]
			if cost := float64(first) * slope; cost < worth && first < mostIterations/10 {
				t.Errorf("slope %v: %v begins with a cost of %v, less than %v", slope, points, cost, worth)
			}
			if cost := float64(first) * slope; first > 10 && cost >= gap*worth {
				t.Errorf("slope %v: %v begins with a cost of %v, where %v is enough", slope, points, cost, worth)
			}
			if first == 10 && 2*slope >= worth {
				t.Errorf("slope %v, worth %v: %v, where 2 to 5 are enough", slope, worth, points)
			}
			if ratio := float64(last) / float64(first); ratio < 2.5 || ratio > 2.6 {
				t.Errorf("slope %v: %v is a factor of %v", slope, points, ratio)
			}
			if last > mostIterations {
				t.Errorf("slope %v: %v is beyond %d", slope, points, mostIterations)
			}
			// Evenly spaced, so that no point weighs more than the others.
			for i := range len(points) - 1 {
				step := float64(last-first) / float64(len(points)-1)
				if got := float64(points[i+1] - points[i]); math.Abs(got-step) > 1 {
					t.Errorf("slope %v: %v has a step of %v, the others are about %v", slope, points, got, step)
				}
			}
		}
	}
}

// TestLook has look measure a program of which everything is known.
func TestLook(t *testing.T) {
	fault := errors.New("crashed")
	for _, c := range []struct {
		name        string
		start, unit float64
		fails       int // the N at which the program fails
		measured    []int
		want        float64
		err         string
	}{
		{"dear", 5e8, 3e6, 0, []int{1, 9}, 3e6, ""},
		{"just enough", 1e6, 125_000, 0, []int{1, 9}, 125_000, ""},
		{"not quite enough", 1e6, 124_999, 0, []int{1, 9, 99}, 124_999, ""},
		{"cheap", 2e5, 100, 0, []int{1, 9, 99, 999, 9999, 99_999}, 100, ""},
		{"nearly nothing", 0, 0.25, 0, []int{1, 9, 99, 999, 9999, 99_999, 999_999, 9_999_999}, 0.25, ""},
		{
			"nothing", 5000, 0, 0,
			[]int{1, 9, 99, 999, 9999, 99_999, 999_999, 9_999_999, 99_999_999, 999_999_999},
			0,
			regress.ErrFlat.Error() + " (from N = 1 to 999999999 it went from 5000 to 5000)",
		},
		{"fails", 5000, 1, 1, []int{1}, 0, "at N = 1: crashed"},
		{"fails later", 5000, 1, 999, []int{1, 9, 99, 999}, 0, "at N = 999: crashed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var measured []int
			slope, err := look(t.Context(), func(_ context.Context, n int) (float64, error) {
				measured = append(measured, n)
				if n == c.fails {
					return 0, fault
				}
				return c.start + c.unit*float64(n), nil
			})
			if diff := cmp.Diff(c.measured, measured); diff != "" {
				t.Error(diff)
			}
			if slope != c.want {
				t.Errorf("slope %v, want %v", slope, c.want)
			}
			if c.err == "" {
				c.err = "<nil>"
			}
			if diff := cmp.Diff(c.err, fmt.Sprint(err)); diff != "" {
				t.Error(diff)
			}
			if c.fails != 0 && !errors.Is(err, fault) || c.unit == 0 && !errors.Is(err, regress.ErrFlat) {
				t.Errorf("%v is not what went wrong", err)
			}
		})
	}
}
