package scenarios

import (
	"maps"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/cachegrind"
)

// preset is what the programs of one language need in order to count the same
// every time. It holds only what that language needs; addresses, the core and random
// numbers are sealed for all.
type preset struct {
	env         map[string]string
	flags       []string // arguments that come right after the program
	seals       []cachegrind.Seal
	interpreter bool // the program of the scenario is an interpreter, which tells its version
}

var presets = map[string]preset{
	"c":     {},
	"rust":  {},
	"other": {},
	"go": {
		env: map[string]string{
			// One thread runs goroutines, so their order is that of the program.
			"GOMAXPROCS": "1",
			// The collector's work comes in lumps, whenever the heap has doubled,
			// and bends the line. A scenario that is about allocation sets it
			// back: env = { GOGC = "100" }.
			"GOGC": "off",
			"GODEBUG": strings.Join([]string{
				"asyncpreemptoff=1", // no signal whenever 10 ms have passed
				"gcstoptheworld=1",  // where the collector is on, it does not run beside the program
				"cpu.erms=off",      // "rep movsb" counts an instruction for every byte
			}, ","),
		},
		// The runtime's monitor thread wakes every 20 microseconds and up.
		seals: []cachegrind.Seal{cachegrind.Sleep},
	},
	"python": {
		// Also where the seals do not hold; python -I does not read it.
		env:         map[string]string{"PYTHONHASHSEED": "0"},
		interpreter: true,
	},
	"pypy": {
		env:         map[string]string{"PYTHONHASHSEED": "0"},
		interpreter: true,
	},
	"node": {
		// Its threads race for the heap when they start, and the one that loses gets
		// another: memory that is touched for the first time.
		env: map[string]string{"MALLOC_ARENA_MAX": "1"},
		flags: []string{
			"--predictable", "--single-threaded", // no work on other threads
			"--v8-pool-size=1", // the fewest that wait for work all the same; 0 is for as many as there are cores
			// A collection writes down how long it took, in more digits or fewer. With the
			// young generation as large as it becomes in the long run there are few of them.
			"--min-semi-space-size=16",
			"--hash-seed=1", "--random-seed=1",
			"--no-opt", // what is optimised when depends on the clock
		},
		interpreter: true,
	},
}

// Languages returns the names of the presets, sorted.
func Languages() []string { return slices.Sorted(maps.Keys(presets)) }

// environment returns the variables of a scenario: those of its preset, and over
// them its own. The settings in GODEBUG are merged one by one.
func (s Scenario) environment() []string {
	env := maps.Clone(presets[s.Language].env)
	if env == nil {
		env = make(map[string]string)
	}
	for name, value := range s.Env {
		if preset, ok := env[name]; ok && name == "GODEBUG" && value != "" {
			value = preset + "," + value // of two settings with one name the later one counts
		}
		env[name] = value
	}
	var list []string
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return list
}
