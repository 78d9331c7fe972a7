package exchange

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const post = "POST /a/b?c=d HTTP/1.1\r\nHost: example.org\r\nAccept: text/plain\r\nContent-Length: 4\r\n\r\nbody"

// echo answers with what it was asked.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(http.StatusAccepted)
	w.WriteHeader(http.StatusTeapot) // too late
	fmt.Fprintf(w, "%s %s %s %s ", r.Method, r.Host, r.URL, r.Header.Get("Accept"))
	fmt.Fprintf(w, "%s %v", body, err)
}

func TestExchange(t *testing.T) {
	x := New(post)
	for i := range 3 { // the first leaves nothing to the second
		if err := x.Read(); err != nil {
			t.Fatal(err)
		}
		x.Serve(http.HandlerFunc(echo))
		err := x.Response.Check(http.StatusAccepted, "text/plain", "POST example.org /a/b?c=d text/plain body <nil>")
		if err != nil {
			t.Errorf("exchange %d: %v", i, err)
		}
	}

	x.Serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	if err := x.Response.Check(0, "", ""); err != nil {
		t.Errorf("after a handler that wrote nothing: %v", err)
	}
	x.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "x") }))
	if err := x.Response.Check(http.StatusOK, "", "x"); err != nil {
		t.Errorf("after a handler that set no status: %v", err)
	}
}

func TestReadError(t *testing.T) {
	const want = `reading the request: malformed HTTP request "nonsense"`
	err := New("nonsense\r\n\r\n").Read()
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Errorf("Read (-want +got):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	r := Response{status: 200, header: http.Header{"Content-Type": {"text/plain"}}, body: []byte("yes")}
	tests := []struct {
		status            int
		contentType, body string
		want              string
	}{
		{200, "text/plain", "yes", "<nil>"},
		{404, "text/plain", "yes", `status is 200, want 404 (body "yes")`},
		{200, "text/html", "yes", `Content-Type is "text/plain", want "text/html"`},
		{200, "text/plain", "no", `body is "yes", want "no"`},
	}
	for _, test := range tests {
		got := fmt.Sprint(r.Check(test.status, test.contentType, test.body))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Check(%d, %q, %q) (-want +got):\n%s", test.status, test.contentType, test.body, diff)
		}
	}
}
