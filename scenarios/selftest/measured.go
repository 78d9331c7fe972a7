package selftest

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// Options is how the self test measures.
type Options struct {
	Runner   *cachegrind.Runner
	Jobs     int // how many programs run at once; 0: one for every core
	Seals    []cachegrind.Seal
	Progress scenarios.Progress // nil: none
	Program  string             // that calls the function Program first of all; empty: the one that runs
}

// Measured is what the proofs are about. It is of use until its Runner is closed.
type Measured struct {
	Runs     int           // of cachegrind
	CPU      time.Duration // user and system time of these
	Warnings []string      // what the machine did not allow, each once, sorted

	scratch *cachegrind.Scratch
	base    *results.File // no scenario is slowed
	head    *results.File // each of the same scenarios is slowed as its name says
	limits  regress.Limits
	odd     *results.File // the programs that misbehave, and one that does not
}

// Measure measures a program that calls the function Program first of all as
// grindgate check does: a base, a head, and what misbehaves. What could not be
// measured is for the proofs to show. It is an error if ctx is done, or if there is
// no room for temporary files.
func Measure(ctx context.Context, o Options) (*Measured, error) {
	root, err := o.Runner.Scratch.Sub()
	if err != nil {
		return nil, err
	}
	if err := copyProgram(cmp.Or(o.Program, self), filepath.Join(root, programName)); err != nil {
		return nil, err
	}
	m := &Measured{scratch: o.Runner.Scratch}
	s := stages{Measured: m, options: o, root: root, progress: &progress{inner: o.Progress}}
	if m.base, err = s.measure(ctx, "base", unslowed(), nil); err != nil {
		return nil, err
	}
	if m.head, err = s.measure(ctx, "head", slowedDown(), m.base); err != nil {
		return nil, err
	}
	if m.odd, err = s.measure(ctx, "odd", misbehaving(), nil); err != nil {
		return nil, err
	}
	slices.Sort(m.Warnings)
	m.Warnings = slices.Compact(m.Warnings)
	return m, nil
}

// self is the file that the kernel runs, also where that was deleted or replaced since.
const self = "/proc/self/exe"

func copyProgram(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// stages are measurements one after the other.
type stages struct {
	*Measured
	options  Options
	root     string
	progress *progress
}

// measure measures all scenarios of a manifest and leaves its limits.
func (s *stages) measure(ctx context.Context, name string, entries []scenario, base *results.File) (*results.File, error) {
	path := filepath.Join(s.root, name+".toml")
	if err := os.WriteFile(path, []byte(manifestOf(entries)), 0o600); err != nil {
		return nil, err
	}
	manifest, err := scenarios.Load(path)
	if err != nil {
		return nil, err
	}
	if base != nil {
		s.limits = manifest.Limits()
	}
	m, err := scenarios.Measure(ctx, manifest, manifest.Scenarios, scenarios.Options{
		Runner:   s.options.Runner.With(manifest.Cache),
		Root:     s.root,
		Jobs:     s.options.Jobs,
		Seals:    s.options.Seals,
		Baseline: base,
		Progress: s.progress,
	})
	if err != nil {
		return nil, err
	}
	s.progress.next()
	s.Runs += m.Runs
	s.CPU += m.CPU
	s.Warnings = append(s.Warnings, m.Warnings...)
	return m.File, nil
}
