package exchange

import (
	"fmt"
	"net/http"
)

// Response is an http.ResponseWriter that keeps what a handler wrote.
type Response struct {
	status int
	header http.Header
	body   []byte
}

// Header implements http.ResponseWriter.
func (r *Response) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter. As in a server, the first status stays.
func (r *Response) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write implements http.ResponseWriter.
func (r *Response) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.body = append(r.body, p...)
	return len(p), nil
}

// Check returns an error that shows the difference unless the response has this
// status, this Content-Type and this body.
func (r *Response) Check(status int, contentType, body string) error {
	switch got := r.header.Get("Content-Type"); {
	case r.status != status:
		return fmt.Errorf("status is %d, want %d (body %q)", r.status, status, r.body)
	case got != contentType:
		return fmt.Errorf("Content-Type is %q, want %q", got, contentType)
	case string(r.body) != body:
		return fmt.Errorf("body is %q, want %q", r.body, body)
	}
	return nil
}

// reset makes the response empty. The headers are a new map, which is what a
// handler gets from a server; the body keeps its memory, as a server's buffers do.
func (r *Response) reset() {
	r.status, r.header, r.body = 0, http.Header{}, r.body[:0]
}
