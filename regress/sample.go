package regress

import (
	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// Sample is one run of a scenario, less what a line through many does not need.
type Sample struct {
	N         int
	Repeat    int
	Events    []cachegrind.Event // that were recorded
	Totals    cachegrind.Counts
	Functions map[string]cachegrind.Counts // by NormalName
	// ThreadStarts is Profile.ThreadStarts. A runtime that started a thread more than
	// in other runs has lost a race, and may hash differently from there on.
	ThreadStarts uint64
}

// NewSample makes a Sample of a profile.
func NewSample(n, repeat int, p *cachegrind.Profile) Sample {
	s := Sample{
		N: n, Repeat: repeat, Events: p.Events, Totals: p.Totals,
		Functions: make(map[string]cachegrind.Counts), ThreadStarts: p.ThreadStarts(),
	}
	for function, breakdown := range p.Functions {
		name := NormalName(function.Name)
		counts := s.Functions[name]
		for e, v := range breakdown.Counts {
			counts[e] += v // cannot overflow: the parser summed the same counts
		}
		s.Functions[name] = counts
	}
	return s
}

// points returns the samples as a results file has them.
func points(samples []Sample) []results.Point {
	var all []results.Point
	for _, s := range samples {
		events := make(map[string]uint64, len(s.Events))
		for _, e := range s.Events {
			events[e.String()] = s.Totals[e]
		}
		all = append(all, results.Point{N: s.N, Repeat: s.Repeat, Events: events})
	}
	return all
}
