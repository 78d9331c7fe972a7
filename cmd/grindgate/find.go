package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/results/report"
)

func (c *command) findCommand() *cli.Command {
	return &cli.Command{
		Name:      "find",
		Usage:     "find the commit that changed a scenario's cost",
		ArgsUsage: "SCENARIO GOOD BAD",
		Description: `Measures commits between GOOD and BAD by bisection, until it has the first one whose
cost is off that of GOOD by more than the scenario's threshold, and tells what
changed in it. Commits that cannot be measured are skipped. What a merge
brought is one step. The checkout stays as it is.

Examples:
   grindgate find go/query v1.2.0 HEAD
   grindgate find --scenarios-from head c/strings v1.2.0 main
   grindgate find --format json go/query v1.2.0 HEAD`,
		Flags: slices.Concat(slices.DeleteFunc(measureFlags(), isTagFlag), revisionFlags(), []cli.Flag{
			formatFlag(),
			&cli.StringFlag{Name: "o", Usage: "write the report to `FILE` instead of stdout"},
		}),
		Action: c.find,
	}
}

func (c *command) find(ctx *cli.Context) (err error) {
	if ctx.Args().Len() != 3 {
		return fmt.Errorf("find takes a SCENARIO, a GOOD and a BAD commit, not %d arguments: see grindgate find --help", ctx.Args().Len())
	}
	if _, err := report.ParseFormat(ctx.String("format")); err != nil {
		return err
	}
	m, err := c.newMeasurer(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	s := search{measurer: m, name: ctx.Args().Get(0), looks: make(map[int]*look)}
	if s.opener, err = m.opener(ctx); err != nil {
		return err
	}
	if err := s.open(ctx); err != nil {
		return err
	}
	found, err := s.run(ctx.Context)
	if err != nil {
		return err
	}
	return c.show(ctx, func(w io.Writer, f report.Format) error { return report.Find(w, f, found) })
}
