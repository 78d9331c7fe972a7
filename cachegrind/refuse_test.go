package cachegrind

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ends is a program that ends in the way that its argument says.
const ends = `
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int is(char **argv, const char *what) { return strcmp(argv[1], what) == 0; }

int main(int argc, char **argv) {
	if (is(argv, "status")) { fprintf(stderr, "one\n\ntwo \033[1m\377\n"); return 3; }
	if (is(argv, "abort")) abort();
	if (is(argv, "segfault")) raise(SIGSEGV);
	if (is(argv, "illegal")) raise(SIGILL);
	if (is(argv, "fork")) { if (fork() == 0) return 0; wait(0); return 0; }
	if (is(argv, "starts")) return system("exec /bin/true started") != 0;
	if (is(argv, "becomes")) return execl("/bin/true", "/bin/true", "become", (char *)0);
	if (is(argv, "print")) { for (long i = atol(argv[2]); i > 0; i--) putchar('x'); return 0; }
	return 0;
}
`

func TestRunRefuses(t *testing.T) {
	program := compile(t, ends)
	runner := newRunner(t)
	const (
		both  = "both"
		ran   = "run" // only under cachegrind
		other = "started other programs (%s), whose work would not be counted: do all the work in one process; where the program is a wrapper, such as pyenv's python3, name the real one by its path"
	)
	script := filepath.Join(t.TempDir(), "script")
	writeScript(t, script, "exec "+program+" well")
	for _, test := range []struct {
		path string
		args []string
		when string
		want string
	}{
		{program, []string{"status"}, both, "exited with status 3\n    one\n    two \x1b[1m\uFFFD"},
		{program, []string{"abort"}, both, "crashed (aborted)"},
		{program, []string{"segfault"}, both, "crashed (segmentation fault)"},
		{program, []string{"illegal"}, both, "crashed (illegal instruction): a processor feature that valgrind does not know; build for an older processor"},
		{program, []string{"fork"}, ran, fmt.Sprintf(other, program+" fork")},
		{program, []string{"starts"}, ran, fmt.Sprintf(other, "/bin/true started; "+program+" starts")},
		{program, []string{"becomes"}, ran, `the profile is that of "/bin/true become", not of "` + program + ` becomes": the program is a wrapper that starts another one; name that one instead`},
		{script, nil, ran, `the profile is that of "` + program + ` well", not of "` + script + `": the program is a wrapper that starts another one; name that one instead`},
		{program, []string{"print", "1048576"}, "", ""},
		{program, []string{"print", "1048577"}, both, "printed more than 1048576 bytes: a scenario does its work silently"},
		{program, []string{"print", "50000000"}, both, "printed more than 1048576 bytes: a scenario does its work silently"},
	} {
		t.Run(filepath.Base(test.path)+strings.Join(test.args, " "), func(t *testing.T) {
			c := Command{Path: test.path, Args: test.args}
			refuse := func(err error, want string) {
				t.Helper()
				got := ""
				if err != nil {
					got = err.Error()
				}
				// What was printed in excess, and what valgrind says of a crash.
				got, _, _ = strings.Cut(got, "\n    x")
				got, log, _ := strings.Cut(got, "\n  valgrind said:")
				if strings.Contains(log, "cache") {
					t.Errorf("valgrind's log is about caches: %s", log)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				nothingLeft(t, runner)
			}
			tried := ""
			if test.when == both {
				tried = test.want
			}
			_, err := runner.Try(t.Context(), c)
			refuse(err, tried)
			r, err := runner.Run(t.Context(), c)
			refuse(err, test.want)
			if err != nil && r != nil {
				t.Errorf("an error, and a run all the same: %+v", r)
			}
		})
	}
}

func TestRunNowhere(t *testing.T) {
	runner := newRunner(t)
	none := filepath.Join(t.TempDir(), "none")
	if _, err := runner.Try(t.Context(), Command{Path: none}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that there is no such file", err)
	}
	if _, err := runner.Run(t.Context(), Command{Path: none}); err == nil || !strings.Contains(err.Error(), none) {
		t.Errorf("%v, want an error that names %s", err, none)
	}
	if _, err := runner.Try(t.Context(), Command{Path: "/bin/true", Dir: none}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that there is no such folder", err)
	}
	nothingLeft(t, runner)
}
