package selftest

import (
	"testing"

	"github.com/grindgate/grindgate/cachegrind"
)

// Each unit costs the same instructions, and nothing else that the program does
// depends on how many there are.
func TestWorkIsProportional(t *testing.T) {
	path := grindgate(t)
	runner := newRunner(t)
	instructions := func(extra, n string) uint64 {
		run, err := runner.Run(t.Context(), cachegrind.Command{Path: path, Args: []string{argument, works, extra, n}})
		if err != nil {
			t.Fatal(err)
		}
		var sum uint64
		for function, breakdown := range run.Profile.Functions {
			if function.Name == "github.com/grindgate/grindgate/scenarios/selftest.spin" {
				sum += breakdown.Counts[cachegrind.Ir]
			}
		}
		return sum
	}
	plain, one, hundred, twice := instructions("000", "100"), instructions("001", "100"), instructions("100", "100"), instructions("000", "200")
	unit := (one - plain) / 100
	if unit < 7 { // three shifts, three exclusive ors, and the way back
		t.Fatalf("a unit is %d instructions", unit)
	}
	around := plain - 100*workUnits*unit // into the loop and out of it
	if around > 20 {
		t.Errorf("%d instructions beside the units", around)
	}
	for _, c := range []struct {
		name       string
		got, units uint64
	}{
		{"1 unit more", one, 100 * (workUnits + 1)},
		{"100 units more", hundred, 100 * (workUnits + 100)},
		{"twice the iterations", twice, 200 * workUnits},
	} {
		if want := around + c.units*unit; c.got != want {
			t.Errorf("%s: %d instructions, want %d", c.name, c.got, want)
		}
	}
}
