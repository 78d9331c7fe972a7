package revision

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// forked makes a repository with before commits, and then after ones both on main
// and on topic, which is the branch with a pull request that GitHub would make.
func forked(t *testing.T, before, after int) (user place, base string) {
	t.Helper()
	user, ids := numbered(t, before)
	base = ids[len(ids)-1]
	user.git("checkout", "-q", "-b", "topic")
	for i := range after {
		user.commit(fmt.Sprint("t", i+1), "topic", fmt.Sprintln(i+1))
	}
	user.git("update-ref", "refs/pull/1/head", "HEAD")
	user.git("checkout", "-q", "main")
	for i := range after {
		user.commit(fmt.Sprint("m+", i+1), "file", fmt.Sprintln("+", i+1))
	}
	user.git("merge", "-q", "--no-ff", "-m", "pull request", "topic")
	user.git("update-ref", "refs/pull/1/merge", "HEAD")
	user.git("reset", "-q", "--hard", "HEAD~1")
	return user, base
}

func TestMergeBase(t *testing.T) {
	t.Parallel()
	user, base := forked(t, 3, 2)
	user.git("checkout", "-q", "--orphan", "alone")
	user.commit("another beginning")
	r := user.open()
	ctx := context.Background()
	for _, test := range []struct{ a, b, want string }{
		{"main", "topic", base},
		{"topic", "main", base},
		{"main", "main~1", user.git("rev-parse", "main~1")},
		{"main~1", "main", user.git("rev-parse", "main~1")},
		{"main", "main", user.git("rev-parse", "main")},
	} {
		got, err := r.MergeBase(ctx, resolve(t, r, test.a), resolve(t, r, test.b))
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != test.want {
			t.Errorf("%s and %s: %s, want %s", test.a, test.b, got.Subject, test.want)
		}
	}
	_, err := r.MergeBase(ctx, resolve(t, r, "main"), resolve(t, r, "alone"))
	fails(t, err, "no common ancestor", "git log --oneline")
	if !errors.Is(err, ErrUnrelated) {
		t.Error(err)
	}
}

// TestMergeBaseShallow asks in clones that are cut off at various places.
func TestMergeBaseShallow(t *testing.T) {
	t.Parallel()
	server, base := forked(t, 5, 3)
	for _, test := range []struct {
		depth int
		want  string // empty: it cannot be known
	}{
		{1, ""},
		{3, ""},   // both lines end one before they meet
		{4, base}, // the commit where they meet is the edge
		{5, base},
		{100, base},
	} {
		t.Run(fmt.Sprint("depth ", test.depth), func(t *testing.T) {
			r := server.clone("--no-single-branch", fmt.Sprint("--depth=", test.depth)).open()
			got, err := r.MergeBase(context.Background(), resolve(t, r, "origin/main"), resolve(t, r, "origin/topic"))
			if test.want != "" {
				if err != nil || got.ID != test.want {
					t.Errorf("%s, %v; want %s", got.ID, err, test.want)
				}
				return
			}
			fails(t, err, "git fetch --unshallow", "fetch-depth: 0", "--fetch")
			if !errors.Is(err, ErrShallow) {
				t.Error(err)
			}
		})
	}
}

// TestMergeBaseShallowWrong is about a merge base that git finds, and that is
// another one when the history is there: main and topic have merged an old branch,
// and where they parted themselves is cut off.
func TestMergeBaseShallowWrong(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 3)
	server.git("branch", "old", ids[0])
	server.git("checkout", "-q", "-b", "topic")
	for _, branch := range []string{"topic", "main"} {
		server.git("checkout", "-q", branch)
		server.commit(branch+" 1", branch, "1")
		server.commit(branch+" 2", branch, "2")
		// A merge of something that is merged already, so that both have it as a parent.
		merge := server.git("commit-tree", "-p", "HEAD", "-p", "old", "-m", "merge", "HEAD^{tree}")
		server.git("reset", "-q", "--hard", merge)
	}
	r := server.clone("--no-single-branch", "--depth=2").open()
	a, b := resolve(t, r, "origin/main"), resolve(t, r, "origin/topic")
	if got := (place{t, r.Top}).git("merge-base", a.ID, b.ID); got != ids[0] {
		t.Fatalf("git itself finds %s; the test wants it to be wrong with %s", got, ids[0])
	}
	if got, err := r.MergeBase(context.Background(), a, b); !errors.Is(err, ErrShallow) {
		t.Errorf("%s, %v; want ErrShallow", got.Subject, err)
	}
	if got, err := r.FetchMergeBase(context.Background(), a, b); err != nil || got.ID != ids[2] {
		t.Errorf("after fetching: %s, %v; want m3", got.Subject, err)
	}
}

