package scenarios

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Select returns the scenarios that match one of the patterns and have one of the
// tags, in the order of the manifest. No patterns match everything, and so do no
// tags. A pattern is a scenario's name, the folders it begins with ("go" for
// "go/hello"), or a glob in the manner of path.Match ("*/hello"). It is an error
// if a pattern or a tag matches nothing.
func (m *Manifest) Select(patterns, tags []string) ([]Scenario, error) {
	var errs []error
	for _, p := range patterns {
		if err := CheckPattern(p); err != nil {
			errs = append(errs, err)
		} else if !slices.ContainsFunc(m.Scenarios, func(s Scenario) bool { return s.matches(p) }) {
			errs = append(errs, fmt.Errorf("pattern %q matches no scenario: see grindgate list", p))
		}
	}
	for _, tag := range tags {
		if !slices.ContainsFunc(m.Scenarios, func(s Scenario) bool { return slices.Contains(s.Tags, tag) }) {
			errs = append(errs, fmt.Errorf("no scenario has the tag %q: see grindgate list", tag))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var selected []Scenario
	for _, s := range m.Scenarios {
		if len(patterns) > 0 && !slices.ContainsFunc(patterns, s.matches) {
			continue
		}
		if len(tags) > 0 && !slices.ContainsFunc(tags, func(t string) bool { return slices.Contains(s.Tags, t) }) {
			continue
		}
		selected = append(selected, s)
	}
	if len(selected) == 0 {
		return nil, errors.New("no scenario matches both a pattern and a tag: see grindgate list")
	}
	return selected, nil
}

func (s Scenario) matches(pattern string) bool { return Matches(pattern, s.Name) }

// CheckPattern returns an error if a pattern, as Select has them, is malformed.
func CheckPattern(pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Errorf("bad pattern %q: %w", pattern, err)
	}
	return nil
}

// Matches reports whether a pattern, as Select has them, matches the name of a
// scenario. A malformed one matches nothing.
func Matches(pattern, name string) bool {
	if matched, _ := path.Match(pattern, name); matched {
		return true
	}
	return strings.HasPrefix(name, strings.TrimSuffix(pattern, "/")+"/")
}
