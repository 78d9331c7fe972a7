package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/revision"
	"github.com/grindgate/grindgate/scenarios/side"
)

// fallback is the commit that decides where the baseline cannot.
type fallback struct {
	measurer *measurer
	opener   *side.Opener
	commit   revision.Commit
	head     scenariosOfHead
	fromHead bool
	notes    []string
}

// scenariosOfHead are the manifest of the working tree and its results.
type scenariosOfHead struct {
	manifest *scenarios.Manifest
	file     *results.File
}

// openFallback finds the merge base with the revision of --base, before anything is
// measured. It returns nil where the flag is not given.
func (m *measurer) openFallback(ctx *cli.Context) (*fallback, error) {
	if !ctx.IsSet("base") {
		if ctx.IsSet("fetch") || ctx.IsSet("scenarios-from") {
			return nil, errors.New("--fetch and --scenarios-from are about --base: name a revision with it")
		}
		return nil, nil
	}
	o, err := m.opener(ctx)
	if err != nil {
		return nil, err
	}
	f := &fallback{measurer: m, opener: o, fromHead: fromHead(ctx)}
	if f.commit, err = o.MergeBase(ctx.Context, ctx.String("base")); err != nil {
		return nil, fmt.Errorf("--base %w", err)
	}
	repository, err := o.Repository(ctx.Context)
	if err != nil {
		return nil, err
	}
	if head, clean, err := repository.Clean(ctx.Context); err != nil {
		return nil, err
	} else if clean && head.ID == f.commit.ID {
		f.notes = append(f.notes, fmt.Sprintf("the working tree is %s itself, and nothing has changed in it since", side.CommitName(f.commit)))
	}
	return f, nil
}

// compare is regress.Compare, but for the scenarios that the baseline cannot decide
// about: they are measured at the merge base, on this machine and with head's N.
func (f *fallback) compare(ctx context.Context, baseline *results.File, head scenariosOfHead, limits regress.Limits) (*regress.Verdict, error) {
	f.head = head
	open := limits
	open.Anchor = nil // it decides nothing about the baseline
	var undecided []regress.Comparison
	for _, c := range regress.Compare(baseline, head.file, open).Comparisons {
		if c.State == regress.Incomparable || c.State == regress.New {
			undecided = append(undecided, c)
		}
	}
	if len(undecided) == 0 {
		return regress.Compare(baseline, head.file, limits), nil
	}
	here, err := f.measure(ctx, undecided)
	if err != nil {
		return nil, err
	}
	name := side.CommitName(f.commit)
	verdict := regress.CompareWith([]regress.Base{{Name: name, File: here, Here: true}, {File: baseline}}, head.file, limits)
	for _, c := range undecided {
		_, measured := here.Scenarios[c.Name]
		if _, failed := here.Failures[c.Name]; measured || failed {
			f.notes = append(f.notes, fmt.Sprintf("%s is compared with %s, measured here, and not with the baseline: %s", c.Name, name, c.Reason))
		}
	}
	verdict.Notes = append(verdict.Notes, f.notes...)
	return verdict, nil
}

// measure measures scenarios at the merge base. Those that it does not have are not in
// the file that it returns; those that it has and that cannot be measured are failures.
func (f *fallback) measure(ctx context.Context, undecided []regress.Comparison) (*results.File, error) {
	here := *f.head.file
	here.Scenarios, here.Failures = make(map[string]results.Scenario), make(map[string]string)
	base, err := f.opener.Checkout(ctx, f.commit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	switch {
	case err != nil:
	case f.fromHead:
		base.Manifest = f.head.manifest
	case base.Fault != nil:
		err = fmt.Errorf("%w; %s", base.Fault, adviceFromHead)
	}
	if err != nil {
		for _, c := range undecided {
			if c.State != regress.New || !errors.Is(err, side.ErrNoManifest) {
				here.Failures[c.Name] = err.Error()
			}
		}
		return &here, nil
	}
	selected := slices.DeleteFunc(slices.Clone(base.Manifest.Scenarios), func(s scenarios.Scenario) bool {
		return !slices.ContainsFunc(undecided, func(c regress.Comparison) bool { return c.Name == s.Name })
	})
	for _, c := range undecided {
		known := slices.ContainsFunc(selected, func(s scenarios.Scenario) bool { return s.Name == c.Name })
		if c.State == regress.Incomparable && !known {
			f.notes = append(f.notes, fmt.Sprintf("%s is not in the manifest of %s either", c.Name, base.Name))
		}
	}
	if len(selected) == 0 {
		return &here, nil
	}
	f.measurer.Options.Seeds = 1 // more of them say something about the head, and the verdict is by the first
	ruler := side.Ruler{Manifest: f.head.manifest, Iterations: f.head.file}
	done, err := f.measurer.measure(ctx, f.measurer.Measure, base, selected, ruler)
	if err != nil {
		return nil, err
	}
	if err := f.measurer.settle(ctx, base, done, done.File, f.head.file, ruler); err != nil {
		return nil, err
	}
	return done.File, nil
}
