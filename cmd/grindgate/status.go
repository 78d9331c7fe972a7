package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results/report"
)

// outcomeError is how a command tells that it did its work, has said so, and that
// the gate does not pass.
type outcomeError struct{ outcome regress.Outcome }

func (e *outcomeError) Error() string { return fmt.Sprintf("outcome %d", e.outcome) }

// exitStatus says what is wrong, if that was not said yet, and returns the exit
// status for it. It is the one place that knows both.
func (c *command) exitStatus(ctx context.Context, err error) int {
	var outcome *outcomeError
	switch {
	case err == nil:
		return int(regress.Pass)
	case errors.As(err, &outcome):
		return int(outcome.outcome)
	case ctx.Err() != nil:
		c.say("interrupted: nothing was decided, and nothing was written")
	default:
		c.say("%v", err)
	}
	return int(regress.Undecided)
}

// say writes a message to stderr, each of its lines with our name.
func (c *command) say(format string, args ...any) {
	for line := range strings.Lines(report.Terminal(fmt.Sprintf(format, args...))) {
		fmt.Fprintf(c.stderr, "grindgate: %s\n", strings.TrimRight(line, "\n"))
	}
}
