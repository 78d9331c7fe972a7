// Package history turns the baselines that one commit after another left behind
// into the course of each scenario's cost: a Series, which goes on under a new name
// where a scenario was renamed, and says where a step cannot be compared.
//
// It is given what was read and knows nothing of git; package revision does.
package history

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/grindgate/grindgate/results"
)

// Version is the baseline as one commit left it.
type Version struct {
	Commit  string    // the full hash; empty for the work tree, whose baseline is not committed
	Date    time.Time // zero if it is not known
	Subject string    // of the commit: text of a stranger
	// File is the baseline, nil where there is none: it was removed, or Err says why it
	// cannot be read.
	File *results.File
	Err  error
}

// History is the course of every scenario.
type History struct {
	Baseline string    // the file, as the user names it
	Cut      bool      // the clone lacks older commits that were asked for
	Versions []Version // oldest first
	Series   []*Series // by name; a name may come twice, if a second scenario was renamed to it
}

// New returns the history of the versions, the oldest first.
func New(versions []Version) *History {
	h := &History{Versions: versions}
	open := make(map[string]*Series) // by the name that it has now
	var before *results.File
	for i, v := range versions {
		from := make(map[string]string) // old names, by new ones
		if v.Err == nil {
			from = renames(before, v.File)
			renamed := make(map[string]*Series)
			for now, old := range from {
				renamed[now] = open[old]
				delete(open, old)
			}
			for now, s := range renamed {
				s.Name = now
				open[now] = s
			}
			for _, name := range names(v.File) {
				if open[name] == nil {
					open[name] = &Series{Name: name, Points: absences(versions[:i])}
					h.Series = append(h.Series, open[name])
				}
			}
			before = v.File
		}
		for _, s := range h.Series {
			s.add(versions, open[s.Name] == s, from[s.Name])
		}
	}
	for _, s := range h.Series {
		s.Whole = s.whole(versions)
	}
	slices.SortStableFunc(h.Series, func(a, b *Series) int { return cmp.Compare(a.Name, b.Name) })
	return h
}

// Select drops the series for which keep says so of none of their names.
func (h *History) Select(keep func(name string) bool) {
	h.Series = slices.DeleteFunc(h.Series, func(s *Series) bool { return !slices.ContainsFunc(s.Names(), keep) })
}

// Readable tells whether there is a version with a baseline in it.
func (h *History) Readable() bool {
	return slices.ContainsFunc(h.Versions, func(v Version) bool { return v.File != nil })
}

func names(f *results.File) []string {
	if f == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(f.Scenarios))
}

// absences are the points of the versions before a scenario was there.
func absences(versions []Version) []Point {
	points := make([]Point, len(versions))
	for i, v := range versions {
		points[i].State = Absent
		if v.Err != nil {
			points[i].State = Unreadable
		}
	}
	return points
}
