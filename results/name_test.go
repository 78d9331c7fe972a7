package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckName(t *testing.T) {
	for _, name := range []string{
		"a", "go/hello", "a/b/c/d", "A.b_c+d=e-f", "2to3", "node/v20.11", "size=8KiB", strings.Repeat("a", MaxNameLength),
	} {
		if err := CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	const use = ": use letters, digits and . _ + = -, in parts joined by /, such as go/hello"
	for _, name := range []string{
		"", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "a/.b", "-a", "a/-b", "_a", "a b", "a\n", "\na", "a\x00", "a\tb",
		"ä", "a|b", "a<b>", "a&b", "`a`", "$a", "a;b", "a:b", "a*", "a?", `a\b`, "a'b", `a"b`, "a,b", "a#b", "a%b", "a@b", "a~b", "(a)", "\xff", "a\u202eb",
	} {
		if diff := cmp.Diff(fmt.Sprintf("bad scenario name %q", name)+use, fmt.Sprint(CheckName(name))); diff != "" {
			t.Error(diff)
		}
	}
	got := CheckName(strings.Repeat("a", MaxNameLength+1))
	if diff := cmp.Diff("scenario name of 201 bytes is longer than 200", fmt.Sprint(got)); diff != "" {
		t.Error(diff)
	}
}
