package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results/report"
	"github.com/grindgate/grindgate/scenarios"
	"github.com/grindgate/grindgate/scenarios/selftest"
)

func (c *command) selftestCommand() *cli.Command {
	return &cli.Command{
		Name:      "selftest",
		Usage:     "prove that the gate can fail on this machine",
		UsageText: "grindgate selftest [FLAGS]",
		Description: `Slows a program by known amounts, from 0.05% up, and requires the verdict to see
each with the right size; requires the unchanged program to pass; and requires
programs that misbehave and broken files to be refused, each for the right reason.
Needs neither a manifest nor a compiler. The exit status is 0 if all of that holds
and 2 otherwise.

Examples:
   grindgate selftest
   grindgate selftest -v                       with the messages in full
   grindgate selftest --seal none              does the gate need the seals here?
   grindgate selftest --format markdown >>"$GITHUB_STEP_SUMMARY"`,
		Flags:  []cli.Flag{jobsFlag(), sealFlag(), formatFlag(), verboseFlag()},
		Action: c.selftest,
	}
}

func (c *command) selftest(ctx *cli.Context) error {
	if ctx.Args().Present() {
		return fmt.Errorf("selftest takes no pattern, and %q is one: see grindgate selftest --help", ctx.Args().First())
	}
	if _, err := report.ParseFormat(ctx.String("format")); err != nil {
		return err
	}
	jobs, seals, err := howToRun(ctx)
	if err != nil {
		return err
	}
	proofs, err := c.prove(ctx, jobs, seals)
	if err != nil {
		return err
	}
	var outcome error
	shown := make([]report.Proof, len(proofs))
	for i, p := range proofs {
		shown[i] = report.Proof(p)
		if ctx.Bool("v") {
			c.say("%s: %s: expected %s", p.About, p.Name, p.Expected)
			c.say("%s: %s: seen %s", p.About, p.Name, p.Seen)
		}
		if !p.Holds {
			outcome = &outcomeError{regress.Undecided}
		}
	}
	if err := c.show(ctx, func(w io.Writer, f report.Format) error { return report.Proofs(w, f, shown) }); err != nil {
		return err
	}
	return outcome
}

// prove measures, with progress on stderr, and puts the gate to the test.
func (c *command) prove(ctx *cli.Context, jobs int, seals []cachegrind.Seal) (proofs []selftest.Proof, err error) {
	runner, err := cachegrind.NewRunner(ctx.Context)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, runner.Close()) }()
	progress := newProgress(c.stderr)
	begin := time.Now()
	m, err := selftest.Measure(ctx.Context, selftest.Options{
		Runner: runner, Jobs: jobs, Seals: seals, Progress: progress,
	})
	progress.finish()
	if err != nil {
		return nil, err
	}
	for _, warning := range m.Warnings {
		c.say("%s", warning)
	}
	if ctx.Bool("v") && m.CPU > 0 {
		c.sayTimes(&scenarios.Measurement{Runs: m.Runs, CPU: m.CPU}, runner.Valgrind.Version, time.Since(begin), cmp.Or(jobs, runtime.NumCPU()))
	}
	return m.Prove(selftest.NewGate())
}
