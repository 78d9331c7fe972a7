package results

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckIterations(t *testing.T) {
	const longer = ", and a longer argument costs instructions of its own: use numbers of equal length"
	for _, c := range []struct {
		n    []int
		want string
	}{
		{[]int{1, 2, 3}, "<nil>"},
		{[]int{1000, 1500, 2000, 2500}, "<nil>"},
		{[]int{100, 500, 999}, "<nil>"},
		{nil, "0 iteration counts: a line needs at least 3, such as [1000, 1500, 2000, 2500]"},
		{[]int{1000, 2000}, "2 iteration counts: a line needs at least 3, such as [1000, 1500, 2000, 2500]"},
		{[]int{0, 1, 2}, "iterations [0 1 2]: 0 is not more than 0"},
		{[]int{-3, 1, 2}, "iterations [-3 1 2]: -3 is not more than 0"},
		{[]int{1000, 1000, 2000}, "iterations [1000 1000 2000]: not ascending at 1000"},
		{[]int{1000, 3000, 2000}, "iterations [1000 3000 2000]: not ascending at 2000"},
		{[]int{9, 10, 11}, "iterations [9 10 11]: 9 has 1 digits and 11 has 2" + longer},
		{[]int{998, 999, 1000}, "iterations [998 999 1000]: 998 has 3 digits and 1000 has 4" + longer},
	} {
		if diff := cmp.Diff(c.want, fmt.Sprint(CheckIterations(c.n))); diff != "" {
			t.Error(diff)
		}
	}
}
