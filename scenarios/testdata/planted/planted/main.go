// Planted does some of everything, N times. It is linked with a regression, by
// -ldflags "-X main.planted=1" to 4.
package main

import (
	"bytes"
	"os"
	"strconv"
)

var planted = "0"

var (
	plantCalled  = planted == "1"
	plantInlined = planted == "2"
	plantLibrary = planted == "3"
	plantAllocs  = planted == "4"
)

//go:noinline
func called(x uint32) uint32 {
	rounds := 40
	if plantCalled {
		rounds = 45
	}
	for range rounds {
		x = x*1664525 + 1013904223
	}
	return x
}

// inlined is inlined.
func inlined(x uint32, rounds int) uint32 {
	for range rounds {
		x ^= x<<5 ^ x>>3
	}
	return x
}

//go:noinline
func caller(x uint32) uint32 {
	rounds := 10
	if plantInlined {
		rounds = 13
	}
	for range 4 {
		x += inlined(x, rounds)
	}
	return x
}

var text = bytes.Repeat([]byte{'a'}, 2000)

//go:noinline
func library() uint32 {
	n := bytes.IndexByte(text, 'b')
	if plantLibrary {
		n = min(n, bytes.IndexByte(text, 'c'))
	}
	return uint32(-n)
}

var kept []byte

//go:noinline
func allocations() uint32 {
	kept = make([]byte, 0, 64)
	if plantAllocs {
		kept = nil // grows step by step
	}
	for i := range 40 {
		kept = append(kept, byte(i))
	}
	return uint32(len(kept))
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	x := uint32(1)
	for range n {
		x = caller(called(x)) + library() + allocations()
	}
	if n == 0 || x == 0 {
		os.Exit(1)
	}
}
