package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var (
	fence  = regexp.MustCompile("(?ms)^```([a-z]+)(?: (\\S+))?\n(.*?)^```$")
	target = regexp.MustCompile(`^make ([a-z]+)$`)
)

// TestReadme writes the files that the README shows and runs its commands, in
// their order. Those of make are only looked up, since one of them is this test.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	files, commands, committed := 0, 0, false
	for _, m := range fence.FindAllStringSubmatch(string(readme), -1) {
		kind, path, text := m[1], m[2], m[3]
		if path != "" {
			files++
			continue
		}
		if kind != "console" {
			continue
		}
		for line := range strings.Lines(text) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			if !ok {
				t.Fatalf("README: a line of a console block that is no command: %q", line)
			}
			commands++
			if m := target.FindStringSubmatch(command); m != nil {
				if out, err := exec.Command("make", "-C", "../..", "-n", m[1]).CombinedOutput(); err != nil {
					t.Errorf("README: %s: %v\n%s", command, err, out)
				}
				continue
			}
			if strings.HasPrefix(command, "grindgate history") && !committed {
				committed = true // as the text says
				script.WriteString("exec git init -q\nexec git add results/baseline.json\n" +
					"exec git -c user.name=N -c user.email=n@example.org commit -q -m Baseline\n")
			}
			status := "0"
			if strings.HasSuffix(command, "--tag fast") {
				status = "2" // as the text says
			}
			script.WriteString("status " + status + " " + command + "\n")
		}
	}
	if files < 2 || commands < 10 {
		t.Fatalf("README: found %d files and %d commands; the pattern of this test is off", files, commands)
	}
	script.WriteString("exists results/baseline.json\nexists results.json\ngrep '0 regressed' gate.md\n")
	for _, m := range fence.FindAllStringSubmatch(string(readme), -1) {
		if path := m[2]; path != "" {
			script.WriteString("-- " + path + " --\n" + m[3])
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "readme.txtar"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, params(dir))
}
