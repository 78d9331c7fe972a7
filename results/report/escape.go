package report

import (
	"fmt"
	"strings"
	"unicode"
)

// Terminal makes text from a stranger harmless on a terminal and in the log of a
// workflow: what does not print, or turns the direction of what does, is written
// as an escape such as \x1b, and so is the first character of what GitHub's
// runner would carry out as a command ("::error::", "##[error]"). Line breaks
// stay.
func Terminal(s string) string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(strings.ToValidUTF8(s, "\uFFFD"), "\n") {
		line = strings.ReplaceAll(line, "##[", `\x23#[`)
		if text := strings.TrimLeftFunc(line, blank); strings.HasPrefix(text, "::") {
			line = line[:len(line)-len(text)] + `\x3a` + text[1:]
		}
		for _, r := range line {
			switch {
			case r == '\n':
				b.WriteRune(r)
			case r == '\t':
				b.WriteString("    ")
			case unicode.IsPrint(r):
				b.WriteRune(r)
			case r < 0x80:
				fmt.Fprintf(&b, `\x%02x`, r)
			case r <= 0xffff:
				fmt.Fprintf(&b, `\u%04x`, r)
			default:
				fmt.Fprintf(&b, `\U%08x`, r)
			}
		}
	}
	return b.String()
}

// blank reports what may stand before a command of a workflow.
func blank(r rune) bool { return !unicode.IsPrint(r) || r == ' ' }

// cell makes text from a stranger harmless in a line that it has no right to end.
func cell(s string) string { return strings.ReplaceAll(Terminal(s), "\n", `\n`) }

// indented makes text from a stranger harmless below a line of a report. What
// follows its first line is indented, so that it does not look like another part
// of the report.
func indented(s string) string {
	lines := strings.Split(strings.TrimRight(Terminal(s), "\n"), "\n")
	for i, line := range lines {
		if i > 0 && line != "" && !strings.HasPrefix(line, "  ") {
			line = "    " + line
		}
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// MarkdownText makes text from a stranger mean itself in GitHub's Markdown, on
// one line. Every character that can begin something there or in HTML is written
// as a character reference.
//
// Note: that is not enough for what GitHub looks for in the finished page, where a
// reference is a character again: @people, #issues and :emoji:. An invisible
// space (U+200B) after their first character ends them.
func MarkdownText(s string) string {
	var b strings.Builder
	text := []rune(Terminal(s))
	for i, r := range text {
		begins := i+1 < len(text) && (text[i+1] >= 0x80 || word(text[i+1]))
		switch {
		case r == '\n':
			b.WriteString("<br>")
		case strings.ContainsRune("@#:", r) && begins:
			fmt.Fprintf(&b, "&#%d;&#8203;", r)
		case strings.ContainsRune("\\`*_[]|~@#:&<>\"'$", r), r == '.' && i > 0 && (text[i-1]|0x20) == 'w':
			fmt.Fprintf(&b, "&#%d;", r) // "www." makes a link
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func word(r rune) bool {
	return r == '_' || r == '+' || r == '-' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

// markdownBlock puts text from a stranger into a block of code that it cannot
// end.
func markdownBlock(s string) string {
	s = strings.TrimRight(Terminal(s), "\n")
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence + "text\n" + s + "\n" + fence + "\n"
}
