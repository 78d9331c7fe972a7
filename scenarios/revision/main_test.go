package revision

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain sets aside the configuration of this machine.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		home, err := os.MkdirTemp("", "revision")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(home)
		config := filepath.Join(home, "config")
		text := "[user]\nname = N\nemail = n@example.org\n[init]\ndefaultBranch = main\n[protocol \"file\"]\nallow = always\n"
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			panic(err)
		}
		os.Setenv("HOME", home)
		os.Setenv("GIT_CONFIG_GLOBAL", config)
		os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
		return m.Run()
	}())
}

// place is a folder in which a test runs git.
type place struct {
	t   *testing.T
	dir string
}

// newRepository makes an empty repository.
func newRepository(t *testing.T) place {
	t.Helper()
	p := place{t, filepath.Join(t.TempDir(), "user")}
	p.mkdir()
	p.git("init", "-q")
	return p
}

// numbered makes a repository with n commits on main, and returns their hashes,
// the oldest first.
func numbered(t *testing.T, n int) (place, []string) {
	t.Helper()
	p := newRepository(t)
	var ids []string
	for i := range n {
		ids = append(ids, p.commit(fmt.Sprint("m", i+1), "file", fmt.Sprintln(i+1)))
	}
	return p, ids
}

func (p place) mkdir() {
	p.t.Helper()
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p place) in(elem ...string) place {
	return place{p.t, filepath.Join(append([]string{p.dir}, elem...)...)}
}

// git runs git and returns what it printed. Each commit is a minute younger than
// the number of commits before it says.
func (p place) git(args ...string) string {
	p.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = p.dir
	date := start
	if args[0] == "commit" || args[0] == "merge" || args[0] == "commit-tree" {
		count, _ := exec.Command("git", "-C", p.dir, "rev-list", "--count", "HEAD").Output()
		n := 0
		fmt.Sscan(string(count), &n)
		date = start.Add(time.Duration(n) * time.Minute)
	}
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date.Format(time.RFC3339), "GIT_COMMITTER_DATE="+date.Format(time.RFC3339))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("git %q: %v\n%s", args, err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// start is the date of the first commit of every repository.
var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func (p place) write(name, content string) {
	p.t.Helper()
	place{p.t, filepath.Dir(filepath.Join(p.dir, name))}.mkdir()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(content), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// commit commits everything, and the files that are given as pairs of names and
// contents, and returns the hash.
func (p place) commit(subject string, files ...string) string {
	p.t.Helper()
	for ; len(files) > 0; files = files[2:] {
		p.write(files[0], files[1])
	}
	p.git("add", "-A")
	p.git("commit", "-q", "--allow-empty", "-m", subject)
	return p.git("rev-parse", "HEAD")
}

// clone clones the repository by a URL, as from another machine, or with --bare.
func (p place) clone(options ...string) place {
	p.t.Helper()
	to := place{p.t, filepath.Join(p.t.TempDir(), "clone")}
	p.git(append(append([]string{"clone", "-q"}, options...), "file://"+p.dir, to.dir)...)
	return to
}

// open opens the repository, which has to work.
func (p place) open() *Repository {
	p.t.Helper()
	r, err := Open(context.Background(), p.dir)
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// resolve resolves a revision that is there.
func resolve(t *testing.T, r *Repository, rev string) Commit {
	t.Helper()
	c, err := r.Resolve(context.Background(), rev)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// state returns every file and folder below dir: mode, time of change, content.
func state(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(name)
		if err != nil {
			return err
		}
		text := fmt.Sprint(info.Mode(), " ", info.ModTime().UnixNano())
		if info.Mode().IsRegular() {
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			text += fmt.Sprintf(" %x", sha256.Sum256(content))
		}
		found[name] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// files returns the contents of the files in dir, without those of git.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == ".git" {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() {
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			relative, _ := filepath.Rel(dir, name)
			found[relative] = string(content)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// fails checks that err is there and says every one of the texts.
func fails(t *testing.T, err error, texts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; it should say %q", texts)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("the error does not say %q:\n%v", text, err)
		}
	}
}

// fakeGit puts a script called git first on PATH. In it, $GIT is the real one.
func fakeGit(t *testing.T, script string) {
	t.Helper()
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\nGIT="+real+"\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
}
