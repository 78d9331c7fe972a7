package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/grindgate/grindgate/cachegrind"
)

// maxSize is the size of the largest file that is read, in bytes. A run of a
// thousand scenarios with all their points takes a few megabytes.
const maxSize = 256 << 20

// SyntaxError says where a results file is not one.
type SyntaxError struct {
	File string // as given by the caller
	Line int    // the first line is 1; 0 where the fault has no line
	Msg  string
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// ReadFile reads the results file at path. A missing file is an error that
// matches fs.ErrNotExist, a malformed one a *SyntaxError.
func ReadFile(path string) (*File, error) {
	f, err := cachegrind.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}

// Read reads a results file strictly: an unknown or repeated key, another
// schema, a value that makes no sense or trailing data is a *SyntaxError. The
// name is for messages only.
func Read(r io.Reader, name string) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(data) > maxSize:
		return nil, &SyntaxError{name, 0, fmt.Sprintf("larger than %d bytes: not a results file", maxSize)}
	case len(bytes.TrimSpace(data)) == 0:
		return nil, &SyntaxError{name, 1, "the file is empty"}
	}
	if err := checkTokens(data, name); err != nil {
		return nil, err
	}
	if err := checkSchema(data, name); err != nil {
		return nil, err
	}
	f := new(File)
	if err := json.Unmarshal(data, f, json.RejectUnknownMembers(true)); err != nil {
		return nil, located(err, data, name)
	}
	if err := checkComplete(data); err != nil {
		return nil, &SyntaxError{name, 0, err.Error()}
	}
	if err := f.check(); err != nil {
		return nil, &SyntaxError{name, 0, err.Error()}
	}
	return f, nil
}

type schemaOnly struct {
	Schema *int `json:"schema"`
}

// checkSchema looks at the schema before anything else, since the file of
// another schema would be full of unknown keys.
func checkSchema(data []byte, name string) error {
	var header schemaOnly
	if err := json.Unmarshal(data, &header); err != nil {
		return located(err, data, name)
	}
	switch {
	case header.Schema == nil:
		return &SyntaxError{name, 0, `no "schema": not a results file of grindgate`}
	case *header.Schema > Schema:
		return &SyntaxError{name, 0, fmt.Sprintf("schema %d is newer than %d, the one this grindgate reads: update grindgate", *header.Schema, Schema)}
	case *header.Schema != Schema:
		return &SyntaxError{name, 0, fmt.Sprintf("schema %d is not %d, the one this grindgate reads: make the file again", *header.Schema, Schema)}
	}
	return nil
}

// located turns an error of package json into a SyntaxError with its line.
func located(err error, data []byte, name string) error {
	offset, where, msg := int64(0), jsontext.Pointer(""), ""
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &syntactic):
		offset, where, msg = syntactic.ByteOffset, syntactic.JSONPointer, syntactic.Err.Error()
	case errors.As(err, &semantic):
		offset, where = semantic.ByteOffset, semantic.JSONPointer
		switch {
		case errors.Is(semantic.Err, json.ErrUnknownName):
			msg = "unknown key"
		case semantic.GoType != nil && !errors.Is(semantic.Err, strconv.ErrRange):
			msg = fmt.Sprintf("%s where %s is wanted", kindOf(semantic), wanted(semantic.GoType))
		case semantic.Err != nil:
			msg = semantic.Err.Error()
		default:
			msg = "wrong value"
		}
	default:
		return fmt.Errorf("%s: %w", name, err)
	}
	offset = min(max(offset, 0), int64(len(data)))
	line := 1 + bytes.Count(data[:offset], []byte("\n"))
	if where != "" {
		msg = fmt.Sprintf("at %q: %s", string(where), msg)
	}
	return &SyntaxError{name, line, msg}
}
