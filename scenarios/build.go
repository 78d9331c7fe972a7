package scenarios

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
)

const (
	// shownOutput is how much of the end of a failed build's output is shown, in
	// bytes.
	shownOutput = 4000
	// buildTimeout is how long a build may take, and an interpreter to tell its
	// version.
	buildTimeout = 15 * time.Minute
)

// build runs the build of a scenario in the root folder, so that the program is
// at bin afterwards.
func build(ctx context.Context, s Scenario, root, bin string) error {
	argv := expand(s.Build, map[string]string{"{bin}": bin, "{root}": root})
	// What a compiler leaves of its temporary files when it is killed goes with bin.
	out, err := command(ctx, root, argv, filepath.Dir(bin))
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("build: %s: not found on PATH; install it and try again", argv[0])
	}
	if err != nil {
		return fmt.Errorf("build: %s: %w%s", strings.Join(argv, " "), err, lastLines(out))
	}
	if info, err := os.Stat(bin); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("build: %s: succeeded but made no program at {bin}", strings.Join(argv, " "))
	}
	return nil
}

// command runs a tool in dir and returns what it printed. It and all that it
// started are killed when ctx is done, and what it leaves behind when it ends. The
// folder for its temporary files is its alone: a daemon is known by it.
func command(ctx context.Context, dir string, argv []string, temporary string) ([]byte, error) {
	// The signal for the death of the parent is about the thread that forked.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var out tail
	limited, cancel := context.WithTimeout(ctx, buildTimeout)
	defer cancel()
	cmd := exec.CommandContext(limited, argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), ofAHook), "TMPDIR="+temporary)
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	err := cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it succeeded, and what it left behind holds its output
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // mostly nobody is left
	cachegrind.KillStrays(temporary)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case limited.Err() != nil:
		err = fmt.Errorf("still running after %v", buildTimeout)
	}
	return out.text, err
}

// hookVariables are those with which git tells a hook where its repository is: what
// git rev-parse --local-env-vars lists (of git 2.39), less the settings among them,
// which a machine may have for all repositories.
var hookVariables = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
	"GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE",
	"GIT_WORK_TREE",
}

// ofAHook reports whether a variable is one of them. A build that asks git which commit
// it builds would be told of the hook's, although it may stand in another one's files.
func ofAHook(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains(hookVariables, name)
}

// tail is an io.Writer that keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if len(t.text) > 8*shownOutput {
		t.text = append([]byte(nil), t.text[len(t.text)-shownOutput:]...)
	}
	return len(p), nil
}

func lastLines(out []byte) string {
	if len(out) > shownOutput {
		out = out[len(out)-shownOutput:]
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(out), "\uFFFD"))
	if text == "" {
		return ""
	}
	return "\n    " + strings.ReplaceAll(text, "\n", "\n    ")
}

// program returns the path of a scenario's program and its arguments for one N.
// Programs know the root by the name of a link to it.
func (s Scenario) program(root, bin string, n int) (path string, args []string, err error) {
	argv := expand(s.Run, map[string]string{"{bin}": bin, "{root}": root, "{n}": fmt.Sprint(n)})
	path = argv[0]
	switch {
	case filepath.IsAbs(path):
	case strings.Contains(path, "/"):
		path = filepath.Join(root, path)
	default:
		if path, err = exec.LookPath(path); err != nil {
			return "", nil, fmt.Errorf("run: %s: not found on PATH; install it, or name the program by its path", argv[0])
		}
		if path, err = filepath.Abs(path); err != nil {
			return "", nil, fmt.Errorf("run: %w", err)
		}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", nil, fmt.Errorf("run: %s: no such program", path)
	case err != nil:
		return "", nil, fmt.Errorf("run: %w", err)
	case !info.Mode().IsRegular() || info.Mode()&0o111 == 0:
		return "", nil, fmt.Errorf("run: %s: not an executable file", path)
	}
	return path, append(append([]string{}, presets[s.Language].flags...), argv[1:]...), nil
}

// expand replaces the placeholders in every argument.
func expand(argv []string, values map[string]string) []string {
	var pairs []string
	for placeholder, value := range values {
		pairs = append(pairs, placeholder, value)
	}
	replacer := strings.NewReplacer(pairs...)
	expanded := make([]string, len(argv))
	for i, arg := range argv {
		expanded[i] = replacer.Replace(arg)
	}
	return expanded
}
