package cachegrind

import "fmt"

// Event is one of the counters that cachegrind keeps. Its values index Counts.
type Event uint8

// The events of cachegrind, in the order in which cachegrind writes them. The
// first nine belong to the cache simulation (--cache-sim=yes), the last four to
// the branch simulation (--branch-sim=yes).
const (
	Ir   Event = iota // instructions executed
	I1mr              // instruction reads that missed the first-level cache
	ILmr              // instruction reads that missed the last-level cache
	Dr                // data reads
	D1mr              // data reads that missed the first-level cache
	DLmr              // data reads that missed the last-level cache
	Dw                // data writes
	D1mw              // data writes that missed the first-level cache
	DLmw              // data writes that missed the last-level cache
	Bc                // conditional branches executed
	Bcm               // conditional branches mispredicted
	Bi                // indirect branches executed
	Bim               // indirect branches mispredicted

	// NumEvents is how many events there are.
	NumEvents int = iota
)

var eventNames = [NumEvents]string{
	"Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw", "D1mw", "DLmw", "Bc", "Bcm", "Bi", "Bim",
}

// String returns cachegrind's name of the event, such as "D1mr".
func (e Event) String() string {
	if int(e) < NumEvents {
		return eventNames[e]
	}
	return fmt.Sprintf("Event(%d)", uint8(e))
}

// ParseEvent returns the event of cachegrind's name for it.
func ParseEvent(name string) (Event, error) {
	for i, n := range eventNames {
		if n == name {
			return Event(i), nil
		}
	}
	return 0, fmt.Errorf("unknown event %q", name)
}

// Counts holds one count for each Event, indexed by it. An event that was not
// recorded counts 0; Profile.Events tells which were.
type Counts [NumEvents]uint64
