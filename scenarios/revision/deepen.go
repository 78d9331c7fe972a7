package revision

import (
	"context"
	"errors"
	"strconv"
)

// steps are how many more commits of each line of a shallow history are fetched at
// a time, until it is known where two lines part. After them everything is fetched.
var steps = []int{50, 500, 5000}

// FetchMergeBase is MergeBase for a clone that may be shallow: it fetches as much
// of the history as decides, and the files of the merge base, where they are missing.
func (r *Repository) FetchMergeBase(ctx context.Context, a, b Commit) (Commit, error) {
	base, err := r.MergeBase(ctx, a, b)
	for _, n := range steps {
		if !errors.Is(err, ErrShallow) {
			break
		}
		if err := r.deepen(ctx, "--deepen="+strconv.Itoa(n)); err != nil {
			return Commit{}, err
		}
		base, err = r.MergeBase(ctx, a, b)
	}
	if errors.Is(err, ErrShallow) {
		if err := r.FetchHistory(ctx); err != nil {
			return Commit{}, err
		}
		base, err = r.MergeBase(ctx, a, b)
	}
	if err != nil {
		return Commit{}, err
	}
	return base, r.complete(ctx, "", base)
}

// FetchHistory brings all of the history of a shallow clone. It does nothing in
// any other.
func (r *Repository) FetchHistory(ctx context.Context) error {
	shallow, err := r.Shallow(ctx)
	if err != nil || !shallow {
		return err
	}
	return r.deepen(ctx, "--unshallow")
}

// deepen fetches more of the history of every commit where it is cut off. What it
// asks for, the HEAD of the remote, gets no name here.
func (r *Repository) deepen(ctx context.Context, how string) error {
	remote, _, err := r.remoteFor(ctx, "")
	if err != nil {
		return err
	}
	return r.fetch(ctx, remote, []string{how}, "HEAD")
}
