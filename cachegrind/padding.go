package cachegrind

import "strings"

const (
	paddingName = "GRINDGATE_PADDING="
	// page is what the strings that a program is started with are filled up to a
	// multiple of, in bytes. A page is a multiple of any line of a cache and of any
	// alignment that a stack needs.
	page = 4096
)

// padded adds a variable that fills up the strings at the bottom of a program's
// stack: its path, its arguments and its variables. Without it the stack, and
// with it all that lies on it, moves against the lines of the caches by the length
// of every folder's name, and an iteration costs a few accesses more or less in
// another folder.
func padded(env []string, path string, args []string) []string {
	total := 2 * (len(path) + 1) // as argv[0] and as AT_EXECFN
	for _, s := range append(append([]string{paddingName}, env...), args...) {
		total += len(s) + 1
	}
	return append(env, paddingName+strings.Repeat("x", (page-total%page)%page))
}
