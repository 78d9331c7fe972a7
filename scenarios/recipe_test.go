package scenarios

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// measured is everything that the recipe of a measurement is made of.
type measured struct {
	manifest Manifest
	scenario Scenario
	options  Options
	machine  Machine
	tree     string
}

func newMeasured(t *testing.T) *measured {
	t.Helper()
	root := t.TempDir()
	write(t, filepath.Join(root, "lock"), "1\n", 0o600)
	write(t, filepath.Join(root, "tool"), "#!/bin/sh\n", 0o700)
	return &measured{
		manifest: Manifest{
			Threshold: 0.002, Model: cachegrind.DefaultModel(), Cache: cachegrind.DefaultCache(),
			Environment: &Environment{Prepare: [][]string{{"true", "{env}"}}, Key: []string{"lock"}},
		},
		scenario: Scenario{
			Name: "a", Language: "c", Build: []string{filepath.Join(root, "tool"), "{bin}"}, Run: []string{"{bin}", "{n}"},
			Env: map[string]string{"LIB": "{env}/lib"},
		},
		options: Options{
			Root: root, Seals: cachegrind.Seals(),
			Runner:   &cachegrind.Runner{Valgrind: cachegrind.Valgrind{Path: "/usr/bin/valgrind", Version: "3.19.0"}},
			Baseline: &results.File{Scenarios: map[string]results.Scenario{"a": {Iterations: []int{10, 15, 20}}}},
		},
		machine: Machine{Grindgate: "1", Packages: map[string]string{"dpkg": "1"}, Processor: "x", Variables: []string{"CC=gcc"}},
		tree:    "t",
	}
}

func (m *measured) recipe(t *testing.T) string {
	t.Helper()
	key, err := Recipe(&m.manifest, m.scenario, m.options, &m.machine, m.tree)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Everything that a measurement depends on makes it another one, and nothing else does.
func TestRecipe(t *testing.T) {
	for name, change := range map[string]func(*measured){
		"tree":         func(m *measured) { m.tree = "u" },
		"grindgate":    func(m *measured) { m.machine.Grindgate = "2" },
		"packages":     func(m *measured) { m.machine.Packages["dpkg"] = "2" },
		"processor":    func(m *measured) { m.machine.Processor = "y" },
		"variables":    func(m *measured) { m.machine.Variables = []string{"CC=clang"} },
		"valgrind":     func(m *measured) { m.options.Runner.Valgrind.Version = "3.24.0" },
		"seed":         func(m *measured) { m.options.Seed = 1 },
		"seeds":        func(m *measured) { m.options.Seeds = 2 },
		"seals":        func(m *measured) { m.options.Seals = nil },
		"model":        func(m *measured) { m.manifest.Model.RAM = 40 },
		"cache":        func(m *measured) { m.manifest.Cache.I1 = "65536,8,64" },
		"threshold":    func(m *measured) { m.manifest.Threshold = 0.001 },
		"allowance":    func(m *measured) { m.manifest.Allowance = 5 },
		"its own":      func(m *measured) { m.scenario.Threshold = 0.001 },
		"build":        func(m *measured) { m.scenario.Build = append(m.scenario.Build, "-O2") },
		"run":          func(m *measured) { m.scenario.Run = append(m.scenario.Run, "x") },
		"name":         func(m *measured) { m.scenario.Name = "b" },
		"language":     func(m *measured) { m.scenario.Language = "go" },
		"env":          func(m *measured) { m.scenario.Env["A"] = "1" },
		"stdin":        func(m *measured) { m.scenario.Stdin = "lock" },
		"dir":          func(m *measured) { m.scenario.Dir = "." },
		"metric":       func(m *measured) { m.scenario.Metric = results.MetricIr },
		"iterations":   func(m *measured) { m.scenario.Iterations = []int{10, 20, 30} },
		"known":        func(m *measured) { m.options.Baseline = nil },
		"lock file":    func(m *measured) { write(t, filepath.Join(m.options.Root, "lock"), "2\n", 0o600) },
		"prepare":      func(m *measured) { m.manifest.Environment.Prepare[0][0] = "false" },
		"another tool": func(m *measured) { write(t, m.scenario.Build[0], "#!/bin/bash\n", 0o700) },
		"a tool of another date": func(m *measured) {
			if err := os.Chtimes(m.scenario.Build[0], time.Time{}, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMeasured(t)
			before := m.recipe(t)
			if again := m.recipe(t); again != before {
				t.Fatal("not the same twice")
			}
			change(m)
			if m.recipe(t) == before {
				t.Error("the same")
			}
		})
	}
	for name, change := range map[string]func(*measured){
		"tags":          func(m *measured) { m.scenario.Tags = []string{"x"} },
		"timeout":       func(m *measured) { m.scenario.Timeout = time.Minute },
		"informational": func(m *measured) { m.scenario.Informational = true },
		"start-up":      func(m *measured) { m.scenario.Startup = 0.1 },
		"jobs":          func(m *measured) { m.options.Jobs = 7 },
		"one seed":      func(m *measured) { m.options.Seeds = 1 },
		"another root": func(m *measured) {
			old := m.options.Root
			m.options.Root = t.TempDir()
			write(t, filepath.Join(m.options.Root, "lock"), "1\n", 0o600)
			m.scenario.Build[0] = filepath.Join(old, "tool")
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMeasured(t)
			before := m.recipe(t)
			change(m)
			if m.recipe(t) != before {
				t.Error("another")
			}
		})
	}
}

func TestThisMachine(t *testing.T) {
	t.Setenv("GITHUB_RUN_ID", "1")
	t.Setenv("CFLAGS", "-O2")
	before, err := ThisMachine()
	if err != nil {
		t.Fatal(err)
	}
	if before.Grindgate == "" || before.Processor == "" || !slices.Contains(before.Variables, "CFLAGS=-O2") {
		t.Errorf("%+v", before)
	}
	t.Setenv("GITHUB_RUN_ID", "2")
	after, err := ThisMachine()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error("the number of a job counts:", diff)
	}
}

func TestEnvironmentKeyRefuses(t *testing.T) {
	root := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(root, "folder"), 0o700), os.Symlink("/etc/passwd", filepath.Join(root, "link"))); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"none":   "key: statat none: no such file or directory; name what is in the repository",
		"folder": "key: folder: not a regular file; name what is in the repository",
		"link":   "key: statat link: path escapes from parent; name what is in the repository",
	} {
		_, err := (&Environment{Prepare: [][]string{{"true", "{env}"}}, Key: []string{name}}).key(root)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
