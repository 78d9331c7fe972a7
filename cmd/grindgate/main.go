// Command grindgate is a performance gate for continuous integration that counts
// instructions instead of timing them.
package main

import (
	"context"
	"fmt"
	"io"
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
	stdout := &output{Writer: os.Stdout}
	c := &command{stdout: stdout, stderr: os.Stderr}
	err := newApp(c).RunContext(ctx, os.Args)
	if err == nil {
		err = stdout.err // help is written by those who do not look
	}
	return c.exitStatus(ctx, err)
}

// output is stdout, and keeps the last error of writing to it.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("write to stdout: %w", err)
		o.err = err
	}
	return n, err
}
