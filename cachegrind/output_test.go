package cachegrind

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIndent(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"\n\r\n", ""},
		{"a\nb", "\n    a\n    b"},
		{"a\r\n\n  b \n", "\n    a\n      b "},
		{"\xff\xfe", "\n    \uFFFD"},
		{strings.Repeat("x", 3000), "\n    " + strings.Repeat("x", 2000)},
		{"gone" + strings.Repeat("x", 1500) + "\n" + strings.Repeat("y", 1000), "\n    " + strings.Repeat("y", 1000)},
	} {
		if diff := cmp.Diff(test.want, indent([]byte(test.text))); diff != "" {
			t.Error(diff)
		}
	}
}
