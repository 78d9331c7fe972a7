package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results/report"
)

func (c *command) runCommand() *cli.Command {
	return &cli.Command{
		Name:  "run",
		Usage: "measure only",
		Description: `Examples:
   grindgate run                       show the costs of everything
   grindgate run -o results.json       write them to a results file as well
   grindgate run --seeds 5             under five seeds: how far do costs depend on it?
   grindgate run --seal none           see what the seals are good for`,
		Flags: append(measureFlags(), formatFlag(), seedsFlag(),
			&cli.StringFlag{Name: "o", Usage: "write the results to `FILE`, with all raw counters"},
		),
		Action: c.run,
	}
}

func (c *command) run(ctx *cli.Context) error {
	format, err := report.ParseFormat(ctx.String("format"))
	if err != nil {
		return err
	}
	r, err := newRequest(ctx)
	if err != nil {
		return err
	}
	head, err := c.measure(ctx, r)
	if err != nil {
		return err
	}
	for _, note := range regress.SeedNotes(head, r.limits()) {
		c.say("%s", note)
	}
	// What was measured is written and shown even where the other cannot be.
	err = report.Results(c.stdout, format, head)
	if path := ctx.String("o"); path != "" {
		err = errors.Join(err, head.WriteFile(path))
	}
	if err == nil && len(head.Failures) > 0 {
		err = &outcomeError{regress.Undecided}
	}
	return err
}
