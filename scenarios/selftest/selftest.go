// Package selftest proves on this machine that the gate can fail. A gate that
// always passes looks like one that has nothing to say, so it is shown what it has
// to refuse: a program slowed by a known amount, programs that misbehave, and files
// that are broken. Each is a Proof, and each has to be refused for the right reason.
// Beside them stands what has to pass, or a gate that refuses everything would do.
package selftest

import (
	"io"
	"regexp"
	"slices"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/scenarios"
)

// Gate is what is put to the test. Tests of this package put broken ones in its
// place, and see each caught.
type Gate struct {
	Parse   func(r io.Reader, name string) (*cachegrind.Profile, error)
	Load    func(path string) (*scenarios.Manifest, error)
	Select  func(m *scenarios.Manifest, patterns, tags []string) ([]scenarios.Scenario, error)
	Read    func(r io.Reader, name string) (*results.File, error)
	Compare func(base, head *results.File, limits regress.Limits) *regress.Verdict
}

// NewGate returns the gate of grindgate check.
func NewGate() Gate {
	return Gate{
		Parse:   cachegrind.Parse,
		Load:    scenarios.Load,
		Select:  (*scenarios.Manifest).Select,
		Read:    results.Read,
		Compare: regress.Compare,
	}
}

// Proof is one thing that has to be so, and what is.
type Proof struct {
	About    string // what is put to the test, such as "baseline"
	Name     string // what was given to it, such as "empty"
	Expected string
	Seen     string // may have several lines, of messages
	Holds    bool
}

// Prove puts a gate to the test. It is an error if there is no room for temporary
// files.
func (m *Measured) Prove(g Gate) ([]Proof, error) {
	dir, err := m.scratch.Sub()
	if err != nil {
		return nil, err
	}
	proofs := slices.Concat(
		about("size", m.sizes(g)),
		about("program", m.programs()),
		about("profile", profiles(g)),
		about("manifest", manifests(g, dir)),
		about("baseline", m.baselines(g)),
		about("verdict", m.verdicts(g)),
	)
	temporary := regexp.MustCompile(regexp.QuoteMeta(m.scratch.Dir) + "/[^/]+/")
	for i := range proofs {
		proofs[i].Seen = temporary.ReplaceAllString(proofs[i].Seen, "")
	}
	return proofs, nil
}

func about(what string, proofs []Proof) []Proof {
	for i := range proofs {
		proofs[i].About = what
	}
	return proofs
}
