package cachegrind

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIndent(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"\n\r\n", ""},
		{"a\nb", "\n    a\n    b"},
		{"a\r\n\n  b \n", "\n    a\n      b "},
		{"\xff\xfe", "\n    \uFFFD"},
		{strings.Repeat("x", 3000), "\n    " + strings.Repeat("x", 2000)},
		{"gone" + strings.Repeat("x", 1500) + "\n" + strings.Repeat("y", 1000), "\n    " + strings.Repeat("y", 1000)},
	} {
		if diff := cmp.Diff(test.want, indent([]byte(test.text))); diff != "" {
			t.Error(diff)
		}
	}
}

// hold returns another end for writing, as a process has that outlives the run.
func hold(t *testing.T, o *output) *os.File {
	t.Helper()
	fd, err := syscall.Dup(int(o.write.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "held")
	t.Cleanup(func() { f.Close() })
	return f
}

// TestOutputHeld requires finish to return, with what was printed so far, while
// somebody holds the pipe who prints nothing any more.
func TestOutputHeld(t *testing.T) {
	o, err := newOutput()
	if err != nil {
		t.Fatal(err)
	}
	held := hold(t, o)
	o.write.WriteString("one\n")
	o.started()
	held.WriteString("two\n")
	o.finish()
	if diff := cmp.Diff("\n    one\n    two", o.tail()); diff != "" {
		t.Error(diff)
	}
	if o.exceeded() {
		t.Error("8 bytes are too many")
	}
	o.finish() // again, as supervise does
}

// TestOutputEndless requires the same where somebody prints for ever.
func TestOutputEndless(t *testing.T) {
	o, err := newOutput()
	if err != nil {
		t.Fatal(err)
	}
	held := hold(t, o)
	o.started()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if _, err := held.WriteString(strings.Repeat("x", 999) + "\n"); err != nil {
				return // the other end is closed
			}
		}
	}()
	<-o.full
	o.finish()
	<-ended
	if !o.exceeded() {
		t.Error("not too much")
	}
	if diff := cmp.Diff(maxOutput+1, o.text.Len()); diff != "" {
		t.Errorf("kept: %s", diff)
	}
}

// TestOutputLimit requires maxOutput bytes to be right, and one more to be too many.
func TestOutputLimit(t *testing.T) {
	for _, more := range []int{0, 1} {
		o, err := newOutput()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.write.WriteString(strings.Repeat("x", maxOutput+more)); err != nil {
			t.Fatal(err)
		}
		o.finish()
		if got := o.exceeded(); got != (more > 0) {
			t.Errorf("%d bytes: exceeded is %v", maxOutput+more, got)
		}
	}
}
