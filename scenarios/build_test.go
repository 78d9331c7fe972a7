package scenarios

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestExpand(t *testing.T) {
	values := map[string]string{"{bin}": "/tmp/{n}/{root}", "{root}": "/r {bin}", "{n}": "10"}
	for _, test := range []struct{ arg, want string }{
		{"", ""},
		{"{n}", "10"},
		{"-n={n},{n}", "-n=10,10"},
		{"{bin}", "/tmp/{n}/{root}"}, // what is put in is not looked at again
		{"{root}/{bin}", "/r {bin}//tmp/{n}/{root}"},
		{"{{n}}", "{10}"},
		{"{N} { n } {x}", "{N} { n } {x}"},
	} {
		if diff := cmp.Diff([]string{"x", test.want}, expand([]string{"x", test.arg}, values)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestProgram(t *testing.T) {
	root := t.TempDir()
	path := t.TempDir()
	write(t, filepath.Join(root, "tool"), "#!/bin/sh\n", 0o700)
	write(t, filepath.Join(root, "data"), "", 0o600)
	write(t, filepath.Join(path, "tool-on-path"), "#!/bin/sh\n", 0o700)
	t.Setenv("PATH", path)
	for _, test := range []struct {
		language string
		run      []string
		want     []string // path and arguments
		err      string
	}{
		{"c", []string{"{root}/tool", "{n}"}, []string{root + "/tool", "1500"}, ""},
		{"c", []string{"./tool", "{n}"}, []string{root + "/tool", "1500"}, ""},
		{"c", []string{"{bin}", "-n={n}", "{bin}"}, []string{root + "/tool", "-n=1500", root + "/tool"}, ""},
		{"c", []string{"tool-on-path", "{n}", "{root}"}, []string{path + "/tool-on-path", "1500", root}, ""},
		{"node", []string{"./tool", "main.js", "{n}"}, []string{
			root + "/tool", "--predictable", "--single-threaded", "--v8-pool-size=1", "--min-semi-space-size=16", "--hash-seed=1", "--random-seed=1", "--no-opt", "main.js", "1500",
		}, ""},
		{"c", []string{"tool", "{n}"}, nil, "run: tool: not found on PATH; install it, or name the program by its path"},
		{"c", []string{"./none", "{n}"}, nil, "run: " + root + "/none: no such program"},
		{"c", []string{"./data", "{n}"}, nil, "run: " + root + "/data: not an executable file"},
		{"c", []string{"./", "{n}"}, nil, "run: " + root + ": not an executable file"},
	} {
		t.Run(strings.Join(test.run, " "), func(t *testing.T) {
			program, args, err := Scenario{Language: test.language, Run: test.run}.program(root, root+"/tool", 1500)
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, append([]string{program}, args...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBuildRefuses(t *testing.T) {
	root := t.TempDir()
	bin := filepath.Join(root, "bin")
	for _, test := range []struct {
		name  string
		build []string
		want  string
	}{
		{"not installed", []string{"no-such-compiler", "{bin}"}, "build: no-such-compiler: not found on PATH; install it and try again"},
		{"no such script", []string{"./no-such-script", "{bin}"}, "build: ./no-such-script " + bin + ": fork/exec ./no-such-script: no such file or directory"},
		{"fails", []string{"sh", "-c", "echo one; echo two >&2; exit 3", "{bin}"}, "build: sh -c echo one; echo two >&2; exit 3 " + bin + ": exit status 3\n    one\n    two"},
		{"fails silently", []string{"false", "{bin}"}, "build: false " + bin + ": exit status 1"},
		{"makes nothing", []string{"true", "{bin}"}, "build: true " + bin + ": succeeded but made no program at {bin}"},
		{"makes a folder", []string{"mkdir", "{bin}"}, "build: mkdir " + bin + ": succeeded but made no program at {bin}"},
		{"prints what is no text", []string{"printf", `\377\n`, "--", "{bin}"}, "build: printf \\377\\n -- " + bin + ": succeeded but made no program at {bin}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer os.RemoveAll(bin)
			err := build(t.Context(), Scenario{Build: test.build}, root, bin)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestBuildInHook requires that a build does not take the repository of the git hook
// that grindgate was started by for its own.
func TestBuildInHook(t *testing.T) {
	t.Setenv("GIT_DIR", "/elsewhere/.git")
	t.Setenv("GIT_INDEX_FILE", "/elsewhere/.git/index")
	t.Setenv("GIT_SSH_COMMAND", "ssh -v")
	root := t.TempDir()
	script := `env | grep -E '^GIT_(DIR|INDEX_FILE|SSH_COMMAND)=' | sort > seen; cp /bin/true "$0"`
	if err := build(t.Context(), Scenario{Build: []string{"sh", "-c", script, "{bin}"}}, root, filepath.Join(root, "bin")); err != nil {
		t.Fatal(err)
	}
	seen, err := os.ReadFile(filepath.Join(root, "seen"))
	if diff := cmp.Diff("GIT_SSH_COMMAND=ssh -v\n", string(seen)); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestLastLines(t *testing.T) {
	long := strings.Repeat("x", 3999)
	for _, test := range []struct{ out, want string }{
		{"", ""},
		{" \n\n", ""},
		{"a\nb\n", "\n    a\n    b"},
		{"\xff\n", "\n    \uFFFD"},
		{"gone" + strings.Repeat("x", 4000), "\n    " + strings.Repeat("x", 4000)},
		{"é" + long, "\n    \uFFFD" + long}, // cut inside a character
	} {
		if diff := cmp.Diff(test.want, lastLines([]byte(test.out))); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBuildEnds requires that neither a build that is no longer wanted nor one
// that ends leaves a process running.
func TestBuildEnds(t *testing.T) {
	const child = "sleep 1000 & echo $! > pid.new; mv pid.new pid; "
	const daemon = "setsid sh -c 'echo $$ > pid.new; mv pid.new pid; exec sleep 1000' & while ! test -e pid; do :; done; "
	for _, test := range []struct {
		name, script string
		cancel       bool
		want         error
	}{
		{"cancelled", child + "wait", true, context.Canceled},
		{"cancelled, deaf to signals", "trap '' INT TERM HUP; " + child + "wait", true, context.Canceled},
		{"left behind", child + "cp /bin/true \"$0\"", false, nil},
		{"left behind without output", "exec > /dev/null 2>&1; " + child + "cp /bin/true \"$0\"", false, nil},
		{"left behind as a daemon", "exec > /dev/null 2>&1; " + daemon + "cp /bin/true \"$0\"", false, nil},
		{"cancelled, with a daemon", daemon + "wait", true, context.Canceled},
		{"left behind by a failure", "exec > /dev/null 2>&1; " + child + "exit 1", false, errAny},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error)
			go func() {
				ended <- build(ctx, Scenario{Build: []string{"sh", "-c", test.script, "{bin}"}}, root, filepath.Join(root, "bin"))
			}()
			pid := awaitPid(t, filepath.Join(root, "pid"))
			if test.cancel {
				cancel()
			}
			switch err := <-ended; {
			case test.want == errAny && err == nil, test.want != errAny && !errors.Is(err, test.want):
				t.Errorf("error %v, want %v", err, test.want)
			}
			awaitEnd(pid)
		})
	}
}

var errAny = errors.New("any error")

// awaitPid waits for a file that holds the id of a process.
func awaitPid(t *testing.T, path string) int {
	t.Helper()
	for {
		text, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		return pid
	}
}

// awaitEnd waits for a process to be gone, or dead and waiting for its parent. It
// waits for ever for one that runs on.
func awaitEnd(pid int) {
	for {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestBuildAnywhere builds the scenarios of this repository from copies in two
// folders: the programs are the same to the byte.
func TestBuildAnywhere(t *testing.T) {
	m, err := Load("scenarios.toml")
	if err != nil {
		t.Fatal(err)
	}
	roots := []string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "a longer name", "b")}
	for _, root := range roots {
		for _, name := range []string{"cachegrind", "regress", "results", "scenarios"} {
			if err := os.CopyFS(filepath.Join(root, name), os.DirFS(filepath.Join("..", name))); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"go.mod", "go.sum"} {
			text, err := os.ReadFile(filepath.Join("..", name))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(root, name), string(text), 0o600)
		}
	}
	built := make(map[string]int)
	for _, s := range m.Scenarios {
		if len(s.Build) == 0 {
			continue
		}
		built[s.Language]++
		t.Run(s.Name, func(t *testing.T) {
			var programs [][]byte
			for _, root := range roots {
				bin := filepath.Join(t.TempDir(), filepath.Base(root), "bin")
				if err := os.Mkdir(filepath.Dir(bin), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := build(t.Context(), s, root, bin); err != nil {
					t.Fatal(err)
				}
				program, err := os.ReadFile(bin)
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(program, []byte(root)) {
					t.Errorf("the program knows that it was built in %s", root)
				}
				programs = append(programs, program)
			}
			if !bytes.Equal(programs[0], programs[1]) {
				t.Errorf("built in two folders, the programs differ: %d and %d bytes", len(programs[0]), len(programs[1]))
			}
		})
	}
	if built["go"] == 0 || built["c"] == 0 {
		t.Errorf("built %v, want some of go and of c", built)
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
