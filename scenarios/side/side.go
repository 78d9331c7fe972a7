// Package side is one side of a comparison: the working tree, a commit in a folder
// of its own, or results that were measured before. It measures two sides in the same
// way, so that nothing but the code is between them.
package side

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/revision"
)

// Side is one side of a comparison.
type Side struct {
	Name     string              // for messages, such as "commit 0123456789ab"
	Root     string              // the project's folder; empty: a results file has none
	Manifest *scenarios.Manifest // its scenarios; of a results file, only their names; nil: see Fault
	Fault    error               // why a commit has no Manifest; ErrNoManifest if the file is not there
	File     *results.File       // the results; nil: they are to be measured
	Commit   *revision.Commit    // nil: the working tree, or a results file

	dir  string // what Close removes; empty: nothing
	tree string // identifies the files below Root and around it; empty: they may change
}

// ErrNoManifest is the error, wrapped, of a commit that has no manifest.
var ErrNoManifest = errors.New("has no manifest")

// WorkingTree returns the side of the files as they stand in the folder root, with a
// manifest that is there.
func WorkingTree(root string, m *scenarios.Manifest) *Side {
	return &Side{Name: "the working tree", Root: root, Manifest: m}
}

// Results returns the side of a results file.
func Results(name string, file *results.File) *Side {
	m := &scenarios.Manifest{Path: name, Threshold: scenarios.DefaultThreshold, Model: file.Model, Cache: file.Cache}
	for _, name := range names(file) {
		m.Scenarios = append(m.Scenarios, scenarios.Scenario{Name: name})
	}
	return &Side{Name: name, Manifest: m, File: file}
}

// newCommit returns the side of a commit that is checked out. The manifest is named
// from the project's folder.
func newCommit(tree *revision.Tree, prefix, manifest string) *Side {
	s := &Side{
		Name:   CommitName(tree.Commit),
		Root:   tree.Root,
		Commit: &tree.Commit,
		dir:    tree.Dir,
		tree:   tree.Commit.Tree + " " + prefix,
	}
	path := filepath.Join(s.Root, manifest)
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%w %s", ErrNoManifest, manifest)
	} else if s.Manifest, err = scenarios.Load(path); err != nil {
		err = errors.New(s.local(err.Error()))
	}
	if err != nil {
		s.Fault = fmt.Errorf("%s: %w", s.Name, err)
	}
	return s
}

// Close removes the folder that a commit is checked out in, for those who measure
// many. It goes with the scratch folder all the same.
func (s *Side) Close() error {
	if s.dir == "" {
		return nil
	}
	return cachegrind.RemoveAll(s.dir)
}

// CommitName is how messages and reports call a commit.
func CommitName(c revision.Commit) string { return "commit " + c.ID[:min(len(c.ID), 12)] }

// local takes out of a message where a commit is checked out, which is another place
// every time.
func (s *Side) local(message string) string {
	if s.Commit == nil {
		return message
	}
	return strings.ReplaceAll(strings.ReplaceAll(message, s.Root+"/", ""), s.Root, ".")
}
