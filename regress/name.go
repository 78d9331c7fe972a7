package regress

import (
	"regexp"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

var (
	// What compilers append to a C name for a copy of the function: for constant
	// arguments, without unused ones, its cold part, one that linking made local
	// (gcc/ipa-*.cc, gcc/lto, LLVM's ThinLTO), or for the place of a nested one.
	// A Go name has none of them, save that of a function called cold.
	cloned = regexp.MustCompile(`^([\w$]+?)(\.(constprop|isra|part|lto_priv|llvm)\.\d+|\.cold|\.localalias|\.\d+)+$`)
	// The hash of the crate that ends a Rust symbol of the legacy mangling.
	rustHash = regexp.MustCompile(`::h[0-9a-f]{16}$`)
	// The place of a C++ lambda or a Rust closure among those of its function.
	place = regexp.MustCompile(`#\d+\}`)
	// Closures, loop bodies and the wrappers of go and defer statements, which the
	// Go compiler numbers in the order of the source (cmd/compile, closureName).
	goClosure = regexp.MustCompile(`((\.(func|gowrap|deferwrap)|-range)\d+\b(\.\d+\b)*)+`)
	// The init functions of a Go package, numbered in the same way.
	goInit = regexp.MustCompile(`^init\.\d+\b`)
)

// NormalName gives the parts of a program that are one function to its author
// one name in every build: symbols are demangled; numbers and hashes that a
// compiler makes up, copies that it optimised and generic shapes are folded.
func NormalName(symbol string) string {
	if name := demangle.Filter(symbol, demangle.NoClones); name != symbol && name != "" {
		return place.ReplaceAllString(rustHash.ReplaceAllString(name, ""), "}")
	}
	if c := cloned.FindStringSubmatch(symbol); c != nil {
		return c[1]
	}
	name := foldShapes(symbol)
	path := goPath(name)
	rest := goInit.ReplaceAllString(name[len(path):], "init")
	return path + goClosure.ReplaceAllString(rest, ".func")
}

// foldShapes replaces the type arguments of Go's generic functions, which are
// the shapes that a function was compiled for, with "...".
func foldShapes(name string) string {
	const start = "[go.shape."
	before, after, ok := strings.Cut(name, start)
	if !ok {
		return name
	}
	depth := 1
	for i, c := range after {
		switch c {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			return before + "[...]" + foldShapes(after[i+1:])
		}
	}
	return name // not a name that Go made
}

// goPath returns the import path that a Go name begins with, and the dot after
// it. The compiler writes a dot in the last element of the path as %2e.
func goPath(name string) string {
	head, _, _ := strings.Cut(name, "[") // type arguments have paths of their own
	element := strings.LastIndexByte(head, '/') + 1
	return head[:element+strings.IndexByte(head[element:], '.')+1]
}
