package cachegrind

import (
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

// TestRunEnds requires that a run that is no longer wanted ends with everything
// that it started.
func TestRunEnds(t *testing.T) {
	program := compile(t, `
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
	signal(SIGTERM, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	int child = fork();
	if (child > 0) {
		FILE *f = fopen("pid.new", "w");
		fprintf(f, "%d\n", child);
		fclose(f);
		rename("pid.new", "pid");
	}
	for (;;) pause();
}
`)
	for _, test := range []struct {
		name    string
		cancel  bool
		timeout time.Duration
		is      error
		want    string
	}{
		{"timeout", false, 5 * time.Second, ErrTimeout, "timeout: still running after 5s; raise its timeout in the manifest if it is to take that long"},
		{"cancelled", true, 0, context.Canceled, "context canceled"},
	} {
		for _, counted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, counted: %v", test.name, counted), func(t *testing.T) {
				runner := newRunner(t)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				c := Command{Path: program, Dir: t.TempDir(), Timeout: test.timeout}
				do := runner.Try
				if counted {
					do = runner.Run
				}
				ended := make(chan error)
				go func() {
					_, err := do(ctx, c)
					ended <- err
				}()
				pid := awaitPid(t, filepath.Join(c.Dir, "pid"))
				if test.cancel {
					cancel()
				}
				err := <-ended
				if !errors.Is(err, test.is) {
					t.Errorf("%v is not %v", err, test.is)
				}
				if diff := cmp.Diff(test.want, err.Error()); diff != "" {
					t.Error(diff)
				}
				awaitEnd(pid)
				nothingLeft(t, runner)
			})
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	runner := newRunner(t)
	if _, err := runner.Try(ctx, Command{Path: "/bin/true"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was not even started", err)
	}
	nothingLeft(t, runner)
}

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
