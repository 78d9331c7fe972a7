package revision

import (
	"bytes"
	"context"
)

// Clean returns the commit that is checked out, and whether the work tree is that
// commit and nothing else: nothing modified, staged, in conflict, or untracked and
// not ignored, in the whole work tree and its submodules. A sparse checkout is not clean, nor are
// files that git was told to assume unchanged. The index is not refreshed, nor
// written at all.
func (r *Repository) Clean(ctx context.Context) (Commit, bool, error) {
	head, err := r.Resolve(ctx, "HEAD")
	if err != nil {
		return Commit{}, false, err
	}
	status, err := r.git.output(ctx, "status", "--porcelain=v2", "-z", "--untracked-files=normal", "--ignore-submodules=none", "--no-renames")
	if err != nil {
		return Commit{}, false, err
	}
	for entry := range bytes.SplitSeq(status, []byte{0}) {
		if len(entry) > 0 && entry[0] != '#' { // # begins what is not about a file
			return head, false, nil
		}
	}
	files, err := r.git.output(ctx, "ls-files", "-v", "-z")
	if err != nil {
		return Commit{}, false, err
	}
	for entry := range bytes.SplitSeq(files, []byte{0}) {
		// H is a file like any other; S was skipped, a small letter is assumed unchanged.
		if len(entry) > 0 && entry[0] != 'H' {
			return head, false, nil
		}
	}
	return head, true, nil
}
