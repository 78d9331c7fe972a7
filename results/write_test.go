package results

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// run returns a file with something in every field.
func run() *File {
	return &File{
		Cache:       cachegrind.DefaultCache(),
		Environment: Environment{Arch: "amd64", Libc: "glibc 2.36", Sealed: []string{"addresses", "random"}, Seed: 7, Valgrind: "3.19.0"},
		Failures:    map[string]string{"c/broken": "build: exit status 1\na.c:3: error: \"x\" <undeclared> & \u2028"},
		Model:       cachegrind.DefaultModel(),
		Scenarios: map[string]Scenario{
			"go/hello": {
				CostPerIteration:   8123.4,
				EventsPerIteration: map[string]float64{"Ir": 5011, "D1mr": 0.03},
				Functions:          map[string]float64{"main.hello": 8000, "encoding/json.(*encodeState).marshal": 100.5, Other: 22.9},
				Iterations:         []int{2000, 3000, 4000},
				NoisePPM:           3.1,
				Points: []Point{
					{Events: map[string]uint64{"Ir": 10022000, "D1mr": 60}, N: 2000},
					{Events: map[string]uint64{"Ir": 1<<64 - 1}, N: 2000, Repeat: 1},
				},
				StartupCost: 1834455,
				Toolchain:   "go1.26.8",
			},
			"c/strings": {CostPerIteration: 1e-9, Iterations: []int{1, 2, 3}, StartupCost: -12},
		},
		Schema: Schema,
	}
}

func bytesOf(t *testing.T, f *File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	golden := filepath.Join("testdata", "run.json")
	got := bytesOf(t, run())
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
	for range 20 { // maps have another order each time
		if again := bytesOf(t, run()); !bytes.Equal(got, again) {
			t.Fatal(cmp.Diff(string(got), string(again)))
		}
	}
}

// A baseline has neither points nor failures, and takes nothing from the run.
func TestBaseline(t *testing.T) {
	f := run()
	want := run()
	want.Failures = nil
	hello := want.Scenarios["go/hello"]
	hello.Points = nil
	want.Scenarios["go/hello"] = hello
	if diff := cmp.Diff(want, f.Baseline()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(run(), f); diff != "" {
		t.Error(diff)
	}
}

func TestWriteRefuses(t *testing.T) {
	change := func(f *File, c func(*Scenario)) {
		s := f.Scenarios["go/hello"]
		c(&s)
		f.Scenarios["go/hello"] = s
	}
	for _, c := range []struct {
		change func(*File)
		want   string
	}{
		{func(f *File) { change(f, func(s *Scenario) { s.CostPerIteration = math.NaN() }) }, "results not written: scenario go/hello: cost_per_iteration is NaN"},
		{func(f *File) { change(f, func(s *Scenario) { s.StartupCost = math.Inf(-1) }) }, "results not written: scenario go/hello: startup_cost is -Inf"},
		{func(f *File) { f.Scenarios["go/hello"].Functions["f"] = math.NaN() }, "results not written: scenario go/hello: functions: f is NaN"},
		{func(f *File) { f.Scenarios["go/hello"].EventsPerIteration["Ir"] = math.Inf(1) }, "results not written: scenario go/hello: events_per_iteration: Ir is +Inf"},
		{func(f *File) { f.Schema = 0 }, "results not written: schema 0 is not 1"},
	} {
		f := run()
		c.change(f)
		var b bytes.Buffer
		err := f.Write(&b)
		if diff := cmp.Diff(c.want, fmt.Sprint(err)); diff != "" {
			t.Error(diff)
		}
		if b.Len() > 0 {
			t.Errorf("%s: written all the same: %q", c.want, b.String())
		}
	}
}

// What a program prints, or calls its functions, is any bytes.
func TestWriteInvalidUTF8(t *testing.T) {
	f := run()
	f.Failures["c/broken"] = "it said \xff"
	f.Scenarios["go/hello"].Functions["f\xfe"] = 1
	got, err := Read(bytes.NewReader(bytesOf(t, f)), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("it said \ufffd", got.Failures["c/broken"]); diff != "" {
		t.Error(diff)
	}
	if got.Scenarios["go/hello"].Functions["f\ufffd"] != 1 {
		t.Errorf("got %v", got.Scenarios["go/hello"].Functions)
	}
}

// only returns the names in a folder.
func only(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "baseline.json")
	content := func() string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	mode := func() os.FileMode {
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}

	old := syscall.Umask(0o027)
	err := run().WriteFile(path)
	syscall.Umask(old)
	if err != nil {
		t.Fatal(err)
	}
	want := string(bytesOf(t, run()))
	if diff := cmp.Diff(want, content()); diff != "" {
		t.Error(diff)
	}
	if mode() != 0o640 {
		t.Errorf("a new file is %v", mode())
	}

	// A file that is there keeps its permissions, and its content if there is an error.
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	bad := run()
	bad.Scenarios["go/hello"].Functions["f"] = math.NaN()
	if err := bad.WriteFile(path); err == nil {
		t.Error("NaN was written")
	}
	if diff := cmp.Diff(want, content()); diff != "" {
		t.Error(diff)
	}
	if err := run().Baseline().WriteFile(path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytesOf(t, run().Baseline())), content()); diff != "" {
		t.Error(diff)
	}
	if mode() != 0o600 {
		t.Errorf("a file of 0600 became %v", mode())
	}
	if diff := cmp.Diff([]string{"baseline.json"}, only(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteFileLink(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "elsewhere"), 0o755); err != nil {
		t.Fatal(err)
	}
	link, target := filepath.Join(dir, "link.json"), filepath.Join(dir, "elsewhere", "target.json")
	if err := os.WriteFile(target, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere/target.json", link); err != nil {
		t.Fatal(err)
	}
	if err := run().WriteFile(link); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); to != "elsewhere/target.json" {
		t.Errorf("the link is %q, %v", to, err)
	}
	got, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytesOf(t, run())), string(got)); diff != "" {
		t.Error(diff)
	}
}

// What cannot be written to leaves nothing behind.
func TestWriteFileErrors(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{pipe, pipe + ": not a regular file: name another"},
		{dir, dir + ": not a regular file: name another"},
		{"/dev/null", "/dev/null: not a regular file: name another"},
	} {
		if diff := cmp.Diff(c.want, fmt.Sprint(run().WriteFile(c.path))); diff != "" {
			t.Error(diff)
		}
	}
	if err := run().WriteFile(filepath.Join(dir, "none", "baseline.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("into a folder that is not there: %v", err)
	}
	if err := run().WriteFile(filepath.Join(pipe, "baseline.json")); err == nil {
		t.Error("written into a pipe")
	}
	if diff := cmp.Diff([]string{"pipe"}, only(t, dir)); diff != "" {
		t.Error(diff)
	}
}
