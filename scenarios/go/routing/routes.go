package main

import "net/http"

// patterns are the routes of a service for books and their readers: fixed paths,
// one to three wildcards, wildcards for the rest of a path, patterns that overlap,
// and patterns for one method or for all.
//
// A path has at most eight continuations. ServeMux keeps more of them in a map,
// which a random number of each process lays out; the cost of all iterations would
// then depend on it.
var patterns = []string{
	"GET /{$}",
	"GET /about",
	"GET /static/{path...}",
	"GET /search",
	"GET /search/suggestions",
	"GET /login",
	"POST /login",
	"POST /logout",
	"/webhooks/{service}",

	"GET /books",
	"POST /books",
	"GET /books/new",
	"GET /books/popular",
	"GET /books/{book}",
	"PUT /books/{book}",
	"PATCH /books/{book}",
	"DELETE /books/{book}",
	"GET /books/{book}/cover",
	"PUT /books/{book}/cover",
	"GET /books/{book}/editions",
	"POST /books/{book}/editions",
	"GET /books/{book}/editions/latest",
	"GET /books/{book}/editions/{edition}",
	"DELETE /books/{book}/editions/{edition}",
	"GET /books/{book}/editions/{edition}/pages/{page}",
	"GET /books/{book}/editions/{edition}/files/{path...}",
	"GET /books/{book}/reviews",
	"POST /books/{book}/reviews",
	"GET /books/{book}/reviews/{review}",
	"PATCH /books/{book}/reviews/{review}",
	"DELETE /books/{book}/reviews/{review}",
	"POST /books/{book}/reviews/{review}/votes",

	"GET /authors",
	"POST /authors",
	"GET /authors/{author}",
	"PATCH /authors/{author}",
	"GET /authors/{author}/books",
	"GET /authors/{author}/followers",
	"PUT /authors/{author}/followers/{reader}",
	"DELETE /authors/{author}/followers/{reader}",

	"GET /readers",
	"POST /readers",
	"GET /readers/me",
	"GET /readers/{reader}",
	"PATCH /readers/{reader}",
	"DELETE /readers/{reader}",
	"GET /readers/{reader}/shelves",
	"POST /readers/{reader}/shelves",
	"GET /readers/{reader}/shelves/{shelf}",
	"PUT /readers/{reader}/shelves/{shelf}/books/{book}",
	"DELETE /readers/{reader}/shelves/{shelf}/books/{book}",
	"GET /readers/{reader}/notifications",
	"GET /readers/{reader}/settings",
	"PUT /readers/{reader}/settings/{setting}",
}

// visits are the requests of one iteration, and the answers to them.
var visits = []struct {
	request string
	status  int
	body    string
}{
	{"GET /", http.StatusOK, "GET /{$}"},
	{"GET /about", http.StatusOK, "GET /about"},
	{"GET /static/css/print/a4.css", http.StatusOK, "GET /static/{path...} css/print/a4.css"},
	{"GET /search/suggestions?q=whale", http.StatusOK, "GET /search/suggestions"},
	{"POST /login", http.StatusOK, "POST /login"},
	{"PUT /webhooks/printer", http.StatusOK, "/webhooks/{service} printer"},
	{"GET /books/popular", http.StatusOK, "GET /books/popular"},
	{"GET /books/moby-dick", http.StatusOK, "GET /books/{book} moby-dick"},
	{"HEAD /books/moby-dick/cover", http.StatusOK, "GET /books/{book}/cover moby-dick"},
	{"GET /books/emma/editions/latest", http.StatusOK, "GET /books/{book}/editions/latest emma"},
	{"DELETE /books/emma/editions/2", http.StatusOK, "DELETE /books/{book}/editions/{edition} emma 2"},
	{
		"GET /books/emma/editions/1/pages/312", http.StatusOK,
		"GET /books/{book}/editions/{edition}/pages/{page} emma 1 312",
	},
	{
		"GET /books/emma/editions/1/files/img/plate%201.png", http.StatusOK,
		"GET /books/{book}/editions/{edition}/files/{path...} emma 1 img/plate 1.png",
	},
	{"POST /books/emma/reviews/77/votes", http.StatusOK, "POST /books/{book}/reviews/{review}/votes emma 77"},
	{"PUT /authors/austen/followers/ada", http.StatusOK, "PUT /authors/{author}/followers/{reader} austen ada"},
	{"GET /readers/me", http.StatusOK, "GET /readers/me"},
	{"PATCH /readers/ada", http.StatusOK, "PATCH /readers/{reader} ada"},
	{
		"PUT /readers/ada/shelves/sea/books/moby-dick", http.StatusOK,
		"PUT /readers/{reader}/shelves/{shelf}/books/{book} ada sea moby-dick",
	},
	{"GET /readers/ada/shoes", http.StatusNotFound, "404 page not found\n"},
	{"DELETE /books", http.StatusMethodNotAllowed, "Method Not Allowed\n"},
}
