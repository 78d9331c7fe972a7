package results

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Changes tells, in a line each, which scenarios differ from one baseline to the
// next. A nil old is an empty one.
func Changes(old, now *File) []string {
	if old == nil {
		old = new(File)
	}
	names := maps.Clone(old.Scenarios)
	if names == nil {
		names = make(map[string]Scenario)
	}
	maps.Copy(names, now.Scenarios)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		before, was := old.Scenarios[name]
		after, is := now.Scenarios[name]
		switch {
		case !was:
			lines = append(lines, "added "+name)
		case !is:
			lines = append(lines, "removed "+name)
		case !reflect.DeepEqual(before, after):
			lines = append(lines, fmt.Sprintf("changed %s: %v -> %v", name, before.CostPerIteration, after.CostPerIteration))
		}
	}
	return lines
}
