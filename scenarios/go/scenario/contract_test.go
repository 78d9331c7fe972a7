package scenario_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/scenarios/go/scenario"
)

// outcome is what a program did.
type outcome struct {
	Status         int
	Stdout, Stderr string
}

func run(t *testing.T, argv ...string) outcome {
	t.Helper()
	var stdout, stderr strings.Builder
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// TestContract runs every scenario program of this repository.
func TestContract(t *testing.T) {
	tests := []struct {
		args    []string
		status  int
		problem string // the message, without the name of the program
	}{
		{[]string{"3"}, scenario.OK, ""},
		{[]string{"007"}, scenario.OK, ""},
		{nil, scenario.Usage, "got 0 arguments, want 1"},
		{[]string{"3", "4"}, scenario.Usage, "got 2 arguments, want 1"},
		{[]string{""}, scenario.Usage, `"" is not a positive decimal number`},
		{[]string{"0"}, scenario.Usage, `"0" is not a positive decimal number`},
		{[]string{"-3"}, scenario.Usage, `"-3" is not a positive decimal number`},
		{[]string{"+3"}, scenario.Usage, `"+3" is not a positive decimal number`},
		{[]string{" 3"}, scenario.Usage, `" 3" is not a positive decimal number`},
		{[]string{"3 "}, scenario.Usage, `"3 " is not a positive decimal number`},
		{[]string{"3.0"}, scenario.Usage, `"3.0" is not a positive decimal number`},
		{[]string{"1e3"}, scenario.Usage, `"1e3" is not a positive decimal number`},
		{[]string{"0x3"}, scenario.Usage, `"0x3" is not a positive decimal number`},
		{[]string{"1_0"}, scenario.Usage, `"1_0" is not a positive decimal number`},
		{[]string{"three"}, scenario.Usage, `"three" is not a positive decimal number`},
		{[]string{"99999999999999999999"}, scenario.Usage, "99999999999999999999 is too large"},
	}
	for _, p := range build(t, "", "", "", everything...) {
		for _, test := range tests {
			want := outcome{Status: test.status}
			if test.status != scenario.OK {
				name := filepath.Base(p.name)
				want.Stderr = name + ": " + test.problem + "\nusage: " + name + " N\n"
			}
			got := run(t, append(p.argv, test.args...)...)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %q (-want +got):\n%s", p.name, test.args, diff)
			}
		}
	}
}

// TestWrongAnswer breaks the work of every program and expects the program to notice.
func TestWrongAnswer(t *testing.T) {
	tests := []struct {
		file, old, broken string            // relative to the folder of scenarios
		stderr            map[string]string // of each program that file is part of: how it begins
	}{
		{
			"go/greeting/greeting.go", `w.Write([]byte("Hello, World!\n"))`, `w.Write([]byte("Hello!\n"))`,
			map[string]string{
				"go/async": `async: body is "Hello!\n", want "Hello, World!\n"` + "\n",
				"go/hello": `hello: body is "Hello!\n", want "Hello, World!\n"` + "\n",
			},
		},
		{
			"go/routing/handler.go", `r.PathValue(name)`, `name`,
			map[string]string{
				"go/routing": `routing: GET /static/css/print/a4.css: body is "GET /static/{path...} path", want `,
			},
		},
		{
			"go/media/bill.go", `w.WriteHeader(http.StatusCreated)`, ``,
			map[string]string{"go/media": `media: status is 200, want 201 (body "{\"order\":70213,`},
		},
		{
			"go/media/bill.go", `i.Quantity * i.Price`, `i.Quantity + i.Price`,
			map[string]string{"go/media": `media: body is "{\"order\":70213,`},
		},
		{
			"go/query/find.go", `(page-1)*size`, `page*size`,
			map[string]string{"go/query": `query: body is "q=\"white whale\" `},
		},
		{
			"go/query/find.go", `r.Header.Get("X-Request-Id")`, `""`,
			map[string]string{"go/query": `query: X-Request-Id is "", want "71-c4"` + "\n"},
		},
		{
			"go/query/find.go", "h.Set(\"ETag\", `\"5f2\"`)", "h.Set(\"ETag\", `\"5f3\"`)",
			map[string]string{"go/query": `query: ETag is "\"5f3\"", want "\"5f2\""` + "\n"},
		},
		{
			"c/strings/strings.c", `load=%.3f"`, `load=%.2f"`,
			map[string]string{
				"c/strings": `strings: got "load=0.25,flags=0x1f,port=443,path=/srv/gateway,name=gateway", want "load=0.250,`,
			},
		},
		{
			"python/json/main.py", `tax = round(net * TAX_RATE)`, `tax = int(net * TAX_RATE)`,
			map[string]string{"python/json": `json: got {"order":70213,`},
		},
		{
			"self/parse/profile.go", `return append(text, '\n'), totals`, `return append(text, '\n'), cachegrind.Counts{}`,
			map[string]string{"self/parse": "parse: totals are ["},
		},
		{
			"self/parse/profile.go", `function_%d\n", file, function)`, `function_%d\n", file, function%2)`,
			map[string]string{"self/parse": "parse: got 80 functions, want 320\n"},
		},
		{
			"self/fit/main.go", `cost: []float64{1000, 2600, 3000}`, `cost: []float64{1000, 2600, 3001}`,
			map[string]string{"self/fit": "fit: three, one high: slope, intercept and standard error are 10.005, 199.333, 3.461, want 10.000, 200.000, 3.464\n"},
		},
	}
	noticed := map[string]bool{}
	for _, test := range tests {
		var names []string
		for _, name := range everything {
			if _, ok := test.stderr[name]; ok {
				names = append(names, name)
			}
		}
		for _, p := range build(t, test.file, test.old, test.broken, names...) {
			got := run(t, append(p.argv, "3")...)
			if want := test.stderr[p.name]; got.Status != scenario.Wrong || got.Stdout != "" || !strings.HasPrefix(got.Stderr, want) {
				t.Errorf("%s with %q in %s: got %+v, want status %d and stderr %q",
					p.name, test.broken, test.file, got, scenario.Wrong, want)
			}
			noticed[p.name] = true
		}
	}
	for _, name := range everything {
		if !noticed[name] {
			t.Errorf("%s was never broken", name)
		}
	}
}
