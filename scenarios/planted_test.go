package scenarios_test

import (
	"fmt"
	"math"
	"regexp"
	"testing"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// TestPlanted plants regressions in a called function, in an inlined one, in a call
// of the library and in a pattern of allocations, and requires the right function to
// be named first, or its caller where it was inlined, and the shares to add up.
func TestPlanted(t *testing.T) {
	for _, c := range []struct {
		language, build string
		first           [5]string // by what is planted
	}{
		{
			"c", `["gcc", "-O2", "-g", "-DPLANTED=%d", "-ffile-prefix-map={root}=.", "-o", "{bin}", "planted.c"]`,
			[5]string{"", "^called$", "^caller$", "memchr", "^(_int_|__libc_)?(malloc|free)$"},
		},
		{
			"go", `["go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-X main.planted=%d", "-o", "{bin}", "planted/main.go"]`,
			[5]string{"", `^main\.called$`, `^main\.caller$`, `^(internal/bytealg\.|i)ndexbytebody`, `^runtime\.(malloc|growslice)`},
		},
	} {
		t.Run(c.language, func(t *testing.T) {
			t.Parallel()
			root := programs(t, "testdata/planted")
			build := func(planted int) *results.File {
				return measured(t, root, fmt.Sprintf(
					"[[scenario]]\nname = \"a\"\nlanguage = %q\nrun = [\"{bin}\", \"{n}\"]\niterations = [2000, 3000, 4000, 5000]\nbuild = "+c.build+"\n",
					c.language, planted), nil)
			}
			base := build(0)
			for planted := 1; planted <= 4; planted++ {
				got := regress.Compare(base, build(planted), regress.Limits{Threshold: 0.002}).Comparisons[0]
				if got.State != regress.Regressed || len(got.Blame) == 0 {
					t.Errorf("%d: %s, %+v", planted, got.State, got.Blame)
					continue
				}
				if first := got.Blame[0]; !regexp.MustCompile(c.first[planted]).MatchString(first.Function) {
					t.Errorf("%d: the first function named is %q, want %s", planted, first.Function, c.first[planted])
				}
				var share float64
				for _, f := range got.Blame {
					share += f.Share
				}
				t.Logf("%d: %+.4f%%: %+v", planted, 100*got.Change, got.Blame[0])
				if math.Abs(share-1) > 1e-6 {
					t.Errorf("%d: the shares add up to %v", planted, share)
				}
			}
		})
	}
}
