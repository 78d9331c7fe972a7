package cachegrind

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// TestRunCountsWhatRan measures a loop that looks like an if (a && b) whose a is
// never true: of the three jumps the second one, and the comparison before it, are
// never reached. Where valgrind makes one straight line of both conditions
// (--vex-guest-chase=yes, its default) cachegrind counts them, six instructions.
func TestRunCountsWhatRan(t *testing.T) {
	program := compile(t, `
#include <stdlib.h>

int main(int argc, char **argv) {
	long n = atol(argv[1]), zero = 0;
	__asm__ volatile(
		"1: cmp %0, %1\n"
		"   jle 2f\n"
		"   cmp $7, %1\n"
		"   jle 2f\n"
		"   nop\n"
		"2: dec %0\n"
		"   jnz 1b\n"
		: "+r"(n) : "r"(zero) : "cc");
	return n != 0;
}
`)
	runner := newRunner(t)
	var counts []uint64
	for _, n := range []string{"1000", "2000", "3000"} {
		// Sealed, because start-up depends on random numbers.
		command := Command{Path: program, Args: []string{n}, Seals: []sandbox.Seal{sandbox.Addresses, sandbox.Random}}
		counts = append(counts, run(t, runner, command).Profile.Totals[Ir])
	}
	const perIteration = 4
	want := []uint64{counts[0], counts[0] + 1000*perIteration, counts[0] + 2000*perIteration}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Error(diff)
	}
}
