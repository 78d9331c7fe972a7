package results

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	s, dearer := scenario(), changed(func(s *Scenario) { s.CostPerIteration = 1000.5 })
	blamed := changed(func(s *Scenario) { s.Functions["f"] = 899 })
	for _, c := range []struct {
		old, now *File
		want     []string
	}{
		{nil, containing(nil), nil},
		{nil, containing(map[string]Scenario{"b": s, "a": s}), []string{"added a", "added b"}},
		{containing(nil), containing(map[string]Scenario{"a": s}), []string{"added a"}},
		{containing(map[string]Scenario{"a": s}), containing(map[string]Scenario{"a": scenario()}), nil},
		{containing(map[string]Scenario{"b": s, "a": s}), containing(nil), []string{"removed a", "removed b"}},
		{containing(map[string]Scenario{"a": s}), containing(map[string]Scenario{"a": dearer}), []string{"changed a: 1000 -> 1000.5"}},
		{containing(map[string]Scenario{"a": s}), containing(map[string]Scenario{"a": blamed}), []string{"changed a: 1000 -> 1000"}},
		{
			containing(map[string]Scenario{"a": s, "c": s, "d": s}), containing(map[string]Scenario{"b": s, "c": dearer, "d": s}),
			[]string{"removed a", "added b", "changed c: 1000 -> 1000.5"},
		},
	} {
		if diff := cmp.Diff(c.want, Changes(c.old, c.now)); diff != "" {
			t.Error(diff)
		}
	}
}

// Neither file is touched.
func TestChangesTouchesNothing(t *testing.T) {
	old, now := containing(map[string]Scenario{"a": scenario()}), containing(map[string]Scenario{"b": scenario()})
	Changes(old, now)
	if len(old.Scenarios) != 1 || len(now.Scenarios) != 1 {
		t.Errorf("%v, %v", old.Scenarios, now.Scenarios)
	}
}
