package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"time"

	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/history"
	"github.com/grindgate/grindgate/scenarios/revision"
)

// past reads the versions of a baseline from the commits of a repository.
type past struct {
	repository *revision.Repository
	baseline   string // the file, named from the project's folder
	last       int    // only so many commits; 0: all
	fetch      bool   // fetch what a shallow or partial clone lacks
}

// read returns the versions, the oldest first, and whether older ones, that were
// asked for, are not in this clone. The last one is that of the work tree, if it is
// another than that of HEAD.
func (p *past) read(ctx context.Context, since string) (versions []history.Version, cut bool, err error) {
	head, err := p.repository.Resolve(ctx, "HEAD")
	if err != nil {
		return nil, false, err
	}
	span, err := p.span(ctx, since)
	if err != nil {
		return nil, false, err
	}
	log, err := p.log(ctx, head, span)
	if err == nil && log.Cut && p.fetch {
		if err = p.repository.FetchHistory(ctx); err == nil {
			log, err = p.log(ctx, head, span)
		}
	}
	if err != nil {
		return nil, false, err
	}
	if len(log.Commits) == 0 {
		return nil, false, p.none(log.Cut)
	}
	for _, c := range slices.Backward(log.Commits) {
		v := history.Version{Commit: c.ID, Date: c.Date, Subject: c.Subject}
		if v.File, v.Err = p.at(ctx, c); ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		versions = append(versions, v)
	}
	now, differs, err := p.uncommitted(ctx, head)
	if differs {
		versions = append(versions, now)
	}
	return versions, log.Cut, err
}

// none says why there is no history at all.
func (p *past) none(cut bool) error {
	if cut {
		return fmt.Errorf("%s: no commit of it in this clone, whose history is cut off (shallow); what brings more: `git fetch --unshallow` (in a workflow, fetch-depth: 0 for actions/checkout); or --fetch, which lets grindgate fetch it", p.baseline)
	}
	if _, err := os.Lstat(p.baseline); err == nil {
		return fmt.Errorf("%s: no commit has it, so it has no history; `git add` and `git commit` it first", p.baseline)
	}
	return fmt.Errorf("%s: no commit has it, so it has no history: make a baseline with grindgate update (make baseline) and commit it, or name another with --baseline", p.baseline)
}

// dates are the forms of a date, in UTC where they do not say otherwise.
var dates = []string{time.DateOnly, "2006-01-02T15:04:05", time.DateTime, time.RFC3339}

// span reads the flag --since.
func (p *past) span(ctx context.Context, since string) (revision.Span, error) {
	span := revision.Span{Last: p.last}
	if since == "" {
		return span, nil
	}
	for _, form := range dates {
		if date, err := time.Parse(form, since); err == nil {
			span.Since = date
			return span, nil
		}
	}
	after, err := p.repository.Resolve(ctx, since)
	if p.fetch && errors.Is(err, revision.ErrNoRevision) {
		after, err = p.repository.Fetch(ctx, since)
	}
	if err != nil {
		return span, fmt.Errorf("--since: neither a date such as 2026-01-31 nor a revision: %w", err)
	}
	span.After = &after
	return span, nil
}

// log returns the commits of a span, and before them the one whose baseline was
// there when a limited span begins: what changes in the span is changed from that.
func (p *past) log(ctx context.Context, head revision.Commit, span revision.Span) (revision.History, error) {
	within, err := p.repository.Log(ctx, head, p.baseline, span)
	if err != nil || span.After == nil && span.Since.IsZero() || span.Last > 0 && len(within.Commits) == span.Last {
		return within, err
	}
	all, err := p.repository.Log(ctx, head, p.baseline, revision.Span{})
	if err != nil {
		return within, err
	}
	next := 0
	if n := len(within.Commits); n > 0 {
		oldest := within.Commits[n-1].ID
		next = 1 + slices.IndexFunc(all.Commits, func(c revision.Commit) bool { return c.ID == oldest })
	}
	if next < len(all.Commits) {
		within.Commits = append(within.Commits, all.Commits[next])
	}
	// The last of a history that is cut off may have changed nothing.
	within.Cut = within.Cut || all.Cut && next >= len(all.Commits)-1
	return within, nil
}

// at returns the baseline of a commit, nil if the commit removed it.
func (p *past) at(ctx context.Context, c revision.Commit) (*results.File, error) {
	content, err := p.repository.Show(ctx, c, p.baseline)
	if p.fetch && errors.Is(err, revision.ErrPartial) {
		if _, err := p.repository.Fetch(ctx, c.ID); err != nil {
			return nil, err
		}
		content, err = p.repository.Show(ctx, c, p.baseline)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return p.parse(content)
}

func (p *past) parse(content []byte) (*results.File, error) {
	f, err := results.Read(bytes.NewReader(content), p.baseline)
	if err == nil && len(f.Failures) > 0 {
		err = fmt.Errorf("%s: has failures, so it is the file of a run and no baseline", p.baseline)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// uncommitted returns the baseline of the work tree, and whether it is another than
// that of HEAD.
func (p *past) uncommitted(ctx context.Context, head revision.Commit) (history.Version, bool, error) {
	committed, committedErr := p.at(ctx, head)
	if err := ctx.Err(); err != nil {
		return history.Version{}, false, err
	}
	var v history.Version
	v.File, v.Err = readBaseline(p.baseline)
	if v.Err != nil && committedErr != nil {
		return v, v.Err.Error() != committedErr.Error(), nil
	}
	return v, (v.Err == nil) != (committedErr == nil) || !reflect.DeepEqual(v.File, committed), nil
}
