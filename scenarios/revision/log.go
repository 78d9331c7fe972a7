package revision

import (
	"context"
	"slices"
	"time"
)

// Span limits how far back a history goes. The zero value does not.
type Span struct {
	After *Commit   // only what is not in the history of this commit
	Since time.Time // only what was committed then or later
	Last  int       // only so many, the newest; 0: all
}

// History is what happened to a file.
type History struct {
	Commits []Commit // newest first
	// Cut tells that the clone is shallow and the span goes further back than it: what
	// was before is not known, nor whether the last of Commits changed the file.
	Cut bool
}

// Log returns the commits on the main line of head (head, its first parent, that
// one's first parent, and so on) that changed a file, which is named from the
// project's folder. What a merge brought was changed by the merge. A renamed file
// is another file.
//
// Note: commits of merged branches are left out, because they may be based on
// something old: in the order of dates, the values would jump back and forth.
func (r *Repository) Log(ctx context.Context, head Commit, file string, span Span) (History, error) {
	name, err := r.inTop(file)
	if err != nil {
		return History{}, err
	}
	revs := []string{"--first-parent", head.ID}
	if span.After != nil {
		revs = append(revs, "^"+span.After.ID)
	}
	commits, err := r.git.commits(ctx, append(slices.Clone(revs), "--", name)...)
	if err != nil {
		return History{}, err
	}
	old := func(c Commit) bool { return c.Date.Before(span.Since) }
	commits = slices.DeleteFunc(commits, old) // not --since, which stops at the first older one
	edges, err := r.git.edges(ctx)
	if err != nil {
		return History{}, err
	}
	seen := commits
	if span.Last > 0 && len(commits) >= span.Last {
		commits = commits[:span.Last]
		seen = commits
	} else if len(edges) > 0 {
		line, err := r.git.commits(ctx, revs...)
		if err != nil {
			return History{}, err
		}
		seen = slices.DeleteFunc(line, old)
	}
	cut := slices.ContainsFunc(seen, func(c Commit) bool { return edges[c.ID] })
	return History{Commits: commits, Cut: cut}, nil
}
