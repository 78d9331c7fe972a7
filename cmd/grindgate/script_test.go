package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"grindgate": main})
}

// TestScripts runs testdata/script: a behaviour a script, with real programs and
// the real valgrind. The programs are in testdata/programs.
func TestScripts(t *testing.T) {
	testscript.Run(t, params("testdata/script"))
}

// params runs the scripts of a folder, each in a folder of its own that has the
// programs.
func params(dir string) testscript.Params {
	return testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			tmp := filepath.Join(env.WorkDir, "tmp")
			env.Setenv("TMPDIR", tmp)
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, "cache"))
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				env.Setenv("GIT_"+who+"_NAME", "Somebody")
				env.Setenv("GIT_"+who+"_EMAIL", "somebody@example.org")
				env.Setenv("GIT_"+who+"_DATE", "2026-01-02T03:04:05Z")
			}
			programs, err := filepath.Abs("testdata/programs")
			if err != nil {
				return err
			}
			return errors.Join(
				os.MkdirAll(tmp, 0o777),
				os.CopyFS(filepath.Join(env.WorkDir, "programs"), os.DirFS(programs)),
			)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":     status,
			"interrupt":  interrupt,
			"gone":       gone,
			"tools":      tools,
			"commit-all": commitAll,
			"snapshot":   snapshot,
		},
	}
}

// status runs a command and requires its exit status, and that it leaves nothing
// in the folder for temporary files:
//
//	status 1 grindgate check
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	nothingLeft(ts)
}

func nothingLeft(ts *testscript.TestScript) {
	left, err := os.ReadDir(ts.Getenv("TMPDIR"))
	ts.Check(err)
	if len(left) > 0 {
		ts.Fatalf("left behind: %v", left)
	}
}

// interrupt starts a command, sends it a signal once a file exists, and requires
// its exit status. The file must hold the id of a process, which must be gone:
//
//	interrupt 2 INT pid grindgate check
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: interrupt N SIGNAL FILE COMMAND [ARG...]")
	}
	signal := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL}[args[1]]
	path, err := exec.LookPath(args[3])
	ts.Check(err)
	cmd := exec.Command(path, args[4:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "TMPDIR="+ts.Getenv("TMPDIR"), "HOME="+ts.Getenv("HOME"), "XDG_CACHE_HOME="+ts.Getenv("XDG_CACHE_HOME"), "LOG="+ts.Getenv("LOG"))
	cmd.Stderr = ts.Stderr()
	ts.Logf("%s", strings.Join(args[3:], " "))
	ts.Check(cmd.Start())
	ended := make(chan struct{})
	go func() {
		cmd.Wait()
		close(ended)
	}()
	var pid int
	for pid == 0 {
		select {
		case <-ended:
			ts.Fatalf("%s ended before there was a file %s", args[3], args[2])
		case <-time.After(10 * time.Millisecond):
		}
		text, _ := os.ReadFile(ts.MkAbs(args[2]))
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	ts.Check(cmd.Process.Signal(signal))
	<-ended
	if got := fmt.Sprint(cmd.ProcessState.ExitCode()); got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
	awaitEnd(pid)
	if signal != syscall.SIGKILL {
		nothingLeft(ts)
	}
}

// gone requires that the process is gone whose id is in a file:
//
//	gone pid
func gone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gone FILE")
	}
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	awaitEnd(pid)
}

// awaitEnd waits for a process to be gone, or dead and waiting for its parent. The
// test's own limit ends this for one that runs on.
func awaitEnd(pid int) {
	for {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// tools makes a folder of links to programs on PATH:
//
//	tools bin gcc as ld
func tools(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: tools DIR PROGRAM...")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	for _, name := range args[1:] {
		ts.Check(os.Symlink(lookPath(ts, name), filepath.Join(dir, name)))
	}
}

// lookPath finds a program on the script's own PATH.
func lookPath(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path
		}
	}
	ts.Fatalf("%s: not found on PATH", name)
	return ""
}
