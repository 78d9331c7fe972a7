package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

const (
	// mostOutput is how much git may print, in bytes: the names of a million files
	// are less.
	mostOutput = 256 << 20
	// keptErrors is how much of what git says on stderr is kept, in bytes.
	keptErrors = 8000
	// grace is how long git may take to remove its locks and temporary files when it
	// is told to stop, before it is killed.
	grace = 2 * time.Second
)

// git runs git in one folder.
type git struct {
	dir string
	// at says which repository it is, such as --git-dir=PATH; empty: the one that dir
	// is in.
	at []string
	// network allows git to talk to a remote.
	network bool
}

// failure is a git that did not succeed.
type failure struct {
	command string // the subcommand
	stderr  string // what git said, in English: text of a stranger
	err     error
}

func (f *failure) Error() string {
	text := strings.TrimSpace(f.stderr)
	if text == "" {
		return fmt.Sprintf("git %s: %v", f.command, f.err)
	}
	return fmt.Sprintf("git %s: %v\n    %s", f.command, f.err, strings.ReplaceAll(text, "\n", "\n    "))
}

func (f *failure) Unwrap() error { return f.err }

// said tells whether err is a git that said text.
func said(err error, text string) bool {
	var f *failure
	return errors.As(err, &f) && strings.Contains(f.stderr, text)
}

// exited tells whether err is a git that ended with this status.
func exited(err error, status int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == status
}

// run runs a git command with stdin, which may be nil, and returns what it
// printed. It and all that it started are stopped when ctx is done, and what it
// leaves running when it ends.
func (g git) run(ctx context.Context, stdin io.Reader, args ...string) (stdout, stderr []byte, err error) {
	// The signal for the death of the parent is about the thread that forked.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	out, notes := limited{most: mostOutput}, limited{most: keptErrors, forgiving: true}
	argv := append(append(settings(), g.at...), args...)
	cmd := exec.CommandContext(ctx, "git", argv...)
	cmd.Dir = g.dir
	cmd.Env = environment(os.Environ(), g.network)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &out, &notes
	// A session of its own has no terminal: neither git nor ssh can ask a question.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = grace
	if err = cmd.Start(); err == nil {
		err = cmd.Wait()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // mostly nobody is left
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, nil, fmt.Errorf("%w: `apt-get install git`, and try again", ErrNoGit)
	case ctx.Err() != nil:
		return nil, nil, fmt.Errorf("git %s: %w", args[0], ctx.Err())
	case out.over:
		return nil, nil, fmt.Errorf("git %s: printed more than %d bytes", args[0], mostOutput)
	case errors.Is(err, exec.ErrWaitDelay):
		err = nil // it succeeded, and what it left behind held its output
	}
	if err != nil {
		err = &failure{command: args[0], stderr: notes.String(), err: err}
	}
	return out.Bytes(), notes.Bytes(), err
}

// output returns what a git command prints.
func (g git) output(ctx context.Context, args ...string) ([]byte, error) {
	out, _, err := g.run(ctx, nil, args...)
	return out, err
}

// line returns what a git command prints that answers with one thing. A path may
// have more lines than one.
func (g git) line(ctx context.Context, args ...string) (string, error) {
	out, err := g.output(ctx, args...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// lines returns what a git command prints that answers with names or hashes.
func (g git) lines(ctx context.Context, args ...string) ([]string, error) {
	out, err := g.output(ctx, args...)
	return strings.Fields(string(out)), err
}

// limited is an io.Writer that keeps the beginning of what is written to it. What
// is more is an error, or forgiven and dropped.
type limited struct {
	bytes.Buffer
	most      int
	forgiving bool
	over      bool
}

func (l *limited) Write(p []byte) (int, error) {
	room := l.most - l.Len()
	if len(p) <= room {
		return l.Buffer.Write(p)
	}
	l.over = true
	l.Buffer.Write(p[:room])
	if l.forgiving {
		return len(p), nil
	}
	return room, io.ErrShortWrite
}
