//go:build linux

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A program of another architecture has AT_RANDOM, in words of its own size, but its
// calls are left alone, and the report does not claim otherwise.
func TestForeignProgram(t *testing.T) {
	program := buildForeign(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p, err := Start(Command{Path: program, Args: []string{"foreign"}, Seals: all, Stdout: w})
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	var got [17]byte
	n, err := r.Read(got[:])
	if err != nil {
		t.Fatal(err)
	}
	if state, err := p.Wait(); err != nil || !state.Success() {
		t.Fatal(state, err)
	}
	want := atRandom(0)
	if diff := cmp.Diff(want[:], got[:n]); diff != "" {
		t.Error(diff)
	}
	why := program + " is of another architecture, whose system calls are not answered"
	report := Report{Held: []Seal{Addresses, Core}, Broken: map[Seal]string{Random: why, Sleep: why}}
	if diff := cmp.Diff(report, p.Report()); diff != "" {
		t.Error(diff)
	}
}

func buildForeign(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "foreign")
	args := []string{"-m32", "-nostdlib", "-static", "-ffreestanding", "-o", program, "testdata/i386.c"}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}
