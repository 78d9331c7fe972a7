//go:build linux

package sandbox

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// The program gets the same bytes behind any number of wrappers, and is found.
func TestUntil(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if err := os.Link(world, program); err != nil {
		t.Fatal(err)
	}
	sh := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(sh, []byte("#!/bin/sh\nexec "+program+" \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	shell, err := filepath.EvalSymlinks("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		path string
		args []string
		exes []string
	}{
		{program, nil, []string{program}},
		{world, []string{"exec", program}, []string{world, program}},
		{world, []string{"exec", world, "exec", program}, []string{world, world, program}},
		{sh, nil, []string{shell, program}},
	}
	var want map[string]string
	for _, test := range tests {
		var exes []string
		got := told(mustRun(t, Command{
			Path: test.path, Args: append([]string{"world"}, append(test.args, "see")...), Seals: []Seal{Random}, Seed: 3,
			Until: func(exe string) bool {
				exes = append(exes, exe)
				return exe == program
			},
		}))
		maps.DeleteFunc(got, func(name, _ string) bool { return !strings.HasSuffix(name, "random") })
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: (-direct +wrapped)\n%s", test.args, diff)
		}
		if diff := cmp.Diff(test.exes, exes); diff != "" {
			t.Errorf("%v: %s", test.args, diff)
		}
	}
}

// Random does not hold for a program that never came.
func TestProgramNeverStarts(t *testing.T) {
	for name, args := range map[string][]string{
		"ends":   {"exit", "3"},
		"forks":  {"child"},
		"killed": {"limit"},
	} {
		c := worldCommand(all, args...)
		c.Until = func(string) bool { return false }
		_, _, report, err := run(c)
		if err != nil {
			t.Fatal(err)
		}
		want := Report{
			Held:   []Seal{Addresses, Core, Sleep},
			Broken: map[Seal]string{Random: "AT_RANDOM: the process ended before the program itself had started"},
		}
		if diff := cmp.Diff(want, report); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Signals reach a process that is being traced, SIGSTOP later than the others.
func TestSignalsWhileTraced(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if err := os.Link(world, program); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := worldCommand(all, "signals", program, "see")
	c.Until = func(exe string) bool { return exe == program }
	c.Stdout = w
	p, err := Start(c)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the process stops", func() bool { return runState(p.Pid()) == "T" })
	if err := unix.Kill(p.Pid(), unix.SIGCONT); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if state, err := p.Wait(); err != nil || !state.Success() {
		t.Fatal(state, err)
	}
	if diff := cmp.Diff(Report{Held: all, Broken: map[Seal]string{}}, p.Report()); diff != "" {
		t.Error(diff)
	}
	want := append([]string{"caught 0"}, mustRun(t, worldCommand(all, "see"))[:3]...)
	if diff := cmp.Diff(want, strings.Split(string(out), "\n")[:4]); diff != "" {
		t.Error(diff)
	}
}
