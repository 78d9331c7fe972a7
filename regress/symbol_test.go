package regress

import (
	"bytes"
	"debug/elf"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names builds a source file and returns the normal names of the functions in
// the program whose symbols begin with a prefix, each once.
func names(t *testing.T, source []byte, file, prefix string, build ...string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, file), source, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(build[0], append(build[1:], "-o", "program", file)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	program, err := elf.Open(filepath.Join(dir, "program"))
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	symbols, err := program.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && strings.HasPrefix(s.Name, prefix) {
			found[NormalName(s.Name)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func source(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What gcc makes of a program keeps the names of the source, however much it
// optimises.
func TestSymbolsOfC(t *testing.T) {
	want := []string{"own_cold", "own_constant", "own_fields", "own_nested"}
	for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
		got := names(t, source(t, "copies.c"), "copies.c", "own_", "gcc", level, "-fno-inline")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", level, diff)
		}
	}
}

// What is added to a Go program renames nothing that was there.
func TestSymbolsOfGo(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	before := source(t, "closures.go")
	after := bytes.ReplaceAll(before, []byte("// more\n"), []byte("call(func(x int) int { defer call(nil); return x + n })\n"))
	if bytes.Equal(before, after) {
		t.Fatal("nothing was added")
	}
	want := []string{
		"main.(*stack[...]).all", "main.(*stack[...]).push", "main.call", "main.init", "main.init.func",
		"main.main", "main.main.func", "main.pair", "main.pair.func", "main.particle", "main.twice[...]", "main.twice[...].func",
	}
	for _, text := range [][]byte{before, after} {
		got := names(t, text, "closures.go", "main.", "go", "build", "-gcflags=-l")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}
