package cachegrind

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRunPathLength requires that an iteration costs the same wherever the program
// lies, in every event.
func TestRunPathLength(t *testing.T) {
	program := compile(t, `
		#include <stdio.h>
		#include <stdlib.h>
		int main(int argc, char **argv) {
			char a[30000], b[3000];
			long n = atol(argv[1]);
			for (long i = 0; i < n; i++) {
				for (unsigned j = 0; j < sizeof a; j += 8)
					*(volatile char *)&a[j] = i;
				snprintf(b, sizeof b, "%ld %d", i, a[17]);
			}
			return argc != 2;
		}`)
	r := newRunner(t)
	iterations := func(path string) Counts {
		seals := []Seal{Addresses, Random} // else the stack moves with every run
		few := run(t, r, Command{Path: path, Args: []string{"100"}, Seals: seals}).Profile.Totals
		many := run(t, r, Command{Path: path, Args: []string{"200"}, Seals: seals}).Profile.Totals
		for e := range many {
			many[e] -= few[e]
		}
		return many
	}
	want := iterations(program)
	for _, length := range []int{1, 9, 23, 41} {
		path := filepath.Join(t.TempDir(), strings.Repeat("p", length))
		if err := os.Symlink(program, path); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, iterations(path)); diff != "" {
			t.Errorf("a name of %d bytes: %s", length, diff)
		}
	}
}
