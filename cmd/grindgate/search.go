package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/report"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/bisect"
	"github.com/grindgate/grindgate/scenarios/revision"
	"github.com/grindgate/grindgate/scenarios/side"
)

// search looks for the commit that changed the cost of one scenario.
type search struct {
	measurer *measurer
	opener   *side.Opener
	name     string
	commits  []revision.Commit // GOOD first, BAD last
	own      bool              // each commit's manifest says how to build and run it; else BAD's does
	ruler    side.Ruler
	limits   regress.Limits
	looks    map[int]*look // by place among commits
}

// look is what became of measuring one commit.
type look struct {
	file  *results.File
	fault string // why it could not be measured
	state regress.State
	found regress.Comparison // with GOOD
}

// open finds the commits, and how BAD's manifest says to measure the scenario.
func (s *search) open(ctx *cli.Context) (err error) {
	good, err := s.opener.Resolve(ctx.Context, ctx.Args().Get(1))
	if err != nil {
		return err
	}
	bad, err := s.opener.Resolve(ctx.Context, ctx.Args().Get(2))
	if err != nil {
		return err
	}
	repository, err := s.opener.Repository(ctx.Context)
	if err != nil {
		return err
	}
	between, err := repository.Between(ctx.Context, good, bad)
	if errors.Is(err, revision.ErrShallow) && ctx.Bool("fetch") {
		if err = repository.FetchHistory(ctx.Context); err == nil {
			between, err = repository.Between(ctx.Context, good, bad)
		}
	}
	if err != nil {
		return err
	}
	s.commits = append([]revision.Commit{good}, between...)
	last, err := s.opener.Checkout(ctx.Context, bad)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, last.Close()) }()
	if last.Fault != nil {
		return last.Fault
	}
	if _, err := last.Manifest.Select([]string{s.name}, nil); err != nil {
		return fmt.Errorf("%s: %w", last.Name, err)
	}
	if !slices.ContainsFunc(last.Manifest.Scenarios, s.isIt) {
		return fmt.Errorf("%q is a pattern, and find follows one scenario: name it in full", s.name)
	}
	s.own = !fromHead(ctx)
	s.ruler.Manifest = last.Manifest
	s.limits = last.Manifest.Limits()
	s.limits.Startup = 0 // it follows the cost of an iteration
	limit := s.limits.Scenarios[s.name]
	limit.Startup = 0
	s.limits.Scenarios[s.name] = limit
	return nil
}

func (s *search) isIt(scenario scenarios.Scenario) bool { return scenario.Name == s.name }

// run measures both ends and searches between them.
func (s *search) run(ctx context.Context) (*report.Found, error) {
	last := len(s.commits) - 1
	for _, end := range []int{0, last} {
		if err := s.measure(ctx, end); err != nil {
			return nil, err
		}
		if l := s.looks[end]; l.fault != "" {
			return nil, fmt.Errorf("%s cannot be measured, so there is nothing to search for; name another commit: %s", side.CommitName(s.commits[end]), l.fault)
		}
	}
	if l := s.looks[last]; s.mark(l) != bisect.Bad {
		return nil, fmt.Errorf("%s: from %s to %s it went from %.3f to %.3f, which is %s: nothing to search for",
			s.name, side.CommitName(s.commits[0]), side.CommitName(s.commits[last]),
			l.found.Base.CostPerIteration, l.found.Head.CostPerIteration, l.state)
	}
	found, err := bisect.Search(ctx, len(s.commits), func(ctx context.Context, i int) (bisect.Mark, error) {
		if err := s.measure(ctx, i); err != nil {
			return bisect.Skip, err
		}
		return s.mark(s.looks[i]), nil
	})
	if err != nil {
		return nil, err
	}
	return s.report(found), nil
}

// mark tells on which side of the change a commit is.
func (s *search) mark(l *look) bisect.Mark {
	switch l.state {
	case regress.Unchanged:
		return bisect.Good
	case regress.Regressed, regress.Improved:
		return bisect.Bad
	}
	return bisect.Skip
}

// measure measures a commit and compares it with GOOD, whose N it takes over. What
// cannot be measured is no error.
func (s *search) measure(ctx context.Context, i int) error {
	file, fault, err := s.results(ctx, s.commits[i])
	if err != nil {
		return err
	}
	l := &look{file: file, fault: fault, state: regress.Failed}
	s.looks[i] = l
	if fault == "" {
		if s.ruler.Iterations == nil {
			s.ruler.Iterations = file
		}
		l.found = s.compare(s.looks[0].file, file).Comparisons[0]
		l.state = l.found.State
		if s.mark(l) == bisect.Skip {
			l.fault = l.found.Reason
		}
	}
	shown := string(l.state)
	if fault == "" {
		shown = fmt.Sprintf("%.3f", file.Scenarios[s.name].CostPerIteration)
	}
	s.measurer.command.say("%s: %s", side.CommitName(s.commits[i]), shown)
	return nil
}

// results returns what a commit's scenario costs, or why that cannot be told.
func (s *search) results(ctx context.Context, c revision.Commit) (file *results.File, fault string, err error) {
	at, err := s.opener.Checkout(ctx, c)
	if err != nil {
		return nil, err.Error(), ctx.Err()
	}
	defer func() { err = errors.Join(err, at.Close()) }()
	if !s.own {
		at.Manifest, at.Fault = s.ruler.Manifest, nil
	}
	if at.Fault != nil {
		return nil, at.Fault.Error(), nil
	}
	i := slices.IndexFunc(at.Manifest.Scenarios, s.isIt)
	if i < 0 {
		return nil, "its manifest has no such scenario; --scenarios-from head measures BAD's", nil
	}
	selected := at.Manifest.Scenarios[i : i+1]
	// The ends are what all others are compared with: they are measured here and now.
	good, ends := s.looks[0], c.ID == s.commits[0].ID || c.ID == s.commits[len(s.commits)-1].ID
	how := s.measurer.Measure
	if ends {
		how = s.measurer.MeasureAnew
	}
	measured, err := s.measurer.measure(ctx, how, at, selected, s.ruler)
	if err == nil && !ends {
		err = s.measurer.settle(ctx, at, measured, good.file, measured.File, s.ruler)
	}
	if err != nil {
		return nil, "", err
	}
	return measured.File, measured.File.Failures[s.name], nil
}

func (s *search) compare(base, head *results.File) *regress.Verdict {
	v := regress.CompareWith([]regress.Base{{File: base, Here: true}}, head, s.limits)
	v.SideBySide = true
	return v
}

// report tells where the search ended.
func (s *search) report(found bisect.Found) *report.Found {
	f := &report.Found{
		Scenario: s.name,
		Commits:  len(s.commits) - 1,
		Exact:    found.Exact(),
		Verdict:  s.compare(s.looks[found.Good].file, s.looks[found.Bad].file),
	}
	for i, c := range s.commits {
		l, ok := s.looks[i]
		if !ok {
			continue
		}
		row := report.Look{Commit: c.ID, Date: c.Date, Subject: c.Subject, State: l.state, Fault: l.fault}
		if i > 0 && l.found.Compared() {
			row.Change = l.found.Change
		}
		if l.file != nil {
			row.Cost = l.file.Scenarios[s.name].CostPerIteration
		}
		switch i {
		case found.Good:
			f.Good = row
		case found.Bad:
			f.Bad = row
		}
		f.Looks = append(f.Looks, row)
	}
	f.After = s.compare(s.looks[found.Bad].file, s.looks[len(s.commits)-1].file).Comparisons[0]
	return f
}
