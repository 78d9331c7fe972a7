package scenario_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// root is the folder of scenarios, seen from here.
const root = "../.."

// everything is the names of the scenario programs, sorted.
var everything = []string{
	"c/strings",
	"go/async", "go/hello", "go/media", "go/query", "go/routing",
	"python/json",
	"self/fit", "self/parse",
}

// TestEverything makes sure that no program is left out of the other tests.
func TestEverything(t *testing.T) {
	var got []string
	for _, pattern := range []string{"c/*/*.c", "go/*/main.go", "python/*/main.py", "self/*/main.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name, err := filepath.Rel(root, filepath.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, filepath.ToSlash(name))
		}
	}
	if diff := cmp.Diff(everything, got); diff != "" {
		t.Errorf("scenario programs (-want +got):\n%s", diff)
	}
}

// program is a scenario program that is ready to run.
type program struct {
	name string   // such as "go/hello"
	argv []string // without N
}

// build returns the programs of these names. Unless file is empty, old, which file
// has exactly once, is broken in them; the file itself stays as it is.
func build(t *testing.T, file, old, broken string, names ...string) []program {
	t.Helper()
	dir := t.TempDir()
	changed := ""
	if file != "" {
		changed = breakFile(t, dir, file, old, broken)
	}
	source := func(name string) string {
		if name == file {
			return changed
		}
		return filepath.Join(root, name)
	}
	goBuild := []string{"go", "build", "-o", dir + string(filepath.Separator)}
	if strings.HasSuffix(file, ".go") {
		goBuild = append(goBuild, "-overlay", overlay(t, dir, file, changed))
	}
	var packages []string
	var programs []program
	for _, name := range names {
		language, short := filepath.Dir(name), filepath.Base(name)
		p := program{name, []string{filepath.Join(dir, short)}}
		switch language {
		case "go", "self":
			packages = append(packages, "./"+filepath.Join(root, name))
		case "c":
			compile(t, "gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror",
				"-o", p.argv[0], source(name+"/"+short+".c"))
		case "python":
			p.argv = []string{"python3", "-I", source(name + "/main.py")}
		default:
			t.Fatalf("%s: no rule to build %s", name, language)
		}
		programs = append(programs, p)
	}
	if packages != nil {
		compile(t, append(goBuild, packages...)...)
	}
	return programs
}

func compile(t *testing.T, argv ...string) {
	t.Helper()
	if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
}

// breakFile returns the path of a copy of file in dir that has broken instead of old.
func breakFile(t *testing.T, dir, file, old, broken string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), old); n != 1 {
		t.Fatalf("%s has %q %d times, want 1", file, old, n)
	}
	path := filepath.Join(dir, "broken-"+filepath.Base(file))
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, broken, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// overlay returns the path of a file that makes go build read changed instead of file.
func overlay(t *testing.T, dir, file, changed string) string {
	t.Helper()
	original, err := filepath.Abs(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
