package cachegrind

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCollector compares the collector with a plain map on orders of lines that
// cachegrind does not write. It would take minutes if one of them were quadratic.
func TestCollector(t *testing.T) {
	const n = 100_000
	random := rand.New(rand.NewPCG(1, 2))
	orders := map[string]func(i int) uint32{
		"ascending":     func(i int) uint32 { return uint32(i) },
		"descending":    func(i int) uint32 { return uint32(n - i) },
		"inwards":       func(i int) uint32 { return uint32(i%2*n + i*(1-i%2*2)) },
		"two runs":      func(i int) uint32 { return uint32(i % (n / 2)) },
		"few lines":     func(i int) uint32 { return random.Uint32N(3) },
		"many lines":    func(i int) uint32 { return random.Uint32N(n) },
		"once at first": func(i int) uint32 { return uint32(n * min(1, n-1-i) / (1 + i)) },
	}
	for name, order := range orders {
		for _, reopen := range []int{1, 7, n} { // rows until another function comes in between
			t.Run(name, func(t *testing.T) {
				want := make(map[uint32]uint64)
				c := newCollector()
				for i := range n {
					if i%reopen == 0 {
						c.open("f", []byte("other"))
						c.line(1)[Ir]++
						c.open("f", []byte("tested"))
					}
					number := order(i)
					c.line(number)[Ir] += uint64(i)
					want[number] += uint64(i)
				}
				functions, totals, _, ok := c.finish()
				if !ok {
					t.Fatal("overflow")
				}
				var lines []Line
				for _, number := range slices.Sorted(maps.Keys(want)) {
					lines = append(lines, ir(number, want[number]))
				}
				b := functions[Function{"f", "tested"}]
				if !slices.Equal(lines, b.Lines) { // cmp.Diff alone would take a second
					t.Error(cmp.Diff(lines, b.Lines))
				}
				const sum = n * (n - 1) / 2
				if diff := cmp.Diff(Counts{Ir: sum}, b.Counts); diff != "" {
					t.Error(diff)
				}
				other := functions[Function{"f", "other"}].Counts[Ir]
				if diff := cmp.Diff(Counts{Ir: sum + other}, totals); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// TestCollectorTail holds the memory of rows out of order to that of the lines.
func TestCollectorTail(t *testing.T) {
	c := newCollector()
	c.open("f", []byte("g"))
	for number := range uint32(100) {
		c.line(1000 + number)
	}
	for range 10_000 {
		c.line(1)
		c.line(2)
	}
	if have := len(c.current.Lines) + len(c.tails[c.current]); have > 204 {
		t.Errorf("%d lines are held for 102 distinct ones", have)
	}
}
