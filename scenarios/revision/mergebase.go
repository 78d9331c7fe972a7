package revision

import (
	"context"
	"fmt"
)

// MergeBase returns the best common ancestor of two commits: where a pull request
// parted from the main branch. Where there are several (merges in both
// directions), it is the one that git names first, as for git diff A...B.
//
// The error is ErrUnrelated if they have none, and ErrShallow if the clone does
// not have the history that would decide.
//
// Note: in a shallow clone git finds a merge base in what was cloned, and the true
// one may be another. Let m be what it finds, A and B the ancestors of a and b
// (with them) that are no ancestors of m. A common ancestor that is missed is no ancestor of m
// either, so the way to it leads through A from a, and through B from b, and at
// least one of the ways is cut off. If A or B is empty, m is a or b, and nothing
// can be better; if no commit of A and B has lost its parents, nothing was missed.
// In all other cases the answer is not known.
func (r *Repository) MergeBase(ctx context.Context, a, b Commit) (Commit, error) {
	bases, err := r.git.lines(ctx, "merge-base", "--all", a.ID, b.ID)
	if err != nil && !exited(err, 1) { // 1: there is none
		return Commit{}, err
	}
	if len(bases) > 0 && (bases[0] == a.ID || bases[0] == b.ID) {
		return r.git.commit(ctx, bases[0])
	}
	revs := []string{a.ID, b.ID}
	for _, base := range bases {
		revs = append(revs, "^"+base)
	}
	cut, err := r.git.cut(ctx, revs...)
	switch {
	case err != nil:
		return Commit{}, err
	case cut:
		return Commit{}, fmt.Errorf("where %s and %s part cannot be seen: %w; what brings it: %s; or --fetch, which lets grindgate fetch it",
			short(a.ID), short(b.ID), ErrShallow, unshallow)
	case len(bases) == 0:
		return Commit{}, fmt.Errorf("%s and %s: %w; name a base that HEAD descends from (`git log --oneline` lists some)",
			short(a.ID), short(b.ID), ErrUnrelated)
	}
	return r.git.commit(ctx, bases[0])
}
