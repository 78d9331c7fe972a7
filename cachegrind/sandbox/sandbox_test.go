//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// world is the program of testdata/world.c, which prints what it sees.
var world string

// helperVar is set for the processes as which the test binary runs itself.
const helperVar = "SANDBOX_TEST_HELPER"

func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(helperVar); ok {
		if err := helpers[name](os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "helper:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(withWorld(m.Run))
}

// helpers run in a process of their own.
var helpers = map[string]func(args []string) error{
	"deny":   deny,
	"report": reportSeals,
	"keep":   keepProcess,
}

func withWorld(run func() int) int {
	dir, err := os.MkdirTemp("", "sandbox-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	world = filepath.Join(dir, "world")
	if out, err := exec.Command("gcc", "-O1", "-fPIE", "-pie", "-o", world, "testdata/world.c").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build testdata/world.c: %v\n%s", err, out)
		return 1
	}
	return run()
}

// all are the seals in the order in which a Report has them.
var all = Seals()

// worldCommand returns a Command for the program world.
func worldCommand(seals []Seal, args ...string) Command {
	return Command{Path: world, Args: append([]string{"world"}, args...), Seals: seals, Stderr: os.Stderr}
}

// run starts a command and waits for it. Its output is returned line by line.
func run(c Command) ([]string, State, Report, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, State{}, Report{}, err
	}
	defer r.Close()
	c.Stdout = w
	p, err := Start(c)
	w.Close()
	if err != nil {
		return nil, State{}, Report{}, err
	}
	out, err := io.ReadAll(r)
	state, waited := p.Wait()
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"), state, p.Report(), errors.Join(err, waited)
}

// mustRun is run for a command that succeeds and keeps its seals.
func mustRun(t *testing.T, c Command) []string {
	t.Helper()
	lines, state, report, err := run(c)
	if err != nil {
		t.Fatal(err)
	}
	if !state.Success() || len(report.Broken) > 0 {
		t.Fatalf("%v: %v, %v\n%s", c.Args, state, report, strings.Join(lines, "\n"))
	}
	return lines
}

// told are the lines of "world see" as a map from the first word to the rest.
func told(lines []string) map[string]string {
	m := map[string]string{}
	for _, l := range lines {
		name, value, _ := strings.Cut(l, " ")
		m[name] += value + " "
	}
	return m
}

func TestState(t *testing.T) {
	lines, state, report, err := run(worldCommand(all, "exit", "7"))
	if err != nil {
		t.Fatal(err)
	}
	if state.MaxRSS < 4096 {
		t.Errorf("MaxRSS = %d", state.MaxRSS)
	}
	if diff := cmp.Diff(State{ExitCode: 7, User: state.User, System: state.System, MaxRSS: state.MaxRSS}, state); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Report{Held: all, Broken: map[Seal]string{}}, report); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{""}, lines); diff != "" {
		t.Error(diff)
	}
}

func TestStateString(t *testing.T) {
	for want, s := range map[string]State{
		"exit status 0":        {},
		"exit status 139":      {ExitCode: 139},
		"killed by SIGSEGV":    {ExitCode: -1, Signal: 11},
		"killed by signal 200": {ExitCode: -1, Signal: 200},
	} {
		if diff := cmp.Diff(want, s.String()); diff != "" {
			t.Error(diff)
		}
	}
}

// What is the Command's reaches the process, and nothing else does.
func TestWorld(t *testing.T) {
	in, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	fmt.Fprintln(w, "from stdin")
	w.Close()
	handedDown, err := unix.FcntlInt(in.Fd(), unix.F_DUPFD, 20) // not close-on-exec
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(handedDown)
	dir := t.TempDir()
	script := `env | sort; pwd; cat; ls -l /proc/self/fd | wc -l; ps -o pgid= -p $$ | grep -qw $$ && echo leader`
	got := mustRun(t, Command{
		Path: "/bin/sh", Args: []string{"sh", "-c", script}, Dir: dir, Stdin: in, Seals: all,
		Env: []string{"PATH=/usr/bin:/bin", "A=b", "PWD=" + dir},
	})
	// ls: a line for the total, descriptors 0 to 2, and that of the directory itself.
	want := []string{"A=b", "PATH=/usr/bin:/bin", "PWD=" + dir, dir, "from stdin", "5", "leader"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// An error of Start leaves nothing behind, like everything else: see TestNothingLeaks.
func TestStartErrors(t *testing.T) {
	tests := []struct {
		c    Command
		want string
		is   error
	}{
		{Command{Path: "true", Args: []string{"true"}}, `start "true": the path of the program is not absolute`, nil},
		{Command{Path: "/bin/true"}, "start /bin/true: no arguments, not even the program's own name", nil},
		{
			Command{Path: "/bin/true", Args: []string{"true"}, Seals: []Seal{"clock"}},
			`start /bin/true: unknown seal "clock"; there are addresses, core, random and sleep`, nil,
		},
		{
			Command{Path: "/no/such/program", Args: []string{"x"}, Seals: all},
			"start /no/such/program: no such file or directory", fs.ErrNotExist,
		},
		{
			Command{Path: "/etc/passwd", Args: []string{"x"}, Seals: all},
			"start /etc/passwd: permission denied", fs.ErrPermission,
		},
		{
			Command{Path: "/bin/true", Args: []string{"x"}, Seals: all, Dir: "/no/such/directory"},
			"start /bin/true: no such file or directory", fs.ErrNotExist,
		},
	}
	for _, test := range tests {
		_, err := Start(test.c)
		if diff := cmp.Diff(test.want, fmt.Sprint(err)); diff != "" {
			t.Error(diff)
		}
		if test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%v is not %v", err, test.is)
		}
	}
}
