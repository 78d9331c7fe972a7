package revision

import (
	"context"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withSubmodules makes a repository with a submodule that has one itself.
func withSubmodules(t *testing.T) (user, library, deep place) {
	t.Helper()
	deep, _ = numbered(t, 1)
	library, _ = numbered(t, 2)
	library.git("submodule", "--quiet", "add", "file://"+deep.dir, "deep")
	library.commit("deep")
	user, _ = numbered(t, 1)
	user.git("submodule", "--quiet", "add", "--name", "the library", "file://"+library.dir, "lib/ü b")
	user.commit("library")
	user.git("submodule", "--quiet", "update", "--init", "--recursive")
	return user, library, deep
}

func TestCheckoutSubmodules(t *testing.T) {
	t.Parallel()
	user, _, _ := withSubmodules(t)
	r := user.open()
	head := resolve(t, r, "HEAD")
	want := map[string]string{
		"file": "1\n", "lib/ü b/file": "2\n", "lib/ü b/deep/file": "1\n",
		".gitmodules":         user.git("show", "HEAD:.gitmodules") + "\n",
		"lib/ü b/.gitmodules": user.in("lib/ü b").git("show", "HEAD:.gitmodules") + "\n",
	}
	check := func(name string) {
		t.Run(name, func(t *testing.T) {
			before := state(t, user.dir)
			tree, err := user.open().Checkout(context.Background(), head, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, files(t, tree.Dir)); diff != "" {
				t.Error(diff)
			}
			if got := (place{t, tree.Dir}).git("status", "--porcelain"); got != "" {
				t.Error(got)
			}
			if diff := cmp.Diff(before, state(t, user.dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
	check("as they are")
	user.git("rm", "-q", "-r", "lib", ".gitmodules")
	user.commit("without it")
	check("which HEAD does not have any more")

	// In a linked worktree the main one's clones are good enough.
	user.git("worktree", "add", "-q", "--detach", "inner")
	tree, err := user.in("inner").open().Checkout(context.Background(), head, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files(t, tree.Dir)); diff != "" {
		t.Error(diff)
	}
}

// TestCheckoutOfSubmodule has a submodule as the project.
func TestCheckoutOfSubmodule(t *testing.T) {
	t.Parallel()
	user, _, _ := withSubmodules(t)
	tree := checkOut(t, user.in("lib/ü b").open(), "HEAD~1")
	if diff := cmp.Diff(map[string]string{"file": "2\n"}, files(t, tree.Dir)); diff != "" {
		t.Error(diff)
	}
}

func TestCheckoutSubmodulesMissing(t *testing.T) {
	t.Parallel()
	user, library, _ := withSubmodules(t)
	ctx := context.Background()
	fail := func(p place, texts ...string) {
		t.Helper()
		r := p.open()
		_, err := r.Checkout(ctx, resolve(t, r, "HEAD"), t.TempDir())
		fails(t, err, texts...)
	}
	clone := user.clone()
	fail(clone, `submodule "lib/ü b": not in this clone`, "`git submodule update --init --recursive -- 'lib/ü b'`", "submodules: recursive")

	clone.git("submodule", "--quiet", "update", "--init")
	fail(clone, `submodule "lib/ü b": submodule "deep": not in this clone`)

	id := library.commit("newer", "file", "newer")
	clone.git("update-index", "--cacheinfo", "160000,"+id+",lib/ü b")
	clone.git("commit", "-q", "-m", "newer library")
	fail(clone, "its commit "+short(id)+" is not in this clone", "fetch origin "+id)

	stray, _ := numbered(t, 1)
	stray.git("update-index", "--add", "--cacheinfo", "160000,"+id+",stray")
	stray.git("commit", "-q", "-m", "stray")
	fail(stray, `submodule "stray": a commit that .gitmodules does not name`)
}

// TestCheckoutSubmoduleInPlace has the submodule's repository in the work tree, as
// git add of a clone leaves it.
func TestCheckoutSubmoduleInPlace(t *testing.T) {
	t.Parallel()
	user, _ := numbered(t, 1)
	sub := user.in("sub")
	sub.mkdir()
	sub.git("init", "-q")
	sub.commit("one", "x", "x")
	user.git("add", "-A")
	user.git("commit", "-q", "-m", "embedded")
	tree := checkOut(t, user.open(), "HEAD")
	if diff := cmp.Diff(map[string]string{"file": "1\n", "sub/x": "x"}, files(t, tree.Dir)); diff != "" {
		t.Error(diff)
	}
}

// TestSubmoduleNames are chosen by strangers.
func TestSubmoduleNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"lib": true, "a/b": true, "a..b": true, "": false, "..": false, "../../x": false, "a/../../x": false, `a\..\x`: false, "/": false,
	} {
		if got := staysInside(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	user, id := numbered(t, 1)
	outside := user.in("..", "outside")
	outside.mkdir()
	outside.git("init", "-q", "--bare")
	if err := os.MkdirAll(user.in(".git", "modules").dir, 0o755); err != nil {
		t.Fatal(err)
	}
	user.write(".gitmodules", "[submodule \"../../../outside\"]\npath = sub\nurl = x\n")
	user.git("update-index", "--add", "--cacheinfo", "160000,"+id[0]+",sub")
	user.git("add", ".gitmodules")
	user.git("commit", "-q", "-m", "hostile")
	r := user.open()
	_, err := r.Checkout(context.Background(), resolve(t, r, "HEAD"), t.TempDir())
	fails(t, err, `submodule "sub": not in this clone`)
}
