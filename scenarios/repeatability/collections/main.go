// Command collections is a scenario of what makes Go programs count differently
// from run to run: maps, which are hashed with random seeds and iterated in random
// order, JSON, and allocation.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("collections", os.Args[1:], os.Stderr, func(n int) error {
		for range n {
			if err := collect(); err != nil {
				return err
			}
		}
		return nil
	}))
}

const keys = 40

func collect() error {
	counts := make(map[string]int)
	for i := range keys {
		counts["key-"+strconv.Itoa(i)] = i
	}
	text, err := json.Marshal(counts)
	if err != nil {
		return err
	}
	var back map[string]int
	if err := json.Unmarshal(text, &back); err != nil {
		return err
	}
	sum := 0
	for _, v := range back {
		sum += v
	}
	if want := keys * (keys - 1) / 2; sum != want {
		return fmt.Errorf("the sum of the counts is %d, want %d", sum, want)
	}
	return nil
}
