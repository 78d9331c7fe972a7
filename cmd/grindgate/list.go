package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/results/report"
)

func (c *command) listCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "the scenarios, their tags and iteration counts",
		Description: `Examples:
   grindgate list
   grindgate list --format json go`,
		Flags: []cli.Flag{
			manifestFlag(), baselineFlag(), tagFlag(), formatFlag(),
			&cli.StringFlag{Name: "o", Usage: "write the list to `FILE` instead of stdout"},
		},
		Action: c.list,
	}
}

func (c *command) list(ctx *cli.Context) error {
	r, err := newRequest(ctx)
	if err != nil {
		return err
	}
	var entries []report.Entry
	for _, s := range r.selected {
		e := report.Entry{Name: s.Name, Language: s.Language, Tags: s.Tags, Iterations: s.Iterations}
		if len(e.Iterations) == 0 && r.baseline != nil {
			e.Iterations = r.baseline.Scenarios[s.Name].Iterations
		}
		entries = append(entries, e)
	}
	return c.show(ctx, func(w io.Writer, f report.Format) error { return report.List(w, f, entries) })
}
