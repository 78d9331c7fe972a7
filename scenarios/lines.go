package scenarios

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// lines tells where a key of the manifest stands. Keys are written like
// "gate.threshold" and "scenario[2].name"; a table itself is "scenario[2]".
type lines map[string]int

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

// indexer finds the line of every key, and the keys that nobody knows. The
// decoder tells the place of what it refuses; this is for what it accepts.
type indexer struct {
	parser    unstable.Parser
	known     keys
	lines     lines
	scenarios int // that have begun
	unknown   func(line int, table, name string)
	single    func(line int) // [scenario] instead of [[scenario]], which the decoder takes
}

// place is a key as it stands in the file, "scenario[2].name", and as keys has
// it, "scenario[].name". The zero place is the top level.
type place struct{ key, known string }

// index reads the document up to its end or its first syntax error, which is for
// the decoder to report.
func (x *indexer) index(data []byte) {
	x.lines = make(lines)
	x.parser.Reset(data)
	table, ok := place{}, true
	for x.parser.NextExpression() {
		switch e := x.parser.Expression(); e.Kind {
		case unstable.ArrayTable, unstable.Table:
			table, ok = x.header(e)
		case unstable.KeyValue:
			if ok {
				x.keyValue(table, e)
			}
		}
	}
}

// header begins a table. A part of one, such as [scenario.env], belongs to the
// last scenario.
func (x *indexer) header(e *unstable.Node) (table place, ok bool) {
	parts, line := x.parts(e)
	if parts[0] != "scenario" {
		return x.descend(place{}, parts, line)
	}
	if len(parts) == 1 {
		if e.Kind == unstable.Table {
			x.single(line)
		}
		x.scenarios++
	}
	table = place{fmt.Sprintf("scenario[%d]", max(x.scenarios-1, 0)), "scenario[]"}
	if len(parts) == 1 {
		x.lines[table.key] = line
	}
	return x.descend(table, parts[1:], line)
}

func (x *indexer) keyValue(table place, e *unstable.Node) {
	parts, line := x.parts(e)
	if at, ok := x.descend(table, parts, line); ok {
		x.value(at, line, e.Value())
	}
}

// value looks for keys inside a value. An inline table has no line of its own,
// so it gets the one of its key.
func (x *indexer) value(at place, line int, v *unstable.Node) {
	x.note(at.key, line)
	switch v.Kind {
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			x.keyValue(at, it.Node())
		}
	case unstable.Array:
		i := 0
		for it := v.Children(); it.Next(); i++ {
			x.value(place{fmt.Sprintf("%s[%d]", at.key, i), at.known + "[]"}, line, it.Node())
		}
	}
}

// descend goes from a table to what the parts of a key lead to, or stops at the
// first one that is not known.
func (x *indexer) descend(at place, parts []string, line int) (place, bool) {
	for _, part := range parts {
		known, ok := x.known.has(at.known, part)
		if !ok {
			x.unknown(line, at.known, part)
			return place{}, false
		}
		at = place{child(at.key, part), known}
		x.note(at.key, line)
	}
	return at, true
}

// note keeps the first line of a key.
func (x *indexer) note(key string, line int) {
	if _, ok := x.lines[key]; !ok {
		x.lines[key] = line
	}
}

// parts returns the parts of the key of a table or a value, at least one, and
// its line.
func (x *indexer) parts(e *unstable.Node) (parts []string, line int) {
	for it := e.Key(); it.Next(); {
		if line == 0 {
			line = x.parser.Shape(it.Node().Raw).Start.Line
		}
		parts = append(parts, string(it.Node().Data))
	}
	return parts, line
}
