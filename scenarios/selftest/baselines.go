package selftest

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/grindgate/grindgate/results"
)

var (
	costEntry  = regexp.MustCompile(`("cost_per_iteration": )[^,\n]+`)
	noiseLine  = regexp.MustCompile(`(?m)^ *"noise_ppm": .*\n`)
	firstEntry = regexp.MustCompile(`(?s)("scenarios": \{)(.*?\n    \})`) // the first scenario
)

// baselines proves that a baseline that is not what grindgate wrote is refused.
func (m *Measured) baselines(g Gate) []Proof {
	read := func(text string) error {
		_, err := g.Read(strings.NewReader(text), "baseline.json")
		return err
	}
	var b bytes.Buffer
	err := only(m.base, same).Baseline().Write(&b)
	whole := b.String()
	if err == nil {
		err = read(whole)
	}
	cost := func(value string) Proof {
		return refused("a cost of "+value, "cost_per_iteration", read(costEntry.ReplaceAllString(whole, "${1}"+value)))
	}
	schema := func(n int) string { return fmt.Sprintf(`"schema": %d`, n) }
	return []Proof{
		accepted("whole", err),
		refused("empty", "empty", read("")),
		refused("cut off", "unexpected EOF", read(whole[:len(whole)/2])),
		cost("NaN"),
		cost("Infinity"),
		cost("1e999"),
		cost("-1"),
		cost("0"),
		cost("null"),
		refused("no noise", `no "noise_ppm"`, read(noiseLine.ReplaceAllString(whole, ""))),
		refused("an unknown key", "unknown key", read(strings.Replace(whole, "{", `{"surprise": 1,`, 1))),
		refused("a scenario twice", "duplicate", read(firstEntry.ReplaceAllString(whole, "${1}${2},${2}"))),
		refused("another schema", "schema", read(strings.Replace(whole, schema(results.Schema), schema(results.Schema+1), 1))),
	}
}
