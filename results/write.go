package results

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Write writes the file: pretty-printed, keys sorted, a newline at the end. The
// same file always gives the same bytes.
func (f *File) Write(w io.Writer) error {
	data, err := f.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// WriteFile writes the file to path, as Replace does.
func (f *File) WriteFile(path string) error {
	data, err := f.encode()
	if err != nil {
		return err
	}
	return Replace(path, data)
}

func (f *File) encode() ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("results not written: %w", err)
	}
	// What a program printed or calls its functions may be any bytes.
	data, err := json.Marshal(f, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, fmt.Errorf("results not written: %w", err)
	}
	value := jsontext.Value(data)
	if err := value.Indent(jsontext.WithIndent("  ")); err != nil {
		return nil, fmt.Errorf("results not written: %w", err)
	}
	// Arrays of numbers stay on a line each in the general form; that is what
	// line-wise merges want as well.
	return append(bytes.TrimRight(value, "\n"), '\n'), nil
}
