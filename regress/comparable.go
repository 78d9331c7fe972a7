package regress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/results"
)

// recipeDifference says why no cost of base can be compared with one of head, or
// nothing where they can.
func recipeDifference(base, head *results.File) string {
	switch {
	case base.Environment.Arch != head.Environment.Arch:
		return fmt.Sprintf("measured on %s, the baseline on %s", head.Environment.Arch, base.Environment.Arch)
	case base.Model != head.Model:
		return fmt.Sprintf("model is l1=%g ll=%g ram=%g, the baseline's l1=%g ll=%g ram=%g",
			head.Model.L1, head.Model.LL, head.Model.RAM, base.Model.L1, base.Model.LL, base.Model.RAM)
	case base.Cache != head.Cache:
		return fmt.Sprintf("simulated cache is I1=%s D1=%s LL=%s, the baseline's I1=%s D1=%s LL=%s",
			head.Cache.I1, head.Cache.D1, head.Cache.LL, base.Cache.I1, base.Cache.D1, base.Cache.LL)
	}
	return ""
}

// scenarioDifference says why the costs of one scenario cannot be compared.
func scenarioDifference(base, head *results.Scenario) string {
	switch {
	case base.Toolchain != head.Toolchain:
		return fmt.Sprintf("toolchain is %s, the baseline's %s", orUnknown(head.Toolchain), orUnknown(base.Toolchain))
	case !slices.Equal(base.Iterations, head.Iterations):
		return fmt.Sprintf("iterations are %v, the baseline's %v", head.Iterations, base.Iterations)
	}
	return ""
}

// environmentNotes says what differs between two environments and does not make
// their costs incomparable: the cost of an iteration is the same under every
// version of valgrind, and a seal that did not hold shows in the noise.
func environmentNotes(base, head results.Environment) []string {
	var notes []string
	for _, v := range []struct{ what, base, head string }{
		{"valgrind", base.Valgrind, head.Valgrind},
		{"libc", base.Libc, head.Libc},
		{"sealed", seals(base), seals(head)},
		{"seed", fmt.Sprint(base.Seed), fmt.Sprint(head.Seed)},
	} {
		if v.base != v.head {
			notes = append(notes, fmt.Sprintf("%s: %s, the baseline's: %s", v.what, orUnknown(v.head), orUnknown(v.base)))
		}
	}
	return notes
}

func seals(e results.Environment) string {
	if len(e.Sealed) == 0 {
		return "nothing"
	}
	return strings.Join(e.Sealed, ", ")
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
