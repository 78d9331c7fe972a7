package history

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/results"
)

var errBroken = errors.New("baseline.json:3: broken")

// scenario makes a scenario of "COST", "COST TOOLCHAIN" or "COST TOOLCHAIN EXTRA",
// where EXTRA is the cost of one function.
func scenario(t *testing.T, text string) results.Scenario {
	t.Helper()
	fields := append(strings.Fields(text), "gcc", "0")
	if len(fields) == 4 { // the toolchain is given, the function is not
		fields = []string{fields[0], fields[1], "0"}
	}
	s := results.Scenario{Iterations: []int{10, 20, 30}, Toolchain: fields[1], StartupCost: 1000}
	extra := 0.0
	if _, err := fmt.Sscan(fields[0]+" "+fields[2], &s.CostPerIteration, &extra); err != nil {
		t.Fatal(err)
	}
	s.EventsPerIteration = map[string]float64{"Ir": s.CostPerIteration}
	s.Functions = map[string]float64{"f": extra}
	return s
}

// versions makes a version of each text: "a=100 b=50,gcc13", "broken" or "none".
func versions(t *testing.T, texts ...string) []Version {
	t.Helper()
	var all []Version
	for i, text := range texts {
		v := Version{Commit: fmt.Sprint(i)}
		switch text {
		case "broken":
			v.Err = errBroken
		case "none":
		default:
			v.File = &results.File{Environment: results.Environment{Arch: "amd64"}, Scenarios: map[string]results.Scenario{}}
			for _, field := range strings.Fields(text) {
				name, value, _ := strings.Cut(field, "=")
				if name == "arch" {
					v.File.Environment.Arch = value
					continue
				}
				v.File.Scenarios[name] = scenario(t, strings.ReplaceAll(value, ",", " "))
			}
		}
		all = append(all, v)
	}
	return all
}

