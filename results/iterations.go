package results

import "fmt"

// MinPoints is the least number of values of N that a line is fitted through:
// with two there is no residual, and so no noise.
const MinPoints = 3

// CheckIterations returns an error unless values of N can be measured together:
// at least MinPoints of them, positive, ascending, and with the same number of
// digits, because a longer argument costs instructions of its own.
func CheckIterations(n []int) error {
	if len(n) < MinPoints {
		return fmt.Errorf("%d iteration counts: a line needs at least %d, such as [1000, 1500, 2000, 2500]", len(n), MinPoints)
	}
	for i, v := range n {
		if v <= 0 {
			return fmt.Errorf("iterations %v: %d is not more than 0", n, v)
		}
		if i > 0 && v <= n[i-1] {
			return fmt.Errorf("iterations %v: not ascending at %d", n, v)
		}
	}
	first, last := fmt.Sprint(n[0]), fmt.Sprint(n[len(n)-1])
	if len(first) != len(last) {
		return fmt.Errorf("iterations %v: %s has %d digits and %s has %d, and a longer argument costs instructions of its own: use numbers of equal length",
			n, first, len(first), last, len(last))
	}
	return nil
}
