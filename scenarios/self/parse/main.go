// Parse has grindgate read a profile of cachegrind, N times. The profile is made
// once, at set-up.
package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("parse", os.Args[1:], os.Stderr, parse))
}

func parse(n int) error {
	text, want := profile()
	r := bytes.NewReader(nil)
	for range n {
		r.Reset(text)
		got, err := cachegrind.Parse(r, "profile")
		if err != nil {
			return err
		}
		if got.Totals != want {
			return fmt.Errorf("totals are %v, want %v", got.Totals, want)
		}
		if len(got.Functions) != functions {
			return fmt.Errorf("got %d functions, want %d", len(got.Functions), functions)
		}
	}
	return nil
}
