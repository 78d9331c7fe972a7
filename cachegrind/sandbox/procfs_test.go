//go:build linux

package sandbox

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestForeignProc requires the seals that go by /proc to be lost, with a reason,
// in a PID namespace that has the /proc of another one: there the numbers are
// strangers'.
func TestForeignProc(t *testing.T) {
	if os.Getenv("FOREIGN_PROC") != "" {
		if OwnProc() {
			t.Fatal("the /proc of another namespace counts as ours")
		}
		p, err := Start(Command{Path: "/bin/true", Args: []string{"true"}, Seals: []Seal{Addresses, Core, Random, Sleep}})
		if err != nil {
			t.Fatal(err)
		}
		if state, err := p.Wait(); err != nil || !state.Success() {
			t.Fatalf("%v, %v", state, err)
		}
		report := p.Report()
		for _, seal := range []Seal{Random, Sleep} {
			if !strings.Contains(report.Broken[seal], "PID namespace") {
				t.Errorf("%s: %q", seal, report.Broken[seal])
			}
		}
		return
	}
	if !OwnProc() {
		t.Fatal("our own /proc does not count as ours")
	}
	// A user namespace of its own gives the right to make one of process numbers.
	cmd := exec.Command("unshare", "--user", "--map-root-user", "--pid", "--fork", os.Args[0], "-test.run=^TestForeignProc$", "-test.v")
	cmd.Env = append(os.Environ(), "FOREIGN_PROC=1")
	out, err := cmd.CombinedOutput()
	if err != nil && strings.Contains(string(out), "unshare:") {
		t.Logf("this machine allows no namespaces: %s", out)
		return
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestLeft requires a child that is alive at the end to be counted, and killed.
func TestLeft(t *testing.T) {
	p, err := Start(Command{Path: "/bin/sh", Args: []string{"sh", "-c", "sleep 1000 & exit 0"}})
	if err != nil {
		t.Fatal(err)
	}
	state, err := p.Wait()
	if err != nil || state.Left != 1 {
		t.Errorf("%d left, %v; want 1", state.Left, err)
	}
}
