package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/report"
)

func (c *command) checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "measure, compare with the baseline, and decide",
		Description: `Examples:
   grindgate check                             everything
   grindgate check --tag http                  what has a tag
   grindgate check --format markdown -o gate.md
   grindgate check --save out/results.json --summary out/gate.md
   grindgate check --seeds 5                   and see how far costs depend on the seed
   grindgate check --base origin/main          where the baseline cannot be compared, or does
                                               not have a scenario: with the merge base, here`,
		Flags: slices.Concat(measureFlags(), verdictFlags(), revisionFlags(), []cli.Flag{
			seedsFlag(),
			&cli.StringFlag{Name: "base", Usage: "measure what the baseline cannot decide about at the merge base with `REV`, on this machine"},
		}),
		Action: c.check,
	}
}

func (c *command) check(ctx *cli.Context) (err error) {
	if _, err := report.ParseFormat(ctx.String("format")); err != nil {
		return err
	}
	r, err := newRequest(ctx)
	if err != nil {
		return err
	}
	if r.baseline == nil {
		return fmt.Errorf("%s: no such file: make a baseline with grindgate update (make baseline)", r.baselinePath)
	}
	anchor, err := readAnchor("", r.manifest.Anchor)
	if err != nil {
		return err
	}
	m, err := c.newMeasurer(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	f, err := m.openFallback(ctx)
	if err != nil {
		return err
	}
	head, err := m.measureRequest(ctx.Context, r)
	if err != nil {
		return err
	}
	limits := r.limits()
	limits.Anchor = anchor
	limits.AllowNew, limits.Ratchet = ctx.Bool("allow-new"), ctx.Bool("ratchet")
	if f == nil {
		return c.conclude(ctx, head, regress.Compare(r.baseline, head, limits))
	}
	verdict, err := f.compare(ctx.Context, r.baseline, scenariosOfHead{r.manifest, head}, limits)
	if err != nil {
		return err
	}
	return c.conclude(ctx, head, verdict)
}

// conclude shows a verdict, keeps it and the results that it is about as the flags
// say, and returns it as an error unless it passes.
func (c *command) conclude(ctx *cli.Context, head *results.File, verdict *regress.Verdict) error {
	// The verdict is shown whatever becomes of the files.
	err := c.show(ctx, func(w io.Writer, f report.Format) error { return report.Verdict(w, f, verdict) })
	if path := ctx.String("save"); path != "" {
		err = errors.Join(err, head.WriteFile(path))
	}
	if path := ctx.String("summary"); path != "" {
		err = errors.Join(err, appendSummary(path, verdict))
	}
	if err == nil && verdict.Outcome != regress.Pass {
		err = &outcomeError{verdict.Outcome}
	}
	return err
}

// appendSummary appends to a file, because that is how a job's summary is
// written: others may have written to it.
func appendSummary(path string, verdict *regress.Verdict) error {
	var b bytes.Buffer
	if err := report.Verdict(&b, report.Markdown, verdict); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}
