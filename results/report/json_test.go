package report

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// TestVerdictJSON reads the output with another package than wrote it.
func TestVerdictJSON(t *testing.T) {
	always := []string{"informational", "name", "state", "threshold"}
	want := map[string][]string{
		"c/broken":                       {"base", "reason"},
		"go/crashes":                     {"reason"},
		"go/a-scenario/with-a-long/name": {"base", "change", "noise", "now"},
		"c/informational":                {"base", "change", "noise", "now"},
		"c/strings":                      {"base", "blame", "change", "noise", "now"},
		"node/json":                      {"base", "change", "noise", "now", "reason"},
		"rust/map":                       {"base", "now", "reason"},
		"go/gone":                        {"base", "reason"},
		"go/new":                         {"now", "reason"},
		"go/faster":                      {"base", "change", "noise", "now"},
		"self/fit":                       {"base", "change", "noise", "now"}, // a change of 0 is one
		"self/parse":                     {"base", "change", "growth", "noise", "now"},
	}
	for name, keys := range want {
		want[name] = slices.Sorted(slices.Values(append(keys, always...)))
	}
	verdict := readVerdict(t, everyState())
	if diff := cmp.Diff([]string{"notes", "outcome", "scenarios"}, slices.Sorted(maps.Keys(verdict))); diff != "" {
		t.Error(diff)
	}
	got := make(map[string][]string)
	for _, s := range verdict["scenarios"].([]any) {
		scenario := s.(map[string]any)
		got[scenario["name"].(string)] = slices.Sorted(maps.Keys(scenario))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	regressed := verdict["scenarios"].([]any)[4].(map[string]any)
	numbers := map[string]any{
		"base": 100000.0, "change": 0.0020010000000000583, "informational": false, "name": "c/strings", "noise": 0.0,
		"now": 100200.1, "state": "regressed", "threshold": 0.002,
	}
	first := map[string]any{"base": 0.0, "change": 59020.0, "function": "parse", "now": 59020.0, "share": 294.95252373812235}
	blame := regressed["blame"].([]any)
	if diff := cmp.Diff(first, blame[0]); diff != "" || len(blame) != 4 {
		t.Errorf("%d contributors, the first: %s", len(blame), diff)
	}
	delete(regressed, "blame")
	if diff := cmp.Diff(numbers, regressed); diff != "" {
		t.Error(diff)
	}
}

func TestOutcomeJSON(t *testing.T) {
	for outcome, want := range map[regress.Outcome]string{regress.Pass: "pass", regress.Fail: "fail", regress.Undecided: "undecided"} {
		got := readVerdict(t, &regress.Verdict{Outcome: outcome})
		if diff := cmp.Diff(map[string]any{"notes": []any{}, "outcome": want, "scenarios": []any{}}, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestResultsJSON requires a results file, which the results package reads again.
func TestResultsJSON(t *testing.T) {
	var b bytes.Buffer
	if err := Results(&b, JSON, someResults()); err != nil {
		t.Fatal(err)
	}
	got, err := results.Read(&b, "b")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(someResults(), got); diff != "" {
		t.Error(diff)
	}
}

func TestListJSON(t *testing.T) {
	var b bytes.Buffer
	if err := List(&b, JSON, someEntries()); err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"name": "go/hello", "language": "go", "tags": []any{"http", "fast"}, "iterations": []any{2000.0, 3000.0, 4000.0, 5000.0}},
		{"name": "c/a-longer-name", "language": "other", "tags": []any{}, "iterations": []any{}},
		{"name": "python/json", "language": "python", "tags": []any{"slow"}, "iterations": []any{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	b.Reset()
	if err := List(&b, JSON, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("[]\n", b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestTextJSON puts what programs may print through JSON and back.
func TestTextJSON(t *testing.T) {
	for reason, want := range map[string]string{
		"\xff":                         "\uFFFD",
		"\x00\x1b[2J\u202e\n\"\\</>é😀": "\x00\x1b[2J\u202e\n\"\\</>é😀",
	} {
		v := &regress.Verdict{Comparisons: []regress.Comparison{{Name: "a", State: regress.Failed, Reason: reason}}}
		got := readVerdict(t, v)["scenarios"].([]any)[0].(map[string]any)["reason"]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func readVerdict(t *testing.T, v *regress.Verdict) map[string]any {
	t.Helper()
	var b bytes.Buffer
	if err := Verdict(&b, JSON, v); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(b.String(), "}\n") {
		t.Errorf("no newline at the end: %q", b.String())
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestJSONIsHarmless requires that no control character of any kind, nor what turns the
// direction of text, reaches a terminal with JSON, and that the text is still the same.
func TestJSONIsHarmless(t *testing.T) {
	const evil = "\x1b[2J\u0085\u009b31m\u009d0;t\u009c\u202e\u007f\U000e0041é 语 😀"
	v := everyState()
	v.Comparisons = v.Comparisons[:1]
	v.Comparisons[0].Reason = evil
	file := someResults()
	file.Scenarios["go/hello"].Functions[evil] = 1
	for name, render := range map[string]func(*bytes.Buffer) error{
		"verdict": func(b *bytes.Buffer) error { return Verdict(b, JSON, v) },
		"results": func(b *bytes.Buffer) error { return Results(b, JSON, file) },
	} {
		var b bytes.Buffer
		if err := render(&b); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%s: %U", name, r)
			}
		}
		if !strings.Contains(b.String(), "é 语 😀") {
			t.Errorf("%s: what prints is escaped", name)
		}
	}
	var got map[string]any
	var b bytes.Buffer
	if err := Verdict(&b, JSON, v); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if reason := got["scenarios"].([]any)[0].(map[string]any)["reason"]; reason != evil {
		t.Errorf("%q", reason)
	}
}
