package report

import (
	"fmt"
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
	lines := make([][]string, 0, 1+len(t.rows))
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.title
	}
	for _, row := range append([][]string{titles}, t.rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = Terminal(cell)
		}
		lines = append(lines, cells)
	}
	widths := make([]int, len(t.columns))
	for _, cells := range lines {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, cells := range lines {
		var line strings.Builder
		for i, cell := range cells {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				line.WriteString("  ")
			}
			if t.columns[i].right {
				line.WriteString(pad + cell)
			} else {
				line.WriteString(cell + pad)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the table as GitHub's Markdown has them.
func (t table) markdown(w io.Writer) error {
	var b strings.Builder
	var titles, rule []string
	for _, c := range t.columns {
		titles = append(titles, c.title)
		if c.right {
			rule = append(rule, "---:")
		} else {
			rule = append(rule, "---")
		}
	}
	fmt.Fprintf(&b, "| %s |\n| %s |\n", strings.Join(titles, " | "), strings.Join(rule, " | "))
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = MarkdownText(cell)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
