package report

import (
	"bytes"
	"strings"
	"testing"
)

// TestProofs compares every renderer with testdata/proofs.FORMAT.golden.
func TestProofs(t *testing.T) {
	proofs := []Proof{
		{About: "size", Name: "slowed by 0.05%", Expected: "regressed, +0.0450% to +0.0550%", Seen: "unchanged, +0.0000%"},
		{About: "program", Name: "exits with 1", Expected: "refused: status 1", Seen: "refused: exited with status 1:\n    it said\x1b[31m |this|", Holds: true},
		{About: "profile", Name: "whole", Expected: "accepted", Seen: strings.Repeat("é", seenWidth), Holds: true},
		{About: "profile", Name: "long", Expected: "refused", Seen: strings.Repeat("é", seenWidth+1), Holds: true},
	}
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			var b bytes.Buffer
			if err := Proofs(&b, f, proofs); err != nil {
				t.Fatal(err)
			}
			golden(t, "proofs."+string(f), b.String())
		})
	}
}
