package revision

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Between returns the commits after good up to and with bad, oldest first, for a
// bisection: bad, its first parent, that one's first parent, and so on, as long as they
// descend from good. What a merge brought is one step. It is an error if bad does not
// descend from good, and ErrShallow if the clone cannot tell.
func (r *Repository) Between(ctx context.Context, good, bad Commit) ([]Commit, error) {
	if good.ID == bad.ID {
		return nil, fmt.Errorf("%s is both the good and the bad commit; name two", short(good.ID))
	}
	descends, err := r.descends(ctx, bad, good)
	if err != nil {
		return nil, err
	}
	if !descends {
		return nil, r.noDescent(ctx, good, bad)
	}
	span := good.ID + ".." + bad.ID
	// With a way cut off, a commit that descends from good could look as if it did
	// not, and the search would begin after the culprit.
	if cut, err := r.git.cut(ctx, span); err != nil {
		return nil, err
	} else if cut {
		return nil, fmt.Errorf("%s..%s: %w; what brings it: %s; or --fetch, which lets grindgate fetch it", short(good.ID), short(bad.ID), ErrShallow, unshallow)
	}
	// Note: --first-parent and --ancestry-path in one command follow only first
	// parents back to good, and find nothing where good came by a merge.
	descendants, err := r.git.lines(ctx, "rev-list", "--ancestry-path", span)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, id := range descendants {
		known[id] = true
	}
	chain, err := r.git.commits(ctx, "--reverse", "--topo-order", "--first-parent", span)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(chain, func(c Commit) bool { return !known[c.ID] }), nil
}

// descends tells whether ancestor is an ancestor of c.
func (r *Repository) descends(ctx context.Context, c, ancestor Commit) (bool, error) {
	_, err := r.git.line(ctx, "merge-base", "--is-ancestor", ancestor.ID, c.ID)
	if exited(err, 1) {
		return false, nil
	}
	return err == nil, err
}

func (r *Repository) noDescent(ctx context.Context, good, bad Commit) error {
	swapped, err := r.descends(ctx, good, bad)
	if err != nil {
		return err
	}
	if swapped {
		return fmt.Errorf("%s is older than %s; swap the two: the good commit comes first", short(bad.ID), short(good.ID))
	}
	base, err := r.MergeBase(ctx, good, bad)
	if errors.Is(err, ErrShallow) || errors.Is(err, ErrUnrelated) {
		return fmt.Errorf("%s does not descend from %s: %w", short(bad.ID), short(good.ID), err)
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s does not descend from %s; take their common ancestor, %s, as the good commit", short(bad.ID), short(good.ID), short(base.ID))
}
