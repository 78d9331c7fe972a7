package scenarios

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/cachegrind"
)

func TestLanguages(t *testing.T) {
	want := []string{"c", "go", "node", "other", "pypy", "python", "rust"}
	if diff := cmp.Diff(want, Languages()); diff != "" {
		t.Error(diff)
	}
}

func TestEnvironment(t *testing.T) {
	const godebug = "asyncpreemptoff=1,gcstoptheworld=1,cpu.erms=off"
	type env = map[string]string
	for _, test := range []struct {
		name, language string
		env            env
		want           []string
	}{
		{"c", "c", nil, nil},
		{"rust", "rust", nil, nil},
		{"other", "other", nil, nil},
		{"node", "node", nil, []string{"MALLOC_ARENA_MAX=1"}},
		{"python", "python", nil, []string{"PYTHONHASHSEED=0"}},
		{"pypy", "pypy", nil, []string{"PYTHONHASHSEED=0"}},
		{"go", "go", nil, []string{"GODEBUG=" + godebug, "GOGC=off", "GOMAXPROCS=1"}},
		{"own, sorted", "c", env{"B": "1", "A": "2=3"}, []string{"A=2=3", "B=1"}},
		{"over the preset's", "go", env{"GOGC": "100", "X": ""}, []string{"GODEBUG=" + godebug, "GOGC=100", "GOMAXPROCS=1", "X="}},
		{"over the preset's, python", "python", env{"PYTHONHASHSEED": "7"}, []string{"PYTHONHASHSEED=7"}},
		{"debugging merged", "go", env{"GODEBUG": "gcstoptheworld=0"}, []string{"GODEBUG=" + godebug + ",gcstoptheworld=0", "GOGC=off", "GOMAXPROCS=1"}},
		{"debugging emptied", "go", env{"GODEBUG": ""}, []string{"GODEBUG=", "GOGC=off", "GOMAXPROCS=1"}},
		{"debugging without a preset", "c", env{"GODEBUG": "x=1"}, []string{"GODEBUG=x=1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := Scenario{Language: test.language, Env: test.env}
			before := strings.Join(Scenario{Language: test.language}.environment(), "\n")
			if diff := cmp.Diff(test.want, s.environment()); diff != "" {
				t.Error(diff)
			}
			// A preset is shared by all scenarios of its language.
			if after := strings.Join(Scenario{Language: test.language}.environment(), "\n"); after != before {
				t.Errorf("the preset has changed: %s", cmp.Diff(before, after))
			}
		})
	}
}

func TestSeals(t *testing.T) {
	for _, language := range Languages() {
		want := []cachegrind.Seal{cachegrind.Addresses, cachegrind.Core, cachegrind.Random}
		if language == "go" {
			want = append(want, cachegrind.Sleep)
		}
		if diff := cmp.Diff(want, Scenario{Language: language}.seals(cachegrind.Seals())); diff != "" {
			t.Errorf("%s: %s", language, diff)
		}
	}
}
