package selftest

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/grindgate/grindgate/scenarios"
)

const wholeManifest = `[gate]
threshold = "0.1%"

[[scenario]]
name = "go/work"
language = "go"
run = ["{root}/work", "{n}"]
tags = ["fast"]
`

// manifests proves that a manifest that is not understood is refused, and so is a
// selection of nothing.
func manifests(g Gate, dir string) []Proof {
	load := func(text string) (*scenarios.Manifest, error) {
		path := filepath.Join(dir, "scenarios.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, err
		}
		return g.Load(path)
	}
	loading := func(text string) error {
		_, err := load(text)
		return err
	}
	replaced := func(old, now string) error { return loading(strings.Replace(wholeManifest, old, now, 1)) }
	_, scenario, _ := strings.Cut(wholeManifest, "\n\n")
	m, err := load(wholeManifest)
	selecting := func(patterns, tags []string) error {
		if err != nil {
			return err
		}
		_, err := g.Select(m, patterns, tags)
		return err
	}
	return []Proof{
		accepted("whole", err),
		refused("empty", "no scenario", loading("")),
		refused("no scenario", "no scenario", loading("[gate]\nthreshold = \"0.1%\"\n")),
		refused("an unknown key", `unknown key "treshold"`, replaced("threshold", "treshold")),
		refused("a name twice", "already there", loading(wholeManifest+scenario)),
		refused("an unknown language", "unknown language", replaced(`"go"`, `"og"`)),
		refused("a threshold of 0%", "bad threshold", replaced("0.1%", "0%")),
		refused("a run without {n}", "{n}", replaced(`, "{n}"`, "")),
		accepted("a pattern that matches", selecting([]string{"go"}, nil)),
		refused("a pattern that matches nothing", "matches no scenario", selecting([]string{"go/other"}, nil)),
		refused("a tag that nobody has", "no scenario has the tag", selecting(nil, []string{"slow"})),
	}
}
