// Package exchange lets an http.Handler serve a request without a network.
//
// A request begins as the text that a client sends and is read by net/http, as in
// a server; the response stays in memory, where it can be checked. Connections,
// and writing the response's head to one, are not part of it.
//
// Note: net/http/httptest does similar things, for tests: its requests come ready
// made, and its recorder copies headers and trailers at the end. A scenario that
// counts instructions would count these too, and no server does them.
package exchange

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
)

// The first look-up of a header's name makes net/textproto build its table of
// common names, a map that a random number lays out. Each thread has its own stream
// of them. Packages are initialised on the main thread, always; later the work may
// stand on another, and every look-up would cost a little more or less than in the
// run before.
var _ = http.CanonicalHeaderKey("accept")

// Exchange is one request and the response to it. It can be used many times, by
// one goroutine at a time, as a server uses a connection.
type Exchange struct {
	Request  *http.Request // nil before Read
	Response Response      // to the latest Serve

	text   string
	source strings.Reader
	reader *bufio.Reader
}

// New returns an exchange whose request is text, in the form of HTTP/1.1.
func New(text string) *Exchange {
	x := &Exchange{text: text}
	x.reader = bufio.NewReader(&x.source)
	return x
}

// Read makes a new Request of the text.
func (x *Exchange) Read() error {
	x.source.Reset(x.text)
	x.reader.Reset(&x.source)
	r, err := http.ReadRequest(x.reader)
	if err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	x.Request = r
	return nil
}

// Serve lets h answer Request.
func (x *Exchange) Serve(h http.Handler) {
	x.Response.reset()
	h.ServeHTTP(&x.Response, x.Request)
}
