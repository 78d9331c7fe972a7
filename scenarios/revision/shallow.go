package revision

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// Shallow tells whether the history of the clone is cut off somewhere.
func (r *Repository) Shallow(ctx context.Context) (bool, error) {
	edges, err := r.git.edges(ctx)
	return len(edges) > 0, err
}

// edges returns the commits whose parents were not cloned. To git, they look like
// commits without a parent.
func (g git) edges(ctx context.Context) (map[string]bool, error) {
	name, err := g.path(ctx, "shallow")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	edges := map[string]bool{}
	for _, id := range strings.Fields(string(text)) {
		edges[id] = true
	}
	return edges, nil
}

// cut tells whether the history is cut off anywhere among the commits that git
// rev-list lists for args.
func (g git) cut(ctx context.Context, args ...string) (bool, error) {
	edges, err := g.edges(ctx)
	if err != nil || len(edges) == 0 {
		return false, err
	}
	ids, err := g.lines(ctx, append([]string{"rev-list"}, args...)...)
	for _, id := range ids {
		if edges[id] {
			return true, err
		}
	}
	return false, err
}

// path returns the absolute path of a file or folder in the repository, wherever
// a linked work tree keeps it.
func (g git) path(ctx context.Context, name string) (string, error) {
	return g.line(ctx, "rev-parse", "--path-format=absolute", "--git-path", name)
}
