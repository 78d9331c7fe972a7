package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/grindgate/grindgate/scenarios"
)

// progress is a scenarios.Progress that has an end.
type progress interface {
	scenarios.Progress
	finish() // leaves nothing of a bar on the terminal
}

// newProgress returns a bar with the time left on a terminal, and plain lines
// elsewhere.
func newProgress(w io.Writer) progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return newBar(f)
	}
	return &lines{w: w}
}

type bar struct {
	mu       sync.Mutex
	last     string
	progress *mpb.Progress
	bar      *mpb.Bar
}

func newBar(w io.Writer) *bar {
	b := &bar{progress: mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))}
	b.bar = b.progress.AddBar(0,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d ")),
		mpb.AppendDecorators(
			decor.AverageETA(decor.ET_STYLE_GO),
			decor.Any(func(decor.Statistics) string {
				b.mu.Lock()
				defer b.mu.Unlock()
				return " left, " + b.last
			}),
		),
	)
	return b
}

func (b *bar) Total(steps int) { b.bar.SetTotal(int64(steps), false) }

func (b *bar) Step(what string) {
	b.mu.Lock()
	b.last = what
	b.mu.Unlock()
	b.bar.Increment()
}

func (b *bar) finish() {
	b.bar.Abort(true)
	b.progress.Wait()
}

// lines counts the steps in a line each.
type lines struct {
	w io.Writer

	mu          sync.Mutex
	done, total int
}

func (l *lines) Total(steps int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total = steps
}

func (l *lines) Step(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	fmt.Fprintf(l.w, "grindgate: %d/%d %s\n", l.done, l.total, what)
}

func (l *lines) finish() {}

// named is a progress of one of several sides.
type named struct {
	progress
	name string
}

func (n named) Step(what string) { n.progress.Step(what + " (" + n.name + ")") }
