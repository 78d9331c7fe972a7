package revision

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	user, ids := numbered(t, 3)
	user.git("tag", "-m", "annotated", "v1", ids[0])
	user.git("branch", "a;rm$HOME&`b`", ids[1])
	user.git("replace", ids[1], ids[0]) // a hash means what it names
	r := user.open()
	for rev, want := range map[string]string{
		"HEAD": ids[2], "main": ids[2], "HEAD~2": ids[0], "v1": ids[0], "refs/tags/v1": ids[0], "@": ids[2],
		"a;rm$HOME&`b`": ids[1], ids[1]: ids[1], ids[1][:8]: ids[1], "main^": ids[1], "HEAD^{/m2}": ids[1],
	} {
		if got := resolve(t, r, rev).ID; got != want {
			t.Errorf("%s is %s, want %s", rev, got, want)
		}
	}
	want := Commit{
		ID: ids[1], Tree: user.git("--no-replace-objects", "rev-parse", ids[1]+"^{tree}"), Parents: []string{ids[0]},
		Date: start.Add(time.Minute), Subject: "m2",
	}
	if diff := cmp.Diff(want, resolve(t, r, ids[1])); diff != "" {
		t.Error(diff)
	}
}

// TestResolveStranger reads a commit that no ordinary git would write.
func TestResolveStranger(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	tree := user.git("rev-parse", "HEAD^{tree}")
	user.write("raw", "tree "+tree+"\nauthor A <a> 0 +0000\ncommitter A <a> 99999999999999999999 +0000\n\n\x1b[31mred\xff\x00hidden\n")
	id := user.git("hash-object", "-t", "commit", "--literally", "-w", "raw")
	want := Commit{ID: id, Tree: tree, Parents: []string{}, Subject: "\x1b[31mred\uFFFD"}
	got := resolve(t, user.open(), id)
	got.Date = time.Time{} // gits differ in what they make of it
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestResolveRefuses(t *testing.T) {
	t.Parallel()
	user, ids := numbered(t, 2)
	user.git("tag", "twice", ids[0])
	user.git("branch", "twice", ids[1])
	user.git("config", "core.warnAmbiguousRefs", "false")
	before := state(t, user.dir)
	r := user.open()
	for rev, text := range map[string]string{
		"":                        "empty",
		" ":                       "empty",
		"-x":                      "dash",
		"--upload-pack=touch /x":  "dash",
		"--all":                   "dash",
		"a\nb":                    `"a\nb": a revision cannot have control characters`,
		"a\x00b":                  "control characters",
		"HEAD;rm":                 `"HEAD;rm": no such revision, and no remote`,
		"$(touch x)":              "no such revision",
		"HEAD~7":                  "no such revision",
		"HEAD..HEAD~1":            "a range",
		"^HEAD":                   "not the name of one commit",
		"HEAD^@":                  "no such revision",
		"HEAD:file":               "not a commit",
		"HEAD^{tree}":             "not a commit",
		"twice":                   "refs/tags/NAME for a tag",
		"main@{9}":                "log for 'main'",
		string(make([]byte, 100)): "control",
	} {
		_, err := r.Resolve(context.Background(), rev)
		fails(t, err, text)
	}
	if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
		t.Error(diff)
	}
}

func TestResolveMissing(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 3)
	server.git("branch", "old/one", ids[0])
	full := server.clone("--single-branch")
	shallow := server.clone("--depth=1")
	for _, test := range []struct {
		name string
		at   place
		rev  string
		says []string
	}{
		{"anything", full, "v9", []string{"git fetch --all --tags", "--fetch"}},
		{"remote branch", full, "origin/old/one", []string{"`git fetch origin old/one:refs/remotes/origin/old/one`", "--fetch"}},
		{"step from it", full, "origin/old/one~2", []string{"`git fetch origin old/one:refs/remotes/origin/old/one`"}},
		{"hostile remote branch", full, "origin/a'b;c", []string{`git fetch origin 'a'\''b;c:refs/remotes/origin/a'\''b;c'`}},
		{"shallow", shallow, ids[0], []string{"this clone is shallow", "git fetch --unshallow", "fetch-depth: 0", "--fetch"}},
		{"parent in shallow", shallow, "HEAD~1", []string{"this clone is shallow"}},
		{"remote branch in shallow", shallow, "origin/x", []string{"git fetch origin x:refs", "or `git fetch --unshallow`"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.at.open().Resolve(context.Background(), test.rev)
			fails(t, err, test.says...)
			if !errors.Is(err, ErrNoRevision) {
				t.Error("not ErrNoRevision")
			}
		})
	}
	full.git("checkout", "-q", "--detach")
	full.git("branch", "-D", "main")
	_, err := full.open().Resolve(context.Background(), "main~1")
	fails(t, err, `there is "origin/main~1", did you mean that?`)
}

// TestReadingRunsNothing has programs in the repository's configuration that
// would run while it is read.
func TestReadingRunsNothing(t *testing.T) {
	user, _ := numbered(t, 2)
	script := user.in(".git", "hooks", "post-checkout")
	user.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch "+user.dir+"/../ran\n")
	if err := os.Chmod(script.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "core.pager", "diff.external", "core.alternateRefsCommand", "gpg.program", "core.editor"} {
		user.git("config", key, script.dir)
	}
	user.git("config", "log.showSignature", "true")
	user.write(".git/hooks/reference-transaction", "#!/bin/sh\ntouch "+user.dir+"/../ran\n")
	if err := os.Chmod(user.in(".git", "hooks", "reference-transaction").dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// Also for every repository, as some people do.
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.hooksPath")
	t.Setenv("GIT_CONFIG_VALUE_0", user.in(".git", "hooks").dir)
	user.git("remote", "add", "origin", "file://"+user.dir)
	_ = os.Remove(user.in("..", "ran").dir)

	ctx := context.Background()
	r := user.open()
	head := resolve(t, r, "HEAD")
	if _, clean, err := r.Clean(ctx); err != nil || !clean {
		t.Errorf("clean %v, %v", clean, err)
	}
	if _, err := r.Log(ctx, head, "file", Span{}); err != nil {
		t.Error(err)
	}
	if _, err := r.Between(ctx, resolve(t, r, "HEAD~1"), head); err != nil {
		t.Error(err)
	}
	if _, err := r.Checkout(ctx, head, t.TempDir()); err != nil {
		t.Error(err)
	}
	if _, err := r.Fetch(ctx, "main"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(user.in("..", "ran").dir); !os.IsNotExist(err) {
		t.Error("something ran", err)
	}
}
