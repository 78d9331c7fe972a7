//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// Report tells which of the wanted seals held.
type Report struct {
	Held   []Seal          // sorted
	Broken map[Seal]string // why, for each wanted seal that did not hold
}

// ledger keeps what becomes of the wanted seals while the process runs.
type ledger struct {
	mu     sync.Mutex
	wanted []Seal
	broken map[Seal]string
}

func newLedger(wanted []Seal) *ledger {
	return &ledger{wanted: slices.Compact(slices.Sorted(slices.Values(wanted))), broken: map[Seal]string{}}
}

// lose records why a seal does not hold. The first reason stands: what follows is
// often a consequence.
func (l *ledger) lose(s Seal, why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.broken[s]; !ok && slices.Contains(l.wanted, s) {
		l.broken[s] = why.Error()
	}
}

func (l *ledger) report() Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := Report{Broken: maps.Clone(l.broken)}
	for _, s := range l.wanted {
		if _, ok := l.broken[s]; !ok {
			r.Held = append(r.Held, s)
		}
	}
	return r
}

// refused explains an error of one of the calls that a seal needs.
func refused(call string, err error) error {
	switch {
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return fmt.Errorf("%s: %w; a container or another tracer forbids it", call, err)
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		return fmt.Errorf("%s: %w; this kernel does not know it", call, err)
	}
	return fmt.Errorf("%s: %w", call, err)
}
