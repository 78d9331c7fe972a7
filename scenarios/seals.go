package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/cachegrind"
)

// ParseSeals returns what "all", "none", or names of seals separated by commas ask
// for.
func ParseSeals(text string) ([]cachegrind.Seal, error) {
	switch text {
	case "all":
		return cachegrind.Seals(), nil
	case "none":
		return []cachegrind.Seal{}, nil
	}
	var seals []cachegrind.Seal
	for name := range strings.SplitSeq(text, ",") {
		seal := cachegrind.Seal(name)
		if !slices.Contains(cachegrind.Seals(), seal) {
			return nil, fmt.Errorf("unknown seal %q: use all, none, or some of %s", name, strings.Join(cachegrind.SealNames(cachegrind.Seals()), ", "))
		}
		seals = append(seals, seal)
	}
	return seals, nil
}

// seals returns what is sealed for a scenario where no more than allowed is to be.
func (s Scenario) seals(allowed []cachegrind.Seal) []cachegrind.Seal {
	seals := append([]cachegrind.Seal{cachegrind.Addresses, cachegrind.Core, cachegrind.Random}, presets[s.Language].seals...)
	return slices.DeleteFunc(seals, func(s cachegrind.Seal) bool { return !slices.Contains(allowed, s) })
}

// sealLog gathers which of the allowed seals held over many runs.
type sealLog struct {
	allowed []cachegrind.Seal
	broken  map[cachegrind.Seal]string // the first reason why one did not
}

func newSealLog(allowed []cachegrind.Seal) *sealLog {
	return &sealLog{allowed: allowed, broken: make(map[cachegrind.Seal]string)}
}

func (l *sealLog) add(r cachegrind.SealReport) {
	for seal, why := range r.Broken {
		if _, ok := l.broken[seal]; !ok {
			l.broken[seal] = why
		}
	}
}

// conclude returns the allowed seals that no run did without that asked for them,
// sorted, and a warning for each of the others.
func (l *sealLog) conclude() (held, warnings []string) {
	held = []string{}
	for _, seal := range cachegrind.Seals() {
		if _, broken := l.broken[seal]; !broken && slices.Contains(l.allowed, seal) {
			held = append(held, string(seal))
		}
	}
	for _, seal := range slices.Sorted(maps.Keys(l.broken)) {
		warnings = append(warnings, fmt.Sprintf("not sealed: %s: %s; counts may differ from run to run", seal, l.broken[seal]))
	}
	return held, warnings
}
