package revision

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	odd := newRepository(t).in(" a 'b\n\"ü ")
	odd.mkdir()
	odd.git("init", "-q")
	odd.commit("one", "bench/x", "")
	user.git("worktree", "add", "-q", "--detach", "inner")
	user.in("inner", "deep").mkdir()
	linked := place{t, filepath.Join(t.TempDir(), "link")}
	if err := os.Symlink(odd.dir, linked.dir); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name        string
		at          place
		top, prefix string
	}{
		{"top", user, user.dir, ""},
		{"worktree inside a worktree", user.in("inner"), user.in("inner").dir, ""},
		{"its subfolder", user.in("inner", "deep"), user.in("inner").dir, "deep"},
		{"odd name", odd.in("bench"), odd.dir, "bench"},
		{"by a link", linked.in("bench"), odd.dir, "bench"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := test.at.open()
			got := []string{r.Top, r.Prefix, r.Root()}
			if diff := cmp.Diff([]string{test.top, test.prefix, filepath.Join(test.top, test.prefix)}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	lost := place{t, filepath.Join(t.TempDir(), "lost")}
	user.git("worktree", "add", "-q", "--detach", lost.dir)
	if err := os.RemoveAll(user.in(".git", "worktrees").dir); err != nil {
		t.Fatal(err)
	}
	// A commit can have files that look like a repository.
	trap := user.in("trap")
	trap.mkdir()
	trap.git("init", "-q", "--bare")
	for _, test := range []struct {
		name string
		at   place
		is   error
		says []string
	}{
		{"not a folder", user.in("file"), nil, []string{"not a folder"}},
		{"nothing there", user.in("nothing"), os.ErrNotExist, nil},
		{"no repository", place{t, t.TempDir()}, ErrNoRepository, []string{"git clone"}},
		{"bare", user.clone("--bare"), nil, []string{"bare repository", "`git clone /"}},
		{"inside of .git", user.in(".git"), nil, []string{"bare repository"}},
		{"bare repository in the work tree", trap, nil, []string{"bare repository"}},
		{"worktree whose repository forgot it", lost, ErrNoRepository, []string{"git worktree repair"}},
		{"no commit", newRepository(t), nil, []string{"no commit yet", "git commit"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Open(context.Background(), test.at.dir)
			fails(t, err, append(test.says, test.at.dir)...)
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("not %v: %v", test.is, err)
			}
		})
	}
}

func TestOpenWithoutGit(t *testing.T) {
	user, _ := numbered(t, 1)
	t.Setenv("PATH", "")
	_, err := Open(context.Background(), user.dir)
	fails(t, err, "apt-get install git")
	if !errors.Is(err, ErrNoGit) {
		t.Error(err)
	}
}

func TestOpenWithOtherGit(t *testing.T) {
	user, _ := numbered(t, 1)
	for script, text := range map[string]string{
		"echo git version 2.30.9": "git 2.30 is too old, 2.31 is needed",
		"echo git version 1.99":   "git 1.99 is too old",
		"echo hello":              `"hello", which is no version`,
	} {
		t.Run(text, func(t *testing.T) {
			fakeGit(t, script)
			_, err := Open(context.Background(), user.dir)
			fails(t, err, text)
		})
	}
}

// TestOpenDistrusted lets git believe that everything belongs to somebody else.
func TestOpenDistrusted(t *testing.T) {
	user := newRepository(t).in("a b")
	user.mkdir()
	user.git("init", "-q")
	user.commit("one")
	fakeGit(t, `GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec $GIT "$@"`)
	_, err := Open(context.Background(), user.dir)
	fails(t, err, "belongs to another user", "`git config --global --add safe.directory '"+user.dir+"'`")

	// Settings that the environment has hold, as they do in containers.
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "safe.directory")
	t.Setenv("GIT_CONFIG_VALUE_0", user.dir)
	if _, err := Open(context.Background(), user.dir); err != nil {
		t.Error(err)
	}
}

// TestOpenInHook has the variables set that git sets for hooks.
func TestOpenInHook(t *testing.T) {
	user, ids := numbered(t, 1)
	other, _ := numbered(t, 2)
	for name, value := range map[string]string{
		"GIT_DIR": ".git", "GIT_WORK_TREE": ".", "GIT_INDEX_FILE": ".git/index", "GIT_PREFIX": "x/",
		"GIT_OBJECT_DIRECTORY": "objects", "GIT_COMMON_DIR": ".git", "GIT_NAMESPACE": "n", "GIT_TRACE": "1",
	} {
		if name != "GIT_PREFIX" && name != "GIT_TRACE" && name != "GIT_NAMESPACE" {
			value = filepath.Join(other.dir, value)
		}
		t.Setenv(name, value)
	}
	r := user.open()
	if got := resolve(t, r, "HEAD").ID; got != ids[0] {
		t.Errorf("HEAD is %s, want %s", got, ids[0])
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	inherited := []string{
		"HOME=/h", "GIT_DIR=x", "GIT_CONFIG_PARAMETERS='a.b=c'", "GIT_CONFIG_KEY_0=k", "GIT_SSH_COMMAND=s", "LC_MESSAGES=de_DE",
		"LANGUAGE=de", "LANG=de_DE.UTF-8", "GIT_ASKPASS=/bin/ask", "SSH_ASKPASS=/bin/ask", "GIT_ALLOW_PROTOCOL=ssh", "GIT_EDITOR=vi",
	}
	want := []string{
		"HOME=/h", "GIT_CONFIG_KEY_0=k", "GIT_SSH_COMMAND=s", "LANG=de_DE.UTF-8", "GIT_ALLOW_PROTOCOL=ssh",
		"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS_REQUIRE=never",
	}
	if diff := cmp.Diff(want, environment(inherited, true)); diff != "" {
		t.Error(diff)
	}
	want = append(slices.Delete(want, 4, 5), "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	if diff := cmp.Diff(want, environment(inherited, false)); diff != "" {
		t.Error(diff)
	}
}

// TestOpenBesideDaemon has a git that leaves a process which holds its output, as
// a credential helper may.
func TestOpenBesideDaemon(t *testing.T) {
	user, _ := numbered(t, 1)
	fakeGit(t, `case "$*" in *" version") sleep 60 & esac; exec $GIT "$@"`)
	if _, err := Open(context.Background(), user.dir); err != nil {
		t.Error(err)
	}
}
