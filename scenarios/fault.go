package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// checker turns a document into a Manifest and collects what is wrong with it.
type checker struct {
	path   string
	known  keys
	lines  lines
	faults []fault

	environment bool // there is one
}

// fault is one thing that is wrong. Its message shows text from the file quoted.
type fault struct {
	line, column int // column 0: the line as a whole
	message      string
}

func (c *checker) fault(key, format string, args ...any) {
	c.faults = append(c.faults, fault{line: c.lines.of(key), message: fmt.Sprintf(format, args...)})
}

func (c *checker) unknown(line int, table, name string) {
	message := fmt.Sprintf("unknown key %q", name)
	if names := c.known.in(table); names != "" {
		message += ": use one of " + names
	}
	c.faults = append(c.faults, fault{line: line, message: message})
}

func (c *checker) single(line int) {
	c.faults = append(c.faults, fault{line: line, message: "[scenario] is a single table: write [[scenario]] above each scenario"})
}

// mismatch matches how the decoder says that a value has the wrong type. The rest
// of its sentence is about types of this program.
var mismatch = regexp.MustCompile(`^toml: cannot decode TOML (.+?) into `)

// undecodable takes over an error of the decoder, which stops at the first one.
func (c *checker) undecodable(err error) {
	var decode *toml.DecodeError
	if !errors.As(err, &decode) {
		c.faults = append(c.faults, fault{line: 1, message: printable(err.Error())})
		return
	}
	f := fault{message: printable(strings.TrimPrefix(err.Error(), "toml: "))}
	f.line, f.column = decode.Position()
	if m := mismatch.FindStringSubmatch(err.Error()); m != nil {
		f.message = "wrong type: " + article(m[1])
		if want, ok := c.known.under(decode.Key()); ok {
			f.message += " where " + want + " is wanted"
		}
	}
	c.faults = append(c.faults, f)
}

// err returns all faults in the order of their lines, or nil.
func (c *checker) err() error {
	slices.SortStableFunc(c.faults, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var errs []error
	for _, f := range c.faults {
		at := fmt.Sprintf("%s:%d", c.path, f.line)
		if f.column > 0 {
			at += fmt.Sprintf(":%d", f.column)
		}
		errs = append(errs, fmt.Errorf("%s: %s", at, f.message))
	}
	return errors.Join(errs...)
}

// printable quotes text that a terminal could mistake for a command.
func printable(s string) string {
	if control(s) {
		return strconv.Quote(s)
	}
	return s
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}
