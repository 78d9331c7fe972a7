package revision

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A partial clone (git clone --filter) lacks the contents of files until somebody
// wants them, and then fetches them unasked. Here it does that only when it is told to.

// absent returns the hashes of the objects that a commit has and a partial clone lacks.
func (g git) absent(ctx context.Context, id string) ([]string, error) {
	_, err := g.output(ctx, "config", "--get-regexp", `^remote\..*\.(promisor|partialclonefilter)$`)
	if exited(err, 1) { // not a partial clone
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	objects, err := g.lines(ctx, "rev-list", "--objects", "--no-object-names", "--missing=print", "--no-walk", id)
	var absent []string
	for _, object := range objects {
		if id, ok := strings.CutPrefix(object, "?"); ok {
			absent = append(absent, id)
		}
	}
	return absent, err
}

// complete fetches what a partial clone lacks of a commit. A folder that is absent
// hides what is absent in it, so there may be more than one round.
func (r *Repository) complete(ctx context.Context, remote string, c Commit) error {
	var before []string
	for {
		absent, err := r.git.absent(ctx, c.ID)
		if err != nil || len(absent) == 0 {
			return err
		}
		if slices.Equal(absent, before) {
			return fmt.Errorf("commit %s: the remote does not send %d objects of it that this partial clone lacks", short(c.ID), len(absent))
		}
		before = absent
		if remote == "" {
			if remote, _, err = r.remoteFor(ctx, ""); err != nil {
				return err
			}
		}
		// As git does when it fetches what is missing: what is here says nothing about
		// what is not.
		args := append([]string{"-c", "fetch.negotiationAlgorithm=noop"}, fetching...)
		args = append(args, "--filter=blob:none", "--stdin", "--", remote)
		if _, _, err := r.online().run(ctx, strings.NewReader(strings.Join(absent, "\n")+"\n"), args...); err != nil {
			return err
		}
	}
}
