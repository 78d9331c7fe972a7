package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is more than the nesting of a results file: that of an event of a
// point of a scenario is 6.
const maxDepth = 16

// checkTokens looks for what is JSON, but not of a results file: null, which
// decoding takes for 0 or for nothing, and bottomless nesting.
func checkTokens(data []byte, name string) error {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) && d.StackDepth() == 0 {
			return nil
		}
		if err != nil {
			return located(err, data, name)
		}
		msg := ""
		switch {
		case token.Kind() == 'n':
			msg = fmt.Sprintf("at %q: null", string(d.StackPointer()))
		case d.StackDepth() > maxDepth:
			msg = fmt.Sprintf("nested deeper than %d: not a results file", maxDepth)
		default:
			continue
		}
		return &SyntaxError{name, 1 + bytes.Count(data[:d.InputOffset()], []byte("\n")), msg}
	}
}

// kindOf says what the value is that a semantic error is about.
func kindOf(err *json.SemanticError) string {
	switch err.JSONKind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		if len(err.JSONValue) > 0 {
			return string(err.JSONValue)
		}
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "a value"
}

// wanted says what JSON a Go type is made from.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number of 0 or more"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}
