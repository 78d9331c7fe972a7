package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/history"
	"github.com/grindgate/grindgate/results/report"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/revision"
)

func (c *command) historyCommand() *cli.Command {
	return &cli.Command{
		Name:  "history",
		Usage: "the cost of each scenario over the commits that changed the baseline",
		Description: `The trend has a bar for each commit on the main line that changed the baseline, · where
the scenario was absent, ? where the baseline cannot be read, and ¦ before a bar that
cannot be compared with the one before it: another toolchain, other iterations. The
numbers beside it are about what can be compared with the last bar.

Examples:
   grindgate history                         every scenario
   grindgate history go/hello                one, with a row for every change
   grindgate history --since v1.0 -v         all of them so, from the baseline of v1.0 on
   grindgate history --since 2026-01-31 --last 20 --format json`,
		Flags: []cli.Flag{
			baselineFlag(), formatFlag(),
			&cli.StringFlag{Name: "since", Usage: "begin with the baseline as it was at `WHEN`: a date (2026-01-31, UTC) or a revision"},
			&cli.IntFlag{Name: "last", Usage: "only the newest `N` commits", DefaultText: "all"},
			&cli.BoolFlag{Name: "fetch", Usage: "fetch what a shallow or partial clone lacks"},
			&cli.StringFlag{Name: "o", Usage: "write the history to `FILE` instead of stdout"},
			&cli.BoolFlag{Name: "v", Usage: "show every change of every scenario"},
		},
		Action: c.history,
	}
}

func (c *command) history(ctx *cli.Context) error {
	if _, err := report.ParseFormat(ctx.String("format")); err != nil {
		return err
	}
	if ctx.IsSet("last") && ctx.Int("last") < 1 {
		return fmt.Errorf("--last %d: use a number of 1 or more", ctx.Int("last"))
	}
	if path := ctx.String("o"); path != "" {
		if err := results.CheckReplace(path); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
	}
	patterns := ctx.Args().Slice()
	for _, p := range patterns {
		if err := scenarios.CheckPattern(p); err != nil {
			return err
		}
	}
	repository, err := revision.Open(ctx.Context, ".")
	if err != nil {
		return err
	}
	past := &past{repository: repository, baseline: ctx.String("baseline"), last: ctx.Int("last"), fetch: ctx.Bool("fetch")}
	versions, cut, err := past.read(ctx.Context, ctx.String("since"))
	if err != nil {
		return err
	}
	if cut {
		c.say("%s: the history of this clone is cut off (shallow): older commits are not shown, and the oldest that is need not have changed the baseline", past.baseline)
		c.say("what brings them: `git fetch --unshallow` (in a workflow, fetch-depth: 0 for actions/checkout); or --fetch, which lets grindgate fetch them")
	}
	h := history.New(versions)
	h.Baseline, h.Cut = past.baseline, cut
	if h.Readable() {
		if err := selectSeries(h, patterns); err != nil {
			return err
		}
	}
	details := ctx.Bool("v") || len(h.Series) == 1
	err = c.show(ctx, func(w io.Writer, f report.Format) error { return report.History(w, f, h, details) })
	if err == nil && !h.Readable() {
		err = fmt.Errorf("%s: none of these commits has a baseline that can be read; make one with grindgate update (make baseline) and commit it", past.baseline)
	}
	return err
}

// selectSeries drops what no pattern matches.
func selectSeries(h *history.History, patterns []string) error {
	var errs []error
	for _, p := range patterns {
		if !slices.ContainsFunc(h.Series, func(s *history.Series) bool {
			return slices.ContainsFunc(s.Names(), func(name string) bool { return scenarios.Matches(p, name) })
		}) {
			errs = append(errs, fmt.Errorf("pattern %q matches no scenario in this history: see grindgate history", p))
		}
	}
	if err := errors.Join(errs...); err != nil || len(patterns) == 0 {
		return err
	}
	h.Select(func(name string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return scenarios.Matches(p, name) })
	})
	return nil
}
