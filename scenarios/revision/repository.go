// Package revision is everything that grindgate needs from git: which commit a
// name means, where two histories part, the files of a commit in a folder of
// their own, and the commits that changed a file.
//
// It runs the git command, never by a shell. Nothing here changes the user's
// checkout, index or branches, and only the functions whose names begin with Fetch
// talk to a remote and add objects and remote-tracking refs or tags to the
// repository. Hooks do not run, nor other programs that a repository can ask for
// while it is read; the filters (such as LFS) that the user's own configuration
// names do, because they are part of what a checkout is.
//
// Errors may contain text of git, and with it of commits and remotes: text of
// strangers, which the caller must escape before a terminal sees it. Names are
// quoted in the commands that errors suggest, so that a shell takes them as they are.
package revision

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

var (
	// ErrNoGit: there is no git on PATH.
	ErrNoGit = errors.New("git: not found on PATH")
	// ErrNoRepository: the folder is in no repository.
	ErrNoRepository = errors.New("not in a git repository")
	// ErrNoRevision: the repository, as far as it was cloned, has no such revision.
	ErrNoRevision = errors.New("no such revision")
	// ErrShallow: the question cannot be decided, because the history was cut off
	// when it was cloned.
	ErrShallow = errors.New("the history of this clone is cut off (shallow)")
	// ErrPartial: the clone lacks the contents of files (git clone --filter).
	ErrPartial = errors.New("this is a partial clone, and lacks the content")
	// ErrUnrelated: two commits have no common ancestor.
	ErrUnrelated = errors.New("no common ancestor")
)

// Repository is a repository with a work tree.
type Repository struct {
	// Top is the top-level folder of the work tree: absolute, with links resolved.
	Top string
	// Prefix is the project's folder below Top, with slashes; empty if it is Top.
	Prefix string

	git git // in Top
}

// Open finds the repository that the folder dir is in. The project is dir, which
// may be a subfolder of the work tree.
func Open(ctx context.Context, dir string) (*Repository, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s: not a folder", dir)
	}
	g := git{dir: dir}
	if err := supported(ctx, g); err != nil {
		return nil, err
	}
	top, err := g.line(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, refusal(dir, err)
	}
	prefix, err := g.line(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, refusal(dir, err)
	}
	r := &Repository{Top: top, Prefix: strings.TrimSuffix(prefix, "/"), git: git{dir: top}}
	if _, err := r.git.line(ctx, "rev-parse", "--verify", "HEAD^{commit}"); err != nil {
		if !said(err, "Needed a single revision") {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		return nil, fmt.Errorf("%s: the repository has no commit yet, or none on its current branch; `git commit` makes the first", top)
	}
	return r, nil
}

// Root returns the project's folder.
func (r *Repository) Root() string {
	return filepath.Join(r.Top, filepath.FromSlash(r.Prefix))
}

// inTop returns the path, below the top-level folder, of a file that is named
// from the project's folder.
func (r *Repository) inTop(name string) (string, error) {
	name = filepath.ToSlash(name)
	full := path.Join(r.Prefix, name)
	if name == "" || path.IsAbs(name) || full == "." || full == ".." || strings.HasPrefix(full, "../") || strings.ContainsRune(name, 0) {
		return "", fmt.Errorf("%q: not the path of a file in the repository; name it from the project's folder", name)
	}
	return full, nil
}
