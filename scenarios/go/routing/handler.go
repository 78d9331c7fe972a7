package main

import (
	"net/http"
	"strings"
)

// handler answers with its pattern and the values of the pattern's wildcards, which
// tells whether the right handler was called with the right values.
type handler struct {
	pattern   string
	wildcards []string // their names
}

func newHandler(pattern string) handler {
	h := handler{pattern: pattern}
	for _, segment := range strings.Split(pattern, "/") {
		name, opened := strings.CutPrefix(segment, "{")
		name, closed := strings.CutSuffix(name, "}")
		if opened && closed && name != "$" {
			h.wildcards = append(h.wildcards, strings.TrimSuffix(name, "..."))
		}
	}
	return h
}

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	body := []byte(h.pattern)
	for _, name := range h.wildcards {
		body = append(body, ' ')
		body = append(body, r.PathValue(name)...)
	}
	w.Write(body)
}
