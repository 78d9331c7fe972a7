package revision

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Fetch brings a revision from its remote, or from origin or the only remote, and
// returns its commit. A branch is stored as a remote-tracking branch, a tag as a
// tag, and what a full hash names without a name. Nobody is asked for a password.
//
// In a shallow clone only the commit itself is brought, and history where steps
// such as ~3 need it. FetchMergeBase brings what a merge base needs.
func (r *Repository) Fetch(ctx context.Context, rev string) (Commit, error) {
	if err := wellFormed(rev); err != nil {
		return Commit{}, err
	}
	name, steps := base(rev)
	remote, branch, err := r.remoteFor(ctx, name)
	if err != nil {
		return Commit{}, fmt.Errorf("%q: %w", rev, err)
	}
	local := name // what it is called here
	if hash.MatchString(name) {
		if err := r.fetchOne(ctx, remote, name, name); err != nil {
			return Commit{}, fmt.Errorf("%q: %w", rev, err)
		}
	} else if local, err = r.fetchNamed(ctx, remote, branch); err != nil {
		return Commit{}, fmt.Errorf("%q: %w", rev, err)
	}
	c, err := r.Resolve(ctx, local+steps)
	if errors.Is(err, ErrNoRevision) && steps != "" { // they may lead out of a shallow clone
		if err := r.FetchHistory(ctx); err != nil {
			return Commit{}, err
		}
		c, err = r.Resolve(ctx, local+steps)
	}
	if err != nil {
		return Commit{}, err
	}
	if err := r.complete(ctx, remote, c); err != nil {
		return Commit{}, fmt.Errorf("%q: %w", rev, err)
	}
	return c, nil
}

// fetchNamed fetches a branch or a tag and returns the name that it has here.
func (r *Repository) fetchNamed(ctx context.Context, remote, name string) (local string, err error) {
	short := strings.TrimPrefix(strings.TrimPrefix(name, "refs/heads/"), "refs/tags/")
	if _, err := r.git.line(ctx, "check-ref-format", "refs/heads/"+short); err != nil {
		return "", fmt.Errorf("%w: not a name that a branch or a tag could have", ErrNoRevision)
	}
	g := r.online()
	listed, err := g.lines(ctx, "ls-remote", "--", remote, "refs/heads/"+short, "refs/tags/"+short)
	if err != nil {
		return "", err
	}
	type ref struct{ id, theirs, ours string }
	var found []ref
	for pair := range slices.Chunk(listed, 2) { // hash, name
		ours, known := map[string]string{
			"refs/heads/" + short: "refs/remotes/" + remote + "/" + short,
			"refs/tags/" + short:  "refs/tags/" + short,
		}[pair[len(pair)-1]]
		if known && len(pair) == 2 && (name == short || name == pair[1]) {
			found = append(found, ref{pair[0], pair[1], ours})
		}
	}
	switch {
	case len(found) == 0:
		return "", fmt.Errorf("%w in the remote %s either: neither a branch nor a tag has that name, and a hash can be fetched only if it is written in full",
			ErrNoRevision, remote)
	case len(found) > 1:
		return "", fmt.Errorf("is a branch and a tag of the remote %s; write refs/heads/%s or refs/tags/%s", remote, short, short)
	}
	// The plus: a remote-tracking branch follows, wherever its branch went.
	return found[0].ours, r.fetchOne(ctx, remote, found[0].id, "+"+found[0].theirs+":"+found[0].ours)
}

// fetchOne fetches what refspec says, whose hash is id.
func (r *Repository) fetchOne(ctx context.Context, remote, id, refspec string) error {
	shallow, err := r.Shallow(ctx)
	if err != nil {
		return err
	}
	var depth []string
	// Of a commit that is here already, --depth would cut the history off.
	if _, err := r.git.line(ctx, "cat-file", "-e", id); shallow && err != nil {
		depth = []string{"--depth=1"}
	}
	return r.fetch(ctx, remote, depth, refspec)
}

// fetch runs git fetch. It changes the refs that refspec names and no others:
// --refmap= sets aside the ones that the configuration says are to follow, which
// are the user's branches in a mirror.
func (r *Repository) fetch(ctx context.Context, remote string, options []string, refspec string) error {
	args := append(slices.Clone(fetching), options...)
	_, err := r.online().output(ctx, append(args, "--", remote, refspec)...)
	return err
}

var fetching = []string{
	"fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance", "--refmap=",
}

func (r *Repository) online() git {
	g := r.git
	g.network = true
	return g
}

// remoteFor returns the remote that would have a revision, and its name there.
func (r *Repository) remoteFor(ctx context.Context, name string) (remote, there string, err error) {
	remotes, err := r.remotes(ctx)
	if err != nil {
		return "", "", err
	}
	if remote, branch := split(name, remotes); remote != "" {
		return remote, branch, nil
	}
	switch {
	case len(remotes) == 0:
		return "", "", errors.New("the repository has no remote to fetch from; `git remote add origin URL` adds one")
	case slices.Contains(remotes, "origin"):
		return "origin", name, nil
	case len(remotes) > 1:
		return "", "", fmt.Errorf("there is no remote called origin, but %s; write REMOTE/NAME", strings.Join(remotes, " and "))
	}
	return remotes[0], name, nil
}
