package revision

import (
	"context"
	"fmt"
	"strings"
)

// missing explains why a revision is not here, and says what brings it.
func (r *Repository) missing(ctx context.Context, rev string) error {
	if _, err := r.git.line(ctx, "cat-file", "-e", rev); err == nil {
		return fmt.Errorf("%q: not a commit; name a branch, a tag or a commit", rev)
	}
	remotes, err := r.remotes(ctx)
	if err != nil {
		return err
	}
	cut, err := r.Shallow(ctx)
	if err != nil {
		return err
	}
	name, _ := base(rev)
	remote, branch := split(name, remotes)
	var mend []string
	switch {
	case remote != "":
		mend = append(mend, fmt.Sprintf("`git fetch %s %s`", quote(remote), quote(branch+":refs/remotes/"+remote+"/"+branch)))
	case len(remotes) == 0 && !cut:
		return fmt.Errorf("%q: %w, and no remote that could have it; `git log --oneline --all` lists what there is", rev, ErrNoRevision)
	default:
		for _, other := range remotes {
			if _, err := r.git.line(ctx, "rev-parse", "--verify", "refs/remotes/"+other+"/"+rev+"^{commit}"); err == nil {
				return fmt.Errorf("%q: %w; there is %q, did you mean that?", rev, ErrNoRevision, other+"/"+rev)
			}
		}
	}
	text := ""
	if cut {
		text = ", and this clone is shallow"
		mend = append(mend, unshallow)
	}
	if len(mend) == 0 {
		mend = append(mend, "`git fetch --all --tags`")
	}
	return fmt.Errorf("%q: %w%s; what brings it: %s; or --fetch, which lets grindgate fetch it", rev, ErrNoRevision, text, strings.Join(mend, ", or "))
}

// unshallow is what brings all of the history.
const unshallow = "`git fetch --unshallow` (in a workflow, fetch-depth: 0 for actions/checkout)"

// remotes returns the names of the remotes.
func (r *Repository) remotes(ctx context.Context) ([]string, error) {
	return r.git.lines(ctx, "remote")
}

// base cuts a revision in the name that a remote could know, and the steps from
// there, such as ~3.
func base(rev string) (name, steps string) {
	if i := strings.IndexAny(rev, "~^"); i >= 0 {
		return rev[:i], rev[i:]
	}
	return rev, ""
}

// split cuts the name of a remote-tracking branch. The remote is empty if it is none.
func split(name string, remotes []string) (remote, branch string) {
	name = strings.TrimPrefix(name, "refs/remotes/")
	for _, candidate := range remotes {
		if rest, ok := strings.CutPrefix(name, candidate+"/"); ok && rest != "" && len(candidate) > len(remote) {
			remote, branch = candidate, rest
		}
	}
	return remote, branch
}
