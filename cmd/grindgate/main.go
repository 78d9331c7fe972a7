// Command grindgate is a performance gate for continuous integration that counts
// instructions instead of timing them.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/grindgate/grindgate/scenarios/selftest"
)

func main() {
	if status, ok := selftest.Program(os.Args); ok {
		os.Exit(status)
	}
	os.Exit(grindgate())
}

func grindgate() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	context.AfterFunc(ctx, stop)   // a second signal ends it at once
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of the write like any other
	c := &command{stdout: os.Stdout, stderr: os.Stderr}
	return c.exitStatus(ctx, newApp(c).RunContext(ctx, os.Args))
}
