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

// source is a repository that commits are checked out from: the user's, or one of
// its submodules.
type source struct {
	git git
	top string // its work tree; empty if that is not known
}

// borrow makes a repository in dir that has every commit, branch and tag of the
// source, without a copy of its objects: it reads them where they are.
func (s source) borrow(ctx context.Context, dir string) (git, error) {
	format, err := s.git.line(ctx, "rev-parse", "--show-object-format")
	if err != nil {
		return git{}, err
	}
	// No template: it may have hooks.
	if _, err := (git{dir: dir}).output(ctx, "init", "--quiet", "--template=", "--object-format="+format); err != nil {
		return git{}, err
	}
	home := filepath.Join(dir, ".git")
	borrowed := git{dir: dir, at: []string{"--git-dir=" + home, "--work-tree=" + dir}}
	objects, err := s.objects(ctx)
	if err != nil {
		return git{}, err
	}
	refs, err := s.git.output(ctx, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes", "refs/tags")
	if err != nil {
		return git{}, err
	}
	err = errors.Join(
		write(filepath.Join(home, "objects", "info", "alternates"), objects),
		write(filepath.Join(home, "packed-refs"), refs),
	)
	for _, name := range []string{"shallow", "info/attributes", "info/exclude"} {
		err = errors.Join(err, s.copy(ctx, name, filepath.Join(home, name)))
	}
	return borrowed, errors.Join(err, s.carry(ctx, borrowed))
}

// objects returns the source's folder of objects, as the file alternates wants it.
// Git follows from there to those that the source borrows itself.
func (s source) objects(ctx context.Context) ([]byte, error) {
	folder, err := s.git.path(ctx, "objects")
	if strings.Contains(folder, "\n") {
		folder = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(folder) + `"`
	}
	return []byte(folder + "\n"), err
}

// copy copies a file of the source's repository, if there is one.
func (s source) copy(ctx context.Context, name, to string) error {
	from, err := s.git.path(ctx, name)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(content) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	return write(to, content)
}

func write(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o600)
}

// carry sets in the borrowed repository what the source's own configuration says
// about the content of files. Anything else stays behind: remotes, which may have
// credentials with them, and whatever else runs programs.
func (s source) carry(ctx context.Context, borrowed git) error {
	out, err := s.git.output(ctx, "config", "--list", "--show-scope", "--includes", "-z")
	if err != nil {
		return err
	}
	// "local\x00core.eol\nlf\x00"; a key without a value has no newline after it.
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for ; len(fields) >= 2; fields = fields[2:] {
		key, value, given := strings.Cut(fields[1], "\n")
		if fields[0] != "local" && fields[0] != "worktree" || !aboutContent(key) {
			continue
		}
		if !given {
			value = "true"
		}
		if _, err := borrowed.output(ctx, "config", "--add", "--", key, value); err != nil {
			return fmt.Errorf("setting %q: %w", key, err)
		}
	}
	return nil
}

func aboutContent(key string) bool {
	switch key {
	case "core.autocrlf", "core.eol", "core.attributesfile":
		return true
	}
	return strings.HasPrefix(key, "filter.")
}
