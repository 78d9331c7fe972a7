package selftest

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// argument, as the first of a command line, makes grindgate the program that the
// self test measures. So no machine needs a compiler for it.
const argument = "selftest-program"

// What the program can do. It is given a number and N beside, and looks at nothing
// that follows:
//
//	grindgate selftest-program works EXTRA N
//	grindgate selftest-program exits FROM N
//
// EXTRA is how many units of work an iteration has beyond workUnits. All that
// misbehave do so from an N of FROM on, and work below it.
const (
	works   = "works"
	exits   = "exits"   // with status 1, its work done
	dies    = "dies"    // of a signal, its work done
	becomes = "becomes" // replaces itself by another program
	starts  = "starts"  // has another program do the work
	shrinks = "shrinks" // does less the larger N is; what ignores N may by chance seem to grow
)

// Program is the program that the self test measures, if args, a whole command
// line, asks for it. It returns its exit status, and whether it was asked for.
// Whoever runs the self test calls it first of all in main.
func Program(args []string) (status int, ok bool) {
	if len(args) < 2 || args[1] != argument {
		return 0, false
	}
	if len(args) < 5 {
		return complain("want: grindgate %s MODE NUMBER N", argument), true
	}
	number, err1 := strconv.ParseUint(args[3], 10, 31)
	n, err2 := strconv.ParseUint(args[4], 10, 31)
	if err1 != nil || err2 != nil {
		return complain("%q and %q are not both whole numbers", args[3], args[4]), true
	}
	return program(args, args[2], number, n), true
}

func program(args []string, mode string, number, n uint64) (status int) {
	if mode == works {
		return statusOf(work(n, number))
	}
	if n < number {
		return statusOf(work(n, 0))
	}
	self, err := os.Executable()
	if err != nil {
		return complain("%v", err)
	}
	another := []string{self, argument, works, "0", args[4]}
	switch mode {
	case exits:
		return statusOf(!work(n, 0))
	case dies:
		right := work(n, 0)
		return complain("right: %v; still alive: %v", right, syscall.Kill(os.Getpid(), syscall.SIGKILL))
	case becomes:
		return complain("%v", syscall.Exec(self, another, os.Environ()))
	case starts:
		process, err := os.StartProcess(self, another, &os.ProcAttr{})
		if err != nil {
			return complain("%v", err)
		}
		if _, err = process.Wait(); err != nil {
			return complain("%v", err)
		}
		return 0
	case shrinks:
		return statusOf(work(10_000-min(n, 9_999), 0))
	}
	return complain("unknown mode %q", mode)
}

func statusOf(right bool) int {
	if right {
		return 0
	}
	return 1
}

func complain(format string, args ...any) (status int) {
	fmt.Fprintf(os.Stderr, argument+": "+format+"\n", args...)
	return 2
}
