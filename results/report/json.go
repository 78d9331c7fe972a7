package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/grindgate/grindgate/regress"
)

// verdictEntry is a verdict as JSON has it. Ratios are ratios: 0.002 is 0.2%.
type verdictEntry struct {
	Notes     []string          `json:"notes"`
	Outcome   string            `json:"outcome"` // pass, fail or undecided
	Scenarios []comparisonEntry `json:"scenarios"`
}

type comparisonEntry struct {
	Against       string       `json:"against,omitempty"` // what base is, where it is not that of the other scenarios
	Base          *float64     `json:"base,omitempty"`    // cost of one iteration
	Blame         []blameEntry `json:"blame,omitempty"`   // largest first; adds up to now - base
	Change        *float64     `json:"change,omitempty"`
	Growth        float64      `json:"growth,omitzero"` // p where the cost grows like N^p
	Informational bool         `json:"informational"`
	Name          string       `json:"name"`
	Noise         *float64     `json:"noise,omitempty"`
	Now           *float64     `json:"now,omitempty"` // cost of one iteration
	Reason        string       `json:"reason,omitempty"`
	State         string       `json:"state"`
	Threshold     float64      `json:"threshold"`
}

// blameEntry is a function's part in a change. Costs are those of one iteration, and
// a share is one of the whole change.
type blameEntry struct {
	Base     float64 `json:"base"`
	Change   float64 `json:"change"`
	Function string  `json:"function"`
	Now      float64 `json:"now"`
	Share    float64 `json:"share"`
}

var outcomeNames = map[regress.Outcome]string{
	regress.Pass: "pass", regress.Fail: "fail", regress.Undecided: "undecided",
}

func verdictJSON(w io.Writer, v *regress.Verdict) error {
	entry := verdictEntry{Notes: v.Notes, Outcome: outcomeNames[v.Outcome]}
	for _, c := range v.Comparisons {
		entry.Scenarios = append(entry.Scenarios, newComparisonEntry(c))
	}
	return writeJSON(w, entry)
}

func newComparisonEntry(c regress.Comparison) comparisonEntry {
	e := comparisonEntry{
		Against: c.Against, Informational: c.Informational, Name: c.Name, Reason: c.Reason, State: string(c.State), Threshold: c.Threshold,
	}
	if c.Base != nil {
		e.Base = &c.Base.CostPerIteration
	}
	if c.Head != nil {
		e.Now, e.Growth = &c.Head.CostPerIteration, c.Head.Growth
	}
	if c.Compared() {
		e.Change, e.Noise = &c.Change, &c.Noise
	}
	for _, f := range c.Blame {
		e.Blame = append(e.Blame, blameEntry{Base: f.Base, Change: f.Change, Function: f.Function, Now: f.Head, Share: f.Share})
	}
	return e
}

// writeJSON writes any value as a results file is written: pretty-printed and
// with a newline at the end. Text that is not UTF-8, such as the name of a file,
// gets replacement characters.
func writeJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	if err := json.MarshalWrite(&b, value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  ")); err != nil {
		return err
	}
	b.WriteByte('\n')
	return writeEscaped(w, b.String())
}

// writeEscaped writes JSON such that what a terminal could take for a command, or what
// turns the direction of text, is an escape. Outside of strings there is none of it.
func writeEscaped(w io.Writer, text string) error {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
