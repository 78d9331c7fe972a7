package cachegrind

import (
	"strings"
	"testing"
)

func TestPadded(t *testing.T) {
	for length := range 2 * page {
		path, args := "/p"+strings.Repeat("a", length/2), []string{strings.Repeat("b", length-length/2), "1000"}
		env := padded([]string{"A=1", "B="}, path, args)
		total := 2 * (len(path) + 1)
		for _, s := range append(args, env...) {
			total += len(s) + 1
		}
		if total%page != 0 || len(env) != 3 {
			t.Fatalf("a path of %d bytes: %d bytes in %d variables", len(path), total, len(env))
		}
	}
}
