//go:build linux

package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// eventually waits for what the kernel and the runtime do in their own time.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 1000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s, but not after ten seconds", what)
}

// gone reports whether a process runs no more. One that nobody has waited for yet is a
// zombie.
func gone(pid int) bool {
	state := runState(pid)
	return state == "" || state == "Z" || state == "X"
}

// runState returns the state of a process as ps shows it, or "" where there is none.
func runState(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return rest[:1]
}

// startNap starts a process that sleeps short sleeps, and returns when it runs.
func startNap(t *testing.T, until func(string) bool) *Process {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := worldCommand(all, "nap")
	c.Stdout, c.Until = w, until
	p, err := Start(c)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fmt.Sprintln(p.Pid()), line); diff != "" {
		t.Fatal(diff)
	}
	return p
}

// A process can be killed in its sleep, traced or not, from here or from outside.
func TestKill(t *testing.T) {
	outside := func(s unix.Signal) func(*Process) error {
		return func(p *Process) error { return unix.Kill(p.Pid(), s) }
	}
	tests := []struct {
		name  string
		until func(string) bool
		kill  func(*Process) error
		want  unix.Signal
	}{
		{"Kill", nil, (*Process).Kill, unix.SIGKILL},
		{"Kill while traced", func(string) bool { return false }, (*Process).Kill, unix.SIGKILL},
		{"SIGKILL", nil, outside(unix.SIGKILL), unix.SIGKILL},
		{"SIGKILL while traced", func(string) bool { return false }, outside(unix.SIGKILL), unix.SIGKILL},
		{"SIGTERM", nil, outside(unix.SIGTERM), unix.SIGTERM},
		{"SIGTERM while traced", func(string) bool { return false }, outside(unix.SIGTERM), unix.SIGTERM},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := startNap(t, test.until)
			if err := test.kill(p); err != nil {
				t.Fatal(err)
			}
			state, err := p.Wait()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, state.Signal); diff != "" {
				t.Error(diff)
			}
			if state.ExitCode != -1 || state.Success() {
				t.Errorf("%+v", state)
			}
			if err := p.Kill(); err != nil {
				t.Errorf("Kill after the end: %v", err)
			}
		})
	}
}

// The sandbox fails, the process is killed, and Wait tells.
func TestFailure(t *testing.T) {
	p := startNap(t, nil)
	p.fail(errors.New("something broke"))
	state, err := p.Wait()
	if diff := cmp.Diff("sandbox: the process was killed: something broke", fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(unix.SIGKILL, state.Signal); diff != "" {
		t.Error(diff)
	}
}

// What a process leaves behind in its group ends with it.
func TestChildIsKilled(t *testing.T) {
	for _, seals := range [][]Seal{nil, all} {
		lines := mustRun(t, worldCommand(seals, "child"))
		pid, err := strconv.Atoi(lines[0])
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "the child ends", func() bool { return gone(pid) })
	}
}

// A process that crashes leaves no core file, and knows that none is wanted.
func TestNoCoreFile(t *testing.T) {
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: old.Max, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Setrlimit(unix.RLIMIT_CORE, &old); err != nil {
			t.Error(err)
		}
	}()
	c := worldCommand(all, "limit")
	c.Dir = t.TempDir()
	lines, state, _, err := run(c)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"core 0 0"}, lines); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("killed by SIGABRT", state.String()); diff != "" {
		t.Error(diff)
	}
	if files, err := os.ReadDir(c.Dir); err != nil || len(files) > 0 {
		t.Error(files, err)
	}
}

// The process dies with its caller, traced or not.
func TestCallerDies(t *testing.T) {
	for _, mode := range []string{"traced", "running", "unsealed"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("/proc/self/exe", world, mode)
			cmd.Env = append(os.Environ(), helperVar+"=keep")
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var pid int
			if _, err := fmt.Fscan(out, &pid); err != nil {
				t.Fatal(err)
			}
			if gone(pid) {
				t.Error("the process does not even run")
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			eventually(t, "the process ends", func() bool { return gone(pid) })
		})
	}
}

