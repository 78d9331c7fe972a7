package side

import (
	"errors"
	"maps"
	"slices"

	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// Selection is what is to be compared of two sides.
type Selection struct {
	Base, Head []scenarios.Scenario
	LeftOut    map[string]bool // what either side has besides
}

// Select selects scenarios of two sides as Manifest.Select does of one. A scenario
// that the head selects is selected on both sides, whatever its tags were. A pattern
// may match on one side alone.
func Select(base, head *Side, patterns, tags []string) (Selection, error) {
	var s Selection
	both := scenarios.Manifest{Scenarios: slices.Clone(head.Manifest.Scenarios)}
	known := make(map[string]bool)
	for _, scenario := range head.Manifest.Scenarios {
		known[scenario.Name] = true
	}
	for _, scenario := range base.Manifest.Scenarios {
		if !known[scenario.Name] {
			both.Scenarios = append(both.Scenarios, scenario)
		}
	}
	if len(both.Scenarios) == 0 {
		return s, errors.New("nothing to compare: neither side has a scenario")
	}
	selected, err := both.Select(patterns, tags)
	if err != nil {
		return s, err
	}
	wanted := make(map[string]bool)
	for _, scenario := range selected {
		wanted[scenario.Name] = true
	}
	s.LeftOut = make(map[string]bool)
	for _, scenario := range both.Scenarios {
		if !wanted[scenario.Name] {
			s.LeftOut[scenario.Name] = true
		}
	}
	unwanted := func(scenario scenarios.Scenario) bool { return !wanted[scenario.Name] }
	s.Base = slices.DeleteFunc(slices.Clone(base.Manifest.Scenarios), unwanted)
	s.Head = slices.DeleteFunc(slices.Clone(head.Manifest.Scenarios), unwanted)
	return s, nil
}

// Iterations returns a file with the iterations of several, of which the first one
// that has a scenario decides.
func Iterations(files ...*results.File) *results.File {
	all := &results.File{Scenarios: make(map[string]results.Scenario)}
	for _, file := range slices.Backward(files) {
		if file != nil {
			maps.Copy(all.Scenarios, file.Scenarios)
		}
	}
	return all
}

// Only returns a file with no more than the selected scenarios.
func Only(file *results.File, selected []scenarios.Scenario) *results.File {
	unwanted := func(name string) bool {
		return !slices.ContainsFunc(selected, func(s scenarios.Scenario) bool { return s.Name == name })
	}
	only := *file
	only.Scenarios, only.Failures = maps.Clone(file.Scenarios), maps.Clone(file.Failures)
	maps.DeleteFunc(only.Scenarios, func(name string, _ results.Scenario) bool { return unwanted(name) })
	maps.DeleteFunc(only.Failures, func(name, _ string) bool { return unwanted(name) })
	return &only
}

// Over returns a file with what is in newer, and of older what is not.
func Over(newer, older *results.File) *results.File {
	over := *newer
	over.Scenarios, over.Failures = maps.Clone(older.Scenarios), maps.Clone(older.Failures)
	for _, name := range names(newer) {
		delete(over.Scenarios, name)
		delete(over.Failures, name)
	}
	if over.Failures == nil {
		over.Failures = make(map[string]string)
	}
	maps.Copy(over.Scenarios, newer.Scenarios)
	maps.Copy(over.Failures, newer.Failures)
	return &over
}
