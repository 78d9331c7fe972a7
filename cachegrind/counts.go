package cachegrind

import "math/bits"

// add adds d to c. Where a count overflows, it sets that count of over to 1.
func (c *Counts) add(d, over *Counts) {
	for e := range c {
		var carry uint64
		c[e], carry = bits.Add64(c[e], d[e], 0)
		over[e] |= carry
	}
}