// keepProcess starts a process and waits for it, which is for ever.
func keepProcess(args []string) error {
	world = args[0]
	c := worldCommand(all, "nap")
	c.Stdout = os.Stdout
	switch args[1] {
	case "traced":
		c.Until = func(string) bool { return false }
	case "unsealed":
		c.Seals = nil
	}
	p, err := Start(c)
	if err != nil {
		return err
	}
	_, err = p.Wait()
	return err
}

// A call of the thread that is under the filter itself does not wait for ever, and is
// the kernel's to answer.
func TestOwnCall(t *testing.T) {
	type result struct {
		n     int
		errno unix.Errno
		err   error
		ours  bool // the bytes are those of the stream
	}
	results := make(chan result)
	onThread(func() {
		p := &Process{seal: newLedger(all), done: make(chan struct{})}
		stop, err := p.answerCalls(&Command{Seals: all}, newStream(0))
		if err != nil {
			results <- result{err: err}
			return
		}
		var b [8]byte
		n, _, errno := unix.Syscall(unix.SYS_GETRANDOM, uintptr(unsafe.Pointer(&b)), uintptr(len(b)), 0)
		stop()
		var stream [8]byte
		newStream(0).fill(stream[:])
		results <- result{n: int(n), errno: errno, err: p.err, ours: b == stream}
	})
	if diff := cmp.Diff(result{n: 8}, <-results, cmp.AllowUnexported(result{})); diff != "" {
		t.Error(diff)
	}
}

// here is what this process has of what must not grow, and the threads of it that are
// sealed.
type here struct {
	descriptors, threads, goroutines int
	sealed                           []string
}

func look(t *testing.T) (h here) {
	t.Helper()
	h.goroutines = runtime.NumGoroutine()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	h.descriptors = len(fds)
	tasks, err := filepath.Glob("/proc/self/task/*")
	if err != nil {
		t.Fatal(err)
	}
	h.threads = len(tasks)
	for _, task := range tasks {
		status, err1 := os.ReadFile(task + "/status")
		layout, err2 := os.ReadFile(task + "/personality")
		if errors.Join(err1, err2) != nil { // a thread that has just ended
			continue
		}
		if !strings.Contains(string(status), "\nSeccomp:\t0\n") || !strings.Contains(string(status), "\nNoNewPrivs:\t0\n") ||
			strings.TrimSpace(string(layout)) != "00000000" {
			h.sealed = append(h.sealed, task)
		}
	}
	return h
}

// After a thousand processes everything is back to where it was.
func TestNothingLeaks(t *testing.T) {
	batch := func(n, atOnce int) {
		turn := make(chan struct{}, atOnce)
		var wait sync.WaitGroup
		for i := range n {
			turn <- struct{}{}
			wait.Go(func() {
				defer func() { <-turn }()
				if i%50 == 0 { // does not start
					if _, err := Start(Command{Path: "/no/such/program", Args: []string{"x"}, Seals: all}); err == nil {
						t.Error("started")
					}
					return
				}
				p, err := Start(Command{Path: "/bin/true", Args: []string{"true"}, Seals: all})
				if err != nil {
					t.Error(err)
					return
				}
				if state, err := p.Wait(); err != nil || !state.Success() || len(p.Report().Held) != len(all) {
					t.Error(state, err, p.Report())
				}
			})
		}
		wait.Wait()
	}
	batch(64, 64)
	var before here
	eventually(t, "the threads of the first processes end", func() bool {
		before = look(t)
		return before.sealed == nil
	})
	batch(1000, 4)
	const idle = 8 // threads that the runtime may keep for later, as it sees fit
	var after here
	eventually(t, "everything is back", func() bool {
		after = look(t)
		return after.sealed == nil && after.descriptors <= before.descriptors &&
			after.threads <= before.threads+idle && after.goroutines <= before.goroutines
	})
	if t.Failed() {
		t.Errorf("before %+v, after %+v", before, after)
	}
}
