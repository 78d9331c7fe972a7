// Command repeatability shows how well programs repeat themselves, sealed and
// unsealed: it measures each scenario of its own manifest many times, while another
// core is kept busy, and prints how far the costs of one iteration lie apart. Run
// it in the root of the repository:
//
//	go run ./scenarios/repeatability [-times 10] [PATTERN...] >table.md
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

const manifest = "scenarios/repeatability/scenarios.toml"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	times := flag.Int("times", 10, "how often each program is measured, sealed and unsealed")
	flag.Parse()
	if err := repeatability(ctx, os.Stdout, os.Stderr, *times, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "repeatability:", err)
		os.Exit(2)
	}
}

func repeatability(ctx context.Context, w, progress io.Writer, times int, patterns []string) (err error) {
	if times < 2 {
		return fmt.Errorf("-times %d: nothing lies apart from itself; use 2 or more", times)
	}
	m, err := scenarios.Load(manifest)
	if err != nil {
		return err
	}
	selected, err := m.Select(patterns, nil)
	if err != nil {
		return err
	}
	runner, err := cachegrind.NewRunner(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, runner.Close()) }()
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	defer keepBusy()()
	options := scenarios.Options{
		Runner: runner.With(m.Cache),
		Root:   root,
		Jobs:   1,
	}
	fmt.Fprintln(w, "| program | toolchain | N | cost of one iteration | spread, sealed | spread, unsealed |")
	fmt.Fprintln(w, "|---|---|---|---:|---:|---:|")
	for _, s := range selected {
		row := series{manifest: m, scenario: s, options: options, times: times, progress: progress}
		if err := row.write(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// series measures one scenario many times.
type series struct {
	manifest *scenarios.Manifest
	scenario scenarios.Scenario
	options  scenarios.Options
	times    int
	progress io.Writer
}

// write writes the row of the table. A program that cannot be measured on this
// machine, mostly for want of its compiler or interpreter, has a row that says so;
// progress tells why.
func (s series) write(ctx context.Context, w io.Writer) error {
	sealed, first, err := s.spread(ctx, "all")
	var failed failure
	if errors.As(err, &failed) {
		fmt.Fprintf(s.progress, "repeatability: %s: %s\n", s.scenario.Name, failed)
		_, err = fmt.Fprintf(w, "| %s | not measured | | | | |\n", s.scenario.Name)
		return err
	}
	if err != nil {
		return err
	}
	s.options.Baseline = first // the same N
	unsealed, _, err := s.spread(ctx, "none")
	if err != nil {
		return err
	}
	r := first.Scenarios[s.scenario.Name]
	_, err = fmt.Fprintf(w, "| %s | %s | %d to %d | %.3f | %.1f ppm | %.1f ppm |\n", s.scenario.Name, r.Toolchain,
		r.Iterations[0], r.Iterations[len(r.Iterations)-1], r.CostPerIteration, sealed, unsealed)
	return err
}

type failure string

func (f failure) Error() string { return string(f) }

// spread returns the largest cost less the smallest, in parts per million of the
// smallest, and the first results, whose N the other measurements took over.
func (s series) spread(ctx context.Context, seal string) (ppm float64, first *results.File, err error) {
	if s.options.Seals, err = scenarios.ParseSeals(seal); err != nil {
		return 0, nil, err
	}
	var costs []float64
	for i := range s.times {
		m, err := scenarios.Measure(ctx, s.manifest, []scenarios.Scenario{s.scenario}, s.options)
		if err != nil {
			return 0, nil, err
		}
		if why, ok := m.File.Failures[s.scenario.Name]; ok {
			return 0, nil, failure(why)
		}
		if first == nil {
			first = m.File
			s.options.Baseline = first
		}
		costs = append(costs, m.File.Scenarios[s.scenario.Name].CostPerIteration)
		fmt.Fprintf(s.progress, "repeatability: %s, sealed: %s, %d of %d: %.3f\n", s.scenario.Name, seal, i+1, s.times, costs[i])
	}
	least := slices.Min(costs)
	return 1e6 * (slices.Max(costs) - least) / least, first, nil
}

// keepBusy keeps a core that nobody else wants busy until the function that it returns
// is called.
func keepBusy() (stop func()) {
	var done atomic.Bool
	var spinner sync.WaitGroup
	spinner.Go(func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 19)
		for !done.Load() {
		}
	})
	return func() {
		done.Store(true)
		spinner.Wait()
	}
}
