// Package results holds what was measured: one type of file, File, for a run and
// for a baseline. A baseline is the results of an earlier run, nothing else, less
// the raw counters and the failures.
//
// What the results mean is the business of package regress, and how they look
// that of package report; no verdict is ever stored in a file.
package results

import "github.com/grindgate/grindgate/cachegrind"

// Schema is the version of the file's format that this package reads and writes.
const Schema = 1

// File is a results file. Its fields stand in the order of their JSON names, so
// that the keys of the file are sorted.
type File struct {
	Cache       cachegrind.Cache    `json:"cache"` // as simulated
	Environment Environment         `json:"environment"`
	Failures    map[string]string   `json:"failures,omitempty"` // by scenario: why it could not be measured; never in a baseline
	Model       cachegrind.Model    `json:"model"`              // the weights behind every cost in the file
	Scenarios   map[string]Scenario `json:"scenarios"`          // by name
	Schema      int                 `json:"schema"`
}

// Environment is what the machine brought to a measurement. Nothing in it names
// the machine or the time. After an update of some scenarios of a baseline it is
// that of this update; what may differ from the others' decides nothing.
type Environment struct {
	Arch     string   `json:"arch"`           // as in GOARCH
	Libc     string   `json:"libc,omitempty"` // that valgrind itself is linked with: the system's
	Sealed   []string `json:"sealed"`         // the seals that no run did without that asked for them, sorted
	Seed     uint64   `json:"seed,omitzero"`  // of everything random that was sealed
	Valgrind string   `json:"valgrind"`       // version, such as "3.19.0"
}

// Scenario is what one scenario cost. Noise is half the width of a 95% confidence
// interval, in parts per million of what it is the noise of.
type Scenario struct {
	CostPerIteration   float64            `json:"cost_per_iteration"`         // slope of the fitted line, in units of the metric
	CostsBySeed        []float64          `json:"costs_by_seed,omitempty"`    // cost per iteration under each of several seeds, CostPerIteration first; never in a baseline
	EventsPerIteration map[string]float64 `json:"events_per_iteration"`       // slope of each event, by cachegrind's name of it
	Functions          map[string]float64 `json:"functions"`                  // cost per iteration by function; what is small is in Other; adds up to CostPerIteration
	Growth             float64            `json:"growth,omitzero"`            // p where the cost grows like N^p, clearly faster than a line; 0 where it does not; never in a baseline
	Iterations         []int              `json:"iterations"`                 // the values of N that were measured, ascending
	Metric             string             `json:"metric,omitempty"`           // MetricIr, or nothing: the cost of the model
	NoisePPM           float64            `json:"noise_ppm"`                  // of CostPerIteration
	Points             []Point            `json:"points,omitempty"`           // the raw counters; never in a baseline
	StartupCost        float64            `json:"startup_cost"`               // intercept of the fitted line
	StartupNoisePPM    float64            `json:"startup_noise_ppm,omitzero"` // of StartupCost
	Toolchain          string             `json:"toolchain"`                  // what the program was made by and runs on, such as "go1.26.8"
	Wandering          map[string]float64 `json:"wandering,omitempty"`        // where the noise is too large: the noise of the functions that it comes from, in ppm of CostPerIteration; never in a baseline
}

// MetricIr is the metric that counts instructions and nothing else.
const MetricIr = "Ir"

// Named is the share of its scenario's cost from which on a function is named in
// Scenario.Functions, or half the scenario's threshold if that is less: what can
// make a scenario fail has a name. The sum of the others is there under the name
// Other.
const Named = 0.005

// Other stands in Scenario.Functions for all functions too small to be named.
const Other = "(other)"

// Point is one run of one scenario.
type Point struct {
	Events map[string]uint64 `json:"events"` // by cachegrind's name of the event
	N      int               `json:"n"`
	Repeat int               `json:"repeat"` // 0 for the first run with this N
}

// Baseline returns the file as a baseline: the same without what is never in one.
// That is true of failures as well, so it is for the caller to see that there are
// none.
func (f *File) Baseline() *File {
	b := *f
	b.Failures = nil
	b.Scenarios = make(map[string]Scenario, len(f.Scenarios))
	for name, s := range f.Scenarios {
		s.Points, s.CostsBySeed, s.Growth, s.Wandering = nil, nil, 0, nil
		b.Scenarios[name] = s
	}
	return &b
}
