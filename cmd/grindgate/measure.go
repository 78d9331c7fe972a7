package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/side"
)

// request is what the common flags of the commands that measure ask for.
type request struct {
	manifest     *scenarios.Manifest
	selected     []scenarios.Scenario
	baselinePath string
	baseline     *results.File // nil where there is none
}

// newRequest reads the manifest and the baseline, if there is one.
func newRequest(ctx *cli.Context) (*request, error) {
	m, err := scenarios.Load(ctx.String("manifest"))
	if err != nil {
		return nil, err
	}
	selected, err := m.Select(ctx.Args().Slice(), ctx.StringSlice("tag"))
	if err != nil {
		return nil, err
	}
	r := &request{manifest: m, selected: selected, baselinePath: ctx.String("baseline")}
	if r.baseline, err = readBaseline(r.baselinePath); err != nil {
		return nil, err
	}
	return r, nil
}

// readAnchor returns the anchor that a manifest names, or nil where it names none.
// Its file is named from the folder root.
func readAnchor(root string, a *scenarios.Anchor) (*regress.Anchor, error) {
	if a == nil {
		return nil, nil
	}
	file, err := readBaseline(filepath.Join(root, a.Baseline))
	if err == nil && file == nil {
		err = fmt.Errorf("%s: no such file, and it is the manifest's anchor: copy a baseline there, or drop [anchor]", a.Baseline)
	}
	if err != nil {
		return nil, err
	}
	return &regress.Anchor{Name: a.Baseline, File: file, Threshold: a.Threshold}, nil
}

// readBaseline returns the baseline at path, or nil where there is no file.
func readBaseline(path string) (*results.File, error) {
	baseline, err := results.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case len(baseline.Failures) > 0:
		return nil, fmt.Errorf("%s: has failures, so it is the file of a run and no baseline: make one with grindgate update", path)
	}
	return baseline, nil
}

// limits returns what the manifest allows, but for its anchor.
func (r *request) limits() regress.Limits {
	limits := r.manifest.Limits()
	limits.LeftOut = r.leftOut()
	return limits
}

// leftOut returns the scenarios of the manifest that were not selected.
func (r *request) leftOut() map[string]bool {
	out := make(map[string]bool)
	for _, s := range r.manifest.Scenarios {
		out[s.Name] = true
	}
	for _, s := range r.selected {
		delete(out, s.Name)
	}
	return out
}

// measure measures what was asked for, with progress on stderr.
func (c *command) measure(ctx *cli.Context, r *request) (file *results.File, err error) {
	m, err := c.newMeasurer(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	return m.measureRequest(ctx.Context, r)
}

func (m *measurer) measureRequest(ctx context.Context, r *request) (*results.File, error) {
	done, err := m.measure(ctx, m.Measure, side.WorkingTree(m.root, r.manifest), r.selected, side.Ruler{Manifest: r.manifest, Iterations: r.baseline})
	if err != nil {
		return nil, err
	}
	return done.File, nil
}
