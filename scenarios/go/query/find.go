package main

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// find answers with what it was asked to find and by whom.
func find(w http.ResponseWriter, r *http.Request) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	page, pageErr := strconv.Atoi(values.Get("page"))
	size, sizeErr := strconv.Atoi(values.Get("size"))
	inPrint, inPrintErr := strconv.ParseBool(values.Get("in-print"))
	session, sessionErr := r.Cookie("session")
	if err := errors.Join(pageErr, sizeErr, inPrintErr, sessionErr); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	user, _, ok := r.BasicAuth()
	if !ok {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	language, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")

	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Request-Id", r.Header.Get("X-Request-Id"))
	h.Set("ETag", `"5f2"`)
	h.Add("Vary", "Accept-Language")
	h.Add("Vary", "Cookie")

	var body []byte
	for _, key := range []string{"q", "author", "lang", "tag", "sort"} {
		for _, value := range values[key] {
			body = quote(body, key, value)
		}
	}
	body = append(body, "rows="...)
	body = strconv.AppendInt(body, int64((page-1)*size), 10)
	body = append(body, '-')
	body = strconv.AppendInt(body, int64(page*size), 10)
	body = append(body, " in-print="...)
	body = strconv.AppendBool(body, inPrint)
	body = append(body, ' ')
	body = quote(body, "user", user)
	body = quote(body, "session", session.Value)
	body = quote(body, "language", language)
	body = append(body, "fresh="...)
	body = strconv.AppendBool(body, r.Header.Get("If-None-Match") == h.Get("ETag"))
	w.Write(body)
}

// quote appends key="value" and a blank.
func quote(to []byte, key, value string) []byte {
	to = append(to, key...)
	to = append(to, '=')
	return append(strconv.AppendQuote(to, value), ' ')
}
