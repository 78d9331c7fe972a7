package cachegrind

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// ir is a Line with the event Ir only.
func ir(number uint32, n uint64) Line { return Line{Number: number, Counts: Counts{Ir: n}} }

func TestParseFixtures(t *testing.T) {
	cacheEvents := []Event{Ir, I1mr, ILmr, Dr, D1mr, DLmr, Dw, D1mw, DLmw}
	branchEvents := []Event{Bc, Bcm, Bi, Bim}
	for _, c := range []struct {
		file   string
		events []Event
		totals Counts
	}{
		{"instructions.out", []Event{Ir}, Counts{Ir: 3820}},
		{"cache.out", cacheEvents, Counts{3820, 3, 3, 752, 100, 100, 304, 14, 14}},
		{"branch.out", append([]Event{Ir}, branchEvents...), Counts{Ir: 3820, Bc: 251, Bcm: 30, Bi: 200, Bim: 2}},
		{"all.out", append(cacheEvents, branchEvents...), Counts{3820, 3, 3, 752, 100, 100, 304, 14, 14, 251, 30, 200, 2}},
	} {
		t.Run(c.file, func(t *testing.T) {
			p, err := Parse(bytes.NewReader(fixture(t, c.file)), c.file)
			if err != nil {
				t.Fatal(err)
			}
			got := Profile{Command: p.Command, Events: p.Events, Totals: p.Totals}
			want := Profile{Command: "./walk one two words", Events: c.events, Totals: c.totals}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(7, len(p.Functions)); diff != "" {
				t.Errorf("functions: %s", diff)
			}
		})
	}
}

