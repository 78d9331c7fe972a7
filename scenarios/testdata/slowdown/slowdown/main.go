// Slowdown N EXTRA does 2000 + EXTRA equal units of work, N times.
package main

import (
	"os"
	"sort"
	"strconv"
)

var lengths = map[string]int{"10000": 5, "10001": 5, "10002": 5}

//go:noinline
func unit(text []byte) int {
	numbers := [...]int{5, 3, 8, 1, 9, 2, 7, 4}
	sort.Ints(numbers[:])
	text = strconv.AppendInt(text[:0], 9992+int64(numbers[6]), 10)
	return lengths[string(text)]
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	extra, _ := strconv.Atoi(os.Args[2])
	text := make([]byte, 0, 32)
	total := 0
	for range n {
		for range 2000 + extra {
			total += unit(text)
		}
	}
	if n == 0 || total != 5*n*(2000+extra) {
		os.Exit(1)
	}
}
