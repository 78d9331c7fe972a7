package cachegrind

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Cache is the simulated memory hierarchy. Each level is cachegrind's own
// notation for it: size in bytes, associativity, line size in bytes, such as
// "32768,8,64". It is always given to cachegrind, which otherwise takes what it
// finds on the host.
type Cache struct {
	D1 string `json:"D1"` // first level, data
	I1 string `json:"I1"` // first level, instructions
	LL string `json:"LL"` // last level
}

// DefaultCache returns the caches simulated when a manifest names none: first
// levels of 32 KiB and a last level of 8 MiB, which a current x86-64 or arm64
// core has or exceeds.
func DefaultCache() Cache {
	return Cache{D1: "32768,8,64", I1: "32768,8,64", LL: "8388608,16,64"}
}

// Validate returns an error unless cachegrind can simulate the caches.
func (c Cache) Validate() error {
	for _, level := range []struct{ name, text string }{{"I1", c.I1}, {"D1", c.D1}, {"LL", c.LL}} {
		if err := checkLevel(level.text); err != nil {
			return fmt.Errorf("%s = %q: %w", level.name, level.text, err)
		}
	}
	return nil
}

// checkLevel applies the rules of cachegrind's check_cache (cg_arch.c): the
// number of sets and the line size are powers of two, and lines have at least
// 16 bytes, since an access may not touch more than two of them.
func checkLevel(text string) error {
	fields := strings.Split(text, ",")
	if len(fields) != 3 {
		return fmt.Errorf("want size, associativity and line size, such as \"32768,8,64\"")
	}
	var n [3]uint64
	for i, field := range fields {
		v, err := strconv.ParseUint(field, 10, 31)
		if err != nil || v == 0 || strconv.FormatUint(v, 10) != field {
			return fmt.Errorf("%q is not a number of bytes or ways", field)
		}
		n[i] = v
	}
	size, ways, line := n[0], n[1], n[2]
	switch {
	case line < 16 || bits.OnesCount64(line) != 1:
		return fmt.Errorf("line size %d is not a power of two of at least 16", line)
	case size%(ways*line) != 0 || bits.OnesCount64(size/(ways*line)) != 1:
		return fmt.Errorf("%d bytes in %d ways of %d-byte lines is not a power of two of sets", size, ways, line)
	}
	return nil
}
