package revision

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// untouched returns what fetching must not change: branches, HEAD, the index, the
// configuration and the files.
func untouched(t *testing.T, p place) map[string]string {
	t.Helper()
	kept := map[string]string{"branches": p.git("for-each-ref", "refs/heads")}
	for name, text := range state(t, p.dir) {
		below := strings.TrimPrefix(name, p.dir)
		switch below {
		case "", "/.git", "/.git/shallow": // have entries that come and go
			continue
		}
		if strings.HasPrefix(below, "/.git/objects") || strings.HasPrefix(below, "/.git/refs/remotes") || strings.HasPrefix(below, "/.git/logs/refs/remotes") ||
			strings.HasPrefix(below, "/.git/refs/tags") || below == "/.git/refs" || below == "/.git/logs/refs" {
			continue
		}
		kept[below] = text
	}
	return kept
}

func TestFetch(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 5)
	server.git("branch", "old/one", ids[0])
	server.git("tag", "-m", "annotated", "v1", ids[1])
	server.git("branch", "both", ids[2])
	server.git("tag", "both", ids[3])
	server.git("checkout", "-q", "--detach")
	hidden := server.commit("no branch has it", "file", "hidden")
	server.git("update-ref", "refs/pull/1/head", hidden)
	server.git("checkout", "-q", "main")
	for _, test := range []struct {
		rev, want, ref string
	}{
		{"origin/old/one", ids[0], "refs/remotes/origin/old/one"},
		{"old/one", ids[0], "refs/remotes/origin/old/one"},
		{"refs/heads/both", ids[2], "refs/remotes/origin/both"},
		{"refs/tags/both", ids[3], "refs/tags/both"},
		{"v1", ids[1], "refs/tags/v1"},
		{"origin/main~3", ids[1], "refs/remotes/origin/main"},
		{hidden, hidden, ""},
		{ids[1], ids[1], ""},
	} {
		for _, depth := range []string{"--depth=1", "--single-branch"} {
			t.Run(test.rev+" "+depth, func(t *testing.T) {
				user := server.clone(depth, "--no-tags")
				if test.rev == "origin/main~3" {
					user.git("update-ref", "-d", "refs/remotes/origin/main")
				}
				before := untouched(t, user)
				got, err := user.open().Fetch(context.Background(), test.rev)
				if err != nil {
					t.Fatal(err)
				}
				if got.ID != test.want {
					t.Errorf("%s, want %s", got.Subject, test.want)
				}
				if test.ref != "" {
					user.git("rev-parse", "--verify", test.ref)
				}
				checkOut(t, user.open(), got.ID)
				if diff := cmp.Diff(before, untouched(t, user)); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
	shallow := server.clone("--depth=1")
	if _, err := shallow.open().Fetch(context.Background(), "v1"); err != nil {
		t.Fatal(err)
	}
	if got := shallow.git("rev-list", "--count", "v1"); got != "1" {
		t.Errorf("%s commits of v1 were fetched, want 1", got)
	}
	for rev, text := range map[string]string{
		"nothing":               "neither a branch nor a tag",
		"origin/x":              "neither a branch nor a tag",
		ids[0][:10]:             "written in full",
		"both":                  "write refs/heads/both or refs/tags/both",
		"*":                     "not a name that a branch or a tag could have",
		"a:refs/heads/x":        "not a name that a branch or a tag could have",
		"--upload-pack=x":       "dash",
		"a\nb":                  "control characters",
		strings.Repeat("1", 40): "git fetch: exit status",
	} {
		_, err := shallow.open().Fetch(context.Background(), rev)
		fails(t, err, text)
	}
}

// TestFetchKeepsHistory fetches a name for what is here already: to fetch that with
// a depth of one would cut off the history that there is.
func TestFetchKeepsHistory(t *testing.T) {
	t.Parallel()
	server, _ := numbered(t, 6)
	user := server.clone("--depth=4")
	user.git("update-ref", "-d", "refs/remotes/origin/main")
	if _, err := user.open().Fetch(context.Background(), "origin/main"); err != nil {
		t.Fatal(err)
	}
	if n := user.git("rev-list", "--count", "HEAD"); n != "4" {
		t.Errorf("%s commits, want 4 as before", n)
	}
}

// TestFetchMirror has a configuration that says to overwrite the user's branches.
func TestFetchMirror(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 3)
	server.git("branch", "other", ids[0])
	user := server.clone("--single-branch")
	user.git("config", "remote.origin.fetch", "+refs/heads/*:refs/heads/*")
	user.git("config", "remote.origin.tagOpt", "--tags")
	server.git("tag", "v1")
	user.git("branch", "mine", ids[1])
	server.commit("newer")
	before := untouched(t, user)
	if _, err := user.open().Fetch(context.Background(), "other"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, untouched(t, user)); diff != "" {
		t.Error(diff)
	}
	if got := user.git("tag"); got != "" {
		t.Errorf("tags that nobody asked for: %s", got)
	}
}

func TestFetchRemotes(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 1)
	server.git("branch", "b", ids[0])
	user, _ := numbered(t, 1)
	ctx := context.Background()
	r := user.open()
	_, err := r.Fetch(ctx, "b")
	fails(t, err, "no remote to fetch from", "git remote add origin URL")

	user.git("remote", "add", "up/stream", "file://"+server.dir)
	if _, err := r.Fetch(ctx, "b"); err != nil {
		t.Error("from the only remote:", err)
	}
	user.git("remote", "add", "up", "file://"+user.dir)
	_, err = r.Fetch(ctx, "b")
	fails(t, err, "no remote called origin", "write REMOTE/NAME")
	if _, err := r.Fetch(ctx, "up/stream/b"); err != nil {
		t.Error("from the remote with the longer name:", err)
	}
	user.git("remote", "add", "origin", "file:///nothing/there")
	_, err = r.Fetch(ctx, "b")
	fails(t, err, "git ls-remote: exit status 128")
	user.git("config", "remote.origin.url", "ext::touch "+user.dir+"/ran")
	user.git("config", "protocol.ext.allow", "always")
	_, err = r.Fetch(ctx, "b")
	fails(t, err, "transport 'ext' not allowed")
}

// TestFetchAsksNobody has a remote for which ssh would ask for a password: at the
// terminal, which belongs to the session.
func TestFetchAsksNobody(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	user.git("remote", "add", "origin", "ssh://example.invalid/x")
	user.git("config", "core.sshCommand", `sh -c 'echo session $(cut -d " " -f 6 /proc/$$/stat) asks $SSH_ASKPASS_REQUIRE >&2; exit 1'`)
	_, err := user.open().Fetch(context.Background(), "b")
	fails(t, err, "session ", " asks never")
	session, getErr := unix.Getsid(0)
	if getErr != nil || strings.Contains(err.Error(), fmt.Sprintf("session %d asks", session)) {
		t.Error("ssh has this session's terminal", getErr)
	}
}

func TestFetchCancelled(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	user.git("remote", "add", "origin", "ssh://example.invalid/x")
	user.git("config", "core.sshCommand", "sleep 600; :")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := user.open().Fetch(ctx, "b"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want a deadline", err)
	}
}

func TestFetchMergeBase(t *testing.T) {
	t.Parallel()
	server, base := forked(t, 70, 3)
	ctx := context.Background()
	user := server.clone("--depth=1")
	r := user.open()
	topic, err := r.Fetch(ctx, strings.TrimSpace(server.git("rev-parse", "topic")))
	if err != nil {
		t.Fatal(err)
	}
	before := untouched(t, user)
	got, err := r.FetchMergeBase(ctx, resolve(t, r, "HEAD"), topic)
	if err != nil || got.ID != base {
		t.Errorf("%s, %v; want %s", got.ID, err, base)
	}
	if n := user.git("rev-list", "--count", "HEAD"); n != "51" {
		t.Errorf("%s commits, want 51: one, and a step of 50", n)
	}
	if err := r.FetchHistory(ctx); err != nil {
		t.Error(err)
	}
	if n := user.git("rev-list", "--count", "HEAD"); n != "73" {
		t.Errorf("%s commits, want all 73", n)
	}
	if shallow, err := r.Shallow(ctx); shallow || err != nil {
		t.Error(shallow, err)
	}
	if diff := cmp.Diff(before, untouched(t, user)); diff != "" {
		t.Error(diff)
	}
}

func TestPartialClone(t *testing.T) {
	t.Parallel()
	server, ids := numbered(t, 3)
	server.git("config", "uploadpack.allowFilter", "true")
	ctx := context.Background()
	for _, filter := range []string{"blob:none", "tree:0"} {
		t.Run(filter, func(t *testing.T) {
			user := server.clone("--filter=" + filter)
			r := user.open()
			c := resolve(t, r, ids[1])
			before := state(t, user.dir)
			_, err := r.Checkout(ctx, c, t.TempDir())
			fails(t, err, "this is a partial clone, and lacks 1 objects", "git fetch --refetch --no-filter", "--fetch")
			_, err = r.Show(ctx, c, "file")
			fails(t, err, "file in commit "+short(c.ID)+": this is a partial clone", "git fetch --refetch --no-filter", "--fetch")
			if !errors.Is(err, ErrPartial) {
				t.Errorf("%v is not ErrPartial", err)
			}
			if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
				t.Error(diff)
			}
			if c, err = r.Fetch(ctx, ids[1]); err != nil {
				t.Fatal(err)
			}
			if content, err := r.Show(ctx, c, "file"); err != nil || string(content) != "2\n" {
				t.Errorf("%q, %v", content, err)
			}
			tree := checkOut(t, r, c.ID)
			if diff := cmp.Diff(map[string]string{"file": fmt.Sprintln(2)}, files(t, tree.Dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