// outline writes a series in a line: "b: first=100 changed=101(+0.01) <a".
func outline(s *Series) string {
	var words []string
	for _, p := range s.Points {
		word := string(p.State)
		if p.Scenario != nil {
			word += fmt.Sprint("=", p.Scenario.CostPerIteration)
		}
		if p.State == Changed {
			word += fmt.Sprintf("(%+.4g)", p.Change)
		}
		if p.From != "" {
			word += "<" + p.From
		}
		words = append(words, word)
	}
	return s.Name + ": " + strings.Join(words, " ")
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		name     string
		versions []string
		want     []string
	}{
		{"none", nil, nil},
		{"changes", []string{"a=100", "a=100", "a=101", "a=50.5"}, []string{"a: first=100 unchanged=100 changed=101(+0.01) changed=50.5(-0.5)"}},
		{"comes and goes", []string{"a=1", "a=1 b=7", "a=1", "a=1", "a=1 b=14"}, []string{
			"a: first=1 unchanged=1 unchanged=1 unchanged=1 unchanged=1",
			"b: absent added=7 removed absent changed=14(+1)",
		}},
		{"broken", []string{"broken", "a=100", "broken", "a=101", "broken"}, []string{"a: unreadable first=100 unreadable changed=101(+0.01) unreadable"}},
		{"no baseline at first", []string{"none", "a=100"}, []string{"a: absent added=100"}},
		{"removed behind a broken one", []string{"a=100 b=1", "broken", "b=1"}, []string{"a: first=100 unreadable removed", "b: first=1 unreadable unchanged=1"}},
		{"no baseline", []string{"a=100", "none", "a=102"}, []string{"a: first=100 removed changed=102(+0.02)"}},
		{"toolchain", []string{"a=100", "a=200,gcc13", "a=202,gcc13", "a=100"}, []string{
			"a: first=100 incomparable=200 changed=202(+0.01) incomparable=100",
		}},
		{"recipe", []string{"a=100 b=7", "a=100 b=7 arch=arm64"}, []string{"a: first=100 incomparable=100", "b: first=7 incomparable=7"}},
		{"renamed", []string{"a=100", "b=100", "b=101", "c=101"}, []string{"c: first=100 unchanged=100<a changed=101(+0.01) unchanged=101<b"}},
		{"renamed behind a broken one", []string{"a=100", "broken", "b=100"}, []string{"b: first=100 unreadable unchanged=100<a"}},
		{"renamed, and the name is used anew", []string{"a=100", "b=100", "b=100 a=5"}, []string{
			"a: absent absent added=5", "b: first=100 unchanged=100<a unchanged=100",
		}},
		{"renamed to a name that was there before", []string{"a=100 b=5", "a=100", "b=100", "b=101"}, []string{
			"b: first=100 unchanged=100 unchanged=100<a changed=101(+0.01)", "b: first=5 removed absent absent",
		}},
		{"renamed and changed: another", []string{"a=100", "b=101"}, []string{"a: first=100 removed", "b: absent added=101"}},
		{"renamed and compiled anew: another", []string{"a=100", "b=100,gcc13"}, []string{"a: first=100 removed", "b: absent added=100"}},
		{"renamed on another machine: another", []string{"a=100", "b=100 arch=arm64"}, []string{"a: first=100 removed", "b: absent added=100"}},
		{"removed, and later another is added: another", []string{"a=100", "none", "b=100"}, []string{"a: first=100 removed absent", "b: absent absent added=100"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := New(versions(t, test.versions...))
			var got []string
			for _, s := range h.Series {
				got = append(got, outline(s))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReason(t *testing.T) {
	s := New(versions(t, "a=100", "a=200,gcc13", "a=200,gcc13 arch=arm64")).Series[0]
	got := []string{s.Points[1].Reason, s.Points[2].Reason}
	want := []string{"toolchain is gcc13, the base's gcc", "measured on arm64, the base on amd64"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhole(t *testing.T) {
	for _, test := range []struct {
		versions []string
		want     Whole
	}{
		{[]string{"a=100"}, Whole{0, 0, 100, 100, 0, 0}},
		{[]string{"a=100", "a=120", "a=90", "a=110"}, Whole{0, 3, 90, 120, 0.1, 0}},
		{[]string{"a=100", "broken", "none", "a=110", "none"}, Whole{0, 3, 100, 110, 0.1, 0}},
		// Only what can be compared with the last one counts.
		{[]string{"a=100", "a=300,gcc13", "a=330,gcc13"}, Whole{1, 2, 300, 330, 0.1, 1}},
		{[]string{"a=100", "a=300,gcc13", "a=110"}, Whole{0, 2, 100, 110, 0.1, 1}},
		{[]string{"a=100", "a=50 arch=arm64"}, Whole{1, 1, 50, 50, 0, 1}},
	} {
		got := New(versions(t, test.versions...)).Series[0].Whole
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v: %s", test.versions, diff)
		}
	}
}

func TestRenames(t *testing.T) {
	for _, test := range []struct {
		name, base, head string
		want             string // of NEW<OLD
	}{
		{"one", "a=100", "b=100", "b<a"},
		{"less than its noise", "a=100", "b=100.00009", "b<a"},
		{"more than its noise", "a=100", "b=100.0002", ""},
		{"other functions", "a=100,gcc,5", "b=100,gcc,6", "b<a"},
		{"the same functions win", "a=100,gcc,5 b=100,gcc,6", "c=100,gcc,6 d=100,gcc,5", "c<b d<a"},
		{"the same last part wins", "x/a=100 x/b=100", "y/a=100 y/b=100", "y/a<x/a y/b<x/b"},
		{"the nearer cost wins", "a=100", "b=100.00009 c=100.00005", "c<a"},
		{"what remains", "x/a=100 x/b=100", "y/a=100 z=100", "y/a<x/a z<x/b"},
		{"two to one", "a=100 b=100", "c=100", ""},
		{"one to two", "a=100", "b=100 c=100", ""},
		{"one that stays is none", "a=100", "a=100 b=100", ""},
		{"exchanged", "a=100 b=200", "a=200 b=100", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := versions(t, test.base, test.head)
			from := renames(v[0].File, v[1].File)
			var got []string
			for _, now := range slices.Sorted(maps.Keys(from)) {
				got = append(got, now+"<"+from[now])
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSelect(t *testing.T) {
	h := New(versions(t, "a=100 b=50", "c=100 b=50"))
	h.Select(func(name string) bool { return name == "a" })
	if len(h.Series) != 1 || h.Series[0].Name != "c" {
		t.Error("the old name does not select the scenario", h.Series)
	}
	if diff := cmp.Diff([]string{"c", "a"}, h.Series[0].Names()); diff != "" {
		t.Error(diff)
	}
}

func TestReadable(t *testing.T) {
	for text, want := range map[string]bool{"broken": false, "none": false, "a=1": true} {
		if got := New(versions(t, text, "broken")).Readable(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
