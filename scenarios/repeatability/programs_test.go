package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/scenarios"
)

// outcome is what a program did.
type outcome struct {
	Status int
	Stdout string
}

// TestPrograms builds and runs the programs of the manifest: C, Go and CPython in
// any case, and the others where the machine has what they need.
func TestPrograms(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	m, err := scenarios.Load("scenarios.toml")
	if err != nil {
		t.Fatal(err)
	}
	ran := make(map[string]bool)
	for _, s := range m.Scenarios {
		bin := filepath.Join(t.TempDir(), "bin")
		expand := func(argv []string, n string) []string {
			var out []string
			for _, arg := range argv {
				out = append(out, strings.NewReplacer("{bin}", bin, "{root}", root, "{n}", n).Replace(arg))
			}
			return out
		}
		tool := s.Run[0]
		if len(s.Build) > 0 {
			tool = s.Build[0]
		}
		if _, err := exec.LookPath(tool); err != nil {
			t.Logf("%s: %v", s.Name, err)
			continue
		}
		if len(s.Build) > 0 {
			build := expand(s.Build, "")
			cmd := exec.Command(build[0], build[1:]...)
			cmd.Dir = root
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", s.Name, err, out)
				continue
			}
		}
		ran[s.Name] = true
		for n, status := range map[string]int{"3": 0, "0": 2, "three": 2, "": 2} {
			argv := expand(s.Run, n)
			out, err := exec.Command(argv[0], argv[1:]...).Output()
			got := outcome{0, string(out)}
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				got.Status = exit.ExitCode()
			} else if err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
			if diff := cmp.Diff(outcome{status, ""}, got); diff != "" {
				t.Errorf("%s, N = %q: %s", s.Name, n, diff)
			}
		}
	}
	for _, name := range []string{"C", "Go", "Go-collected", "Go-goroutines", "CPython"} {
		if !ran[name] {
			t.Errorf("%s was not run", name)
		}
	}
}

func TestTimesRefused(t *testing.T) {
	for _, times := range []int{1, 0, -1} {
		var w strings.Builder
		err := repeatability(t.Context(), &w, &w, times, nil)
		want := fmt.Sprintf("-times %d: nothing lies apart from itself; use 2 or more", times)
		if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" || w.Len() > 0 {
			t.Errorf("%s, printed %q", diff, w.String())
		}
	}
}
