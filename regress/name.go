package regress

import (
	"regexp"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

var (
	// Copies that GCC makes of a function: for constant arguments, without
	// unused ones, without its cold or its hot part (gcc/ipa-*.cc).
	clones = regexp.MustCompile(`\.(constprop|isra|part|cold|lto_priv|localalias)(\.\d+)*|\.llvm\.\d+`)
	// The hash of the crate that ends a Rust symbol of the legacy mangling.
	rustHash = regexp.MustCompile(`::h[0-9a-f]{16}$`)
	// Closures, which the Go compiler numbers in the order of the source.
	goClosure = regexp.MustCompile(`(\.(func|gowrap|deferwrap)\d+|-range\d+|(\.\d+)+$)+`)
	// Go's name for the shape of the types a generic function was made for.
	goShape = regexp.MustCompile(`\[go\.shape\.[^\]]*(\][^\[\]]*)*\]`)
)

// NormalName gives the parts of a program that are one function to its author
// one name in every build: symbols are demangled; numbers and hashes that a
// compiler makes up, copies that it optimised and generic shapes are folded.
func NormalName(symbol string) string {
	name := demangle.Filter(symbol, demangle.NoClones)
	name = rustHash.ReplaceAllString(name, "")
	name = clones.ReplaceAllString(name, "")
	if strings.Contains(name, "[go.shape.") {
		name = goShape.ReplaceAllString(name, "[...]")
	}
	return goClosure.ReplaceAllString(name, ".func")
}
