package cachegrind

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzParse checks that what Parse accepts adds up, and that it accepts no
// beginning of it.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"instructions.out", "cache.out", "branch.out", "all.out", "callgrind.out"} {
		f.Add(fixture(f, name))
	}
	for _, text := range []string{
		"cmd: a\nevents: Ir\nfl=f\nfn=g\n3 1\n1 2\n2 4\n3 8\nfl=f\nfn=g\n2 .\n1\n\n#\nsummary: 15\n",
		"cmd: a\nevents: Ir\nfl=\nfn=\n1 18446744073709551614\n0005 1\nsummary: 18446744073709551615\n",
		"cmd: a\nevents: Bim Bi Bcm Bc Ir\nfl=f\nfn=g\n1 1 2 3 4 5\nsummary: 1 2 3 4 5\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := bufio.NewReaderSize(bytes.NewReader(data), maxLine) // which Parse takes as it is
		p, err := Parse(in, "a.out")
		var syntax *SyntaxError
		if errors.As(err, &syntax) && strings.Contains(syntax.Msg, "but the rows add up to") &&
			bytes.HasSuffix(data, []byte("\n")) && syntax.Line == bytes.Count(data, []byte("\n")) {
			// Hardly a change keeps the sum, so go on with the right one.
			data = withSummary(data)
			in.Reset(bytes.NewReader(data))
			if p, err = Parse(in, "a.out"); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil {
			if p != nil || !errors.As(err, &syntax) {
				t.Fatalf("got %v, %v", p, err)
			}
			return
		}
		checkSums(t, data, p)

		// Every beginning that ends near the end, and some of the others.
		step := 1 + len(data)/50
		for i := 0; i < len(data); i++ {
			if i%step != 0 && i < len(data)-50 {
				continue
			}
			in.Reset(bytes.NewReader(data[:i]))
			if _, err := Parse(in, "a.out"); !errors.As(err, &syntax) {
				t.Fatalf("cut off after %d of %d bytes: got %v", i, len(data), err)
			}
		}
	})
}

// checkSums compares p, level by level, with the rows of the file it was read from.
func checkSums(t *testing.T, data []byte, p *Profile) {
	var over, totals Counts
	for function, b := range p.Functions {
		var sum Counts
		for i, l := range b.Lines {
			sum.add(&l.Counts, &over)
			if i > 0 && b.Lines[i-1].Number >= l.Number {
				t.Errorf("%v: line %d before line %d", function, b.Lines[i-1].Number, l.Number)
			}
		}
		if sum != b.Counts {
			t.Errorf("%v: %s", function, cmp.Diff(sum, b.Counts))
		}
		totals.add(&b.Counts, &over)
	}
	if totals != p.Totals || over != (Counts{}) {
		t.Errorf("%s, overflow %v", cmp.Diff(totals, p.Totals), over)
	}
	var want Counts
	for i, n := range sumRows(data) {
		want[p.Events[i]] = n
	}
	if want != p.Totals {
		t.Error(cmp.Diff(want, p.Totals))
	}
}

// sumRows adds up the columns of a whole file, in the plainest way.
func sumRows(data []byte) []uint64 {
	var sum []uint64
	for line := range bytes.Lines(data) {
		fields := strings.FieldsFunc(string(line), func(r rune) bool { return strings.ContainsRune(" \t\n", r) })
		if bytes.HasPrefix(line, []byte("events:")) {
			sum = make([]uint64, len(strings.Fields(string(line[len("events:"):]))))
		}
		if line[0] < '0' || line[0] > '9' {
			continue
		}
		for i, field := range fields[1:] {
			n, _ := strconv.ParseUint(field, 10, 64) // fails for a dot only
			sum[i] += n
		}
	}
	return sum
}

// withSummary returns the file with the summary that belongs to its rows.
func withSummary(data []byte) []byte {
	last := bytes.LastIndex(data[:len(data)-1], []byte("\n")) + 1
	text := append(bytes.Clone(data[:last]), "summary:"...)
	for _, n := range sumRows(data) {
		text = fmt.Appendf(text, " %d", n)
	}
	return append(text, '\n')
}
