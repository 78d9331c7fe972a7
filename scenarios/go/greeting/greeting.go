// Package greeting is the smallest web application: it says hello. The scenario
// go/hello calls it directly and go/async through goroutines, so that the
// difference between the two is the cost of the goroutines and channels.
package greeting

import (
	"net/http"

	"github.com/grindgate/grindgate/scenarios/go/exchange"
)

// request is what a browser or a command-line client might send, cut short.
const request = "GET /hello HTTP/1.1\r\n" +
	"Host: example.org\r\n" +
	"User-Agent: client/1.0\r\n" +
	"Accept: text/plain\r\n" +
	"\r\n"

// Handler returns the application.
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", hello)
	return mux
}

func hello(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte("Hello, World!\n"))
}

// Ask returns an exchange in which a client has sent its request to the application.
func Ask() (*exchange.Exchange, error) {
	x := exchange.New(request)
	return x, x.Read()
}

// Answer lets h answer the request of x, and returns an error unless the answer is
// the greeting.
func Answer(h http.Handler, x *exchange.Exchange) error {
	x.Serve(h)
	return x.Response.Check(http.StatusOK, "text/plain; charset=utf-8", "Hello, World!\n")
}
