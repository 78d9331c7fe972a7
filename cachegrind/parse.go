package cachegrind

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the length of the longest line that Parse reads, in bytes. The
// longest symbols of C++ programs have some ten thousand.
const maxLine = 1 << 20

// Parse reads an output file of cachegrind, as valgrind 3.15 to 3.27 write it,
// from r. The name of the file is only for messages.
//
// The format is that of "Cachegrind Output File Format" in valgrind's manual,
// read strictly. A file that is cut off, has something in it that cachegrind
// does not write, or has a summary that is not the sum of its rows is refused
// with a *SyntaxError. An error of r is returned wrapped.
//
// Names of files and functions are taken as they are, byte by byte. Rows of the
// same function and line add up. The memory that Parse needs grows with the
// distinct functions and lines, not with the file.
func Parse(r io.Reader, name string) (*Profile, error) {
	p := parser{
		in:    bufio.NewReaderSize(r, maxLine),
		name:  name,
		files: make(map[string]string),
		rows:  newCollector(),
	}
	if err := p.header(); err != nil {
		return nil, err
	}
	if err := p.body(); err != nil {
		return nil, err
	}
	return &p.profile, nil
}

type parser struct {
	in      *bufio.Reader
	name    string
	line    int // how many lines were read
	profile Profile

	files  map[string]string // every distinct file name, to keep it once
	file   string            // of the last fl= line
	inFile bool              // whether there was one
	rows   *collector
}

// next returns the next line with its newline, valid until the following call,
// or io.EOF after the last one.
func (p *parser) next() ([]byte, error) {
	line, err := p.in.ReadSlice('\n')
	if err == nil {
		p.line++
		return line, nil
	}
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err == io.EOF:
		p.line++
		return nil, p.errorf("the file is cut off in this line; measure again")
	case errors.Is(err, bufio.ErrBufferFull):
		p.line++
		return nil, p.errorf("a line of more than %d bytes", maxLine)
	}
	return nil, fmt.Errorf("%s:%d: %w", p.name, p.line+1, err)
}

func (p *parser) errorf(format string, args ...any) error {
	return &SyntaxError{File: p.name, Line: max(p.line, 1), Msg: fmt.Sprintf(format, args...)}
}

// unexpected is the error for a line that has no place where it stands.
func (p *parser) unexpected(line []byte, want string) error {
	line = bytes.TrimSuffix(line, []byte("\n"))
	if key := callgrindKey(line); key != "" {
		return p.errorf("callgrind wrote this file (%q); measure with --tool=cachegrind", key)
	}
	return p.errorf("want %s, have %s", want, quote(line))
}

// body reads everything from the first fl= line to the end of the file.
func (p *parser) body() error {
	for {
		line, err := p.next()
		if err == io.EOF {
			return p.errorf(`no "summary:" line, the file is cut off; measure again`)
		} else if err != nil {
			return err
		}
		switch c := line[0]; {
		case '0' <= c && c <= '9':
			err = p.row(line)
		case bytes.HasPrefix(line, []byte("fn=")):
			if !p.inFile {
				return p.errorf(`"fn=" before the first "fl="`)
			}
			p.rows.open(p.file, line[len("fn="):len(line)-1])
		case bytes.HasPrefix(line, []byte("fl=")):
			p.rows.close()
			p.file, p.inFile = p.fileName(line[len("fl="):len(line)-1]), true
		case bytes.HasPrefix(line, []byte("summary:")):
			if err := p.summary(line); err != nil {
				return err
			}
			return p.end()
		case c == '\n', c == '#' && callgrindKey(line) == "":
			// Neither is cachegrind's, but all versions of cg_annotate skip them.
		default:
			err = p.unexpected(line, `"fl=", "fn=", a row or "summary:"`)
		}
		if err != nil {
			return err
		}
	}
}

func (p *parser) fileName(text []byte) string {
	name, ok := p.files[string(text)]
	if !ok {
		name = string(text)
		p.files[name] = name
	}
	return name
}

// end makes sure that nothing follows the summary.
func (p *parser) end() error {
	line, err := p.next()
	if err == io.EOF {
		return nil
	} else if err != nil {
		return err
	}
	return p.unexpected(line, `nothing after "summary:"`)
}
