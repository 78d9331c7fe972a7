package scenarios

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// lines tells where a key of the manifest stands. Keys are written like
// "gate.threshold" and "scenario[2].name"; a table itself is "scenario[2]".
type lines map[string]int

// index finds the line of every key at the top level of a table. The decoder
// tells the place of what it refuses; this is for what it accepts and the checker
// does not. The document must have been decoded before.
func index(data []byte) lines {
	found := make(lines)
	count := 0
	table := ""
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable && e.Kind != unstable.KeyValue {
			continue
		}
		var parts []string
		line := 0
		for it := e.Key(); it.Next(); {
			if line == 0 {
				line = p.Shape(it.Node().Raw).Start.Line
			}
			parts = append(parts, string(it.Node().Data))
		}
		key := strings.Join(parts, ".")
		switch {
		case e.Kind == unstable.ArrayTable && key == "scenario":
			table = fmt.Sprintf("scenario[%d]", count)
			count++
			found[table] = line
		case e.Kind != unstable.KeyValue:
			// A table inside a scenario, such as [scenario.env], belongs to the last one.
			if rest, ok := strings.CutPrefix(key, "scenario."); ok && count > 0 {
				key = fmt.Sprintf("scenario[%d].%s", count-1, rest)
			}
			table = key
			found[table] = line
		case table == "":
			found[key] = line
		default:
			found[table+"."+key] = line
		}
	}
	return found
}

// of returns the line of a key, or of the nearest table around it, or 1.
func (l lines) of(key string) int {
	for {
		if line, ok := l[key]; ok {
			return line
		}
		i := strings.LastIndexAny(key, ".[")
		if i < 0 {
			return 1
		}
		key = key[:i]
	}
}
