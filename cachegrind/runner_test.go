package cachegrind

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

func newRunner(t *testing.T) *Runner {
	t.Helper()
	r, err := NewRunner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func run(t *testing.T, r *Runner, c Command) *Run {
	t.Helper()
	done, err := r.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	nothingLeft(t, r)
	return done
}

// nothingLeft requires that runs have left no file.
func nothingLeft(t *testing.T, r *Runner) {
	t.Helper()
	left, err := os.ReadDir(r.Scratch.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if entry.Name() != lockName {
			t.Errorf("left behind: %s", entry.Name())
		}
	}
}

// compile returns the path of a program made of C source.
func compile(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "main.c")
	writeFile(t, path, source)
	bin := filepath.Join(dir, "program")
	if out, err := exec.Command("gcc", "-O1", "-g", "-o", bin, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// work does what real programs do: it allocates, formats and copies, n times.
const work = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
	long n = atol(argv[1]);
	unsigned long sum = 0;
	for (long i = 0; i < n; i++) {
		char *text = malloc(100);
		snprintf(text, 100, "%ld and %s", i, argv[0]);
		sum += strlen(text);
		free(text);
	}
	return sum == 0;
}
`

// TestRunRepeats requires two runs to be the same to the last line of the last
// function.
func TestRunRepeats(t *testing.T) {
	program := compile(t, work)
	command := Command{Path: program, Args: []string{"100"}, Seals: []sandbox.Seal{sandbox.Addresses, sandbox.Random}, Seed: 7}
	first := run(t, newRunner(t), command)
	second := run(t, newRunner(t), command)
	if diff := cmp.Diff(first.Profile, second.Profile); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(program+" 100", first.Profile.Command); diff != "" {
		t.Error(diff)
	}
	events := []Event{Ir, I1mr, ILmr, Dr, D1mr, DLmr, Dw, D1mw, DLmw}
	if diff := cmp.Diff(events, first.Profile.Events); diff != "" {
		t.Error(diff)
	}
	if first.CPU <= 0 || first.Wall <= 0 {
		t.Errorf("took %v of processor time and %v in all", first.CPU, first.Wall)
	}
	command.Args = []string{"101"}
	if more := run(t, newRunner(t), command); more.Profile.Totals[Ir] <= first.Profile.Totals[Ir] {
		t.Errorf("101 iterations cost %d instructions, 100 cost %d", more.Profile.Totals[Ir], first.Profile.Totals[Ir])
	}
}

// TestRunOptions requires that no source of options but the command line reaches
// valgrind: each of these options would make it fail.
func TestRunOptions(t *testing.T) {
	program := compile(t, work)
	runner := newRunner(t)
	command := Command{
		Path: program, Args: []string{"100"}, Seals: []sandbox.Seal{sandbox.Addresses, sandbox.Random},
		Env: []string{"VALGRIND_NONE=--no-such-option-at-all"}, // as long as the one below
		Dir: t.TempDir(),
	}
	want := run(t, runner, command).Profile

	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("VALGRIND_OPTS", "--no-such-option")
	writeFile(t, filepath.Join(home, ".valgrindrc"), "--no-such-option\n")
	writeFile(t, filepath.Join(command.Dir, ".valgrindrc"), "--no-such-option\n")
	command.Env = []string{"VALGRIND_OPTS=--no-such-option-at-all"}
	if diff := cmp.Diff(want, run(t, runner, command).Profile); diff != "" {
		t.Error(diff)
	}
}

// TestRunCaches requires the simulated caches to be those asked for.
func TestRunCaches(t *testing.T) {
	command := Command{Path: compile(t, work), Args: []string{"1000"}, Seals: []sandbox.Seal{sandbox.Addresses, sandbox.Random}}
	runner := newRunner(t)
	large := run(t, runner, command).Profile.Totals
	runner.Cache = Cache{I1: "1024,1,64", D1: "1024,1,64", LL: "8388608,16,64"}
	small := run(t, runner, command).Profile.Totals
	if small[Ir] != large[Ir] || small[I1mr] < 2*large[I1mr] || small[D1mr] < 2*large[D1mr] || small[DLmr] != large[DLmr] {
		t.Errorf("with small caches %v, with large ones %v", small, large)
	}
}
