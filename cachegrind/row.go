package cachegrind

import (
	"bytes"
	"math"
	"strconv"
)

// row reads a line such as "12 400 1 1", the number of a source line and its
// counts, and adds it to the current function.
func (p *parser) row(line []byte) error {
	number, i := digits(line, 0)
	if !blank(line[i]) {
		return p.errorf("%s is not a line number", quote(word(line, 0)))
	}
	if i > maxDigits || number > math.MaxUint32 {
		return p.errorf("line number %s does not fit into 32 bits", quote(line[:i]))
	}
	if p.rows.current == nil {
		return p.errorf(`a row before the "fn=" of its "fl="`)
	}
	_, err := p.counts(line, i, p.rows.line(uint32(number)))
	return err
}

// summary reads the summary, which repeats the totals, and compares it with them.
func (p *parser) summary(line []byte) error {
	var summary Counts
	n, err := p.counts(line, len("summary:"), &summary)
	if err != nil {
		return err
	}
	events := p.profile.Events
	if n < len(events) {
		return p.errorf("the summary has %d counts for %d events", n, len(events))
	}
	functions, totals, over, ok := p.rows.finish()
	if !ok {
		return p.overflow(over)
	}
	if totals[Ir] == 0 {
		return p.errorf("not one instruction was counted; measure again, without --instr-at-start=no")
	}
	for _, e := range events {
		if summary[e] != totals[e] {
			return p.errorf("the summary has %v = %d, but the rows add up to %d; measure again", e, summary[e], totals[e])
		}
	}
	p.profile.Functions, p.profile.Totals = functions, totals
	return nil
}

func (p *parser) overflow(e Event) error {
	return p.errorf("the sum of %v does not fit into 64 bits", e)
}

// counts adds the counts that stand in line from i on to sum, and returns how
// many there were. A count that is missing or "." is 0.
func (p *parser) counts(line []byte, i int, sum *Counts) (n int, err error) {
	events := p.profile.Events
	for {
		for line[i] == ' ' || line[i] == '\t' {
			i++
		}
		if line[i] == '\n' {
			return n, nil
		}
		if n == len(events) {
			return n, p.errorf("more than %d counts, one for each event", n)
		}
		e := events[n]
		count, end := digits(line, i)
		if length := end - i; length == 0 || length > maxDigits || !blank(line[end]) {
			if count, err = p.oddCount(word(line, i), e); err != nil {
				return n, err
			}
			end = i + len(word(line, i))
		}
		if sum[e] += count; sum[e] < count {
			return n, p.overflow(e)
		}
		i = end
		n++
	}
}

// oddCount reads a count that is not simply a few digits.
func (p *parser) oddCount(text []byte, e Event) (uint64, error) {
	if string(text) == "." {
		return 0, nil
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, p.errorf("%s is not a count", quote(text))
		}
	}
	n, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return 0, p.errorf("%v = %s does not fit into 64 bits", e, quote(text))
	}
	return n, nil
}

// maxDigits is how many digits always fit into 64 bits.
const maxDigits = 19

// digits returns the number that stands in line at i, and where it ends. The
// line ends with a newline. The number is wrong if there are more than maxDigits.
func digits(line []byte, i int) (n uint64, end int) {
	for {
		d := line[i] - '0'
		if d > 9 {
			return n, i
		}
		n = n*10 + uint64(d)
		i++
	}
}

// blank tells whether c ends a number.
func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

// word returns what stands in line from i to the next blank.
func word(line []byte, i int) []byte {
	return line[i : i+bytes.IndexAny(line[i:], " \t\n")]
}
