package revision

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// recorded makes a project in the folder "a b" of a repository, whose baseline
// changes in some commits, also by a merge, goes and comes again.
func recorded(t *testing.T) place {
	t.Helper()
	user := newRepository(t)
	user.commit("start", "a b/x", "", "results/baseline.json", "another")
	user.commit("one", "a b/results/baseline.json", "1")
	user.commit("unrelated", "a b/x", "1")
	user.git("checkout", "-q", "-b", "side")
	user.commit("side one", "a b/results/baseline.json", "side 1")
	user.commit("side two", "a b/results/baseline.json", "side 2")
	user.git("checkout", "-q", "main")
	user.commit("main goes on", "a b/x", "2")
	user.git("merge", "-q", "--no-ff", "-m", "merge side", "side")
	if err := os.Remove(user.in("a b/results/baseline.json").dir); err != nil {
		t.Fatal(err)
	}
	user.commit("gone")
	user.commit("back", "a b/results/baseline.json", "back")
	user.commit("later", "a b/x", "3")
	return user
}

func TestLog(t *testing.T) {
	t.Parallel()
	user := recorded(t)
	r := user.in("a b").open()
	head := resolve(t, r, "HEAD")
	merge := resolve(t, r, "HEAD~3")
	shallow := func(depth string) *Repository { return user.clone("--depth=" + depth).in("a b").open() }
	for _, test := range []struct {
		name string
		r    *Repository
		span Span
		want []string
		cut  bool
	}{
		{"all", r, Span{}, []string{"back", "gone", "merge side", "one"}, false},
		{"last", r, Span{Last: 2}, []string{"back", "gone"}, false},
		{"more than there are", r, Span{Last: 20}, []string{"back", "gone", "merge side", "one"}, false},
		{"after a commit", r, Span{After: &merge}, []string{"back", "gone"}, false},
		{"since", r, Span{Since: merge.Date}, []string{"back", "gone", "merge side"}, false},
		{"since a second later", r, Span{Since: merge.Date.Add(time.Second)}, []string{"back", "gone"}, false},
		{"since tomorrow", r, Span{Since: head.Date.Add(24 * time.Hour)}, nil, false},
		{"shallow, and what is asked for is there", shallow("4"), Span{Last: 2}, []string{"back", "gone"}, false},
		{"shallow, the edge seems to change it", shallow("4"), Span{}, []string{"back", "gone", "merge side"}, true},
		{"shallow, the edge does not have it", shallow("3"), Span{}, []string{"back"}, true},
		{"shallow, since", shallow("4"), Span{Since: merge.Date.Add(time.Second)}, []string{"back", "gone"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.r.Log(context.Background(), head, "results/baseline.json", test.span)
			if err != nil {
				t.Fatal(err)
			}
			var subjects []string
			for _, c := range got.Commits {
				subjects = append(subjects, c.Subject)
			}
			if diff := cmp.Diff(test.want, subjects); diff != "" || got.Cut != test.cut {
				t.Errorf("cut %v, want %v\n%s", got.Cut, test.cut, diff)
			}
		})
	}
}

func TestLogOddNames(t *testing.T) {
	t.Parallel()
	user := newRepository(t)
	names := []string{"-x", ":(top)file", "*", "a\nb", `q"uo'te`, "ü", "#c"}
	for _, name := range names {
		user.commit("adds one", name, name)
	}
	r := user.open()
	head := resolve(t, r, "HEAD")
	for _, name := range names {
		h, err := r.Log(context.Background(), head, name, Span{})
		if err != nil || len(h.Commits) != 1 {
			t.Errorf("%q: %d commits, %v", name, len(h.Commits), err)
		}
		if content, err := r.Show(context.Background(), head, name); err != nil || string(content) != name {
			t.Errorf("%q: %q, %v", name, content, err)
		}
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	user := recorded(t)
	if err := os.Symlink("x", user.in("a b", "link").dir); err != nil {
		t.Fatal(err)
	}
	user.commit("link")
	r := user.in("a b").open()
	ctx := context.Background()
	for rev, want := range map[string]string{"HEAD": "back", "HEAD~4": "side 2"} {
		got, err := r.Show(ctx, resolve(t, r, rev), "results/baseline.json")
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", rev, got, err, want)
		}
	}
	if got, err := r.Show(ctx, resolve(t, r, "HEAD"), "../results/baseline.json"); err != nil || string(got) != "another" {
		t.Errorf("%q, %v", got, err)
	}
	for _, test := range []struct{ rev, file, text string }{
		{"HEAD~3", "results/baseline.json", "a b/results/baseline.json in commit"},
		{"HEAD", "nothing", "file does not exist"},
		{"HEAD", "results", "not a regular file"},
		{"HEAD", "link", "not a regular file"},
		{"HEAD", "../../etc/passwd", "not the path of a file in the repository"},
		{"HEAD", "/etc/passwd", "not the path of a file in the repository"},
		{"HEAD", "", "not the path of a file in the repository"},
		{"HEAD", "..", "not the path of a file in the repository"},
	} {
		_, err := r.Show(ctx, resolve(t, r, test.rev), test.file)
		fails(t, err, test.text)
		if missing := test.file == "nothing" || test.rev == "HEAD~3"; errors.Is(err, fs.ErrNotExist) != missing {
			t.Errorf("%s: %v", test.file, err)
		}
	}
}

func TestShowTooLarge(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	large, err := os.Create(user.in("large").dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(large.Truncate(mostFile+1), large.Close()); err != nil {
		t.Fatal(err)
	}
	user.commit("large")
	r := user.open()
	_, err = r.Show(context.Background(), resolve(t, r, "HEAD"), "large")
	fails(t, err, "67108865 bytes")
}

func TestClean(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, test := range []struct {
		name  string
		do    func(place)
		clean bool
	}{
		{"nothing", func(place) {}, true},
		{"touched", func(p place) { p.write("file", "2\n") }, true},
		{"ignored", func(p place) { p.write("x.o", "") }, true},
		{"modified", func(p place) { p.write("file", "x\n") }, false},
		{"modified outside of the project", func(p place) { p.write("other/y", "x\n") }, false},
		{"staged", func(p place) { p.write("file", "x\n"); p.git("add", "file"); p.write("file", "2\n") }, false},
		{"untracked", func(p place) { p.write("sub/new", "") }, false},
		{"untracked, not shown by default", func(p place) { p.git("config", "status.showUntrackedFiles", "no"); p.write("sub/new", "") }, false},
		{"deleted", func(p place) { _ = os.Remove(p.in("file").dir) }, false},
		{"mode", func(p place) { _ = os.Chmod(p.in("file").dir, 0o755) }, false},
		{"stash shown", func(p place) {
			p.git("config", "status.showStash", "true")
			p.write("file", "x\n")
			p.git("stash", "-q")
		}, true},
		{"assumed unchanged", func(p place) { p.git("update-index", "--assume-unchanged", "file"); p.write("file", "x\n") }, false},
		{"sparse", func(p place) { p.git("sparse-checkout", "set", "other") }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			user, _ := numbered(t, 1)
			id := user.commit("two", "file", "2\n", "sub/x", "", "other/y", "", ".gitignore", "*.o\n")
			test.do(user)
			before := state(t, user.dir)
			project := user
			if test.name != "sparse" {
				project = user.in("sub")
			}
			head, clean, err := project.open().Clean(ctx)
			if err != nil || clean != test.clean || head.ID != id {
				t.Errorf("%v, %s, %v", clean, head.Subject, err)
			}
			if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
