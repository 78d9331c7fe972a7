package cachegrind

import (
	"errors"
	"os/exec"
	"path/filepath"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

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
func Seals() []Seal { return sandbox.Seals() }

// SealNames returns the names of seals.
func SealNames(seals []Seal) []string { return sandbox.Names(seals) }

// SealReport tells which of the seals that a Command asked for held.
type SealReport = sandbox.Report

// TrySeals runs the system's program true under all seals, and reports which of them
// this machine allows.
func TrySeals() (SealReport, error) {
	path, err := exec.LookPath("true")
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return SealReport{}, err
	}
	process, err := sandbox.Start(sandbox.Command{Path: path, Args: []string{path}, Seals: Seals()})
	if err != nil {
		return SealReport{}, err
	}
	state, err := process.Wait()
	return process.Report(), errors.Join(err, failure(state))
}
