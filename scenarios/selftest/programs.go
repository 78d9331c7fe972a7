package selftest

import "errors"

// misbehaviour is a program that must not be measured.
type misbehaviour struct {
	label  string // the name of its scenario
	name   string
	mode   string
	from   int  // the N from which on it misbehaves
	build  bool // it is the program that builds the program
	reason string
}

// late is an N after the first, which is the one that is tried without valgrind.
const late = 2000

var misbehaviours = []misbehaviour{
	{label: "exits", name: "exits with 1", mode: exits, reason: "tried without valgrind: exited with status 1"},
	{label: "exits-late", name: "exits with 1, whole profile", mode: exits, from: late, reason: "at N = 2000: exited with status 1"},
	{label: "dies", name: "is killed", mode: dies, reason: "tried without valgrind: crashed (killed)"},
	{label: "dies-late", name: "is killed, no profile", mode: dies, from: late, reason: "at N = 2000: crashed (killed)"},
	{label: "becomes", name: "becomes another", mode: becomes, reason: "the profile is that of"},
	{label: "starts", name: "starts another", mode: starts, reason: "started other programs"},
	{label: "shrinks", name: "does less the larger N is", mode: shrinks, reason: "the cost does not grow with N"},
	{label: "build", name: "build fails", mode: exits, build: true, reason: "build: "},
}

// programs proves that programs are measured if they behave, and only then.
func (m *Measured) programs() []Proof {
	outcome := func(name string) error {
		if _, ok := m.odd.Scenarios[name]; ok {
			return nil
		}
		return errors.New(m.odd.Failures[name])
	}
	proofs := []Proof{accepted("behaves", outcome(same))}
	for _, b := range misbehaviours {
		proofs = append(proofs, refused(b.name, b.reason, outcome(b.label)))
	}
	return proofs
}
