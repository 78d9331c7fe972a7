package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// submodules checks out the submodules of a commit of s, which is in dir, from the
// clones of them that the user has. Nothing is fetched, and none stays empty.
func (s source) submodules(ctx context.Context, tree git, id, dir string) error {
	files, err := tree.output(ctx, "ls-files", "-z", "--stage")
	if err != nil {
		return err
	}
	var names map[string]string
	var errs []error
	for entry := range bytes.SplitSeq(files, []byte{0}) {
		// "160000 HASH 0\tPATH"
		link, ok := bytes.CutPrefix(entry, []byte("160000 "))
		if !ok {
			continue
		}
		if names == nil {
			if names, err = tree.submoduleNames(ctx, id); err != nil {
				return err
			}
		}
		commit, path, _ := strings.Cut(string(link), "\t")
		commit, _, _ = strings.Cut(commit, " ")
		if err := s.submodule(ctx, names[path], path, commit, filepath.Join(dir, path)); err != nil {
			if ctx.Err() != nil {
				return err
			}
			errs = append(errs, fmt.Errorf("submodule %q: %w", path, err))
		}
	}
	return errors.Join(errs...)
}

// submodule checks out one submodule.
func (s source) submodule(ctx context.Context, name, path, id, dir string) error {
	home, err := s.clone(ctx, name, path)
	if err != nil {
		return err
	}
	if home == "" {
		if name == "" {
			return errors.New("a commit that .gitmodules does not name, so nobody can check it out; such a revision cannot be measured")
		}
		return fmt.Errorf("not in this clone; `git submodule update --init --recursive -- %s` brings it (in a workflow, submodules: recursive for actions/checkout)",
			quote(path))
	}
	// Its work tree may be gone, and git would insist on it.
	sub := source{git: git{dir: home, at: []string{"--git-dir=" + home, "--work-tree=" + home}}}
	if s.top != "" {
		sub.top = filepath.Join(s.top, path)
	}
	if _, err := sub.git.line(ctx, "cat-file", "-e", id+"^{commit}"); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fmt.Errorf("its commit %s is not in this clone; `git --git-dir=%s fetch origin %s` brings it", short(id), quote(home), id)
	}
	return checkout(ctx, sub, id, dir)
}

// clone returns the folder with the user's clone of a submodule, or nothing: in
// the repository (a linked work tree has its own), or, as older gits and git add
// had it, in the work tree.
func (s source) clone(ctx context.Context, name, path string) (string, error) {
	var candidates []string
	if staysInside(name) {
		own, err := s.git.path(ctx, "modules")
		if err != nil {
			return "", err
		}
		common, err := s.git.line(ctx, "rev-parse", "--path-format=absolute", "--git-common-dir")
		if err != nil {
			return "", err
		}
		candidates = append(candidates, filepath.Join(own, name), filepath.Join(common, "modules", name))
	}
	if s.top != "" {
		candidates = append(candidates, filepath.Join(s.top, path, ".git"))
	}
	for _, candidate := range candidates {
		if _, err := os.Stat(filepath.Join(candidate, "HEAD")); err == nil {
			return candidate, nil
		}
	}
	return "", nil
}

// staysInside tells whether a submodule's name stays in the folder of submodules.
// Whoever made the commit chose it.
func staysInside(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	return len(parts) > 0 && !slices.Contains(parts, "..")
}

// submoduleNames returns the names of a commit's submodules by their paths.
func (g git) submoduleNames(ctx context.Context, id string) (map[string]string, error) {
	blob := id + ":.gitmodules"
	if _, err := g.line(ctx, "cat-file", "-e", blob); err != nil {
		return nil, ctx.Err() // it has none
	}
	out, err := g.output(ctx, "config", "-z", "--blob="+blob, "--get-regexp", `^submodule\..*\.path$`)
	if err != nil && !exited(err, 1) { // 1: it names none
		return nil, err
	}
	names := map[string]string{}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		if key, path, ok := strings.Cut(entry, "\n"); ok {
			names[path] = strings.TrimSuffix(strings.TrimPrefix(key, "submodule."), ".path")
		}
	}
	return names, nil
}