// TestMergeBaseOfPullRequest has what actions/checkout fetches: the merge of a
// pull request and its two parents. One of them is the merge base, whatever is cut off.
func TestMergeBaseOfPullRequest(t *testing.T) {
	t.Parallel()
	server, _ := forked(t, 5, 3)
	runner := newRepository(t)
	runner.git("remote", "add", "origin", "file://"+server.dir)
	runner.git("fetch", "-q", "--depth=2", "origin", "+refs/pull/1/merge:refs/remotes/pull/1/merge")
	runner.git("checkout", "-q", "refs/remotes/pull/1/merge")
	r := runner.open()
	main := server.git("rev-parse", "main")
	got, err := r.MergeBase(context.Background(), resolve(t, r, "HEAD"), resolve(t, r, main))
	if err != nil || got.ID != main {
		t.Errorf("%s, %v; want %s", got.ID, err, main)
	}
	if _, err := r.MergeBase(context.Background(), resolve(t, r, "HEAD^1"), resolve(t, r, "HEAD^2")); !errors.Is(err, ErrShallow) {
		t.Errorf("of the parents: %v, want ErrShallow", err)
	}
}

// TestMergeBaseUnrelatedInShallow: nothing is cut off of these two. (With --depth=1
// git writes down every commit as cut off.)
func TestMergeBaseUnrelatedInShallow(t *testing.T) {
	t.Parallel()
	server, _ := numbered(t, 3)
	server.git("checkout", "-q", "--orphan", "alone")
	server.commit("a")
	server.git("checkout", "-q", "--orphan", "alone2")
	server.commit("b")
	r := server.clone("--depth=2", "--no-single-branch").open()
	_, err := r.MergeBase(context.Background(), resolve(t, r, "origin/alone"), resolve(t, r, "origin/alone2"))
	if !errors.Is(err, ErrUnrelated) {
		t.Errorf("%v, want ErrUnrelated", err)
	}
}

func TestBetween(t *testing.T) {
	t.Parallel()
	user, ids := numbered(t, 4)
	user.git("checkout", "-q", "-b", "side", ids[1])
	s1 := user.commit("s1", "s", "1")
	s2 := user.commit("s2", "s", "2")
	user.git("checkout", "-q", "main")
	user.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	merge := user.git("rev-parse", "HEAD")
	last := user.commit("last", "file", "last")
	r := user.open()
	ctx := context.Background()
	for _, test := range []struct {
		good, bad string
		want      []string
	}{
		{ids[0], ids[3], ids[1:4]},
		{ids[2], last, []string{ids[3], merge, last}},
		{ids[0], last, append(append([]string{}, ids[1:]...), merge, last)},
		{s1, last, []string{merge, last}}, // m3 and m4 do not have s1
		{s1, s2, []string{s2}},
	} {
		between, err := r.Between(ctx, resolve(t, r, test.good), resolve(t, r, test.bad))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range between {
			got = append(got, c.ID)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Error(diff)
		}
	}
	user.git("checkout", "-q", "--orphan", "alone")
	alone := user.commit("alone")
	for _, test := range []struct{ good, bad, text string }{
		{last, ids[0], "swap the two"},
		{last, last, "both the good and the bad"},
		{s1, ids[3], "take their common ancestor, " + ids[1][:12]},
		{alone, last, "no common ancestor"},
	} {
		_, err := r.Between(ctx, resolve(t, r, test.good), resolve(t, r, test.bad))
		fails(t, err, test.text)
	}
}

// TestBetweenShallow has a way from bad to good, and another that is cut off.
func TestBetweenShallow(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 3)
	server.git("checkout", "-q", "-b", "side")
	server.commit("s1", "s", "1")
	server.git("checkout", "-q", "main")
	for i := range 5 {
		server.commit(fmt.Sprint("n", i), "file", fmt.Sprint("n", i))
	}
	server.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	r := server.clone("--depth=4").open() // merge, n4, n3, n2; s1, m3, m2
	ctx := context.Background()
	_, err := r.Between(ctx, resolve(t, r, ids[2]), resolve(t, r, "HEAD"))
	fails(t, err, "git fetch --unshallow")
	if !errors.Is(err, ErrShallow) {
		t.Error(err)
	}
	got, err := r.Between(ctx, resolve(t, r, "HEAD~1"), resolve(t, r, "HEAD"))
	if !errors.Is(err, ErrShallow) && len(got) != 1 {
		t.Error(got, err)
	}
}
