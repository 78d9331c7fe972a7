package results

import "testing"

func TestAlike(t *testing.T) {
	scenario := func(change func(*Scenario)) Scenario {
		s := Scenario{
			CostPerIteration: 1000, StartupCost: 50000, Toolchain: "gcc", Iterations: []int{10, 20, 30},
			EventsPerIteration: map[string]float64{"Ir": 800}, Functions: map[string]float64{"main": 1000},
		}
		change(&s)
		return s
	}
	old := scenario(func(*Scenario) {})
	for _, test := range []struct {
		name   string
		change func(*Scenario)
		want   bool
	}{
		{"the same", func(*Scenario) {}, true},
		{"rounded", func(s *Scenario) { s.CostPerIteration = 1000.0009 }, true},
		{"cost", func(s *Scenario) { s.CostPerIteration = 1000.002 }, false},
		{"cost, noisy", func(s *Scenario) { s.CostPerIteration, s.NoisePPM = 1000.002, 3 }, true},
		{"events", func(s *Scenario) { s.EventsPerIteration = map[string]float64{"Ir": 802} }, false},
		{"start-up", func(s *Scenario) { s.StartupCost = 50200 }, true},
		{"more start-up", func(s *Scenario) { s.StartupCost = 50300 }, false},
		{"functions", func(s *Scenario) { s.Functions = map[string]float64{"other": 1000} }, true},
		{"toolchain", func(s *Scenario) { s.Toolchain = "clang" }, false},
		{"iterations", func(s *Scenario) { s.Iterations = []int{10, 20, 40} }, false},
	} {
		if got := Alike(old, scenario(test.change)); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestAlikeStartup requires that a start-up which moved by less than its own noise has
// not moved: that of a Go program is nothing beside what is measured.
func TestAlikeStartup(t *testing.T) {
	old := Scenario{CostPerIteration: 4786.98974, NoisePPM: 119.85, StartupCost: 1078446, StartupNoisePPM: 97003.79}
	now := old
	now.CostPerIteration, now.StartupCost, now.NoisePPM = 4787.10678, 1062973, 128.34
	if !Alike(old, now) {
		t.Error("a start-up within its noise has moved")
	}
	old.StartupNoisePPM, now.StartupNoisePPM = 0, 0
	if Alike(old, now) {
		t.Error("a start-up of 1.4% less, counted exactly, has not moved")
	}
}
