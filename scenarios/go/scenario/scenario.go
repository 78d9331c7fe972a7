// Package scenario is what the main function of a Go scenario program does before
// and after its work.
//
// A scenario program, in any language, keeps this contract:
//
//   - its one argument is N, a positive decimal number;
//   - it sets itself up, does its work N times, and checks what came out each time;
//   - set-up does not depend on N, so that the cost of N iterations is a straight
//     line whose slope is the cost of one;
//   - it prints nothing and exits with status 0. A wrong answer is a message on
//     stderr and status 1; any other argument is a message and status 2.
//
// The programs beside this package read no clock and draw no random numbers, and
// the order in which a map is walked changes none of their answers.
package scenario

import (
	"errors"
	"fmt"
	"io"
	"strconv"
)

// The exit statuses of a scenario program.
const (
	OK    = 0 // the work was done and its result was right
	Wrong = 1 // the work failed or gave a wrong result
	Usage = 2 // the arguments were not one positive decimal number
)

// Main calls work with the N that args, the arguments without the program's name,
// consist of. It returns the exit status of the program, and has then written why
// to stderr unless the status is OK. Messages begin with name.
func Main(name string, args []string, stderr io.Writer, work func(n int) error) int {
	n, err := iterations(args)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\nusage: %s N\n", name, err, name)
		return Usage
	}
	if err := work(n); err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return Wrong
	}
	return OK
}

// iterations returns the N that args consist of.
func iterations(args []string) (int, error) {
	if len(args) != 1 {
		return 0, fmt.Errorf("got %d arguments, want 1", len(args))
	}
	// Unlike ParseInt and Atoi, ParseUint takes no sign. 63 bits fit an int.
	n, err := strconv.ParseUint(args[0], 10, strconv.IntSize-1)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is too large", args[0])
	case err != nil || n == 0:
		return 0, fmt.Errorf("%q is not a positive decimal number", args[0])
	}
	return int(n), nil
}
