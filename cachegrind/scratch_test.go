package cachegrind

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// abandonedName is the name that the Scratch of a killed process could have.
const abandonedName = "grindgate-0123456789abcdef"

func TestScratchSweeps(t *testing.T) {
	for _, test := range []struct {
		name  string
		make  func(t *testing.T, parent string) // what is there before
		stays []string
	}{
		{"abandoned", func(t *testing.T, parent string) { makeScratch(t, parent, abandonedName, true) }, nil},
		{"abandoned, with unwritable folders", func(t *testing.T, parent string) {
			makeScratch(t, parent, abandonedName, true)
			makeUnwritable(t, filepath.Join(parent, abandonedName))
		}, nil},
		{"several", func(t *testing.T, parent string) {
			makeScratch(t, parent, abandonedName, true)
			makeScratch(t, parent, "grindgate-fedcba9876543210", true)
		}, nil},
		{"without a lock", func(t *testing.T, parent string) { makeScratch(t, parent, abandonedName, false) }, []string{abandonedName}},
		{"another name", func(t *testing.T, parent string) {
			makeScratch(t, parent, "grindgate-results", true)
			makeScratch(t, parent, "x"+abandonedName, true)
		}, []string{"grindgate-results", "x" + abandonedName}},
		{"a file", func(t *testing.T, parent string) { writeFile(t, filepath.Join(parent, abandonedName), "") }, []string{abandonedName}},
		{"a link", func(t *testing.T, parent string) {
			makeScratch(t, parent, "elsewhere", true)
			if err := os.Symlink("elsewhere", filepath.Join(parent, abandonedName)); err != nil {
				t.Fatal(err)
			}
		}, []string{"elsewhere", abandonedName}},
		{"a lock that is a link", func(t *testing.T, parent string) {
			makeScratch(t, parent, abandonedName, false)
			writeFile(t, filepath.Join(parent, "file"), "")
			if err := os.Symlink("../file", filepath.Join(parent, abandonedName, "lock")); err != nil {
				t.Fatal(err)
			}
		}, []string{"file", abandonedName}},
	} {
		t.Run(test.name, func(t *testing.T) {
			parent := t.TempDir()
			t.Setenv("TMPDIR", parent)
			test.make(t, parent)
			s, err := NewScratch()
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			left, err := os.ReadDir(parent)
			if err != nil {
				t.Fatal(err)
			}
			want := make(map[string]bool)
			for _, name := range test.stays {
				want[name] = true
			}
			got := make(map[string]bool)
			for _, entry := range left {
				got[entry.Name()] = true
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestScratchSweepsStrays requires that what a killed process started ends as well.
func TestScratchSweepsStrays(t *testing.T) {
	parent := t.TempDir()
	t.Setenv("TMPDIR", parent)
	makeScratch(t, parent, abandonedName, true)
	stray := start(t, "TMPDIR="+filepath.Join(parent, abandonedName, "1"), "sleep", "1000")
	s, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stray.Wait()
	if diff := cmp.Diff("signal: killed", stray.ProcessState.String()); diff != "" {
		t.Error(diff)
	}
}

// TestScratchForeign needs somebody else's folder, which only root can make;
// without root every folder is one's own, and the owner is looked at all the same.
func TestScratchForeign(t *testing.T) {
	parent := t.TempDir()
	makeScratch(t, parent, abandonedName, true)
	dir := filepath.Join(parent, abandonedName)
	if !ours(dir) {
		t.Error("one's own folder is not ours")
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		if ours(dir) {
			t.Error("the folder of another user is ours")
		}
	}
}

func TestScratchLive(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	first, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	second, err := NewScratch()
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Dir) != len(second.Dir) || first.Dir == second.Dir {
		t.Errorf("%s and %s: want two paths of one length", first.Dir, second.Dir)
	}
	for _, s := range []*Scratch{first, second} {
		sub, err := s.Sub()
		if err != nil {
			t.Error(err)
		}
		writeFile(t, filepath.Join(sub, "file"), "")
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(s.Dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there: %v", s.Dir, err)
		}
	}
}

// TestScratchTogether lets many begin at once: none sweeps away what another one
// is just making.
func TestScratchTogether(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				s, err := NewScratch()
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.Sub(); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func TestScratchRefuses(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", none)
	_, err := NewScratch()
	want := "the folder for temporary files: lstat " + none + ": no such file or directory; set TMPDIR to one that exists"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	parent := openDir(t, 0o555)
	t.Setenv("TMPDIR", parent)
	asNobody(t, func() {
		_, err := NewScratch()
		if !errors.Is(err, fs.ErrPermission) || !strings.HasSuffix(err.Error(), "; set TMPDIR to one that can be written") {
			t.Errorf("%v, want no permission to write", err)
		}
	})
}

// TestRemoveAll removes what a program made unreadable, and nothing behind a link.
func TestRemoveAll(t *testing.T) {
	parent := openDir(t, 0o777)
	outside := filepath.Join(parent, "outside")
	asNobody(t, func() {
		if err := os.Mkdir(outside, 0o500); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(parent, "dir")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
		makeUnwritable(t, dir)
		if err := os.RemoveAll(dir); err == nil {
			t.Fatal("os.RemoveAll alone does it")
		}
		if err := RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	info, err := os.Stat(outside)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o500 {
		t.Errorf("the folder behind the link has now %v", info.Mode())
	}
}

func makeScratch(t *testing.T, parent, name string, lock bool) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(parent, name, "sub", "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(parent, name, "sub", "file"), "text")
	if lock {
		writeFile(t, filepath.Join(parent, name, "lock"), "")
	}
}

// makeUnwritable makes folders in dir that nobody may write to, or even see.
func makeUnwritable(t *testing.T, dir string) {
	t.Helper()
	for name, mode := range map[string]os.FileMode{"read": 0o500, "none": 0} {
		path := filepath.Join(dir, name, "inner")
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(path, "file"), "")
		for _, p := range []string{path, filepath.Dir(path)} {
			if err := os.Chmod(p, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// openDir makes a folder that asNobody reaches.
func openDir(t *testing.T, mode os.FileMode) string {
	t.Helper()
	dir := t.TempDir()
	for path, mode := range map[string]os.FileMode{dir: mode, filepath.Dir(dir): 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const nobody = 65534

// asNobody calls do with the rights of an ordinary user to files, for whom a mode
// is a limit.
func asNobody(t *testing.T, do func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		do()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked, so that the thread ends with its rights
		if _, err := unix.SetfsuidRetUid(nobody); err != nil {
			t.Error(err)
			return
		}
		do()
	}()
	<-done
}
