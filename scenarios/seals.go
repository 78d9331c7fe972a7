package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// allSeals are the seals there are, sorted.
var allSeals = []sandbox.Seal{sandbox.Addresses, sandbox.Random, sandbox.Sleep}

// Unsealed returns what is left open where only some things are to be sealed:
// "all", "none", or names of seals separated by commas.
func Unsealed(wanted string) ([]sandbox.Seal, error) {
	switch wanted {
	case "all":
		return nil, nil
	case "none":
		return slices.Clone(allSeals), nil
	}
	open := slices.Clone(allSeals)
	for name := range strings.SplitSeq(wanted, ",") {
		if !slices.Contains(allSeals, sandbox.Seal(name)) {
			return nil, fmt.Errorf("unknown seal %q: use all, none, or some of %s, %s, %s", name, sandbox.Addresses, sandbox.Random, sandbox.Sleep)
		}
		open = slices.DeleteFunc(open, func(s sandbox.Seal) bool { return string(s) == name })
	}
	return open, nil
}

// seals returns what is sealed for a scenario.
func (s Scenario) seals(unsealed []sandbox.Seal) []sandbox.Seal {
	seals := append([]sandbox.Seal{sandbox.Addresses, sandbox.Random}, presets[s.Language].seals...)
	return slices.DeleteFunc(seals, func(s sandbox.Seal) bool { return slices.Contains(unsealed, s) })
}

// sealLog gathers which seals held over many runs.
type sealLog struct {
	unsealed []sandbox.Seal
	broken   map[sandbox.Seal]string // the first reason why one did not
}

func newSealLog(unsealed []sandbox.Seal) *sealLog {
	return &sealLog{unsealed: unsealed, broken: make(map[sandbox.Seal]string)}
}

func (l *sealLog) add(r sandbox.Report) {
	for seal, why := range r.Broken {
		if _, ok := l.broken[seal]; !ok {
			l.broken[seal] = why
		}
	}
}

// conclude returns the seals that held in every run that asked for them, sorted,
// and a warning for each that did not.
func (l *sealLog) conclude() (held, warnings []string) {
	held = []string{}
	for _, seal := range allSeals {
		if _, broken := l.broken[seal]; !broken && !slices.Contains(l.unsealed, seal) {
			held = append(held, string(seal))
		}
	}
	for _, seal := range slices.Sorted(maps.Keys(l.broken)) {
		warnings = append(warnings, fmt.Sprintf("not sealed: %s: %s; counts may differ from run to run", seal, l.broken[seal]))
	}
	return held, warnings
}
