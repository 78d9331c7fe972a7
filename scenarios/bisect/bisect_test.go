package bisect

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// row returns a look at a row that turns bad at first, and how often it was asked. It
// fails the test if a commit is looked at twice.
func row(t *testing.T, first int, skip map[int]bool, looks *[]int) func(context.Context, int) (Mark, error) {
	seen := make(map[int]bool)
	return func(_ context.Context, i int) (Mark, error) {
		*looks = append(*looks, i)
		if seen[i] {
			t.Fatalf("looked at %d twice", i)
		}
		seen[i] = true
		switch {
		case skip[i]:
			return Skip, nil
		case i >= first:
			return Bad, nil
		}
		return Good, nil
	}
}

// TestSearch goes through every place in rows of every length.
func TestSearch(t *testing.T) {
	for n := 2; n <= 40; n++ {
		for first := 1; first < n; first++ {
			var looks []int
			got, err := Search(t.Context(), n, row(t, first, nil, &looks))
			if diff := cmp.Diff(Found{first - 1, first}, got); diff != "" || err != nil || !got.Exact() {
				t.Fatalf("%d of %d: %s %v", first, n, diff, err)
			}
			if most := bits.Len(uint(n - 1)); len(looks) > most {
				t.Errorf("%d of %d: %d looks, more than %d", first, n, len(looks), most)
			}
		}
	}
}

func TestSearchSkips(t *testing.T) {
	var looks []int
	// The culprit can be built, its parent cannot.
	got, err := Search(t.Context(), 10, row(t, 6, map[int]bool{4: true, 5: true}, &looks))
	if diff := cmp.Diff(Found{3, 6}, got); diff != "" || err != nil || got.Exact() {
		t.Error(diff, err)
	}
	if diff := cmp.Diff([]int{4, 5, 3, 6}, looks); diff != "" {
		t.Error(diff)
	}
	// Nothing between can be built.
	looks = nil
	got, err = Search(t.Context(), 4, row(t, 3, map[int]bool{1: true, 2: true}, &looks))
	if diff := cmp.Diff(Found{0, 3}, got); diff != "" || err != nil || len(looks) != 2 {
		t.Error(diff, err, looks)
	}
}

// TestSearchAny requires, of any row, that what was found is right, and that the looks
// are no more than halving and the skipped ones take.
func TestSearchAny(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		n := 2 + r.IntN(60)
		first := 1 + r.IntN(n-1)
		skip := make(map[int]bool)
		for range r.IntN(n) {
			skip[1+r.IntN(n-1)] = true
		}
		delete(skip, n-1)
		var looks []int
		got, err := Search(t.Context(), n, row(t, first, skip, &looks))
		if err != nil || got.Good >= first || got.Bad < first {
			t.Fatalf("%d of %d without %v: %+v, %v", first, n, skip, got, err)
		}
		for i := got.Good + 1; i < got.Bad; i++ {
			if !skip[i] {
				t.Fatalf("%d of %d without %v: %+v, and %d could be built", first, n, skip, got, i)
			}
		}
		wasted := 0
		for _, i := range looks {
			if skip[i] {
				wasted++
			}
		}
		if wasted == 0 && len(looks) > bits.Len(uint(n-1)) {
			t.Fatalf("%d of %d without %v: %d looks", first, n, skip, len(looks))
		}
	}
}

func TestSearchErrors(t *testing.T) {
	if _, err := Search(t.Context(), 1, nil); !errors.Is(err, errFew) {
		t.Error(err)
	}
	fault := errors.New("interrupted")
	if _, err := Search(t.Context(), 3, func(context.Context, int) (Mark, error) { return Good, fault }); !errors.Is(err, fault) {
		t.Error(err)
	}
}
