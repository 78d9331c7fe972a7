// Async has a pool of goroutines answer N requests that reach them through one
// channel and leave through another. The requests and the application are those of
// the scenario hello.
package main

import (
	"net/http"
	"os"
	"sync"

	"github.com/grindgate/grindgate/scenarios/go/exchange"
	"github.com/grindgate/grindgate/scenarios/go/greeting"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

const (
	workers  = 4
	inFlight = 16 // more than workers, so that requests wait as in a busy server
)

func main() {
	os.Exit(scenario.Main("async", os.Args[1:], os.Stderr, greet))
}

// call is a request on its way through the pool.
type call struct {
	exchange *exchange.Exchange
	err      error // what was wrong with the answer
}

func greet(n int) error {
	var idle []*call
	for range inFlight {
		x, err := greeting.Ask()
		if err != nil {
			return err
		}
		idle = append(idle, &call{exchange: x})
	}
	// Both channels hold every call there is, so that no send ever blocks and an
	// early return leaves no goroutine behind.
	asked, answered := make(chan *call, inFlight), make(chan *call, inFlight)
	var pool sync.WaitGroup
	app := greeting.Handler()
	for range workers {
		pool.Go(func() { serve(app, asked, answered) })
	}
	defer pool.Wait()
	defer close(asked)

	for sent, received := 0, 0; received < n; received++ {
		for ; sent < n && len(idle) > 0; sent++ {
			asked <- idle[len(idle)-1]
			idle = idle[:len(idle)-1]
		}
		c := <-answered
		if c.err != nil {
			return c.err
		}
		idle = append(idle, c)
	}
	return nil
}

// serve is one goroutine of the pool. It ends when asked is closed and empty.
func serve(app http.Handler, asked <-chan *call, answered chan<- *call) {
	for c := range asked {
		c.err = greeting.Answer(app, c.exchange)
		answered <- c
	}
}
