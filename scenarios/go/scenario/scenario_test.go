package scenario

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMainStatus(t *testing.T) {
	type outcome struct {
		Status int
		Stderr string
		Calls  []int // the N of each call of work
	}
	usage := func(message string) outcome {
		return outcome{Status: Usage, Stderr: "prog: " + message + "\nusage: prog N\n"}
	}
	notNumber := func(arg string) outcome {
		return usage(`"` + arg + `" is not a positive decimal number`)
	}
	tests := []struct {
		name string
		args []string
		err  error
		want outcome
	}{
		{"one", []string{"1"}, nil, outcome{Calls: []int{1}}},
		{"leading zeros", []string{"010"}, nil, outcome{Calls: []int{10}}},
		{"largest", []string{"9223372036854775807"}, nil, outcome{Calls: []int{1<<63 - 1}}},
		{"wrong answer", []string{"4"}, errors.New("2+2 is 5"), outcome{Wrong, "prog: 2+2 is 5\n", []int{4}}},
		{"nothing", nil, nil, usage("got 0 arguments, want 1")},
		{"two", []string{"1", "2"}, nil, usage("got 2 arguments, want 1")},
		{"too large", []string{"9223372036854775808"}, nil, usage("9223372036854775808 is too large")},
		{"zero", []string{"0"}, nil, notNumber("0")},
		{"empty", []string{""}, nil, notNumber("")},
		{"word", []string{"ten"}, nil, notNumber("ten")},
		{"minus", []string{"-1"}, nil, notNumber("-1")},
		{"plus", []string{"+1"}, nil, notNumber("+1")},
		{"blank", []string{" 1"}, nil, notNumber(" 1")},
		{"fraction", []string{"1.5"}, nil, notNumber("1.5")},
		{"exponent", []string{"1e3"}, nil, notNumber("1e3")},
		{"hexadecimal", []string{"0x10"}, nil, notNumber("0x10")},
		{"underscore", []string{"1_000"}, nil, notNumber("1_000")},
		{"other digits", []string{"٣"}, nil, notNumber("٣")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got outcome
			var stderr strings.Builder
			got.Status = Main("prog", test.args, &stderr, func(n int) error {
				got.Calls = append(got.Calls, n)
				return test.err
			})
			got.Stderr = stderr.String()
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Main(%q) (-want +got):\n%s", test.args, diff)
			}
		})
	}
}
