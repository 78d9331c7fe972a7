package cachegrind

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// maxOutput is how much a program may print in one run, in bytes. Printing is
// work of its own, and nobody reads it.
const maxOutput = 1 << 20

// tailSize is how much of the end of a program's output goes into a message.
const tailSize = 2000

// output collects what a program prints, up to maxOutput.
type output struct {
	write *os.File // the end for the program; closed by started
	read  *os.File
	done  sync.WaitGroup
	text  bytes.Buffer
	full  chan struct{} // closed when the program has printed more than maxOutput
}

func newOutput() (*output, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	o := &output{write: w, read: r, full: make(chan struct{})}
	o.done.Go(func() {
		n, _ := io.Copy(&o.text, io.LimitReader(r, maxOutput+1))
		if n > maxOutput {
			close(o.full)
			io.Copy(io.Discard, r) // so that the program is not blocked before it is killed
		}
	})
	return o, nil
}

// started closes the end that the program has by now.
func (o *output) started() { o.write.Close() }

// drain is how long finish waits for the last of the output, which is in the pipe
// already unless somebody still writes.
const drain = time.Second

// finish ends the collection once the process and its group are gone.
func (o *output) finish() {
	o.write.Close()
	_ = o.read.SetReadDeadline(time.Now().Add(drain))
	o.done.Wait()
	o.read.Close()
}

// exceeded reports, after finish, whether the program has printed more than
// maxOutput.
func (o *output) exceeded() bool {
	select {
	case <-o.full:
		return true
	default:
		return false
	}
}

// tail returns the last lines that were printed, for a message: each on a line
// of its own and indented, or nothing.
func (o *output) tail() string {
	return indent(o.text.Bytes())
}

func indent(text []byte) string {
	if len(text) > tailSize {
		text = text[len(text)-tailSize:]
		if _, rest, ok := bytes.Cut(text, []byte("\n")); ok {
			text = rest
		}
	}
	var b strings.Builder
	for line := range strings.Lines(strings.ToValidUTF8(string(text), "\uFFFD")) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			b.WriteString("\n    " + line)
		}
	}
	return b.String()
}
