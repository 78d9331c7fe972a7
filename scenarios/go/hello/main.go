// Hello has net/http route a request to a handler that answers it with a greeting,
// N times. The request is read once, at set-up; the scenarios media and query read
// theirs each time.
package main

import (
	"os"

	"github.com/grindgate/grindgate/scenarios/go/greeting"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("hello", os.Args[1:], os.Stderr, greet))
}

func greet(n int) error {
	app := greeting.Handler()
	x, err := greeting.Ask()
	if err != nil {
		return err
	}
	for range n {
		if err := greeting.Answer(app, x); err != nil {
			return err
		}
	}
	return nil
}
