package revision

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Tree is a commit's files in a folder of their own.
type Tree struct {
	Dir    string // where the files are: absolute
	Root   string // the project's folder in it
	Commit Commit
}

// Checkout puts the files of a commit, and of its submodules, into the folder dir,
// which must be empty or not there, and outside of the repository. Its caller removes
// it. After an error, or a crash, there may be files in dir, and nowhere else:
// nothing at all is written to the repository.
//
// The files are what git checkout would make of them in the user's checkout, with
// its line ends, attributes and filters, but complete where that is sparse. The
// folder is a repository with a detached HEAD and the branches and tags of
// the user's, so that a build can ask git describe for a version; it has no remotes.
//
// Note: git worktree add would leave a record in the user's repository, and a
// crash an orphaned one; git clone --shared does not share with a shallow clone,
// does not know the filters of the repository's own configuration, and
// runs hooks of templates.
func (r *Repository) Checkout(ctx context.Context, c Commit, dir string) (*Tree, error) {
	dir, err := r.outside(dir)
	if err != nil {
		return nil, err
	}
	absent, err := r.git.absent(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	if len(absent) > 0 {
		return nil, fmt.Errorf("commit %s: this is a partial clone, and lacks %d objects of it; what brings them: `git fetch --refetch --no-filter`, or --fetch",
			short(c.ID), len(absent))
	}
	if err := checkout(ctx, source{git: r.git, top: r.Top}, c.ID, dir); err != nil {
		return nil, fmt.Errorf("commit %s: %w", short(c.ID), err)
	}
	tree := &Tree{Dir: dir, Root: filepath.Join(dir, filepath.FromSlash(r.Prefix)), Commit: c}
	// A link in the commit could lead out of the tree.
	if real, err := filepath.EvalSymlinks(tree.Root); err != nil || real != tree.Root || !isFolder(real) {
		return nil, fmt.Errorf("commit %s: has no folder %q, where the project is", short(c.ID), r.Prefix)
	}
	return tree, nil
}

// outside checks that the folder dir is outside of the repository, and empty, or
// else makes it. It returns its absolute path, with links resolved.
func (r *Repository) outside(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(dir)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing {
		var parent string
		parent, err = filepath.EvalSymlinks(filepath.Dir(dir))
		real = filepath.Join(parent, filepath.Base(dir))
	}
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(real, strings.TrimSuffix(r.Top, "/")+"/") {
		return "", fmt.Errorf("%s: inside of the repository %s, which must stay as it is; set TMPDIR to a folder outside", dir, r.Top)
	}
	if missing {
		return real, os.Mkdir(real, 0o700)
	}
	entries, err := os.ReadDir(real)
	if len(entries) > 0 {
		return "", fmt.Errorf("%s: not empty; a checkout needs a folder of its own", dir)
	}
	return real, err
}

// checkout puts the files of a commit of src into dir.
func checkout(ctx context.Context, src source, id, dir string) error {
	tree, err := src.borrow(ctx, dir)
	if err != nil {
		return err
	}
	_, notes, err := tree.run(ctx, nil, "checkout", "--quiet", "--force", "--detach", id)
	if err != nil {
		return err
	}
	// Git checks out as much as it can, and may be content with that.
	for line := range strings.Lines(string(notes)) {
		if strings.HasPrefix(line, "error: ") {
			return fmt.Errorf("git checkout: not all files could be checked out\n    %s",
				strings.ReplaceAll(strings.TrimSpace(string(notes)), "\n", "\n    "))
		}
	}
	deleted, err := tree.output(ctx, "ls-files", "-z", "--deleted")
	if err != nil {
		return err
	}
	if len(deleted) > 0 {
		name, _, _ := strings.Cut(string(deleted), "\x00")
		return fmt.Errorf("git checkout: made no file %q", name)
	}
	return src.submodules(ctx, tree, id, dir)
}

func isFolder(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.IsDir()
}
