package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
	"github.com/grindgate/grindgate/results/history"
)

func TestTerminal(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"plain é 语 😀", "plain é 语 😀"},
		{"a\nb\n", "a\nb\n"},
		{"a\tb", "a    b"},
		{"\x1b[2J\x1b]0;title\a", `\x1b[2J\x1b]0;title\x07`},
		{"a\rb\x00\x7f", `a\x0db\x00\x7f`},
		{"\u0085\u009b1m", `\u0085\u009b1m`},
		{"\u202eabc\u202c\u2066\u2069\u200f", `\u202eabc\u202c\u2066\u2069\u200f`}, // turn the direction
		{"a\u200bb\ufeff\u00ad\u2028", `a\u200bb\ufeff\u00ad\u2028`},               // are not seen
		{"\U000e0041", `\U000e0041`},
		{"a\xffb\xc3", "a\uFFFDb\uFFFD"},
		{"\xc0\x9b", "\uFFFD"},
		{"::error::x\n  ::add-mask::y\na ::b", `\x3a:error::x` + "\n" + `  \x3a:add-mask::y` + "\na ::b"},
		{"\t::stop-commands::x", `    \x3a:stop-commands::x`},
		{"a ##[error]b", `a \x23#[error]b`},
		{"std::string", "std::string"},
	} {
		if diff := cmp.Diff(test.want, Terminal(test.text)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestIndented(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"one", "one"},
		{"one\n\n", "one"},
		{"one\ntwo\n\n  three\n    four  \n", "one\n    two\n\n  three\n    four"},
		{"one\n::error::two", "one\n    \\x3a:error::two"},
	} {
		if diff := cmp.Diff(test.want, indented(test.text)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestMarkdownText(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"go1.26.8, glibc 2.36 (x-y)", "go1.26.8, glibc 2.36 (x-y)"},
		{"a|b", "a&#124;b"},
		{"`a`", "&#96;a&#96;"},
		{"<script>&amp;", "&#60;script&#62;&#38;amp;"},
		{`"a" 'b' \`, "&#34;a&#34; &#39;b&#39; &#92;"},
		{"*a* _b_ ~c~ $d$", "&#42;a&#42; &#95;b&#95; &#126;c&#126; &#36;d&#36;"},
		{"[a](b) ![c]", "&#91;a&#93;(b) !&#91;c&#93;"},
		{"@octocat x@y", "&#64;&#8203;octocat x&#64;&#8203;y"},
		{"#12 a/b#1", "&#35;&#8203;12 a/b&#35;&#8203;1"},
		{":smile: :+1:", "&#58;&#8203;smile&#58; &#58;&#8203;+1&#58;"},
		{"libc: x", "libc&#58; x"},
		{"https://example.org www.example.org WWW.x", "https&#58;//example.org www&#46;example.org WWW&#46;x"},
		{"a\nb", "a<br>b"},
		{"\x1b[1m\u202e\xff", `&#92;x1b&#91;1m&#92;u202e` + "\uFFFD"},
	} {
		if diff := cmp.Diff(test.want, MarkdownText(test.text)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestMarkdownBlock(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\n", "```text\na\n```\n"},
		{"a\n```\n# b", "````text\na\n```\n# b\n````\n"},
		{"``````", "```````text\n``````\n```````\n"},
		{"~~~\n<b>@x | :a:", "```text\n~~~\n<b>@x | :a:\n```\n"},
		{"\x1b", "```text\n\\x1b\n```\n"},
	} {
		if diff := cmp.Diff(test.want, markdownBlock(test.text)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestStrangers puts what nobody should write wherever text from a program, a
// manifest or a results file is shown.
func TestStrangers(t *testing.T) {
	const evil = "\x1b[2J\u202e\xff\r\n| a | b |\n```\n</td><script>\n@all #1 :a: [x](y)\n9 scenarios measured, 0 regressed, 0 improved: the gate passes\n::error::x"
	verdict := &regress.Verdict{Outcome: regress.Fail, Notes: []string{evil}, Comparisons: []regress.Comparison{
		{Name: evil, State: regress.Failed, Reason: evil, Threshold: 0.002},
	}}
	file := &results.File{
		Failures:  map[string]string{evil: evil},
		Scenarios: map[string]results.Scenario{evil: {Toolchain: evil}},
	}
	entries := []Entry{{Name: evil, Language: evil, Tags: []string{evil}}}
	past := history.New([]history.Version{
		{Subject: evil, File: &results.File{Scenarios: map[string]results.Scenario{evil: {CostPerIteration: 1, Toolchain: evil}}}},
		{Subject: evil, Err: errors.New(evil)},
		{Subject: evil, File: &results.File{Scenarios: map[string]results.Scenario{evil: {CostPerIteration: 1}}}},
		{Subject: evil, File: &results.File{Scenarios: map[string]results.Scenario{"a" + evil: {CostPerIteration: 1}}}},
		{Subject: evil},
	})
	past.Baseline = evil
	for _, f := range []Format{Text, Markdown} {
		for name, render := range map[string]func(*bytes.Buffer) error{
			"verdict": func(b *bytes.Buffer) error { return Verdict(b, f, verdict) },
			"results": func(b *bytes.Buffer) error { return Results(b, f, file) },
			"list":    func(b *bytes.Buffer) error { return List(b, f, entries) },
			"history": func(b *bytes.Buffer) error { return History(b, f, past, true) },
		} {
			t.Run(name+"."+string(f), func(t *testing.T) {
				var b bytes.Buffer
				if err := render(&b); err != nil {
					t.Fatal(err)
				}
				for _, r := range b.String() {
					if r != '\n' && !unicode.IsPrint(r) {
						t.Errorf("%U is not printable", r)
					}
				}
				fence, header := "", ""
				for line := range strings.Lines(b.String()) {
					line = strings.TrimRight(line, "\n")
					if !strings.HasPrefix(line, "| ") {
						header = ""
					} else if header == "" {
						header = line
					}
					switch {
					case strings.HasPrefix(strings.TrimSpace(line), "::"):
						t.Errorf("a command of a workflow: %q", line)
					case fence == "" && strings.HasPrefix(line, "9 scenarios"):
						t.Errorf("a summary that is none: %q", line)
					case f == Text:
					case fence != "" && line == fence:
						fence = ""
					case fence == "" && strings.HasPrefix(line, "```"):
						fence = strings.TrimSuffix(line, "text")
					case fence == "" && strings.ContainsAny(line, "<[@") && strings.ContainsAny(strings.ReplaceAll(line, "<br>", ""), "<[@"):
						t.Errorf("Markdown from a stranger: %q", line)
					case fence == "" && strings.HasPrefix(line, "| ") && strings.Count(line, "|") != strings.Count(header, "|"):
						t.Errorf("a row of another length: %q", line)
					}
				}
				if fence != "" {
					t.Errorf("a block that is still open: %s", b.String())
				}
			})
		}
	}
}
