package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// command is where commands write to.
type command struct {
	stdout, stderr io.Writer
}

const description = `A scenario is a program that does its work N times. grindgate runs it under
valgrind's cachegrind at several N, fits a line, and compares the cost of one
iteration with a checked-in baseline. It counts instructions and accesses to
memory, so a busy machine makes no difference.

Examples:
   grindgate list                      what there is to measure
   grindgate check                     measure all of it and decide
   grindgate check go/hello c          one scenario, and all below c/
   grindgate update                    measure and rewrite the baseline
   grindgate history                   how costs went, commit by commit
   grindgate selftest                  prove that the gate can fail here
   grindgate compare main              the working tree with a branch, without a baseline

Exit status: 0 the gate passes; 1 a scenario costs more, or another rule of the
gate is broken; 2 the gate could not decide.`

func newApp(c *command) *cli.App {
	app := &cli.App{
		Name:                      "grindgate",
		Usage:                     "a performance gate that counts instructions",
		UsageText:                 "grindgate COMMAND [FLAGS] [PATTERN...]",
		Description:               description,
		Writer:                    c.stdout,
		ErrWriter:                 c.stderr,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		// Errors are shown and turned into exit statuses in main alone.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   usageError,
		Action: func(ctx *cli.Context) error {
			if ctx.Args().Present() {
				return fmt.Errorf("unknown command %q: see grindgate --help", ctx.Args().First())
			}
			ctx.App.Writer = c.stderr
			if err := cli.ShowAppHelp(ctx); err != nil {
				return err
			}
			return errors.New("no command given")
		},
		Commands: []*cli.Command{
			c.checkCommand(),
			c.compareCommand(),
			c.findCommand(),
			c.updateCommand(),
			c.runCommand(),
			c.listCommand(),
			c.historyCommand(),
			c.selftestCommand(),
			c.doctorCommand(),
		},
	}
	for _, command := range app.Commands {
		command.OnUsageError = usageError
		command.HideHelpCommand = true // else the pattern "help" measures nothing and passes
		if command.ArgsUsage == "" {
			command.ArgsUsage = "[PATTERN...]"
		}
		command.Before = refuseLateFlags
	}
	return app
}

func usageError(ctx *cli.Context, err error, _ bool) error {
	name := "grindgate"
	if ctx.Command != nil && ctx.Command.Name != "" && ctx.Command.Name != name {
		name += " " + ctx.Command.Name
	}
	return fmt.Errorf("%w: see %s --help", err, name)
}

// refuseLateFlags finds flags behind the first argument, which the flag package
// takes for arguments.
func refuseLateFlags(ctx *cli.Context) error {
	what := "a pattern"
	switch ctx.Command.Name {
	case "compare", "find":
		what = "a revision"
	}
	for _, arg := range ctx.Args().Slice() {
		if strings.HasPrefix(arg, "-") {
			return fmt.Errorf("flag %s stands behind %s: put flags right after %q", arg, what, ctx.Command.Name)
		}
	}
	return nil
}
