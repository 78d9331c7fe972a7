package cachegrind

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFindValgrind(t *testing.T) {
	v, err := FindValgrind(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !filepath.IsAbs(v.Path) || !versionPattern.MatchString("valgrind-"+v.Version) {
		t.Errorf("%+v, want an absolute path and a version", v)
	}
	if again := behindWrapper(v.Path); again != v.Path {
		t.Errorf("%s is still a wrapper for %s", v.Path, again)
	}
}

func TestFindValgrindRefuses(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"none", "", "valgrind: not found on PATH; install it, for example with: sudo apt-get install valgrind"},
		{"broken", "exit 3", "PATH/valgrind --version: exit status 3; install valgrind again"},
		{"something else", "echo hello; echo there", `PATH/valgrind --version said "hello", which is not a version of valgrind`},
		{"paints", `printf '\033[2J\n'`, `PATH/valgrind --version said "\x1b[2J", which is not a version of valgrind`},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			if test.script != "" {
				writeScript(t, filepath.Join(dir, "valgrind"), test.script)
			}
			_, err := FindValgrind(t.Context())
			if err == nil {
				t.Fatal("no error")
			}
			want := test.want
			if rest := len("PATH"); len(want) > rest && want[:rest] == "PATH" {
				want = dir + want[rest:]
			}
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFindValgrindVersion(t *testing.T) {
	for said, want := range map[string]string{"valgrind-3.27.1": "3.27.1", "valgrind-3.24.0.GIT": "3.24.0", "valgrind-3.15.0-x": "3.15.0"} {
		dir := t.TempDir()
		t.Setenv("PATH", dir)
		writeScript(t, filepath.Join(dir, "valgrind"), "echo "+said)
		v, err := FindValgrind(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(Valgrind{Path: filepath.Join(dir, "valgrind"), Version: want}, v); diff != "" {
			t.Error(diff)
		}
	}
}

func TestBehindWrapper(t *testing.T) {
	for _, test := range []struct {
		name, launcher string
		behind         func(t *testing.T, path string)
		want           string
	}{
		{"program", "\x7fELF", executable, "valgrind"},
		{"script alone", "#!/bin/sh\n", func(*testing.T, string) {}, "valgrind"},
		{"script and program", "#!/bin/sh\n", executable, "valgrind.bin"},
		{"script and data", "#!/bin/sh\n", func(t *testing.T, path string) { writeFile(t, path, "") }, "valgrind"},
		{"script and folder", "#!/bin/sh\n", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "valgrind"},
		{"empty", "", executable, "valgrind"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "valgrind"), test.launcher)
			test.behind(t, filepath.Join(dir, "valgrind.bin"))
			if diff := cmp.Diff(filepath.Join(dir, test.want), behindWrapper(filepath.Join(dir, "valgrind"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func executable(t *testing.T, path string) { writeScript(t, path, "") }

func writeScript(t *testing.T, path, script string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}
