package selftest

import (
	"fmt"
	"strings"
)

// wholeProfile is a profile as cachegrind writes them.
const wholeProfile = `desc: I1 cache:         32768 B, 64 B, 8-way associative
desc: D1 cache:         32768 B, 64 B, 8-way associative
desc: LL cache:         8388608 B, 64 B, 16-way associative
cmd: work 1000
events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
fl=work.c
fn=work
7 3000 2 2 1000 1 1 500 1 0
9 4000 0 0 0 0 0 0 0 0
fn=main
3 20 1 1 4 0 0 3 0 0
summary: 7020 3 3 1004 1 1 503 1 0
`

const callgrindProfile = `# callgrind format
version: 1
creator: callgrind-3.19.0
cmd: work 1000
positions: line
events: Ir
fl=work.c
fn=work
7 3000
totals: 3000
`

// profiles proves that a profile that is not whole or not cachegrind's is refused.
func profiles(g Gate) []Proof {
	parse := func(text string) error {
		_, err := g.Parse(strings.NewReader(text), "profile")
		return err
	}
	replaced := func(old, now string) error { return parse(strings.Replace(wholeProfile, old, now, 1)) }
	return []Proof{
		accepted("whole", parse(wholeProfile)),
		refused("empty", "empty", parse("")),
		cutOff(parse),
		refused("of callgrind", "callgrind", parse(callgrindProfile)),
		refused("wrong summary", "the rows add up to 7020", replaced("summary: 7020", "summary: 7019")),
		refused("a row less", "the rows add up to 3020", replaced("9 4000 0 0 0 0 0 0 0 0\n", "")),
		refused("a negative count", "not a count", replaced("9 4000", "9 -4000")),
		refused("an unknown event", "unknown event", replaced("DLmw", "DLmx")),
	}
}

// cutOff cuts the profile after each of its bytes. The first cut that is accepted,
// or refused for another reason, is the one that is seen.
func cutOff(parse func(string) error) Proof {
	var p Proof
	for end := 1; end < len(wholeProfile); end++ {
		if p = refused("cut off anywhere", "cut off", parse(wholeProfile[:end])); !p.Holds {
			p.Seen = fmt.Sprintf("after %d bytes %s", end, p.Seen)
			break
		}
	}
	return p
}
