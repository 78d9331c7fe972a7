package cachegrind

// Profile is what cachegrind counted in one run of one process.
type Profile struct {
	Command   string                  // the program and its arguments, separated by blanks, as cachegrind wrote them
	Events    []Event                 // the events that were recorded, in the order of the file
	Totals    Counts                  // of the whole run
	Functions map[Function]*Breakdown // the same counts, by function
}

// Function is a function as cachegrind sees it: a name, and the source file that
// a part of its code came from. Code that was inlined from another file stands
// under that file and the name of the function it was inlined into.
type Function struct {
	File string // "???" where unknown
	Name string // "???" where unknown
}

// Breakdown is what one Function cost.
type Breakdown struct {
	Counts Counts // of the whole function
	Lines  []Line // sorted by number, each number once
}

// Line is what one source line of a Function cost.
type Line struct {
	Number uint32 // 0 where unknown
	Counts Counts
}
