package scenarios

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const emptyC = "int main(void) { return 0; }\n"

// TestToolchain makes programs with the compilers of this machine, and asks the
// compilers themselves who they are.
func TestToolchain(t *testing.T) {
	gcc := "gcc " + say(t, "gcc", "-dumpfullversion")
	glibc := "glibc " + regexp.MustCompile(`[0-9]+\.[0-9]+`).FindString(say(t, "getconf", "GNU_LIBC_VERSION"))
	// What other compilers write, without needing them here.
	notes := func(texts ...string) string {
		asm := `.pushsection .comment,\"MS\",%progbits,1\n`
		for _, text := range texts {
			asm += `.string \"` + text + `\"\n`
		}
		return emptyC + `__asm__("` + asm + `.popsection");` + "\n"
	}
	for _, test := range []struct {
		name, source string
		options      []string
		want         string
	}{
		{"c", emptyC, nil, gcc + ", " + glibc},
		{"optimised and with symbols", emptyC, []string{"-O2", "-g"}, gcc + ", " + glibc},
		{"stripped", emptyC, []string{"-s"}, gcc + ", " + glibc},
		{"static", emptyC, []string{"-static"}, gcc},
		{"static and position-independent", emptyC, []string{"-static-pie"}, gcc},
		{"without start-up files", "void _start(void) {}\n", []string{"-nostdlib", "-static"}, gcc},
		{"without notes", "void _start(void) {}\n", []string{"-nostdlib", "-static", "-fno-ident"}, ""},
		{"musl", emptyC, []string{"-Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1"}, gcc + ", musl"},
		{"loader that is not there", emptyC, []string{"-Wl,--dynamic-linker=/no/such/loader"}, gcc},
		{"loader that is not one", emptyC, []string{"-Wl,--dynamic-linker=/etc/passwd"}, gcc},
		{"rust", notes("rustc version 1.95.0 (abc 2026-01-01)"), nil, "rustc 1.95.0, " + glibc},
		{"clang", notes("Debian clang version 14.0.6"), nil, "clang 14.0.6, " + glibc},
		{"rust and clang", notes("rustc version 1.95.0 (abc)", "clang version 22.1.0 (https://x)"), nil, "clang 22.1.0, rustc 1.95.0, " + glibc},
		{"linker", notes("Linker: LLD 14.0.6"), nil, gcc + ", " + glibc},
	} {
		t.Run(test.name, func(t *testing.T) {
			check(t, compileC(t, test.source, test.options...), false, test.want)
		})
	}
}

// TestToolchainGo reads programs of this very toolchain. Settings with which the
// compiler makes other code are part of it.
func TestToolchainGo(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "main.go"), "package main\n\nfunc main() {}\n", 0o600)
	for _, test := range []struct {
		name      string
		env, args []string
		want      string
	}{
		{"plain", nil, nil, ""},
		{"usual", []string{"GOAMD64=v1"}, []string{"-ldflags="}, ""},
		{"GOAMD64", []string{"GOAMD64=v3"}, nil, ", GOAMD64=v3"},
		{"not optimised", nil, []string{"-gcflags=-N -l"}, ", -gcflags=-N -l"},
		{"stamped", nil, []string{"-ldflags=-X main.version=1"}, ""}, // another one in every commit
		{"tags", nil, []string{"-tags=netgo"}, ""},                   // which are of the source, not of the compiler
	} {
		t.Run(test.name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "bin")
			cmd := exec.Command("go", append(append([]string{"build"}, test.args...), "-o", bin, "main.go")...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOFLAGS=", "GOTOOLCHAIN="+runtime.Version())
			cmd.Env = append(cmd.Env, test.env...)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			check(t, bin, false, runtime.Version()+test.want)
		})
	}
}

func TestGoSettings(t *testing.T) {
	for _, test := range []struct {
		settings []debug.BuildSetting
		want     []string
	}{
		{nil, nil},
		{[]debug.BuildSetting{{Key: "GOAMD64", Value: "v1"}, {Key: "GOARM64", Value: "v8.0"}, {Key: "GOEXPERIMENT"}, {Key: "-race"}}, nil},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "GOOS", Value: "linux"}, {Key: "-trimpath", Value: "true"}, {Key: "CGO_ENABLED", Value: "0"}}, nil},
		{
			[]debug.BuildSetting{{Key: "-gcflags", Value: "-N"}, {Key: "-race", Value: "true"}, {Key: "GOARM64", Value: "v8.1"}, {Key: "GOEXPERIMENT", Value: "greenteagc"}},
			[]string{"-gcflags=-N", "-race=true", "GOARM64=v8.1", "GOEXPERIMENT=greenteagc"},
		},
	} {
		if diff := cmp.Diff(test.want, goSettings(&debug.BuildInfo{Settings: test.settings})); diff != "" {
			t.Error(diff)
		}
	}
}

func TestToolchainNone(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	write(t, script, "#!/bin/sh\n", 0o700)
	broken := filepath.Join(dir, "broken")
	write(t, broken, "\x7fELF", 0o700)
	check(t, script, false, "")
	check(t, broken, false, "")
	check(t, filepath.Join(dir, "none"), false, "")
}

func TestToolchainInterpreter(t *testing.T) {
	python, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		t.Fatal(err)
	}
	version := say(t, python, "-c", "import platform; print('Python', platform.python_version())")
	libc := say(t, python, "-c", "import platform; print(*platform.libc_ver())")
	check(t, python, true, version+", "+libc)

	for _, test := range []struct{ name, script, want, err string }{
		{"node", "echo v20.19.2", "v20.19.2", ""},
		{"pypy", `echo "Python 3.9.16 (7.3.11+dfsg-2, Feb 06 2023)"; echo "[PyPy 7.3.11 with GCC 12.2.0]"`, "PyPy 7.3.11", ""},
		{"to the other output", "echo Python 2.7.18 >&2", "Python 2.7.18", ""},
		{"blank", `printf ' Python 3.11 \r\n'`, "Python 3.11", ""},
		{"fails", "echo 'no such option' >&2; exit 2", "", "--version: exit status 2\n    no such option"},
		{"talks", "printf %0200d 7", "", `--version: said no version but "` + strings.Repeat("0", 100) + `"`},
		{"paints", `printf '\033[1mv20\n'`, "", `--version: said no version but "\x1b[1mv20"`},
		{"silent", "", "", `--version: said no version but ""`},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "interpreter")
			write(t, path, "#!/bin/sh\n"+test.script+"\n", 0o700)
			if test.err == "" {
				check(t, path, true, test.want)
				return
			}
			got, err := toolchain(t.Context(), path, true, t.TempDir())
			if err == nil {
				t.Fatalf("no error, but %q", got)
			}
			if diff := cmp.Diff(path+" "+test.err, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := toolchain(ctx, python, true, t.TempDir()); err == nil {
		t.Error("asked though the context was done")
	}
}

func check(t *testing.T, path string, interpreter bool, want string) {
	t.Helper()
	got, err := toolchain(t.Context(), path, interpreter, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// compileC returns the path of a program made of C source.
func compileC(t *testing.T, source string, options ...string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "main.c")
	write(t, path, source, 0o600)
	bin := filepath.Join(dir, "bin")
	if out, err := exec.Command("gcc", append(options, "-o", bin, path)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// say returns what a tool prints.
func say(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}
