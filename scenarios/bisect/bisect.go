// Package bisect searches a row of commits for the one with which something began.
package bisect

import (
	"context"
	"errors"
)

// Mark is what looking at a commit says.
type Mark int

// The marks.
const (
	Good Mark = iota // as the first commit is
	Bad              // as the last commit is
	Skip             // it cannot be told: the commit does not build
)

var errFew = errors.New("bisect: fewer than two commits")

// Found is where a search ended.
type Found struct {
	Good, Bad int // the last that is known to be good, and the first after it that is known to be bad
}

// Exact reports whether Bad is where it began: whether nothing that was skipped is
// between Good and Bad.
func (f Found) Exact() bool { return f.Bad == f.Good+1 }

// Search looks at commits of a row of n, each at most once, until no commit between
// the last good and the first bad one is left to look at. The first of the row is
// taken for good and the last for bad. Every look that is not skipped halves the row,
// so that there are at most log2(n) of them, rounded up. Commits that are skipped cost
// one look each, and those nearest to the middle come first. It is an error if look
// fails, or if there are not two commits.
func Search(ctx context.Context, n int, look func(ctx context.Context, i int) (Mark, error)) (Found, error) {
	if n < 2 {
		return Found{}, errFew
	}
	found := Found{Good: 0, Bad: n - 1}
	skipped := make(map[int]bool)
	for {
		i, ok := middle(found, skipped)
		if !ok {
			return found, nil
		}
		mark, err := look(ctx, i)
		if err != nil {
			return Found{}, err
		}
		switch mark {
		case Good:
			found.Good = i
		case Bad:
			found.Bad = i
		default:
			skipped[i] = true
		}
	}
}

// middle returns what is nearest to the middle between Good and Bad and was not
// skipped.
func middle(f Found, skipped map[int]bool) (i int, ok bool) {
	middle := (f.Good + f.Bad) / 2
	for distance := 0; distance <= f.Bad-f.Good; distance++ {
		for _, i := range []int{middle + distance, middle - distance} {
			if i > f.Good && i < f.Bad && !skipped[i] {
				return i, true
			}
		}
	}
	return 0, false
}
