package cachegrind

import (
	"bytes"
	"fmt"
)

// SyntaxError is a file that is not a whole output file of cachegrind.
type SyntaxError struct {
	File string
	Line int // the first line is 1; for a file that ends too early, its last line
	Msg  string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// quote shows the beginning of text in a message. What is refused may be binary
// and may be long.
func quote(text []byte) string {
	const limit = 40
	if len(text) > limit {
		return fmt.Sprintf("%q...", text[:limit])
	}
	return fmt.Sprintf("%q", text)
}

// callgrindKeys begin lines that callgrind writes and cachegrind does not. See
// "Callgrind Format Specification" in valgrind's manual. Keys that both have
// (desc:, cmd:, events:, summary:, fl=, fn=) tell nothing.
var callgrindKeys = []string{
	"# callgrind format", "version:", "creator:", "pid:", "thread:", "part:", "event:", "positions:", "totals:",
	"ob=", "fi=", "fe=", "cob=", "cfi=", "cfl=", "cfn=", "calls=", "rcalls=", "jump=", "jcnd=", "jfi=", "jfn=",
}

// callgrindKey returns the callgrind key that line begins with, or "".
func callgrindKey(line []byte) string {
	for _, key := range callgrindKeys {
		if bytes.HasPrefix(line, []byte(key)) {
			return key
		}
	}
	return ""
}
