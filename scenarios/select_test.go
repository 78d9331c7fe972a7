package scenarios

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSelect(t *testing.T) {
	m := &Manifest{Scenarios: []Scenario{
		{Name: "go/hello", Tags: []string{"http", "fast"}},
		{Name: "go/media", Tags: []string{"http"}},
		{Name: "go/deep/er", Tags: nil},
		{Name: "gopher", Tags: []string{"fast"}},
		{Name: "c/hello", Tags: []string{"text"}},
	}}
	for _, test := range []struct {
		patterns, tags, want string // of words
		err                  string
	}{
		{"", "", "go/hello go/media go/deep/er gopher c/hello", ""},
		{"go/hello", "", "go/hello", ""},
		{"go", "", "go/hello go/media go/deep/er", ""},
		{"go/", "", "go/hello go/media go/deep/er", ""},
		{"go/deep", "", "go/deep/er", ""},
		{"go*", "", "gopher", ""},
		{"go/*", "", "go/hello go/media", ""},
		{"*/hello", "", "go/hello c/hello", ""},
		{"*/*/*", "", "go/deep/er", ""},
		{"[cg]/hello", "", "c/hello", ""},
		{"c/hello go/media", "", "go/media c/hello", ""}, // in the order of the manifest
		{"go go/hello gopher", "", "go/hello go/media go/deep/er gopher", ""},
		{"", "http", "go/hello go/media", ""},
		{"", "text fast", "go/hello gopher c/hello", ""},
		{"go", "fast", "go/hello", ""},
		{"*/hello", "text http", "go/hello c/hello", ""},

		{"hello", "", "", `pattern "hello" matches no scenario: see grindgate list`},
		{"g", "", "", `pattern "g" matches no scenario: see grindgate list`},
		{"GO", "", "", `pattern "GO" matches no scenario: see grindgate list`},
		{"/", "", "", `pattern "/" matches no scenario: see grindgate list`},
		{"go/hello/x", "", "", `pattern "go/hello/x" matches no scenario: see grindgate list`},
		{"go [", "", "", `bad pattern "[": syntax error in pattern`},
		{"", "slow", "", `no scenario has the tag "slow": see grindgate list`},
		{"", "http slow", "", `no scenario has the tag "slow": see grindgate list`},
		{"", "h*", "", `no scenario has the tag "h*": see grindgate list`},
		{"c", "http", "", "no scenario matches both a pattern and a tag: see grindgate list"},
		{"x go y", "z", "", `pattern "x" matches no scenario: see grindgate list` + "\n" +
			`pattern "y" matches no scenario: see grindgate list` + "\n" +
			`no scenario has the tag "z": see grindgate list`},
	} {
		t.Run(test.patterns+","+test.tags, func(t *testing.T) {
			selected, err := m.Select(strings.Fields(test.patterns), strings.Fields(test.tags))
			var names []string
			for _, s := range selected {
				names = append(names, s.Name)
			}
			message := ""
			if err != nil {
				message = err.Error()
			}
			if diff := cmp.Diff(test.want, strings.Join(names, " ")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.err, message); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, empty := range [][2][]string{{{""}, nil}, {nil, {""}}} {
		if selected, err := m.Select(empty[0], empty[1]); err == nil {
			t.Errorf("an empty pattern or tag selects %v", selected)
		}
	}
}
