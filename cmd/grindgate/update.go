package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/report"
)

func (c *command) updateCommand() *cli.Command {
	return &cli.Command{
		Name:  "update",
		Usage: "measure and rewrite the baseline",
		Description: `Only what moved by more than its noise, is new or is gone changes in the file, so
doing it twice changes nothing.

Examples:
   grindgate update                everything
   grindgate update go/hello       one scenario; the others stay as they are
   grindgate update --choose-n     with other iteration counts, if others are better now`,
		Flags: append(measureFlags(),
			&cli.BoolFlag{Name: "choose-n", Usage: "choose the iterations afresh, where the manifest names none"},
		),
		Action: c.update,
	}
}

func (c *command) update(ctx *cli.Context) error {
	r, err := newRequest(ctx)
	if err != nil {
		return err
	}
	asked := *r
	if ctx.Bool("choose-n") {
		asked.baseline = nil // which is where known iterations come from
	}
	head, err := c.measure(ctx, &asked)
	if err != nil {
		return err
	}
	leftOut := r.leftOut()
	merged, err := results.Merge(r.baseline, head, func(name string) bool { return leftOut[name] })
	if err != nil {
		return errors.Join(report.Results(c.stderr, report.Text, head), err)
	}
	if merged == r.baseline {
		c.say("%s: unchanged", r.baselinePath)
		return nil
	}
	if now, err := readBaseline(r.baselinePath); err != nil {
		return err
	} else if !reflect.DeepEqual(now, r.baseline) {
		return fmt.Errorf("%s: somebody else has changed it meanwhile, and it stays as it is: run update again", r.baselinePath)
	}
	if err := os.MkdirAll(filepath.Dir(r.baselinePath), 0o777); err != nil {
		return err
	}
	if err := merged.WriteFile(r.baselinePath); err != nil {
		return err
	}
	for _, line := range results.Changes(r.baseline, merged) {
		c.say("%s: %s", r.baselinePath, line)
	}
	c.say("%s: written; commit it with the change that it belongs to", r.baselinePath)
	for _, line := range regress.NoiseNotes(merged, r.limits()) {
		c.say("%s", line)
	}
	return nil
}
