package main

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/report"
)

func manifestFlag() cli.Flag {
	return &cli.StringFlag{Name: "manifest", Value: "scenarios/scenarios.toml", Usage: "the manifest `FILE`"}
}

func baselineFlag() cli.Flag {
	return &cli.StringFlag{Name: "baseline", Value: "results/baseline.json", Usage: "the baseline `FILE`"}
}

func tagFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "tag", Usage: "only scenarios with tag `T` (again for more)"}
}

func isTagFlag(f cli.Flag) bool { return slices.Contains(f.Names(), "tag") }

func formatFlag() cli.Flag {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, string(f))
	}
	return &cli.StringFlag{Name: "format", Value: string(report.Text), Usage: "how to show it: " + strings.Join(names, ", ")}
}

func jobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Usage: "run `N` programs at once", DefaultText: "one for every core"}
}

func sealFlag() cli.Flag {
	names := strings.Join(cachegrind.SealNames(cachegrind.Seals()), ",")
	return &cli.StringFlag{Name: "seal", Value: "all", Usage: "seal only `WHICH`: all, none, or some of " + names}
}

func verboseFlag() cli.Flag {
	return &cli.BoolFlag{Name: "v", Usage: "say what was run, and for how long"}
}

// measureFlags are the flags of the commands that measure.
func measureFlags() []cli.Flag {
	return []cli.Flag{
		manifestFlag(), baselineFlag(), tagFlag(),
		jobsFlag(),
		&cli.Uint64Flag{Name: "seed", Usage: "`SEED` of the random numbers that programs see"},
		sealFlag(),
		&cli.BoolFlag{Name: "no-cache", Usage: "find nothing in the cache folder and keep nothing there: neither results of commits nor environments"},
		verboseFlag(),
	}
}

// verdictFlags are the flags of the commands that decide.
func verdictFlags() []cli.Flag {
	return []cli.Flag{
		formatFlag(),
		&cli.StringFlag{Name: "o", Usage: "write the report to `FILE` instead of stdout"},
		&cli.StringFlag{Name: "save", Usage: "write the results of this run to `FILE`"},
		&cli.StringFlag{Name: "summary", Usage: "append the report in Markdown to `FILE`"},
		&cli.BoolFlag{Name: "allow-new", Usage: "let scenarios pass that the base does not have"},
		&cli.BoolFlag{Name: "ratchet", Usage: "let no improvement pass that is not in the base"},
	}
}

// revisionFlags are the flags of the commands that measure git revisions.
func revisionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "scenarios-from", Value: "each", Usage: "whose manifest says what to measure of BASE: each (its own) or head", DefaultText: "each"},
		&cli.BoolFlag{Name: "fetch", Usage: "fetch from the remote what is missing of a revision"},
	}
}

func seedsFlag() cli.Flag {
	return &cli.IntFlag{Name: "seeds", Value: 1, Usage: "measure under `K` seeds, and show how far costs depend on them"}
}

// show writes a report to the file of the flag -o, whole or not at all, or to
// stdout.
func (c *command) show(ctx *cli.Context, write func(io.Writer, report.Format) error) error {
	format, err := report.ParseFormat(ctx.String("format"))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := write(&b, format); err != nil {
		return err
	}
	if path := ctx.String("o"); path != "" {
		return results.Replace(path, b.Bytes())
	}
	_, err = c.stdout.Write(b.Bytes())
	return err
}
