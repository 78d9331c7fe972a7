package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func golden(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRead(t *testing.T) {
	got, err := ReadFile(filepath.Join("testdata", "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run(), got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	// Layout does not matter.
	got, err = Read(strings.NewReader("\r\n\t "+strings.ReplaceAll(golden(t), "\n", "\r\n")+"\n\n "), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run(), got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// Each row replaces a part of the golden file.
func TestReadRefuses(t *testing.T) {
	text := golden(t)
	const cost = `"cost_per_iteration": 8123.4`
	for _, c := range []struct{ name, old, now, want string }{
		{"unknown key", `"libc"`, `"lib"`, `a.json:9: at "/environment/lib": unknown key`},
		{"unknown key at the top", `"schema": 1`, `"schema": 1, "version": 2`, `a.json:77: at "/version": unknown key`},
		{"key in another case", `"arch"`, `"Arch"`, `a.json:8: at "/environment/Arch": unknown key`},
		{"verdict", `"noise_ppm": 3.1,`, `"noise_ppm": 3.1, "state": "regressed",`, `a.json:55: at "/scenarios/go~1hello/state": unknown key`},
		{"duplicate key", cost, cost + ",\n" + cost, `a.json:41: at "/scenarios/go~1hello/cost_per_iteration": duplicate object member name`},
		{"duplicate scenario", `"c/strings": {`, `"go/hello": {`, `a.json:39: at "/scenarios/go~1hello": duplicate object member name`},

		{"newer schema", `"schema": 1`, `"schema": 2`, "a.json: schema 2 is newer than 1, the one this grindgate reads: update grindgate"},
		{"older schema", `"schema": 1`, `"schema": 0`, "a.json: schema 0 is not 1, the one this grindgate reads: make the file again"},
		{"schema before an unknown key", `"schema": 1`, `"schema": 2, "x": 1`, "a.json: schema 2 is newer than 1, the one this grindgate reads: update grindgate"},
		{"schema as a string", `"schema": 1`, `"schema": "1"`, `a.json:77: at "/schema": a string where a whole number is wanted`},
		{"schema as a fraction", `"schema": 1`, `"schema": 1.5`, `a.json:77: at "/schema": 1.5 where a whole number is wanted`},

		{"string for a number", cost, `"cost_per_iteration": "8123.4"`, `a.json:40: at "/scenarios/go~1hello/cost_per_iteration": a string where a number is wanted`},
		{"boolean for a number", cost, `"cost_per_iteration": true`, `a.json:40: at "/scenarios/go~1hello/cost_per_iteration": a boolean where a number is wanted`},
		{"number for a string", `"arch": "amd64"`, `"arch": 64`, `a.json:8: at "/environment/arch": a number where a string is wanted`},
		{"on a line of its own", `"arch": "amd64"`, "\"arch\"\n:\n64", `a.json:10: at "/environment/arch": a number where a string is wanted`},
		{"in a list", "2000,\n        3000,", "2000,\n\"3000\",", `a.json:52: at "/scenarios/go~1hello/iterations/1": a string where a whole number is wanted`},
		{"object for an array", "\"iterations\": [\n        2000,\n        3000,\n        4000\n      ]", `"iterations": {}`, `a.json:50: at "/scenarios/go~1hello/iterations": an object where an array is wanted`},
		{"array for an object", "\"events_per_iteration\": {},", `"events_per_iteration": [],`, `a.json:28: at "/scenarios/c~1strings/events_per_iteration": an array where an object is wanted`},
		{"fraction for a whole number", "2000,", "2000.5,", `a.json:51: at "/scenarios/go~1hello/iterations/0": 2000.5 where a whole number is wanted`},
		{"negative count", "10022000", "-1", `a.json:60: at "/scenarios/go~1hello/points/0/events/Ir": -1 where a whole number of 0 or more is wanted`},
		{"count of more than 64 bits", "18446744073709551615", "18446744073709551616", `a.json:67: at "/scenarios/go~1hello/points/1/events/Ir": value out of range`},
		{"number beyond the largest", cost, `"cost_per_iteration": 1e999`, `a.json:40: at "/scenarios/go~1hello/cost_per_iteration": value out of range`},
		{"NaN", cost, `"cost_per_iteration": NaN`, `a.json:40: at "/scenarios/go~1hello/cost_per_iteration": invalid character 'N' at start of value`},
		{"Infinity", cost, `"cost_per_iteration": Infinity`, `a.json:40: at "/scenarios/go~1hello/cost_per_iteration": invalid character 'I' at start of value`},
		{"-Infinity", cost, `"cost_per_iteration": -Infinity`, `a.json:40: at "/scenarios/go~1hello/cost_per_iteration": invalid character 'I' in number (expecting digit)`},
		{"null", `"noise_ppm": 3.1`, `"noise_ppm": null`, `a.json:55: at "/scenarios/go~1hello/noise_ppm": null`},
		{"null for an object", "\"functions\": {},", `"functions": null,`, `a.json:29: at "/scenarios/c~1strings/functions": null`},
		{"no sense", cost, `"cost_per_iteration": -8123.4`, "a.json: scenario go/hello: cost_per_iteration is -8123.4, not more than 0"},
		{"scenario name", `"c/strings"`, `"c strings"`, `a.json: scenarios: bad scenario name "c strings": use letters, digits and . _ + = -, in parts joined by /, such as go/hello`},

		{"comma at the end", `"ram": 35`, `"ram": 35,`, `a.json:23: at "/model": invalid character ',' at start of value`},
		{"comma missing", `"l1": 1,`, `"l1": 1`, `a.json:22: at "/model": invalid character '"' after object value (expecting ',' or '}')`},
		{"conflict of a merge", "  \"model\"", "<<<<<<< HEAD\n  \"model\"", `a.json:20: invalid character '<' at start of value`},
		{"comment", `"model"`, "// weights\n\"model\"", `a.json:20: invalid character '/' at start of value`},
		{"single quotes", `"arch"`, `'arch'`, `a.json:8: at "/environment": invalid character '\'' at start of value`},
		{"invalid UTF-8", "amd64", "amd\xff64", `a.json:8: at "/environment/arch": invalid UTF-8`},
		{"half a surrogate", "amd64", `amd\ud800\u0041`, "a.json:8: at \"/environment/arch\": invalid surrogate pair `\\ud800\\u0041` in string"},
		{"control character", "amd64", "amd\x0064", `a.json:8: at "/environment/arch": invalid character '\x00' in string (expecting non-control character)`},
	} {
		if strings.Count(text, c.old) == 0 {
			t.Errorf("%s: no %s in the golden file", c.name, c.old)
			continue
		}
		checkRefused(t, c.name, strings.Replace(text, c.old, c.now, 1), c.want)
	}
}

func TestReadRefusesWhole(t *testing.T) {
	text := golden(t)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "a.json:1: the file is empty"},
		{"white space", " \n\t\r\n", "a.json:1: the file is empty"},
		{"null", "null", `a.json:1: at "": null`},
		{"another kind of JSON", `{"x": 1}`, `a.json: no "schema": not a results file of grindgate`},
		{"schema alone", `{"schema": 1}`, `a.json: no "cache": the file is not whole; make it again`},
		{"an array", "[]", "a.json:1: an array where an object is wanted"},
		{"a string", `"x"`, "a.json:1: a string where an object is wanted"},
		{"trailing object", text + "{}", "a.json:79: invalid character '{' after top-level value"},
		{"trailing word", text + "x", "a.json:79: invalid character 'x' at start of value"},
		{"twice", text + text, "a.json:79: invalid character '{' after top-level value"},
		{"cut off", text[:len(text)-2], "a.json:78: unexpected EOF"},
		{"cut off early", text[:60], `a.json:4: at "/cache/I1": unexpected EOF`},
		{"byte order mark", "\ufeff" + text, "a.json:1: invalid character '\\ufeff' at start of value"},
		{"UTF-16", "\xff\xfe{\x00", "a.json:1: invalid character '\\xff' at start of value"},
		{"not JSON", "desc: I1 cache\n", "a.json:1: invalid character 'd' at start of value"},
		{"deep", `{"schema": 1, "x":` + "\n" + strings.Repeat("[", 100_000), "a.json:2: nested deeper than 16: not a results file"},
		{"deeper objects", "\n" + strings.Repeat(`{"a":`, 100_000), "a.json:2: nested deeper than 16: not a results file"},
	} {
		checkRefused(t, c.name, c.text, c.want)
	}
}

func checkRefused(t *testing.T, name, text, want string) {
	t.Helper()
	f, err := Read(strings.NewReader(text), "a.json")
	if diff := cmp.Diff(want, fmt.Sprint(err)); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || f != nil {
		t.Errorf("%s: got %v, %T", name, f, err)
	}
}

// endless is a file that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestReadHuge(t *testing.T) {
	_, err := Read(endless{}, "a.json")
	if diff := cmp.Diff("a.json: larger than 268435456 bytes: not a results file", fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
}

func TestReadFails(t *testing.T) {
	fault := errors.New("the disk is on fire")
	_, err := Read(iotest.ErrReader(fault), "a.json")
	if diff := cmp.Diff("a.json: the disk is on fire", fmt.Sprint(err)); diff != "" || !errors.Is(err, fault) {
		t.Error(diff, err)
	}
	if _, err := ReadFile(filepath.Join(t.TempDir(), "none.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// FuzzRead checks that a file that is accepted is the same once it was written
// and read again, and that all others are a SyntaxError.
func FuzzRead(f *testing.F) {
	text := golden(f)
	f.Add([]byte(text))
	f.Add([]byte(strings.Join(strings.Fields(text), "")))
	f.Add([]byte(`{"cache":{"D1":"64,1,16","I1":"64,1,16","LL":"64,1,16"},"environment":{"arch":"x"},"model":{"l1":1},"scenarios":{"a":{"cost_per_iteration":1e-320,"iterations":[1,2,3],"noise_ppm":-0,"functions":{"":-0.0,"\ud83d\ude00":1E+2}}},"schema":1}`))
	f.Add([]byte("{}"))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := Read(bytes.NewReader(data), "a.json")
		if err != nil {
			var syntax *SyntaxError
			if first != nil || !errors.As(err, &syntax) || syntax.Line > 1+bytes.Count(data, []byte("\n")) {
				t.Fatalf("got %v, %v", first, err)
			}
			return
		}
		var written bytes.Buffer
		if err := first.Write(&written); err != nil {
			t.Fatal(err)
		}
		second, err := Read(bytes.NewReader(written.Bytes()), "a.json")
		if err != nil {
			t.Fatalf("%v:\n%s", err, written.Bytes())
		}
		if diff := cmp.Diff(first, second, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		var again bytes.Buffer
		if err := second.Write(&again); err != nil || !bytes.Equal(written.Bytes(), again.Bytes()) {
			t.Fatalf("%v: %s", err, cmp.Diff(written.String(), again.String()))
		}
	})
}
