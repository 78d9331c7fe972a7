package report

import (
	"fmt"
	"io"
	"strings"
)

// Proof is one thing that a self test requires, and what it saw.
type Proof struct {
	About    string `json:"about"`
	Name     string `json:"name"`
	Expected string `json:"expected"`
	Seen     string `json:"seen"`
	Holds    bool   `json:"holds"`
}

// seenWidth is how much of the first line of Proof.Seen a table shows, in
// characters. Messages tell the reason first, and what to do after it.
const seenWidth = 80

// Proofs writes the proofs of a self test, and how many of them hold.
func Proofs(w io.Writer, f Format, proofs []Proof) error {
	if f == JSON {
		return writeJSON(w, proofs)
	}
	t := table{columns: []column{left("about"), left("given"), left("result"), left("expected"), left("seen")}}
	hold := 0
	for _, p := range proofs {
		result := "FAILED"
		if p.Holds {
			result = "ok"
			hold++
		}
		t.add(p.About, p.Name, result, p.Expected, firstLine(p.Seen))
	}
	show := t.text
	if f == Markdown {
		show = t.markdown
	}
	if err := show(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nselftest: %d of %d hold\n", hold, len(proofs))
	return err
}

// firstLine returns the first line of a text, and marks where more was cut off.
func firstLine(s string) string {
	line, _, more := strings.Cut(s, "\n")
	if runes := []rune(line); len(runes) > seenWidth {
		line, more = string(runes[:seenWidth]), true
	}
	if more {
		line = strings.TrimRight(line, " :") + " ..."
	}
	return line
}
