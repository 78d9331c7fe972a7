package revision

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode"
)

// Resolve returns the commit that a revision means: a branch, a tag, a hash or
// its beginning, or an expression such as HEAD~3. A name that means two things is
// refused. The error is ErrNoRevision if the repository does not have it, and
// says how to bring it.
func (r *Repository) Resolve(ctx context.Context, rev string) (Commit, error) {
	if err := wellFormed(rev); err != nil {
		return Commit{}, err
	}
	out, notes, err := r.git.run(ctx, nil, "rev-parse", "--verify", rev+"^{commit}")
	switch {
	case err != nil && ctx.Err() != nil:
		return Commit{}, err
	case bytes.Contains(notes, []byte("is ambiguous")):
		return Commit{}, fmt.Errorf("%q: means more than one thing; write refs/heads/NAME for a branch, refs/tags/NAME for a tag, or the full hash", rev)
	case err != nil && !said(err, "Needed a single revision"):
		return Commit{}, fmt.Errorf("%q: %w", rev, err)
	case err != nil:
		return Commit{}, r.missing(ctx, rev)
	}
	id := strings.TrimSpace(string(out))
	if !hash.MatchString(id) {
		return Commit{}, fmt.Errorf("%q: not the name of one commit", rev)
	}
	return r.git.commit(ctx, id)
}

// wellFormed refuses what is no revision, and what git could take for an option.
func wellFormed(rev string) error {
	switch {
	case strings.TrimSpace(rev) == "":
		return fmt.Errorf("%q: an empty revision; name a branch, a tag or a commit", rev)
	case strings.HasPrefix(rev, "-"):
		return fmt.Errorf("%q: a revision cannot begin with a dash", rev)
	case strings.ContainsFunc(rev, unicode.IsControl):
		return fmt.Errorf("%q: a revision cannot have control characters in it", rev)
	case strings.Contains(rev, ".."):
		return fmt.Errorf("%q: a range; name one commit", rev)
	case len(rev) > 4096:
		return fmt.Errorf("%.100q...: too long for a revision", rev)
	}
	return nil
}
