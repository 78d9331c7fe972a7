package cachegrind

import (
	"bytes"
	"io"
)

// header reads the lines desc:, cmd: and events:.
func (p *parser) header() error {
	line, err := p.next()
	for err == nil && bytes.HasPrefix(line, []byte("desc:")) {
		line, err = p.next()
	}
	switch {
	case err == io.EOF && p.line == 0:
		return p.errorf("the file is empty; measure again")
	case err == io.EOF:
		return p.errorf(`no "cmd:" line, the file is cut off; measure again`)
	case err != nil:
		return err
	}
	command, ok := bytes.CutPrefix(bytes.TrimSuffix(line, []byte("\n")), []byte("cmd:"))
	if !ok {
		return p.unexpected(line, `"desc:" or "cmd:"`)
	}
	p.profile.Command = string(bytes.TrimPrefix(command, []byte(" ")))
	if p.profile.Command == "" {
		return p.errorf(`"cmd:" names no program`)
	}

	line, err = p.next()
	if err == io.EOF {
		return p.errorf(`no "events:" line, the file is cut off; measure again`)
	} else if err != nil {
		return err
	}
	names, ok := bytes.CutPrefix(line, []byte("events:"))
	if !ok {
		// An argument with a newline in it goes into the file as it is.
		return p.unexpected(line, `"events:" (no argument of the program may contain a newline)`)
	}
	return p.events(names)
}

// events reads the names after "events:". Cachegrind always counts Ir, and the
// events of a simulation all or not at all.
func (p *parser) events(names []byte) error {
	var have [NumEvents]bool
	isBlank := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }
	for name := range bytes.FieldsFuncSeq(names, isBlank) {
		e, err := ParseEvent(string(name))
		if err != nil {
			return p.errorf("unknown event %s", quote(name))
		}
		if have[e] {
			return p.errorf("event %v twice", e)
		}
		have[e] = true
		p.profile.Events = append(p.profile.Events, e)
	}
	if !have[Ir] {
		return p.errorf("no event Ir")
	}
	for e := I1mr; int(e) < NumEvents; e++ {
		first := I1mr
		if e >= Bc {
			first = Bc
		}
		if have[e] != have[first] {
			with, without := e, first
			if have[first] {
				with, without = first, e
			}
			return p.errorf("event %v without %v, which cachegrind counts together", with, without)
		}
	}
	return nil
}
