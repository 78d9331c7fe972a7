package scenarios

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
)

// TestCommand requires everything that a scenario and the options say of a run to
// reach it.
func TestCommand(t *testing.T) {
	s := newSession()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "sub", "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "sub", "input"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.root = "/link-to-root"
	s.options = Options{Root: root, Seals: []cachegrind.Seal{sleep, random}}
	bare := &subject{Scenario: Scenario{Language: "c", Run: []string{"/bin/true", "{n}"}}}
	full := &subject{
		Scenario: Scenario{
			Language: "go", Run: []string{"{bin}", "-n={n}", "{root}/data"}, Env: map[string]string{"GOGC": "100", "GODEBUG": "x=1"},
			Dir: "sub/folder", Stdin: "sub/input", Timeout: 7 * time.Second,
		},
		bin: "/bin/true", seed: 42,
	}
	for _, c := range []struct {
		sub  *subject
		want cachegrind.Command
	}{
		{bare, cachegrind.Command{Path: "/bin/true", Args: []string{"1500"}, Seals: []cachegrind.Seal{random}}},
		{full, cachegrind.Command{
			Path: "/bin/true", Args: []string{"-n=1500", "/link-to-root/data"},
			Env: []string{"GODEBUG=asyncpreemptoff=1,gcstoptheworld=1,cpu.erms=off,x=1", "GOGC=100", "GOMAXPROCS=1"},
			Dir: filepath.Join(root, "sub/folder"), Stdin: filepath.Join(root, "sub/input"), Timeout: 7 * time.Second,
			Seals: []cachegrind.Seal{random, sleep}, Seed: 42,
		}},
	} {
		got, err := s.command(c.sub, 1500)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestInside requires that a link does not lead out of the root.
func TestInside(t *testing.T) {
	s := newSession()
	s.options.Root = t.TempDir()
	for link, target := range map[string]string{"out": "/etc", "in": "."} {
		if err := os.Symlink(target, filepath.Join(s.options.Root, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.inside("in"); err != nil {
		t.Error(err)
	}
	if err := s.inside("out/passwd"); err == nil {
		t.Error("a link that leads out was followed")
	}
}
