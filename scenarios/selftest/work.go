package selftest

// workUnits is the work of one iteration, in units. One unit more is 0.05% more.
const workUnits = 2000

// work does n iterations of workUnits and extra units, and reports whether the
// result is right, which it always is.
//
// All units of all iterations are one loop, so that an iteration has no cost of its
// own beside them: its cost is exactly proportional to its units.
func work(n, extra uint64) bool { return spin(n*(workUnits+extra)) != 0 }

// spin does units of work in registers, each the same few instructions: no call, no
// memory, and no branch but the one back. A compiler cannot drop it, since the next
// state needs the last one and the caller looks at the end.
//
// It is xorshift64 (Marsaglia, Xorshift RNGs, 2003), which never reaches 0.
//
//go:noinline
func spin(units uint64) uint64 {
	x := uint64(88172645463325252) // the seed of the paper; any but 0 would do
	for ; units > 0; units-- {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}
