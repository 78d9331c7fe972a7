package regress

// State is what became of a scenario.
type State string

// The states, as they are shown.
const (
	Unchanged    State = "unchanged"    // within its threshold
	Improved     State = "improved"     // cheaper by more than its threshold
	Regressed    State = "regressed"    // dearer by more than its threshold
	New          State = "new"          // measured, not in the baseline
	Missing      State = "missing"      // in the baseline, not in the manifest
	Unstable     State = "unstable"     // its noise is too large for its threshold
	Incomparable State = "incomparable" // made with another recipe or toolchain
	Failed       State = "failed"       // its build or a run failed
)

// States lists every State, worst first.
func States() []State {
	return []State{Failed, Regressed, Unstable, Incomparable, Missing, New, Improved, Unchanged}
}

// Outcome is what a state, or a whole verdict, means for the gate. Its value is
// the exit status.
type Outcome int

// The outcomes. The larger one wins where several apply.
const (
	Pass      Outcome = 0
	Fail      Outcome = 1
	Undecided Outcome = 2
)

// outcome is the table of the states in the README. What is not in it decides
// nothing, and so does not pass.
func (s State) outcome(l Limits) Outcome {
	switch s {
	case Unchanged:
		return Pass
	case Improved:
		if l.Ratchet {
			return Fail
		}
		return Pass
	case New:
		if l.AllowNew {
			return Pass
		}
		return Fail
	case Regressed, Missing:
		return Fail
	default:
		return Undecided
	}
}
