package scenarios

import (
	"maps"
	"slices"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// sealLog gathers which seals held over many runs.
type sealLog struct {
	broken map[sandbox.Seal]string // the first reason why one did not
}

func (l *sealLog) add(r sandbox.Report) {
	if l.broken == nil {
		l.broken = make(map[sandbox.Seal]string)
	}
	for seal, why := range r.Broken {
		if _, ok := l.broken[seal]; !ok {
			l.broken[seal] = why
		}
	}
}

// conclude returns the seals that held in every run that asked for them, sorted,
// and a warning for each of the others.
func (l *sealLog) conclude() (held, warnings []string) {
	held = []string{}
	for _, seal := range []sandbox.Seal{sandbox.Addresses, sandbox.Random, sandbox.Sleep} {
		if _, ok := l.broken[seal]; !ok {
			held = append(held, string(seal))
		}
	}
	slices.Sort(held)
	for _, seal := range slices.Sorted(maps.Keys(l.broken)) {
		warnings = append(warnings, "not sealed: "+string(seal)+": "+l.broken[seal]+"; counts may differ from run to run")
	}
	return held, warnings
}
