package cachegrind

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCollect refuses whatever is not the one whole profile of the right program.
func TestCollect(t *testing.T) {
	const whole = "desc: x\ncmd: /p 10\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfl=f\nfn=g\n1 2\nsummary: 2 0 0 0 0 0 0 0 0\n"
	c := Command{Path: "/p", Args: []string{"10"}}
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"right", map[string]string{"cachegrind.out.7": whole, "valgrind.log.7": ""}, ""},
		{"none", nil, "succeeded but left no profile: the program may have replaced itself by one that valgrind cannot follow"},
		{
			"two",
			map[string]string{"cachegrind.out.7": whole, "cachegrind.out.8": strings.Replace(whole, "/p 10", "/q", 1)},
			"started other programs (/p 10; /q), whose work would not be counted: do all the work in one process; where the program is a wrapper, such as pyenv's python3, name the real one by its path",
		},
		{
			"another process",
			map[string]string{"cachegrind.out.8": whole},
			"started other programs (/p 10), whose work would not be counted: do all the work in one process; where the program is a wrapper, such as pyenv's python3, name the real one by its path",
		},
		{
			"another program",
			map[string]string{"cachegrind.out.7": strings.Replace(whole, "/p 10", "/bin/sh /p 10", 1)},
			`the profile is that of "/bin/sh /p 10", not of "/p 10": the program is a wrapper that starts another one; name that one instead`,
		},
		{
			"other arguments",
			map[string]string{"cachegrind.out.7": strings.Replace(whole, "/p 10", "/p 100", 1)},
			`the profile is that of "/p 100", not of "/p 10": the program is a wrapper that starts another one; name that one instead`,
		},
		{"empty", map[string]string{"cachegrind.out.7": ""}, "cachegrind.out.7:1: the file is empty; measure again"},
		{"a folder", map[string]string{"cachegrind.out.7/x": ""}, "OUT/cachegrind.out.7: not a regular file"},
		{
			"forged without caches",
			map[string]string{"cachegrind.out.7": "cmd: /p 10\nevents: Ir\nfl=f\nfn=g\n1 2\nsummary: 2\n"},
			"the profile has the events [Ir], and not the nine of the cache simulation",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := t.TempDir()
			for name, text := range test.files {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(out, name)), 0o700); err != nil {
					t.Fatal(err)
				}
				writeFile(t, filepath.Join(out, name), text)
			}
			profile, err := profileOfRun(out, 7, c)
			got := ""
			if err != nil {
				got = strings.ReplaceAll(err.Error(), out, "OUT")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if (profile == nil) != (err != nil) {
				t.Errorf("profile %v with error %v", profile, err)
			}
		})
	}
	// Cut off anywhere, it is refused.
	out := t.TempDir()
	for i := range whole[:len(whole)-1] {
		writeFile(t, filepath.Join(out, "cachegrind.out.7"), whole[:i])
		if p, err := profileOfRun(out, 7, c); err == nil {
			t.Errorf("%q: accepted as %+v", whole[:i], p)
		}
	}
}
