package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/report"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/side"
)

func (c *command) compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "measure two git revisions (or read results files), and decide",
		ArgsUsage: "BASE [HEAD]",
		Description: `BASE and HEAD are git revisions or results files. HEAD is the working tree as it
stands if it is left out, with what is not committed. Both are measured here, so
no baseline is needed, and any toolchain will do. The thresholds are HEAD's.
Revisions are built in folders of their own: the checkout stays as it is.

Examples:
   grindgate compare main                      the working tree with a branch
   grindgate compare v1.2.0 v1.3.0             two tags
   grindgate compare --scenario go --tag http main
   grindgate compare --scenarios-from head main   HEAD's scenarios on main's code
   grindgate compare old.json new.json         what was measured before
   grindgate compare --fetch origin/main       in a shallow clone`,
		Flags: slices.Concat(measureFlags(), verdictFlags(), revisionFlags(), []cli.Flag{
			&cli.StringSliceFlag{Name: "scenario", Usage: "only scenarios that match `PATTERN` (again for more)"},
		}),
		Action: c.compare,
	}
}

func (c *command) compare(ctx *cli.Context) (err error) {
	if n := ctx.Args().Len(); n < 1 || n > 2 {
		return fmt.Errorf("compare takes a BASE and perhaps a HEAD, not %d arguments: see grindgate compare --help", n)
	}
	if _, err := report.ParseFormat(ctx.String("format")); err != nil {
		return err
	}
	m, err := c.newMeasurer(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	p, err := m.openPair(ctx)
	if err != nil {
		return err
	}
	anchor, err := readAnchor(p.head.Root, p.ruler.Manifest.Anchor)
	if err != nil {
		return err
	}
	base, head, err := p.measure(ctx.Context)
	if err != nil {
		return err
	}
	limits := p.ruler.Manifest.Limits()
	limits.Anchor, limits.LeftOut = anchor, p.selection.LeftOut
	limits.AllowNew, limits.Ratchet = ctx.Bool("allow-new"), ctx.Bool("ratchet")
	bases := []regress.Base{{File: base, Here: p.base.File == nil && p.head.File == nil}}
	verdict := regress.CompareWith(bases, head, limits)
	verdict.SideBySide = true
	return c.conclude(ctx, head, verdict)
}

// pair is two sides that are to be compared.
type pair struct {
	measurer   *measurer
	base, head *side.Side
	selection  side.Selection
	ruler      side.Ruler
}

// openPair finds and checks out what the arguments name.
func (m *measurer) openPair(ctx *cli.Context) (*pair, error) {
	o, err := m.opener(ctx)
	if err != nil {
		return nil, err
	}
	p := &pair{measurer: m}
	if p.base, err = o.Open(ctx.Context, ctx.Args().Get(0)); err != nil {
		return nil, err
	}
	if ctx.Args().Len() == 2 {
		p.head, err = o.Open(ctx.Context, ctx.Args().Get(1))
	} else {
		var manifest *scenarios.Manifest
		if manifest, err = scenarios.Load(ctx.String("manifest")); err == nil {
			p.head = side.WorkingTree(m.root, manifest)
		}
	}
	if err != nil {
		return nil, err
	}
	if p.head.Manifest == nil {
		return nil, p.head.Fault
	}
	switch {
	case fromHead(ctx) && (p.base.File != nil || p.head.File != nil):
		return nil, errors.New("--scenarios-from head: a results file says nothing about how to build and run a scenario; name two revisions")
	case fromHead(ctx):
		p.base.Manifest = p.head.Manifest
	case p.base.Manifest == nil:
		return nil, fmt.Errorf("%w; %s", p.base.Fault, adviceFromHead)
	}
	if p.selection, err = side.Select(p.base, p.head, ctx.StringSlice("scenario"), ctx.StringSlice("tag")); err != nil {
		return nil, err
	}
	return p, p.findRuler(ctx)
}

// findRuler settles the manifest and the iterations that count for both sides: those
// of the head. Where that is a results file, the thresholds are those of the working
// tree, if it has any.
func (p *pair) findRuler(ctx *cli.Context) error {
	p.ruler.Manifest = p.head.Manifest
	root := p.head.Root
	if p.head.File != nil {
		root = p.measurer.root
		m, err := scenarios.Load(ctx.String("manifest"))
		switch {
		case err == nil:
			m.Model, m.Cache = p.head.File.Model, p.head.File.Cache
			p.ruler.Manifest = m
		case !errors.Is(err, fs.ErrNotExist) || ctx.IsSet("manifest"):
			return err
		}
	}
	path := ctx.String("baseline")
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	baseline, err := readBaseline(path)
	p.ruler.Iterations = baseline
	return err
}

// measure measures both sides, the base first, whose iterations are the head's then.
func (p *pair) measure(ctx context.Context) (base, head *results.File, err error) {
	m := p.measurer
	r := p.ruler
	r.Iterations = side.Iterations(p.base.File, p.head.File, r.Iterations)
	measure := func(s *side.Side, selected []scenarios.Scenario) (*side.Measured, error) {
		if s.File != nil {
			return &side.Measured{Measurement: scenarios.Measurement{File: side.Only(s.File, selected)}}, nil
		}
		return m.measure(ctx, m.Measure, s, selected, r)
	}
	one, err := measure(p.base, p.selection.Base)
	if err != nil {
		return nil, nil, err
	}
	r.Iterations = side.Iterations(one.File, r.Iterations)
	other, err := measure(p.head, p.selection.Head)
	if err != nil {
		return nil, nil, err
	}
	if err := m.settle(ctx, p.base, one, one.File, other.File, r); err != nil {
		return nil, nil, err
	}
	if err := m.settle(ctx, p.head, other, one.File, other.File, r); err != nil {
		return nil, nil, err
	}
	return one.File, other.File, nil
}

// opener returns what finds revisions.
func (m *measurer) opener(ctx *cli.Context) (*side.Opener, error) {
	if from := ctx.String("scenarios-from"); from != "each" && from != "head" {
		return nil, fmt.Errorf("--scenarios-from %q: use each or head", from)
	}
	manifest := ctx.String("manifest")
	if filepath.IsAbs(manifest) {
		relative, err := filepath.Rel(m.root, manifest)
		if err != nil {
			return nil, err
		}
		manifest = relative
	}
	if !filepath.IsLocal(manifest) {
		return nil, fmt.Errorf("--manifest %s: outside of the folder that grindgate runs in; a revision has only what is inside", manifest)
	}
	return &side.Opener{Root: m.root, Manifest: manifest, Fetch: ctx.Bool("fetch"), Measurer: &m.Measurer}, nil
}

// adviceFromHead is what to do about a base without a manifest that can be read.
const adviceFromHead = "--scenarios-from head measures HEAD's scenarios on its code"

func fromHead(ctx *cli.Context) bool { return ctx.String("scenarios-from") == "head" }
