// Routing has an http.ServeMux find the handler for each of a list of requests, N
// times. The requests are read once, at set-up. One iteration is the whole list,
// so that each costs the same.
package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/grindgate/grindgate/scenarios/go/exchange"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("routing", os.Args[1:], os.Stderr, route))
}

func route(n int) error {
	mux := http.NewServeMux()
	for _, pattern := range patterns {
		mux.Handle(pattern, newHandler(pattern))
	}
	exchanges := make([]*exchange.Exchange, len(visits))
	for i, v := range visits {
		exchanges[i] = exchange.New(v.request + " HTTP/1.1\r\nHost: example.org\r\n\r\n")
		if err := exchanges[i].Read(); err != nil {
			return fmt.Errorf("%s: %w", v.request, err)
		}
	}
	for range n {
		for i, v := range visits {
			x := exchanges[i]
			x.Serve(mux)
			if err := x.Response.Check(v.status, "text/plain; charset=utf-8", v.body); err != nil {
				return fmt.Errorf("%s: %w", v.request, err)
			}
		}
	}
	return nil
}
