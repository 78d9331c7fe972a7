package report

import (
	"fmt"
	"strings"
	"unicode"
)

// Terminal makes text from a stranger harmless on a terminal: what does not
// print, or turns the direction of what does, is written as an escape such as
// \x1b. Line breaks stay.
func Terminal(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r == '\t':
			b.WriteString("    ")
		case r < 0x80 && !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdownEscapes writes every character that can begin something in GitHub's
// Markdown or in HTML as a character reference, which begins nothing: "@" and
// "#" would link people and issues, ":" makes links and emoji.
var markdownEscapes = strings.NewReplacer(escapePairs()...)

func escapePairs() []string {
	pairs := []string{"\n", "<br>"}
	for _, r := range "\\`*_[]|~@#:&<>\"'$" {
		pairs = append(pairs, string(r), fmt.Sprintf("&#%d;", r))
	}
	return pairs
}

// MarkdownText makes text from a stranger mean itself in Markdown, on one line.
func MarkdownText(s string) string { return markdownEscapes.Replace(Terminal(s)) }

// markdownBlock puts text from a stranger into a block of code that it cannot
// end.
func markdownBlock(s string) string {
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(Terminal(s), "\n") + "\n" + fence + "\n"
}
