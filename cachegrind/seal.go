package cachegrind

import "github.com/grindgate/grindgate/cachegrind/sandbox"

// Seal is one thing that a program finds the same in every run; see package
// sandbox, which says what each one covers.
type Seal = sandbox.Seal

// The seals.
const (
	Addresses = sandbox.Addresses
	Core      = sandbox.Core
	Random    = sandbox.Random
	Sleep     = sandbox.Sleep
)

// Seals lists every Seal, sorted.
func Seals() []Seal { return []Seal{Addresses, Core, Random, Sleep} }

// SealReport tells which of the seals that a Command asked for held.
type SealReport = sandbox.Report
