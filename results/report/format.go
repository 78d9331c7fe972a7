// Package report shows results, verdicts, histories, searches and self tests: as text,
// Markdown or JSON. It shows what it is given and decides nothing.
package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

// Format is a way to show things.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	JSON     Format = "json"
)

// Formats lists every Format.
func Formats() []Format { return []Format{Text, Markdown, JSON} }

// ParseFormat returns the format of that name.
func ParseFormat(name string) (Format, error) {
	if !slices.Contains(Formats(), Format(name)) {
		var names []string
		for _, f := range Formats() {
			names = append(names, string(f))
		}
		return "", fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(names, ", "))
	}
	return Format(name), nil
}

// Verdict writes what became of every scenario, a summary, and what to do.
func Verdict(w io.Writer, f Format, v *regress.Verdict) error {
	switch f {
	case Markdown:
		return verdictMarkdown(w, v)
	case JSON:
		return verdictJSON(w, v)
	default:
		return verdictText(w, v)
	}
}

// Results writes the costs that were measured.
func Results(w io.Writer, f Format, file *results.File) error {
	switch f {
	case Markdown:
		return resultsMarkdown(w, file)
	case JSON:
		var b bytes.Buffer
		if err := file.Write(&b); err != nil {
			return err
		}
		return writeEscaped(w, b.String())
	default:
		return resultsText(w, file)
	}
}

// Entry is a scenario as a list shows it.
type Entry struct {
	Name       string   `json:"name"`
	Language   string   `json:"language"`
	Tags       []string `json:"tags"`
	Iterations []int    `json:"iterations"` // empty: not chosen yet
}

// List writes scenarios that could be measured.
func List(w io.Writer, f Format, entries []Entry) error {
	switch f {
	case Markdown:
		return listTable(entries).markdown(w)
	case JSON:
		return writeJSON(w, entries)
	default:
		return listTable(entries).text(w)
	}
}
