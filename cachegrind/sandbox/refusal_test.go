//go:build linux

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// seen is what the helper "report" prints.
type seen struct {
	Report        Report
	First, Second map[string]string // what two runs of "world see" were told
}

// What the machine refuses costs its seal and nothing else. It is refused for real:
// the helper "deny" puts a filter on itself that makes calls fail, and then executes
// the helper "report".
func TestRefused(t *testing.T) {
	const (
		forbidden = ": operation not permitted; a container or another tracer forbids it"
		unknown   = "; this kernel does not know it"
		listener  = "seccomp: device or resource busy; something around this process answers system calls already"
	)
	tests := []struct {
		name   string
		args   []string // of deny: number of a call, error number, ...
		broken map[Seal]string
		equal  map[string]bool // whether two runs are told the same
	}{
		{
			"nothing", nil,
			map[Seal]string{},
			map[string]bool{"at_random": true, "getrandom": true, "stack": true},
		},
		{
			"ptrace", refusal(unix.SYS_PTRACE, unix.EPERM),
			map[Seal]string{Random: "AT_RANDOM: ptrace" + forbidden},
			map[string]bool{"at_random": false, "getrandom": true, "stack": true},
		},
		{
			"personality", refusal(unix.SYS_PERSONALITY, unix.EPERM),
			map[Seal]string{Addresses: "personality" + forbidden},
			map[string]bool{"at_random": true, "getrandom": true, "stack": false},
		},
		{
			"seccomp", refusal(unix.SYS_SECCOMP, unix.EPERM),
			map[Seal]string{Random: "seccomp" + forbidden, Sleep: "seccomp" + forbidden},
			map[string]bool{"at_random": true, "getrandom": false, "stack": true},
		},
		{
			"affinity", refusal(unix.SYS_SCHED_SETAFFINITY, unix.EPERM),
			map[Seal]string{Core: "sched_setaffinity" + forbidden},
			map[string]bool{"at_random": true, "getrandom": true, "stack": true},
		},
		{
			"user notification", refusal(unix.SYS_SECCOMP, unix.EINVAL),
			map[Seal]string{Random: "seccomp: invalid argument" + unknown, Sleep: "seccomp: invalid argument" + unknown},
			map[string]bool{"at_random": true, "getrandom": false, "stack": true},
		},
		{
			"a second listener",
			[]string{"listener"},
			map[Seal]string{Random: listener, Sleep: listener},
			map[string]bool{"at_random": true, "getrandom": false, "stack": true},
		},
		{
			"everything", slices.Concat(refusal(unix.SYS_PTRACE, unix.EPERM), refusal(unix.SYS_PERSONALITY, unix.ENOSYS),
				refusal(unix.SYS_SECCOMP, unix.EPERM), refusal(unix.SYS_SCHED_GETAFFINITY, unix.EPERM)),
			map[Seal]string{
				Addresses: "personality: function not implemented" + unknown,
				Core:      "sched_getaffinity" + forbidden,
				Random:    "seccomp" + forbidden, Sleep: "seccomp" + forbidden,
			},
			map[string]bool{"at_random": false, "getrandom": false, "stack": false},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("/proc/self/exe", append([]string{world}, test.args...)...)
			cmd.Env = append(os.Environ(), helperVar+"=deny")
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			var got seen
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.broken, got.Report.Broken); diff != "" {
				t.Error(diff)
			}
			for name, want := range test.equal {
				if equal := got.First[name] == got.Second[name]; equal != want {
					t.Errorf("%s: the same in two runs: %v, want %v", name, equal, want)
				}
			}
		})
	}
}

// A sandbox in a sandbox is such a machine.
func TestNested(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	lines := mustRun(t, Command{
		Path: exe, Args: []string{"test", world}, Env: []string{helperVar + "=report"}, Seals: []Seal{Random},
	})
	var got seen
	if err := json.Unmarshal([]byte(strings.Join(lines, "\n")), &got); err != nil {
		t.Fatal(err)
	}
	why := "seccomp: device or resource busy; something around this process answers system calls already"
	if diff := cmp.Diff(Report{Held: []Seal{Addresses, Core}, Broken: map[Seal]string{Random: why, Sleep: why}}, got.Report); diff != "" {
		t.Error(diff)
	}
}

func refusal(call int, errno unix.Errno) []string {
	return []string{strconv.Itoa(call), strconv.Itoa(int(errno))}
}

// deny executes the helper "report" under a filter of its own.
func deny(args []string) error {
	runtime.LockOSThread()
	program := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}}
	flags := uintptr(0)
	for pairs := args[1:]; len(pairs) > 0; pairs = pairs[2:] {
		if pairs[0] == "listener" {
			flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER
			break
		}
		call, err1 := strconv.Atoi(pairs[0])
		errno, err2 := strconv.Atoi(pairs[1])
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		program = append(program,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: uint32(call)},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(errno)})
	}
	program = append(program, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	fd, err := install(program, flags)
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if flags != 0 { // the listener has to survive
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_SETFD, 0); err != nil {
			return err
		}
	}
	return unix.Exec("/proc/self/exe", []string{"test", args[0]}, []string{helperVar + "=report"})
}

// reportSeals starts "world see" twice under all seals and prints what it was told.
func reportSeals(args []string) error {
	world = args[0]
	var s seen
	for _, into := range []*map[string]string{&s.First, &s.Second} {
		lines, state, report, err := run(worldCommand(all, "see"))
		if err != nil {
			return err
		}
		if !state.Success() {
			return errors.New(state.String())
		}
		s.Report, *into = report, told(lines)
	}
	return json.NewEncoder(os.Stdout).Encode(s)
}
