package main

import (
	"errors"
	"fmt"

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
   grindgate run -o results.json       write them to a results file as well`,
		Flags: append(measureFlags(), formatFlag(),
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
	if err != nil && !errors.Is(err, errNoBaseline) {
		return err
	}
	head, err := c.measure(ctx, r)
	if err != nil {
		return err
	}
	if err := report.Results(c.stdout, format, head); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	if path := ctx.String("o"); path != "" {
		if err := head.WriteFile(path); err != nil {
			return err
		}
	}
	if len(head.Failures) > 0 {
		return &outcomeError{regress.Undecided}
	}
	return nil
}
