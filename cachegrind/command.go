package cachegrind

import "time"

// Command is a program to run, and what it shall see of the world.
type Command struct {
	Path    string        // of the program, absolute
	Args    []string      // its arguments, without the program's name
	Env     []string      // variables, KEY=value, over those that every program gets
	Dir     string        // the working directory; empty: a new and empty one
	Stdin   string        // the file that is its standard input; empty: none
	Timeout time.Duration // 0: DefaultTimeout
	Seals   []Seal        // what is to be the same in every run
	Seed    uint64        // of the random numbers that Random gives the program
}

// DefaultTimeout is how long one run of a program may take where a Command does
// not say. A run takes a few seconds.
const DefaultTimeout = 2 * time.Minute
