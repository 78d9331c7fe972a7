// Query has a handler read the parameters of a URL and the headers of a request,
// and answer with headers and a summary, N times.
package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/grindgate/grindgate/scenarios/go/exchange"
	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

func main() {
	os.Exit(scenario.Main("query", os.Args[1:], os.Stderr, ask))
}

// request has parameters of each kind (repeated, escaped, empty, not ASCII) and the
// headers of a browser that has been here before. Both are at most eight, which is
// what a Go map holds without hashing: larger ones are laid out by a random number
// of each map, and cost a little more or less each time.
var request = strings.Join([]string{
	"GET /books?q=white+whale&author=Melville%2C%20Herman&lang=en&lang=fr&tag=caf%C3%A9%20noir" +
		"&page=3&size=25&in-print=true&sort= HTTP/1.1",
	"Host: books.example.org",
	"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
	"Accept: application/xhtml+xml, text/plain;q=0.9, */*;q=0.8",
	"Accept-Language: fr-BE, en;q=0.7",
	"Authorization: Basic YWRhOmxvdmVsYWNl", // ada:lovelace
	"Cookie: theme=dark; session=8d14f0c2; seen=1",
	"If-None-Match: \"5f1\"",
	"X-Request-Id: 71-c4",
	"", "",
}, "\r\n")

// The response to it.
const (
	contentType = "text/plain; charset=utf-8"
	requestID   = "71-c4"
	tag         = `"5f2"`
	body        = `q="white whale" author="Melville, Herman" lang="en" lang="fr" tag="café noir" sort="" rows=50-75 ` +
		`in-print=true user="ada" session="8d14f0c2" language="fr-BE" fresh=false`
)

func ask(n int) error {
	x := exchange.New(request)
	for range n {
		if err := x.Read(); err != nil {
			return err
		}
		x.Serve(http.HandlerFunc(find))
		if err := x.Response.Check(http.StatusOK, contentType, body); err != nil {
			return err
		}
		if got := x.Response.Header().Get("X-Request-Id"); got != requestID {
			return fmt.Errorf("X-Request-Id is %q, want %q", got, requestID)
		}
		if got := x.Response.Header().Get("ETag"); got != tag {
			return fmt.Errorf("ETag is %q, want %q", got, tag)
		}
	}
	return nil
}
