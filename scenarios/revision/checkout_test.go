package revision

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// busy makes a repository in which everything is in use: a dirty index, changed
// and untracked files, a stash, a linked worktree inside, a tag.
func busy(t *testing.T) (user place, first string) {
	t.Helper()
	user, ids := numbered(t, 1)
	user.commit("bench", "bench/x", "x", ".gitattributes", "*.crlf eol=crlf\n", "a.crlf", "1\n2\n", "run.sh", "#!/bin/sh\n")
	user.git("tag", "-m", "release", "v1.0")
	user.git("update-index", "--chmod=+x", "run.sh")
	user.git("commit", "-q", "-m", "mode")
	user.git("worktree", "add", "-q", "--detach", "inner")
	user.write("file", "stashed")
	user.git("stash", "-q")
	user.write("file", "staged")
	user.git("add", "file")
	user.write("file", "changed")
	user.write("untracked", "untracked")
	return user, ids[0]
}

func checkOut(t *testing.T, r *Repository, rev string) *Tree {
	t.Helper()
	tree, err := r.Checkout(context.Background(), resolve(t, r, rev), filepath.Join(t.TempDir(), " tree 'of\n\"#ü"))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestCheckout(t *testing.T) {
	t.Parallel()
	user, first := busy(t)
	before := state(t, user.dir)
	r := user.open()
	tree := checkOut(t, r, "HEAD")
	want := map[string]string{
		"file": "1\n", "bench/x": "x", ".gitattributes": "*.crlf eol=crlf\n", "a.crlf": "1\r\n2\r\n", "run.sh": "#!/bin/sh\n",
	}
	if diff := cmp.Diff(want, files(t, tree.Dir)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(filepath.Join(tree.Dir, "run.sh")); err != nil || info.Mode()&0o100 == 0 {
		t.Error("run.sh is not executable", err)
	}
	if tree.Root != tree.Dir || tree.Commit.Subject != "mode" {
		t.Errorf("%+v", tree)
	}
	old := checkOut(t, r, first)
	if diff := cmp.Diff(map[string]string{"file": "1\n"}, files(t, old.Dir)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
		t.Errorf("the user's repository is another: %s", diff)
	}
}

// TestCheckoutIsARepository asks what builds ask.
func TestCheckoutIsARepository(t *testing.T) {
	t.Parallel()
	user, _ := busy(t)
	tree := place{t, checkOut(t, user.open(), "HEAD").Dir}
	for _, test := range []struct{ want, command string }{
		{"v1.0-1-g", "describe --tags --dirty --match v*"},
		{user.git("rev-parse", "HEAD"), "rev-parse HEAD"},
		{user.git("rev-parse", "main"), "rev-parse main"},
		{"HEAD", "rev-parse --abbrev-ref HEAD"},
		{"", "status --porcelain"},
		{"", "remote"},
		{"3", "rev-list --count HEAD"},
	} {
		got := tree.git(strings.Fields(test.command)...)
		if strings.HasSuffix(test.want, "-g") && strings.HasPrefix(got, test.want) && !strings.HasSuffix(got, "dirty") {
			continue
		}
		if got != test.want {
			t.Errorf("git %s: %q, want %q", test.command, got, test.want)
		}
	}
}

func TestCheckoutFromOddPlaces(t *testing.T) {
	t.Parallel()
	user, _ := busy(t)
	odd := place{t, filepath.Join(t.TempDir(), "\"odd 'place\n#ü")}
	user.git("clone", "-q", "--shared", user.dir, odd.dir) // borrows objects itself
	odd.write("more", "more")
	odd.commit("more")
	first := place{t, filepath.Join(t.TempDir(), "first ü")}
	user.git("clone", "-q", "--shared", user.dir, first.dir)
	first.write("more", "more")
	first.commit("more")
	second := place{t, filepath.Join(t.TempDir(), "second")}
	first.git("clone", "-q", "--shared", first.dir, second.dir)
	relative := place{t, filepath.Join(t.TempDir(), "relative")}
	user.git("clone", "-q", user.dir, relative.dir)
	to, err := filepath.Rel(relative.in(".git", "objects").dir, user.in(".git", "objects").dir)
	if err != nil {
		t.Fatal(err)
	}
	relative.write(".git/objects/info/alternates", to+"\n")
	loose, err := filepath.Glob(filepath.Join(relative.dir, ".git", "objects", "??"))
	if err != nil || len(loose) == 0 {
		t.Fatal("no loose objects", err)
	}
	for _, name := range loose {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	sparse := user.clone()
	sparse.git("sparse-checkout", "set", "nothing")

	whole := files(t, checkOut(t, user.open(), "HEAD").Dir)
	more := files(t, checkOut(t, user.open(), "HEAD").Dir)
	more["more"] = "more"
	for _, test := range []struct {
		name string
		at   place
		want map[string]string
	}{
		{"linked worktree inside", user.in("inner"), whole},
		{"borrows, with an odd name", odd, more},
		{"borrows from one that borrows", second, more},
		{"borrows by a relative path", relative, whole},
		{"sparse", sparse, whole},
		{"shallow", user.clone("--depth=1"), whole},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := state(t, test.at.dir)
			tree := checkOut(t, test.at.open(), "HEAD")
			if diff := cmp.Diff(test.want, files(t, tree.Dir)); diff != "" {
				t.Error(diff)
			}
			(place{t, tree.Dir}).git("rev-list", "HEAD") // the history is there, or known to be cut off
			if diff := cmp.Diff(before, state(t, test.at.dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckoutPrefix(t *testing.T) {
	t.Parallel()
	user, first := busy(t)
	r := user.in("bench").open()
	tree := checkOut(t, r, "HEAD")
	if want := filepath.Join(tree.Dir, "bench"); tree.Root != want {
		t.Errorf("%s, want %s", tree.Root, want)
	}
	_, err := r.Checkout(context.Background(), resolve(t, r, first), t.TempDir())
	fails(t, err, `has no folder "bench", where the project is`)

	// A commit can have a link where the project's folder is.
	other, _ := numbered(t, 1)
	if err := os.Symlink(t.TempDir(), other.in("bench").dir); err != nil {
		t.Fatal(err)
	}
	linked := other.commit("link")
	if err := os.Remove(other.in("bench").dir); err != nil {
		t.Fatal(err)
	}
	other.commit("no link", "bench/x", "x")
	r = other.in("bench").open()
	_, err = r.Checkout(context.Background(), resolve(t, r, linked), t.TempDir())
	fails(t, err, `has no folder "bench"`)
}

func TestCheckoutRefuses(t *testing.T) {
	t.Parallel()
	user, _ := busy(t)
	full := place{t, t.TempDir()}
	full.write("x", "")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(user.in("new").dir, link); err != nil {
		t.Fatal(err)
	}
	user.in("new").mkdir()
	r := user.open()
	for _, test := range []struct{ dir, text string }{
		{user.in("new", "deeper").dir, "inside of the repository"},
		{link, "inside of the repository"},
		{full.dir, "not empty"},
	} {
		_, err := r.Checkout(context.Background(), resolve(t, r, "HEAD"), test.dir)
		fails(t, err, test.text)
	}
	if _, err := os.Stat(user.in("new", "deeper").dir); !os.IsNotExist(err) {
		t.Error("it made a folder in the repository", err)
	}
}

// TestCheckoutFilters has filters as LFS would: in the repository's own configuration.
func TestCheckoutFilters(t *testing.T) {
	t.Parallel()
	user := newRepository(t)
	user.git("config", "filter.up.smudge", "tr a-z A-Z")
	user.git("config", "filter.up.clean", "tr A-Z a-z")
	user.git("config", "filter.up.required", "true")
	user.commit("one", ".gitattributes", "*.up filter=up\n", "a.up", "abc", "b.txt", "abc")
	user.write(".git/info/attributes", "b.txt filter=up\n")
	tree := checkOut(t, user.open(), "HEAD")
	want := map[string]string{".gitattributes": "*.up filter=up\n", "a.up": "ABC", "b.txt": "ABC"}
	if diff := cmp.Diff(want, files(t, tree.Dir)); diff != "" {
		t.Error(diff)
	}
	if got := (place{t, tree.Dir}).git("status", "--porcelain"); got != "" {
		t.Error(got)
	}
	// One that removes a file that was there already: git does not notice.
	user.git("config", "filter.up.smudge", "rm -f .gitattributes; cat")
	r := user.open()
	_, err := r.Checkout(context.Background(), resolve(t, r, "HEAD"), t.TempDir())
	fails(t, err, `made no file ".gitattributes"`)
	// git checkout is content with a filter that fails, unless it is required.
	user.git("config", "filter.up.required", "false")
	user.git("config", "filter.up.smudge", "false")
	_, err = r.Checkout(context.Background(), resolve(t, r, "HEAD"), t.TempDir())
	fails(t, err, "not all files could be checked out", "external filter")
}

// TestCheckoutDamaged lacks an object, which git checkout reports and forgives.
func TestCheckoutDamaged(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	id := user.git("rev-parse", "HEAD:file")
	if err := os.Remove(user.in(".git", "objects", id[:2], id[2:]).dir); err != nil {
		t.Fatal(err)
	}
	r := user.open()
	_, err := r.Checkout(context.Background(), resolve(t, r, "HEAD"), t.TempDir())
	fails(t, err, "commit "+short(resolve(t, r, "HEAD").ID), "file")
}

// TestCheckoutCancelled stops a checkout while a filter runs, and will not end.
func TestCheckoutCancelled(t *testing.T) {
	t.Parallel()
	user := newRepository(t)
	pid := filepath.Join(t.TempDir(), "pid")
	user.git("config", "filter.slow.clean", "cat")
	user.git("config", "filter.slow.smudge", "echo $$ > '"+pid+".new'; mv '"+pid+".new' '"+pid+"'; trap '' TERM; while :; do sleep 1; done")
	user.commit("one", ".gitattributes", "*.slow filter=slow\n", "a", "a", "b.slow", "b", "c", "c")
	user.write("a", "staged")
	user.git("add", "a")
	before := state(t, user.dir)
	r := user.open()
	head := resolve(t, r, "HEAD")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if _, err := os.Stat(pid); err == nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	_, err := r.Checkout(ctx, head, t.TempDir())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
		t.Errorf("the user's repository is another: %s", diff)
	}
	number, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if !ended(string(number)) {
		t.Error("the filter still runs")
	}
}

// ended tells whether a killed process is gone, or waits for its new parent.
func ended(pid string) bool {
	for range 500 {
		stat, err := os.ReadFile("/proc/" + strings.TrimSpace(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// TestCheckoutKilled kills a process that checks out with SIGKILL.
func TestCheckoutKilled(t *testing.T) {
	if dir := os.Getenv("REVISION_TEST_CHECKOUT"); dir != "" {
		r := place{t, dir}.open()
		_, err := r.Checkout(context.Background(), resolve(t, r, "HEAD"), t.TempDir())
		t.Fatal("not killed", err)
	}
	user := newRepository(t)
	started := filepath.Join(t.TempDir(), "started")
	user.git("config", "filter.slow.clean", "cat")
	user.git("config", "filter.slow.smudge", "echo $PPID > '"+started+".new'; mv '"+started+".new' '"+started+"'; cat; sleep 10")
	user.commit("one", ".gitattributes", "*.slow filter=slow\n", "b.slow", "b")
	before := state(t, user.dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^TestCheckoutKilled$")
	cmd.Env = append(os.Environ(), "REVISION_TEST_CHECKOUT="+user.dir, "TMPDIR="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		if _, err := os.Stat(started); err == nil {
			break
		}
		select {
		case err := <-done:
			t.Fatal("ended before it was killed", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-done
	git, err := os.ReadFile(started)
	if err != nil {
		t.Fatal(err)
	}
	if !ended(string(git)) {
		t.Error("git goes on alone")
	}
	if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
		t.Errorf("the user's repository is another: %s", diff)
	}
	user.git("checkout", "-q", "-f", "HEAD") // no lock stands in the way
}
