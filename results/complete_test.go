package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// without returns the golden file less what remove takes from it.
func without(t *testing.T, remove func(file map[string]any)) []byte {
	t.Helper()
	var file map[string]any
	d := json.NewDecoder(strings.NewReader(golden(t)))
	d.UseNumber() // there is one that no float64 holds
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	remove(file)
	data, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func scenarioOf(file map[string]any, name string) map[string]any {
	return file["scenarios"].(map[string]any)[name].(map[string]any)
}

// TestCheckComplete takes each key in turn from a file, and from a scenario of it.
func TestCheckComplete(t *testing.T) {
	want := map[string]string{
		"cache":       `a.json: no "cache": the file is not whole; make it again`,
		"environment": `a.json: no "environment": the file is not whole; make it again`,
		"failures":    "<nil>", // a baseline has none
		"model":       `a.json: no "model": the file is not whole; make it again`,
		"scenarios":   `a.json: no "scenarios": the file is not whole; make it again`,
		"schema":      `a.json: no "schema": not a results file of grindgate`,
	}
	got := make(map[string]string)
	without(t, func(file map[string]any) {
		for key := range file {
			_, err := Read(bytes.NewReader(without(t, func(f map[string]any) { delete(f, key) })), "a.json")
			got[key] = fmt.Sprint(err)
		}
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	want = map[string]string{"points": "<nil>"} // which a baseline lacks as well
	for _, key := range []string{
		"cost_per_iteration", "events_per_iteration", "functions", "iterations", "noise_ppm", "startup_cost", "toolchain",
	} {
		want[key] = fmt.Sprintf(`a.json: scenario "go/hello": no %q: the file is not whole; make it again`, key)
	}
	got = make(map[string]string)
	without(t, func(file map[string]any) {
		for key := range scenarioOf(file, "go/hello") {
			_, err := Read(bytes.NewReader(without(t, func(f map[string]any) { delete(scenarioOf(f, "go/hello"), key) })), "a.json")
			got[key] = fmt.Sprint(err)
		}
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Of several keys the first one is named, of several scenarios the first by name,
// and what is missing at the top comes first.
func TestCheckCompleteOrder(t *testing.T) {
	for _, c := range []struct {
		remove func(file map[string]any)
		want   string
	}{
		{func(f map[string]any) { clear(scenarioOf(f, "go/hello")) }, `scenario "go/hello": no "cost_per_iteration": the file is not whole; make it again`},
		{func(f map[string]any) {
			delete(scenarioOf(f, "go/hello"), "functions")
			delete(scenarioOf(f, "c/strings"), "toolchain")
		}, `scenario "c/strings": no "toolchain": the file is not whole; make it again`},
		{func(f map[string]any) {
			delete(f, "model")
			clear(scenarioOf(f, "go/hello"))
		}, `no "model": the file is not whole; make it again`},
		{func(f map[string]any) { clear(f["scenarios"].(map[string]any)) }, "<nil>"},
	} {
		data := without(t, c.remove)
		if diff := cmp.Diff(c.want, fmt.Sprint(checkComplete(data))); diff != "" {
			t.Error(diff)
		}
		_, err := Read(bytes.NewReader(data), "a.json")
		var syntax *SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			t.Errorf("%T, want a SyntaxError", err)
		}
	}
}

// A file that was written is complete, even where nothing was measured in it.
func TestWrittenIsComplete(t *testing.T) {
	for _, f := range []*File{run(), run().Baseline(), containing(nil)} {
		if err := checkComplete(bytesOf(t, f)); err != nil {
			t.Error(err)
		}
	}
}

// TestCostsBySeed writes the costs under several seeds and reads them again; a
// baseline has none.
func TestCostsBySeed(t *testing.T) {
	f := containing(map[string]Scenario{"a": changed(func(s *Scenario) { s.CostsBySeed = []float64{1000, 999.5, 1000.25} })})
	got, err := Read(bytes.NewReader(bytesOf(t, f)), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{1000, 999.5, 1000.25}, got.Scenarios["a"].CostsBySeed); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]Scenario{"a": scenario()}, got.Baseline().Scenarios); diff != "" {
		t.Error(diff)
	}
	if len(got.Scenarios["a"].CostsBySeed) != 3 {
		t.Error("taking the baseline of a run changes the run")
	}
	var baseline map[string]any
	if err := json.Unmarshal(bytesOf(t, f.Baseline()), &baseline); err != nil {
		t.Fatal(err)
	}
	want := []string{"cost_per_iteration", "events_per_iteration", "functions", "iterations", "noise_ppm", "startup_cost", "toolchain"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(scenarioOf(baseline, "a")))); diff != "" {
		t.Error(diff)
	}
}