func TestParseFunctions(t *testing.T) {
	p, err := Parse(bytes.NewReader(fixture(t, "all.out")), "all.out")
	if err != nil {
		t.Fatal(err)
	}
	want := map[Function]*Breakdown{
		{"/src/rest.c", "add"}: {
			Counts: Counts{554, 0, 0, 151, 0, 0, 100, 13, 13, 51, 10, 0, 0},
			Lines: []Line{
				{4, Counts{101, 0, 0, 0, 0, 0, 50, 13, 13, 0, 0, 0, 0}},
				{5, Counts{352, 0, 0, 50, 0, 0, 50, 0, 0, 51, 10, 0, 0}},
				{6, Counts{101, 0, 0, 101, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
			},
		},
		{"/src/rest.c", "add_rest"}: {
			Counts: Counts{4, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0},
			Lines:  []Line{{8, Counts{4, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}}},
		},
		{"/src/walk.c", "(below main)"}: {
			Counts: Counts{1410, 2, 2, 200, 1, 1, 203, 1, 1, 200, 20, 200, 2},
			Lines: []Line{
				{14, Counts{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
				{16, Counts{602, 0, 0, 0, 0, 0, 0, 0, 0, 200, 20, 0, 0}},
				{17, Counts{800, 0, 0, 200, 1, 1, 200, 0, 0, 0, 0, 200, 2}},
				{21, Counts{3, 1, 1, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0}},
				{22, Counts{4, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
			},
		},
		{"/src/walk.c", "by_line"}: {
			Counts: Counts{500, 0, 0, 200, 99, 99, 0, 0, 0, 0, 0, 0, 0},
			Lines:  []Line{{8, Counts{500, 0, 0, 200, 99, 99, 0, 0, 0, 0, 0, 0, 0}}},
		},
		{"/src/walk.c", "by_word"}: {
			Counts: Counts{400, 0, 0, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0},
			Lines:  []Line{{9, Counts{400, 0, 0, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
		},
		{"/src/walk.h", "(below main)"}: {
			Counts: Counts{802, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
			Lines: []Line{
				{4, Counts{800, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
				{9, Counts{2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
			},
		},
		{"/src/walk.h", "add"}: {
			Counts: Counts{150, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
			Lines:  []Line{{4, Counts{150, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
		},
	}
	if diff := cmp.Diff(want, p.Functions); diff != "" {
		t.Error(diff)
	}
}

// TestParseAccepts has what is unusual and nevertheless right.
func TestParseAccepts(t *testing.T) {
	one := func(file, name string, lines ...Line) map[Function]*Breakdown {
		b := &Breakdown{Lines: lines}
		for _, l := range lines {
			b.Counts.add(&l.Counts, new(Counts))
		}
		return map[Function]*Breakdown{{file, name}: b}
	}
	for _, c := range []struct {
		name, text string
		want       Profile
	}{
		{
			"no desc, as since valgrind 3.21 without a simulation",
			"cmd: ./a\nevents: Ir \nfl=f\nfn=g\n1 2\nsummary: 2\n",
			Profile{"./a", []Event{Ir}, Counts{Ir: 2}, one("f", "g", ir(1, 2))},
		},
		{
			"events in another order",
			"cmd: a\nevents: Bim Bi Bcm Bc Ir\nfl=f\nfn=g\n1 1 2 3 4 5\nsummary: 1 2 3 4 5\n",
			Profile{"a", []Event{Bim, Bi, Bcm, Bc, Ir}, Counts{Ir: 5, Bc: 4, Bcm: 3, Bi: 2, Bim: 1}, one("f", "g",
				Line{1, Counts{Ir: 5, Bc: 4, Bcm: 3, Bi: 2, Bim: 1}})},
		},
		{
			"counts that are missing or a dot",
			"cmd: a\nevents: Ir Bc Bcm Bi Bim\nfl=f\nfn=g\n0\n1 7\n2 . 1 . 3\nsummary: 7 1 . 3 .\n",
			Profile{"a", []Event{Ir, Bc, Bcm, Bi, Bim}, Counts{Ir: 7, Bc: 1, Bi: 3}, one("f", "g",
				Line{}, ir(1, 7), Line{2, Counts{Bc: 1, Bi: 3}})},
		},
		{
			"trailing blanks, tabs, and several blanks",
			"cmd:  a b \nevents:\tIr \t\nfl=f\nfn=g\n1\t2 \t \n2   3\nsummary:5 \n",
			Profile{" a b ", []Event{Ir}, Counts{Ir: 5}, one("f", "g", ir(1, 2), ir(2, 3))},
		},
		{
			"empty lines and comments",
			"cmd: a\nevents: Ir\n\n# a comment\nfl=f\nfn=g\n#\n1 2\n\nsummary: 2\n",
			Profile{"a", []Event{Ir}, Counts{Ir: 2}, one("f", "g", ir(1, 2))},
		},
		{
			"names of any bytes",
			"cmd: a\nevents: Ir\nfl= \xff\r\x00fn=\nfn=summary: 1 \n1 2\nsummary: 2\n",
			Profile{"a", []Event{Ir}, Counts{Ir: 2}, one(" \xff\r\x00fn=", "summary: 1 ", ir(1, 2))},
		},
		{
			"rows of the same line",
			"cmd: a\nevents: Ir\nfl=f\nfn=g\n3 1\n3 2\n1 4\n3 8\n1 16\n2 32\nfl=f\nfn=g\n1 64\n4 128\nfn=g\n2 256\nsummary: 511\n",
			Profile{"a", []Event{Ir}, Counts{Ir: 511}, one("f", "g", ir(1, 84), ir(2, 288), ir(3, 11), ir(4, 128))},
		},
		{
			"a function that comes back with more lines",
			"cmd: a\nevents: Ir\nfl=f\nfn=g\n1 1\nfn=h\n1 2\nfn=g\n2 4\n3 8\nsummary: 15\n",
			Profile{"a", []Event{Ir}, Counts{Ir: 15}, map[Function]*Breakdown{
				{"f", "g"}: {Counts{Ir: 13}, []Line{ir(1, 1), ir(2, 4), ir(3, 8)}},
				{"f", "h"}: {Counts{Ir: 2}, []Line{ir(1, 2)}},
			}},
		},
		{
			"a function in two files and two functions in a file",
			"cmd: a\nevents: Ir\nfl=f\nfn=g\n1 1\nfn=h\n1 2\nfl=e\nfn=g\n1 4\nsummary: 7\n",
			Profile{"a", []Event{Ir}, Counts{Ir: 7}, map[Function]*Breakdown{
				{"f", "g"}: {Counts{Ir: 1}, []Line{ir(1, 1)}},
				{"f", "h"}: {Counts{Ir: 2}, []Line{ir(1, 2)}},
				{"e", "g"}: {Counts{Ir: 4}, []Line{ir(1, 4)}},
			}},
		},
		{
			"the largest numbers",
			"cmd: a\nevents: Ir\nfl=f\nfn=g\n4294967295 00018446744073709551614\n0005 1\nsummary: 18446744073709551615\n",
			Profile{"a", []Event{Ir}, Counts{Ir: 1<<64 - 1}, one("f", "g", ir(5, 1), ir(1<<32-1, 1<<64-2))},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, reader := range []func(io.Reader) io.Reader{
				func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader,
			} {
				got, err := Parse(reader(strings.NewReader(c.text)), "a.out")
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(&c.want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	const (
		header = "desc: x\ncmd: ./a\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw \n" // lines 1 to 3
		rows   = "fl=f\nfn=g\n1 2 0 0 1\n"                                              // lines 4 to 6
		all    = header + rows + "summary: 2 0 0 1 0 0 0 0 0\n"
		short  = "cmd: a\nevents: Ir\nfl=f\nfn=g\n" // lines 1 to 4
	)
	for _, c := range []struct {
		name, text, want string
	}{
		{"empty", "", "1: the file is empty; measure again"},
		{"cut off in the first line", "de", "1: the file is cut off in this line; measure again"},
		{"only desc", "desc: x\n", `1: no "cmd:" line, the file is cut off; measure again`},
		{"no cmd", "desc: x\nevents: Ir\n", `2: want "desc:" or "cmd:", have "events: Ir"`},
		{"cmd without a program", "cmd: \n", `1: "cmd:" names no program`},
		{"only cmd", "cmd: a\n", `1: no "events:" line, the file is cut off; measure again`},
		{"cut off in events", "cmd: a\nevents: Ir", "2: the file is cut off in this line; measure again"},
		{"no events", "cmd: a\nfl=f\n", `2: want "events:" (no argument of the program may contain a newline), have "fl=f"`},
		{"desc after cmd", "cmd: a\ndesc: x\n", `2: want "events:" (no argument of the program may contain a newline), have "desc: x"`},
		{"comment in the header", "# x\ncmd: a\n", `1: want "desc:" or "cmd:", have "# x"`},
		{"empty line in the header", "\ncmd: a\n", `1: want "desc:" or "cmd:", have ""`},
		{"no names in events", "cmd: a\nevents: \n", "2: no event Ir"},
		{"unknown event", "cmd: a\nevents: Ir L2mr\n", `2: unknown event "L2mr"`},
		{"carriage return", "cmd: a\nevents: Ir\r\n", `2: unknown event "Ir\r"`},
		{"event twice", "cmd: a\nevents: Ir Bc Ir\n", "2: event Ir twice"},
		{"without Ir", "cmd: a\nevents: Bc Bcm Bi Bim\n", "2: no event Ir"},
		{"half a cache", "cmd: a\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw\n", "2: event I1mr without DLmw, which cachegrind counts together"},
		{"half a branch", "cmd: a\nevents: Ir Bim\n", "2: event Bim without Bc, which cachegrind counts together"},

		{"fn before fl", "cmd: a\nevents: Ir\nfn=g\n", `3: "fn=" before the first "fl="`},
		{"row before fl", "cmd: a\nevents: Ir\n1 2\n", `3: a row before the "fn=" of its "fl="`},
		{"row before fn", "cmd: a\nevents: Ir\nfl=f\n1 2\n", `4: a row before the "fn=" of its "fl="`},
		{"row after the next fl", short + "1 2\nfl=e\n1 2\n", `7: a row before the "fn=" of its "fl="`},
		{"junk", header + "junk\n", `4: want "fl=", "fn=", a row or "summary:", have "junk"`},
		{"events again", header + "events: Ir\n", `4: want "fl=", "fn=", a row or "summary:", have "events: Ir"`},
		{"leading blank", short + " 1 2\n", `5: want "fl=", "fn=", a row or "summary:", have " 1 2"`},
		{"negative line", short + "-1 2\n", `5: want "fl=", "fn=", a row or "summary:", have "-1 2"`},
		{"long junk", short + strings.Repeat("x", 100) + "\n", `5: want "fl=", "fn=", a row or "summary:", have "` + strings.Repeat("x", 40) + `"...`},
		{"binary junk", short + "\x00\xff\n", `5: want "fl=", "fn=", a row or "summary:", have "\x00\xff"`},
		{"odd line number", short + "12x 3\n", `5: "12x" is not a line number`},
		{"large line number", short + "4294967296 3\n", `5: line number "4294967296" does not fit into 32 bits`},
		{"huge line number", short + "18446744073709551617 3\n", `5: line number "18446744073709551617" does not fit into 32 bits`},
		{"odd count", short + "1 x\n", `5: "x" is not a count`},
		{"count with a tail", short + "1 2x 3\n", `5: "2x" is not a count`},
		{"negative count", short + "1 -2\n", `5: "-2" is not a count`},
		{"two dots", short + "1 ..\n", `5: ".." is not a count`},
		{"count with a carriage return", short + "1 2\r\n", `5: "2\r" is not a count`},
		{"more counts than events", header + "fl=f\nfn=g\n1 0 1 2 3 4 5 6 7 8 9\n", "6: more than 9 counts, one for each event"},
		{"large count", short + "1 18446744073709551616\n", `5: Ir = "18446744073709551616" does not fit into 64 bits`},
		{"huge count", short + "1 99999999999999999999999\n", `5: Ir = "99999999999999999999999" does not fit into 64 bits`},
		{"sum of a line", short + "1 18446744073709551615\n1 0\n1 1\n", "7: the sum of Ir does not fit into 64 bits"},
		{"sum of a line out of order", short + "2 0\n1 18446744073709551615\n1 1\nsummary: 0\n", "8: the sum of Ir does not fit into 64 bits"},
		{"sum of a function", short + "1 18446744073709551615\n2 1\nsummary: 0\n", "7: the sum of Ir does not fit into 64 bits"},
		{"sum of all", short + "1 18446744073709551615\nfn=h\n1 1\nsummary: 0\n", "8: the sum of Ir does not fit into 64 bits"},

		{"no rows", header, `3: no "summary:" line, the file is cut off; measure again`},
		{"no summary", header + rows, `6: no "summary:" line, the file is cut off; measure again`},
		{"cut off in a row", header + "fl=f\nfn=g\n1 2 0 0", "6: the file is cut off in this line; measure again"},
		{"cut off in the summary", all[:len(all)-1], "7: the file is cut off in this line; measure again"},
		{"nothing counted", header + "summary: 0 0 0 0 0 0 0 0 0\n", "4: not one instruction was counted; measure again, without --instr-at-start=no"},
		{"short summary", header + rows + "summary: 2 0 0 1\n", "7: the summary has 4 counts for 9 events"},
		{"empty summary", header + rows + "summary:\n", "7: the summary has 0 counts for 9 events"},
		{"long summary", header + rows + "summary: 2 0 0 1 0 0 0 0 0 0\n", "7: more than 9 counts, one for each event"},
		{"odd summary", header + rows + "summary: 2 0 x 1 0 0 0 0 0\n", `7: "x" is not a count`},
		{"wrong summary", header + rows + "summary: 2 0 0 3 0 0 0 0 0\n", "7: the summary has Dr = 3, but the rows add up to 1; measure again"},
		{"row lost", header + rows + "summary: 9 0 0 1 0 0 0 0 0\n", "7: the summary has Ir = 9, but the rows add up to 2; measure again"},
		{"text after the summary", all + "x\n", `8: want nothing after "summary:", have "x"`},
		{"empty line after the summary", all + "\n", `8: want nothing after "summary:", have ""`},
		{"cut off after the summary", all + "x", "8: the file is cut off in this line; measure again"},
		{"two files", all + all, `8: want nothing after "summary:", have "desc: x"`},

		{"callgrind, first line", "# callgrind format\nversion: 1\n", `1: callgrind wrote this file ("# callgrind format"); measure with --tool=cachegrind`},
		{"callgrind, version", "version: 1\n", `1: callgrind wrote this file ("version:"); measure with --tool=cachegrind`},
		{"callgrind, creator", "creator: x\n", `1: callgrind wrote this file ("creator:"); measure with --tool=cachegrind`},
		{"callgrind, pid", "pid: 1\n", `1: callgrind wrote this file ("pid:"); measure with --tool=cachegrind`},
		{"callgrind, part", "cmd: a\npart: 1\n", `2: callgrind wrote this file ("part:"); measure with --tool=cachegrind`},
		{"callgrind, positions", "cmd: a\npositions: line\n", `2: callgrind wrote this file ("positions:"); measure with --tool=cachegrind`},
		{"callgrind, format", short + "# callgrind format\n", `5: callgrind wrote this file ("# callgrind format"); measure with --tool=cachegrind`},
		{"callgrind, ob", short + "ob=x\n", `5: callgrind wrote this file ("ob="); measure with --tool=cachegrind`},
		{"callgrind, cfn", short + "cfn=x\n", `5: callgrind wrote this file ("cfn="); measure with --tool=cachegrind`},
		{"callgrind, calls", short + "calls=1 2\n", `5: callgrind wrote this file ("calls="); measure with --tool=cachegrind`},
		{"callgrind, totals", all + "totals: 2\n", `8: callgrind wrote this file ("totals:"); measure with --tool=cachegrind`},
		{"callgrind, a whole file", string(fixture(t, "callgrind.out")), `1: callgrind wrote this file ("# callgrind format"); measure with --tool=cachegrind`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Parse(strings.NewReader(c.text), "dir/a.out")
			if p != nil {
				t.Errorf("got a profile beside the error")
			}
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v, want a *SyntaxError", err)
			}
			if diff := cmp.Diff("dir/a.out:"+c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(fmt.Sprintf("%s:%d: %s", syntax.File, syntax.Line, syntax.Msg), err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseLongLine(t *testing.T) {
	file := func(length int) string {
		return "cmd: a\nevents: Ir\nfl=f\nfn=" + strings.Repeat("x", length-len("fn=\n")) + "\n1 2\nsummary: 2\n"
	}
	p, err := Parse(strings.NewReader(file(maxLine)), "a.out")
	if err != nil {
		t.Fatal(err)
	}
	for f := range p.Functions {
		if diff := cmp.Diff(maxLine-len("fn=\n"), len(f.Name)); diff != "" {
			t.Error(diff)
		}
	}
	_, err = Parse(strings.NewReader(file(maxLine+1)), "a.out")
	want := &SyntaxError{"a.out", 4, "a line of more than 1048576 bytes"}
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Error(diff)
	}
}

// TestParseReadError breaks the reader at every byte: what was read before must
// not count.
func TestParseReadError(t *testing.T) {
	data := fixture(t, "cache.out")
	broken := errors.New("broken")
	for i := range len(data) + 1 {
		r := io.MultiReader(bytes.NewReader(data[:i]), iotest.ErrReader(broken))
		p, err := Parse(r, "a.out")
		if p != nil || !errors.Is(err, broken) || errors.As(err, new(*SyntaxError)) {
			t.Fatalf("after %d bytes: got %v, %v", i, p, err)
		}
		want := fmt.Sprintf("a.out:%d: broken", 1+bytes.Count(data[:i], []byte("\n")))
		if diff := cmp.Diff(want, err.Error()); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestParseMemory compares files that differ only in how often their rows come back.
func TestParseMemory(t *testing.T) {
	allocations := func(repeat int) float64 {
		g := generate(100, 1)
		var text bytes.Buffer
		text.Write(g.header)
		for range repeat {
			text.Write(g.rows)
		}
		fmt.Fprint(&text, "summary: 0 0 0 0 0 0 0 0 0\n")
		return testing.AllocsPerRun(5, func() {
			if _, err := Parse(bytes.NewReader(text.Bytes()), "a.out"); err == nil {
				t.Error("a summary of zeros was accepted")
			}
		})
	}
	if once, often := allocations(1), allocations(200); often > once {
		t.Errorf("%v allocations for rows that come once, %v for rows that come 200 times", once, often)
	}
}
