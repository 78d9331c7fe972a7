package cachegrind

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Valgrind is the valgrind of this machine.
type Valgrind struct {
	Path    string // of the launcher, absolute
	Version string // such as "3.19.0"
}

// versionTimeout is how long valgrind may take to tell its version.
const versionTimeout = 30 * time.Second

var versionPattern = regexp.MustCompile(`^valgrind-(\d+\.\d+\.\d+)`)

// FindValgrind looks for valgrind on PATH and asks it for its version.
func FindValgrind(ctx context.Context) (Valgrind, error) {
	path, err := exec.LookPath("valgrind")
	if err != nil {
		return Valgrind{}, fmt.Errorf("valgrind: not found on PATH; install it, for example with: sudo apt-get install valgrind")
	}
	if path, err = filepath.Abs(path); err != nil {
		return Valgrind{}, fmt.Errorf("valgrind: %w", err)
	}
	path = behindWrapper(path)
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return Valgrind{}, fmt.Errorf("%s --version: %w; install valgrind again", path, err)
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return Valgrind{}, fmt.Errorf("%s --version said %q, which is not a version of valgrind", path, firstLine(out))
	}
	return Valgrind{Path: path, Version: string(m[1])}, nil
}

// behindWrapper returns the launcher that Debian and Ubuntu keep behind a shell
// script of the same name. The script sets variables of its own (PWD, and
// LD_LIBRARY_PATH to a folder of debugging libraries), which would cost
// instructions on these systems alone.
func behindWrapper(path string) string {
	head := make([]byte, 2)
	f, err := os.Open(path)
	if err != nil {
		return path
	}
	defer f.Close()
	if _, err := f.Read(head); err != nil || string(head) != "#!" {
		return path
	}
	if info, err := os.Stat(path + ".bin"); err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return path
	}
	return path + ".bin"
}

// options returns the command line of valgrind up to the program. Every option
// that touches the counts or the output is given, and no other source of options
// is read (--command-line-only).
func options(cache Cache, out string) []string {
	return []string{
		"--tool=cachegrind",
		"--command-line-only=yes", // not ~/.valgrindrc, ./.valgrindrc or VALGRIND_OPTS
		"--cache-sim=yes",         // off by default since 3.21
		"--branch-sim=no",
		"--I1=" + cache.I1, "--D1=" + cache.D1, "--LL=" + cache.LL, // else the host's
		"--vex-guest-chase=no", // else code behind a conditional jump that was not taken is counted
		// Symbols as they are: package regress demangles, the same for all versions.
		"--demangle=no",
		// A program that starts another one would be counted without it. With
		// this, both leave a profile, and that is noticed.
		"--trace-children=yes",
		"--vgdb=no", // else pipes in the folder for temporary files
		"--cachegrind-out-file=" + filepath.Join(escapePercent(out), profilePrefix+"%p"),
		"--log-file=" + filepath.Join(escapePercent(out), logPrefix+"%p"),
		"--quiet",
	}
}

const (
	profilePrefix = "cachegrind.out."
	logPrefix     = "valgrind.log."
)

// escapePercent makes valgrind take a path as it is: in its file names %p stands
// for a process and %% for a per cent sign.
func escapePercent(path string) string { return strings.ReplaceAll(path, "%", "%%") }

func firstLine(b []byte) string {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return string(line)
}
