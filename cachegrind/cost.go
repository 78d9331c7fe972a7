package cachegrind

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Model says what an access to memory costs, by the level of the memory that
// answers it. The unit is the access that the first-level cache answers.
type Model struct {
	L1  float64 `json:"l1"`  // answered by a first-level cache
	LL  float64 `json:"ll"`  // answered by the last-level cache
	RAM float64 `json:"ram"` // answered by main memory
}

// DefaultModel returns the weights 1, 5 and 35 of cachegrind.py, by Itamar
// Turner-Trauring: https://github.com/pythonspeed/cachegrind-benchmarking. They
// are round figures for a desktop processor, not the timing of one.
func DefaultModel() Model { return Model{L1: 1, LL: 5, RAM: 35} }

// Validate returns an error unless every weight is finite and not negative, and
// one of them is not zero.
func (m Model) Validate() error {
	weights := []struct {
		name  string
		value float64
	}{{"l1", m.L1}, {"ll", m.LL}, {"ram", m.RAM}}
	var errs []error
	for _, w := range weights {
		if math.IsNaN(w.value) || math.IsInf(w.value, 0) || w.value < 0 {
			errs = append(errs, fmt.Errorf("model: %s = %v is not a finite number of 0 or more", w.name, w.value))
		}
	}
	if m == (Model{}) {
		errs = append(errs, errors.New("model: l1, ll and ram are all 0; set at least one of them"))
	}
	return errors.Join(errs...)
}

// missesOf pairs every event that counts misses with the event that counts what
// can miss: accesses for a first level, its misses for the last level.
var missesOf = [...]struct{ misses, of Event }{
	{I1mr, Ir},
	{ILmr, I1mr},
	{D1mr, Dr},
	{DLmr, D1mr},
	{D1mw, Dw},
	{DLmw, D1mw},
	{Bcm, Bc},
	{Bim, Bi},
}

// Cost returns what the accesses to memory that c counts cost:
//
//	RAM  = ILmr + DLmr + DLmw
//	LL   = I1mr + D1mr + D1mw - RAM
//	L1   = Ir + Dr + Dw - LL - RAM
//	cost = m.L1*L1 + m.LL*LL + m.RAM*RAM
//
// The formula is that of cachegrind.py (see [DefaultModel]). Every access is
// counted at one level: what main memory answers was no hit of the last level.
//
// It is an error if c cannot be: more misses than accesses, or more of the last
// level than of the first, with which L1 or LL could be negative.
func (m Model) Cost(c Counts) (float64, error) {
	if err := m.Validate(); err != nil {
		return 0, err
	}
	for _, r := range missesOf {
		if c[r.misses] > c[r.of] {
			return 0, fmt.Errorf("impossible counts: %v = %d is more than %v = %d; measure again", r.misses, c[r.misses], r.of, c[r.of])
		}
	}
	accesses, carry1 := bits.Add64(c[Ir], c[Dr], 0)
	accesses, carry2 := bits.Add64(accesses, c[Dw], 0)
	if carry1|carry2 != 0 {
		return 0, fmt.Errorf("impossible counts: Ir + Dr + Dw does not fit into 64 bits; measure again")
	}
	// No overflow from here on: misses are at most the accesses.
	ram := c[ILmr] + c[DLmr] + c[DLmw]
	ll := c[I1mr] + c[D1mr] + c[D1mw] - ram
	l1 := accesses - ll - ram
	cost := m.L1*float64(l1) + m.LL*float64(ll) + m.RAM*float64(ram)
	if math.IsInf(cost, 0) {
		return 0, fmt.Errorf("model: the cost is not a finite number; make l1, ll and ram smaller")
	}
	return cost, nil
}

// Cost returns the cost of the whole run. It is an error if one of the nine
// events of [Model.Cost] was not recorded.
func (p *Profile) Cost(m Model) (float64, error) {
	var have [NumEvents]bool
	for _, e := range p.Events {
		have[e] = true
	}
	var missing []string
	for e := Ir; e <= DLmw; e++ {
		if !have[e] {
			missing = append(missing, e.String())
		}
	}
	if len(missing) > 0 {
		return 0, fmt.Errorf("no cost without %s; measure with --cache-sim=yes", strings.Join(missing, ", "))
	}
	return m.Cost(p.Totals)
}
