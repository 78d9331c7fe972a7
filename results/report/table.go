package report

import (
	"io"
	"strings"
	"unicode/utf8"
)

// table is rows of cells under a header. Its cells are plain text and are escaped
// by what writes them.
type table struct {
	columns []column
	rows    [][]string
}

type column struct {
	title string
	right bool // numbers are aligned to the right
}

func left(title string) column  { return column{title: title} }
func right(title string) column { return column{title: title, right: true} }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// text writes the table for a terminal or a log.
func (t table) text(w io.Writer) error {
	var b strings.Builder
	for _, cells := range t.layout(cell) {
		b.WriteString(strings.TrimRight(strings.Join(cells, "  "), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the table as GitHub's Markdown has them, and aligned, for those
// who read it as it is.
func (t table) markdown(w io.Writer) error {
	var b strings.Builder
	for i, cells := range t.layout(MarkdownText) {
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		if i > 0 {
			continue
		}
		for j, c := range t.columns {
			b.WriteString("| " + strings.Repeat("-", max(2, utf8.RuneCountInString(cells[j])-1)))
			if c.right {
				b.WriteString(": ")
			} else {
				b.WriteString("- ")
			}
		}
		b.WriteString("|\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// layout returns the titles and the rows, escaped and padded to the widths of
// their columns.
func (t table) layout(escape func(string) string) [][]string {
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.title
	}
	lines := [][]string{titles}
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = escape(text)
		}
		lines = append(lines, cells)
	}
	for i, c := range t.columns {
		width := 0
		for _, cells := range lines {
			width = max(width, utf8.RuneCountInString(cells[i]))
		}
		for _, cells := range lines {
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cells[i]))
			if c.right {
				cells[i] = pad + cells[i]
			} else {
				cells[i] += pad
			}
		}
	}
	return lines
}
