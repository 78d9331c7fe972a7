package selftest

import (
	"fmt"
	"strconv"
	"strings"
)

// programName is what the copy of this program is called that is measured.
const programName = "grindgate"

// scenario is a scenario of a manifest of the self test.
type scenario struct {
	name       string
	build      []string
	run        []string
	threshold  float64 // in per cent; 0: that of the manifest
	iterations string
}

// sized are the iterations of what is compared: a hundred million instructions and
// more, of which the few hundred by which a runtime differs from run to run are no part
// of the least threshold.
const sized = "[4000, 5500, 7000, 8500]"

// shortly are the iterations of what is refused.
const shortly = "[1000, 2000, 3000]"

// unslowed are the scenarios of the base: the same program, under the names of those
// of the head.
func unslowed() []scenario {
	entries := slowedDown()
	for i := range entries {
		entries[i].run = working(0)
	}
	return entries
}

// slowedDown are the scenarios of the head.
func slowedDown() []scenario {
	entries := []scenario{{name: same, run: working(0), threshold: half(slowdowns[0]), iterations: sized}}
	for _, extra := range slowdowns {
		entries = append(entries, scenario{name: slowed(extra), run: working(extra), threshold: half(extra), iterations: sized})
	}
	return entries
}

// misbehaving are the scenarios that must not be measured, and one that must.
func misbehaving() []scenario {
	entries := []scenario{{name: same, run: working(0), iterations: shortly}}
	for _, b := range misbehaviours {
		e := scenario{name: b.label, run: running(b.mode, b.from), iterations: shortly}
		if b.build {
			e.build = append(command(b.mode, b.from), "1", "{bin}")
			e.run = []string{"{bin}", "{n}"}
		}
		entries = append(entries, e)
	}
	return entries
}

func working(extra int) []string { return running(works, extra) }

func running(mode string, number int) []string { return append(command(mode, number), "{n}") }

// command is the program without its N. The number is always of one length, since a
// longer argument costs instructions of its own.
func command(mode string, number int) []string {
	return []string{"{root}/" + programName, argument, mode, fmt.Sprintf("%04d", number)}
}

// manifestOf writes scenarios as a manifest.
func manifestOf(entries []scenario) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "[[scenario]]\nname = %q\nlanguage = \"go\"\niterations = %s\n", e.name, e.iterations)
		if len(e.build) > 0 {
			fmt.Fprintf(&b, "build = %s\n", array(e.build))
		}
		fmt.Fprintf(&b, "run = %s\n", array(e.run))
		if e.threshold > 0 {
			fmt.Fprintf(&b, "threshold = \"%s%%\"\n", strconv.FormatFloat(e.threshold, 'f', -1, 64))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func array(argv []string) string {
	quoted := make([]string, len(argv))
	for i, arg := range argv {
		quoted[i] = strconv.Quote(arg)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
