package regress

import "github.com/grindgate/grindgate/results"

// Base is what results are compared with.
type Base struct {
	Name string // where they are from, such as "commit 0123456789ab"; empty: the one base that needs no name
	File *results.File
	Here bool // measured on the head's machine: another toolchain is a part of the change
}

// baseOf returns the first base that knows a scenario, or else the last one.
func baseOf(bases []Base, name string) Base {
	for _, base := range bases {
		if _, ok := base.File.Scenarios[name]; ok {
			return base
		}
		if _, ok := base.File.Failures[name]; ok {
			return base
		}
	}
	return bases[len(bases)-1]
}

func (b Base) prefix() string {
	if b.Name == "" {
		return ""
	}
	return b.Name + ": "
}

// failure tells why one or both sides of a scenario could not be measured. A base that
// could not be is no reason for its head to pass.
func failure(base Base, head *results.File, name string) string {
	ours, theirs := head.Failures[name], base.File.Failures[name]
	if theirs == "" {
		return ours
	}
	theirs = "the base could not be measured: " + base.prefix() + theirs
	if ours == "" {
		return theirs
	}
	return ours + "\n" + theirs
}
