package cachegrind

import (
	"cmp"
	"slices"
)

// collector adds up the rows of a file by function and line.
//
// Cachegrind writes every function once and its lines in order, so that a row is
// normally appended. A function that comes back is expected to have the same
// lines again. Any other row costs a search.
//
// Note: what is new but out of order goes to an unsorted tail, which is merged
// when it outgrows the sorted lines. So a row costs on average the logarithm of
// the number of lines, and the memory stays proportional to the distinct lines,
// whatever the order. Inserting in place would be quadratic.
type collector struct {
	functions map[Function]*Breakdown
	order     []*Breakdown          // the same, in the order of the file, which is that of the memory
	tails     map[*Breakdown][]Line // new lines out of order, may repeat
	free      []Line                // its capacity is room for the lines of new functions
	over      Counts                // 1 where a sum overflowed

	current *Breakdown // to which rows are added, or nil
	fresh   bool       // current is new, its lines stand at the beginning of free
	next    int        // where in the lines of current the next row probably belongs
}

const (
	chunk   = 512 // lines in one allocation: a small program's few hundred functions need a dozen
	minFree = 16  // lines; most functions have fewer, so that they need not move
	minTail = 8   // lines; a shorter tail is not worth merging
)

func newCollector() *collector {
	return &collector{
		functions: make(map[Function]*Breakdown),
		tails:     make(map[*Breakdown][]Line),
	}
}

// open makes the function to which the next rows are added the current one.
func (c *collector) open(file string, name []byte) {
	c.close()
	c.next = 0
	if c.current = c.functions[Function{file, string(name)}]; c.current != nil {
		return
	}
	if cap(c.free) < minFree {
		c.free = make([]Line, 0, chunk)
	}
	c.current, c.fresh = &Breakdown{Lines: c.free}, true
	c.functions[Function{file, string(name)}] = c.current
	c.order = append(c.order, c.current)
}

// close leaves no function the current one.
func (c *collector) close() {
	if c.fresh {
		// Once only: what a function gets when it comes back and grows, it keeps,
		// or a function that comes back with one more line each time would be
		// copied each time.
		lines := c.current.Lines
		c.free = lines[len(lines):]
		c.current.Lines = slices.Clip(lines)
	}
	c.current, c.fresh = nil, false
}

// line returns the counts of a line of the current function, to add a row to.
// They are valid until the next call.
func (c *collector) line(number uint32) *Counts {
	lines := c.current.Lines
	if c.next < len(lines) && lines[c.next].Number == number {
		c.next++
		return &lines[c.next-1].Counts
	}
	if len(lines) == 0 || lines[len(lines)-1].Number < number {
		c.current.Lines = append(lines, Line{Number: number})
		c.next = len(lines) + 1
		return &c.current.Lines[c.next-1].Counts
	}
	i, ok := slices.BinarySearchFunc(lines, number, func(l Line, n uint32) int { return cmp.Compare(l.Number, n) })
	if ok {
		c.next = i + 1
		return &lines[i].Counts
	}
	tail := c.tails[c.current]
	if len(tail) >= max(len(lines), minTail) {
		c.merge(c.current)
		return c.line(number)
	}
	tail = append(tail, Line{Number: number})
	c.tails[c.current] = tail
	return &tail[len(tail)-1].Counts
}

// merge moves the tail of b into its lines.
func (c *collector) merge(b *Breakdown) {
	lines := append(b.Lines, c.tails[b]...)
	delete(c.tails, b)
	slices.SortFunc(lines, func(a, b Line) int { return cmp.Compare(a.Number, b.Number) })
	last := 0
	for _, l := range lines[1:] {
		if l.Number == lines[last].Number {
			lines[last].Counts.add(&l.Counts, &c.over)
		} else {
			last++
			lines[last] = l
		}
	}
	b.Lines = lines[:last+1]
}

// finish returns the functions and the sum of all rows. If a sum overflowed, it
// returns the first event of which one did, and false.
func (c *collector) finish() (functions map[Function]*Breakdown, totals Counts, over Event, ok bool) {
	c.close()
	for b := range c.tails {
		c.merge(b)
	}
	for _, b := range c.order {
		for i := range b.Lines {
			b.Counts.add(&b.Lines[i].Counts, &c.over)
		}
		totals.add(&b.Counts, &c.over)
	}
	for e, n := range c.over {
		if n != 0 {
			return nil, Counts{}, Event(e), false
		}
	}
	return c.functions, totals, 0, true
}
