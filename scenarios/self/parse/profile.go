package main

import (
	"fmt"
	"strconv"

	"github.com/grindgate/grindgate/cachegrind"
)

// The size of the profile: that of a small C or Rust program.
const (
	files            = 40
	functionsPerFile = 8
	functions        = files * functionsPerFile
	rowsPerFunction  = 10
	events           = 9 // Ir to DLmw, those of the cache simulation
)

// profile returns a profile in cachegrind's format, and the totals of its rows.
func profile() ([]byte, cachegrind.Counts) {
	var totals cachegrind.Counts
	text := []byte("desc: I1 cache:         32768 B, 64 B, 8-way associative\n" +
		"desc: D1 cache:         32768 B, 64 B, 8-way associative\n" +
		"desc: LL cache:         8388608 B, 64 B, 16-way associative\n" +
		"cmd: ./program 1000\n" +
		"events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw \n")
	for file := range files {
		text = fmt.Appendf(text, "fl=/build/program/src/module%02d/source.c\n", file)
		for function := range functionsPerFile {
			text = fmt.Appendf(text, "fn=module%02d_function_%d\n", file, function)
			for row := range rowsPerFunction {
				place := (file*functionsPerFile+function)*rowsPerFunction + row
				text = strconv.AppendInt(text, int64(20*function+row+1), 10)
				for event := range events {
					c := count(place, event)
					totals[event] += c
					text = strconv.AppendUint(append(text, ' '), c, 10)
				}
				text = append(text, '\n')
			}
		}
	}
	text = append(text, "summary:"...)
	for _, total := range totals[:events] {
		text = strconv.AppendUint(append(text, ' '), total, 10)
	}
	return append(text, '\n'), totals
}

// count returns the count of an event in a row. As in real profiles, accesses have
// one to seven digits and most misses are 0.
func count(row, event int) uint64 {
	switch cachegrind.Event(event) {
	case cachegrind.Ir, cachegrind.Dr, cachegrind.Dw:
		size := uint64(1)
		for range row % 7 {
			size *= 10
		}
		return size + uint64(row*(event+1))%(9*size)
	default:
		if (row+event)%8 == 0 {
			return uint64(row % 5)
		}
		return 0
	}
}
