package scenarios_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// TestSlowdown slows a C, a Go and a Python program down by known amounts, and
// requires each to be seen with a threshold of half of it, and its size to be right
// to a tenth of itself. Unchanged, they are unchanged. The arguments that slow them
// down are of one length: one more character moves what Python allocates, and moved
// the weighted cost of an iteration by 0.2%, all of it conflicts in the first-level
// cache.
func TestSlowdown(t *testing.T) {
	for _, c := range []struct{ language, build, run string }{
		{"c", `["gcc", "-O2", "-g", "-ffile-prefix-map={root}=.", "-o", "{bin}", "slowdown.c"]`, `"{bin}"`},
		{"go", `["go", "build", "-trimpath", "-buildvcs=false", "-o", "{bin}", "slowdown/main.go"]`, `"{bin}"`},
		{"python", "", `"/usr/bin/python3", "{root}/slowdown.py"`},
	} {
		t.Run(c.language, func(t *testing.T) {
			t.Parallel()
			root := programs(t, "testdata/slowdown")
			measure := func(extra int, base *results.File) *results.File {
				text := fmt.Sprintf("[gate]\nthreshold = \"0.025%%\"\n[[scenario]]\nname = \"a\"\nlanguage = %q\nrun = [%s, \"{n}\", \"%03d\"]\n", c.language, c.run, extra)
				if c.build != "" {
					text += "build = " + c.build + "\n"
				}
				return measured(t, root, text, base)
			}
			base := measure(0, nil)
			for _, extra := range []int{0, 1, 2, 10, 100} {
				size := float64(extra) / 2000
				want, limit := regress.Regressed, size/2
				if extra == 0 {
					want, limit = regress.Unchanged, 0.00025
				}
				got := regress.Compare(base, measure(extra, base), regress.Limits{Threshold: limit}).Comparisons[0]
				t.Logf("slowed by %g%%: %s, %+.4f%%, noise %.4f%%, N = %v", 100*size, got.State, 100*got.Change, 100*got.Noise, got.Base.Iterations)
				if got.State != want || math.Abs(got.Change-size) > max(size, 0.0005)/10 {
					t.Errorf("slowed by %g%%: %s, %+.4f%%", 100*size, got.State, 100*got.Change)
				}
			}
		})
	}
}

// programs returns a new folder with a copy of another.
func programs(t *testing.T, dir string) string {
	t.Helper()
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return root
}

// measured returns the results of a manifest's scenarios, none of which may fail.
func measured(t *testing.T, root, manifest string, base *results.File) *results.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "scenarios.toml")
	if err := os.WriteFile(path, []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := scenarios.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := cachegrind.NewRunner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	measurement, err := scenarios.Measure(t.Context(), m, m.Scenarios, scenarios.Options{
		Runner: runner.With(m.Cache),
		Root:   root, Seals: cachegrind.Seals(), Baseline: base,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(measurement.File.Failures) > 0 {
		t.Fatal(measurement.File.Failures)
	}
	return measurement.File
}
