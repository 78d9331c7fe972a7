package cachegrind

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// start starts a program in a session of its own, with one variable.
func start(t *testing.T, variable string, argv ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, argv[1:]...)
	cmd.Env = []string{"A=1", variable, "Z=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd
}

// TestKillStrays requires that those die whose environment or command line names the
// folder, and no others.
func TestKillStrays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if n := KillStrays(dir); n != 0 {
		t.Errorf("killed %d of none", n)
	}
	strays := []*exec.Cmd{
		start(t, "HOME="+dir+"/home", "sleep", "1000"),
		start(t, "TMPDIR="+dir+"/temp", "sleep", "1000"),
		start(t, "TMPDIR="+dir, "sleep", "1000"),
		// As valgrind has it, where the environment was emptied.
		start(t, "NONE=1", "tail", "-f", "/dev/null", "out="+dir+"/out/profile"),
	}
	others := []*exec.Cmd{
		start(t, "HOME="+dir+"2/home", "sleep", "1000"),
		start(t, "HOME="+filepath.Dir(dir), "sleep", "1000"),
		start(t, "HOME=/x"+dir+"/home", "sleep", "1000"),
		start(t, "NONE=1", "tail", "-f", "/dev/null", "out="+dir+"2/out/profile"),
	}
	if n := KillStrays(dir); n != len(strays) {
		t.Errorf("killed %d, want %d", n, len(strays))
	}
	for _, cmd := range strays {
		cmd.Wait()
		if diff := cmp.Diff("signal: killed", cmd.ProcessState.String()); diff != "" {
			t.Error(diff)
		}
	}
	for i, cmd := range others {
		var status syscall.WaitStatus
		if pid, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WNOHANG, nil); pid != 0 || err != nil {
			t.Errorf("process %d, which is none of them, has ended: %v, %v", i, status, err)
		}
	}
	if n := KillStrays(dir); n != 0 {
		t.Errorf("killed %d once more", n)
	}
}

// TestRunStray requires that a run with a stray fails, although all else is well,
// and that the stray is gone.
func TestRunStray(t *testing.T) {
	program := compile(t, `
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/file.h>

int main(int argc, char **argv) {
	int strays = atoi(argv[1]), ready[2];
	char c;
	if (pipe(ready)) return 1;
	for (int i = 0; i < strays; i++)
		if (fork() == 0) { // it keeps the output open, and never ends
			setsid();
			if (flock(open(argv[2], O_RDONLY), LOCK_SH) || write(ready[1], "", 1) != 1) return 1;
			for (;;) pause();
		}
	for (int i = 0; i < strays; i++)
		if (read(ready[0], &c, 1) != 1) return 1;
	return 0;
}
`)
	runner := newRunner(t)
	lock := filepath.Join(t.TempDir(), "lock")
	writeFile(t, lock, "")
	f, err := os.Open(lock)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for arg, want := range map[string]string{
		"1": "left a process running (killed now), whose work would not be counted: do all the work in one process",
		"3": "left 3 processes running (killed now), whose work would not be counted: do all the work in one process",
	} {
		for _, do := range []func(context.Context, Command) (*Run, error){runner.Try, runner.Run} {
			_, err := do(t.Context(), Command{Path: program, Args: []string{arg, lock}})
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Error(diff)
			}
			nothingLeft(t, runner)
			// This waits for ever for one that still holds its lock.
			if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
				t.Error(err)
			}
			if err := syscall.Flock(int(f.Fd()), syscall.LOCK_UN); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestRunStrayCleared requires a stray to be found that became another program with
// an empty environment.
func TestRunStrayCleared(t *testing.T) {
	program := compile(t, `
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

int main(void) {
	char *sleep[] = {"sleep", "60", 0}, *none[] = {0}, c;
	int started[2]; // the exec closes it
	if (pipe2(started, O_CLOEXEC)) return 1;
	if (fork() == 0) {
		setsid();
		execve("/bin/sleep", sleep, none);
		_exit(1);
	}
	close(started[1]);
	return read(started[0], &c, 1) != 0;
}
`)
	_, err := newRunner(t).Run(t.Context(), Command{Path: program})
	if err == nil {
		t.Fatal("no error")
	}
	want := "left a process running (killed now), whose work would not be counted: do all the work in one process"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}
