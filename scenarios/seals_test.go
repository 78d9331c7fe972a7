package scenarios

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
)

const (
	addresses = cachegrind.Addresses
	core      = cachegrind.Core
	random    = cachegrind.Random
	sleep     = cachegrind.Sleep
)

func TestParseSeals(t *testing.T) {
	unknown := func(name string) string {
		return fmt.Sprintf("unknown seal %q: use all, none, or some of addresses, core, random, sleep", name)
	}
	for _, c := range []struct {
		text string
		want []cachegrind.Seal
		err  string
	}{
		{"all", []cachegrind.Seal{addresses, core, random, sleep}, "<nil>"},
		{"none", []cachegrind.Seal{}, "<nil>"},
		{"random", []cachegrind.Seal{random}, "<nil>"},
		{"addresses,sleep", []cachegrind.Seal{addresses, sleep}, "<nil>"},
		{"sleep,addresses", []cachegrind.Seal{sleep, addresses}, "<nil>"},
		{"", nil, unknown("")},
		{"random,", nil, unknown("")},
		{"random, sleep", nil, unknown(" sleep")},
		{"Random", nil, unknown("Random")},
		{"all,random", nil, unknown("all")},
		{"none,random", nil, unknown("none")},
	} {
		got, err := ParseSeals(c.text)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
		if diff := cmp.Diff(c.err, fmt.Sprint(err)); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

// TestSealsAllowed requires that no seal is asked for beyond those allowed, whatever
// the preset says, and that presets stay as they are.
func TestSealsAllowed(t *testing.T) {
	for _, c := range []struct {
		language      string
		allowed, want []cachegrind.Seal
	}{
		{"go", cachegrind.Seals(), []cachegrind.Seal{addresses, core, random, sleep}},
		{"go", []cachegrind.Seal{sleep, random}, []cachegrind.Seal{random, sleep}},
		{"go", []cachegrind.Seal{}, []cachegrind.Seal{}},
		{"go", nil, []cachegrind.Seal{}},
		{"c", cachegrind.Seals(), []cachegrind.Seal{addresses, core, random}},
		{"c", []cachegrind.Seal{sleep}, []cachegrind.Seal{}},
		{"go", cachegrind.Seals(), []cachegrind.Seal{addresses, core, random, sleep}},
	} {
		if diff := cmp.Diff(c.want, Scenario{Language: c.language}.seals(c.allowed)); diff != "" {
			t.Errorf("%s, %v: %s", c.language, c.allowed, diff)
		}
	}
}

func TestSealLog(t *testing.T) {
	report := func(broken map[cachegrind.Seal]string) cachegrind.SealReport {
		return cachegrind.SealReport{Broken: broken}
	}
	type reasons = map[cachegrind.Seal]string
	for _, c := range []struct {
		name           string
		allowed        []cachegrind.Seal
		runs           []reasons
		held, warnings []string
	}{
		{"no run", cachegrind.Seals(), nil, []string{"addresses", "core", "random", "sleep"}, nil},
		{"all held", cachegrind.Seals(), []reasons{nil, {}}, []string{"addresses", "core", "random", "sleep"}, nil},
		{"some allowed", []cachegrind.Seal{sleep, addresses}, []reasons{nil}, []string{"addresses", "sleep"}, nil},
		{"none allowed", []cachegrind.Seal{}, []reasons{nil}, []string{}, nil},
		{
			"one broken in one run", cachegrind.Seals(),
			[]reasons{nil, {random: "no ptrace"}, nil},
			[]string{"addresses", "core", "sleep"},
			[]string{"not sealed: random: no ptrace; counts may differ from run to run"},
		},
		{
			"the first reason counts, and each seal is warned of once", cachegrind.Seals(),
			[]reasons{{sleep: "first"}, {sleep: "second", addresses: "third"}, {addresses: "fourth"}},
			[]string{"core", "random"},
			[]string{
				"not sealed: addresses: third; counts may differ from run to run",
				"not sealed: sleep: first; counts may differ from run to run",
			},
		},
		{
			"all broken", cachegrind.Seals(),
			[]reasons{{addresses: "a", core: "d", random: "b", sleep: "c"}},
			[]string{},
			[]string{
				"not sealed: addresses: a; counts may differ from run to run",
				"not sealed: core: d; counts may differ from run to run",
				"not sealed: random: b; counts may differ from run to run",
				"not sealed: sleep: c; counts may differ from run to run",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := newSealLog(c.allowed)
			for _, broken := range c.runs {
				log.add(report(broken))
			}
			held, warnings := log.conclude()
			if diff := cmp.Diff(c.held, held); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.warnings, warnings); diff != "" {
				t.Error(diff)
			}
		})
	}
}
