package side

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios/revision"
)

// Opener finds the side that a command line means.
type Opener struct {
	Root     string // the project's folder, absolute
	Manifest string // named from there
	Fetch    bool   // a revision that is not here is fetched
	Measurer *Measurer

	repository *revision.Repository
}

// Open returns the side that an argument means: a results file or a git revision.
// A name that is both is refused. A commit is checked out in the scratch folder.
func (o *Opener) Open(ctx context.Context, arg string) (*Side, error) {
	file, err := readResults(arg)
	var commit revision.Commit
	repository, refusal := o.Repository(ctx)
	switch {
	case refusal != nil:
	case file != nil: // nobody is asked for what is probably not meant
		commit, refusal = repository.Resolve(ctx, arg)
	default:
		commit, refusal = o.resolve(ctx, repository, arg)
	}
	isFile := file != nil || err != nil
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case file != nil && refusal == nil:
		return nil, fmt.Errorf("%q: both a results file and a revision; write ./%s for the file, or refs/heads/%s or the full hash for the revision", arg, arg, arg)
	case file != nil:
		return Results(arg, file), nil
	case refusal == nil:
		return o.Checkout(ctx, commit)
	case isFile:
		return nil, fmt.Errorf("%w; nor is it a revision: %w", err, refusal)
	}
	return nil, refusal
}

// readResults reads a results file. Nothing is returned where there is no file at all.
func readResults(path string) (*results.File, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	return results.ReadFile(path)
}

// Repository returns the repository that the project is in.
func (o *Opener) Repository(ctx context.Context) (*revision.Repository, error) {
	if o.repository == nil {
		repository, err := revision.Open(ctx, o.Root)
		if err != nil {
			return nil, err
		}
		o.repository = repository
	}
	return o.repository, nil
}

// Resolve returns the commit that a revision means.
func (o *Opener) Resolve(ctx context.Context, rev string) (revision.Commit, error) {
	repository, err := o.Repository(ctx)
	if err != nil {
		return revision.Commit{}, err
	}
	return o.resolve(ctx, repository, rev)
}

func (o *Opener) resolve(ctx context.Context, r *revision.Repository, rev string) (revision.Commit, error) {
	commit, err := r.Resolve(ctx, rev)
	if o.Fetch && errors.Is(err, revision.ErrNoRevision) {
		return r.Fetch(ctx, rev)
	}
	return commit, err
}

// MergeBase returns where HEAD parted from a revision.
func (o *Opener) MergeBase(ctx context.Context, rev string) (revision.Commit, error) {
	commit, err := o.Resolve(ctx, rev)
	if err != nil {
		return revision.Commit{}, err
	}
	head, err := o.Resolve(ctx, "HEAD")
	if err != nil {
		return revision.Commit{}, err
	}
	if o.Fetch {
		return o.repository.FetchMergeBase(ctx, head, commit)
	}
	return o.repository.MergeBase(ctx, head, commit)
}

// Checkout returns the side of a commit, which it checks out in the scratch folder.
func (o *Opener) Checkout(ctx context.Context, c revision.Commit) (*Side, error) {
	repository, err := o.Repository(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := o.Measurer.Runner.Scratch.Sub()
	if err != nil {
		return nil, err
	}
	tree, err := repository.Checkout(ctx, c, dir)
	if err != nil {
		return nil, err
	}
	return newCommit(tree, repository.Prefix, o.Manifest), nil
}
