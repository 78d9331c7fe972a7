package cachegrind

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"syscall"
	"testing"
)

const mb = 1e6

// BenchmarkParse reads generated files; run it with GOMAXPROCS=1 for the speed of
// one core, garbage collection included. The first two files have the same
// functions and lines and differ in how often these come back: peak-MB, the most
// that the heap grew by, is the same for both. In the third no line comes twice,
// so that nearly all of its time goes into the memory of the profile.
func BenchmarkParse(b *testing.B) {
	for _, c := range []struct {
		name      string
		functions int
		size      int
	}{
		{"100MB", 16_000, 100 * mb},
		{"400MB", 16_000, 400 * mb},
		{"100MB_distinct", 430_000, 100 * mb},
	} {
		b.Run(c.name, func(b *testing.B) {
			g := generate(c.functions, c.size)
			b.SetBytes(int64(g.size()))
			b.ReportAllocs()
			var peak int64
			for b.Loop() {
				b.StopTimer()
				runtime.GC() // the profile before
				before := heap()
				r := g.reader(func() { peak = max(peak, heap()-before) })
				b.StartTimer()
				if _, err := Parse(r, "generated"); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(peak)/mb, "peak-MB")
		})
	}
}

// BenchmarkCgAnnotate is valgrind's own reader on the first file of
// BenchmarkParse. It also prints the functions, which is little beside reading.
// Its peak-MB is that of the process.
func BenchmarkCgAnnotate(b *testing.B) {
	program, err := exec.LookPath("cg_annotate")
	if errors.Is(err, exec.ErrNotFound) {
		b.Skip("cg_annotate is not installed")
	} else if err != nil {
		b.Fatal(err)
	}
	g := generate(16_000, 100*mb)
	file := filepath.Join(b.TempDir(), "cachegrind.out.1")
	f, err := os.Create(file)
	if err != nil {
		b.Fatal(err)
	}
	_, err = io.Copy(f, g.reader(func() {}))
	if err := errors.Join(err, f.Close()); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(g.size()))
	var peak int64
	for b.Loop() {
		// Without --auto=no, valgrind 3.16 to 3.20 look for the source files.
		cmd := exec.Command(program, "--auto=no", file)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		peak = max(peak, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss*1024)
	}
	b.ReportMetric(float64(peak)/mb, "peak-MB")
}

// heap returns the size of all objects on the heap, in bytes.
func heap() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// generated is a file of cachegrind: a header, the same rows repeated, and a
// summary.
type generated struct {
	header, rows, summary []byte
	repeat                int
}

// generate returns a file of about size bytes with that many functions. Its
// shape is that of a real Go program's: 4 functions a file, 1 to 14 lines a
// function, 24 bytes a line.
func generate(functions, size int) *generated {
	random := rand.New(rand.NewPCG(1, 2))
	var sum [9]uint64
	var rows bytes.Buffer
	for i := range functions {
		if i%4 == 0 {
			fmt.Fprintf(&rows, "fl=/src/module-%d/package-%d/file-%d.go\n", i%97, i%977, i)
		}
		fmt.Fprintf(&rows, "fn=package-%d.(*type%d).method\n", i%977, i)
		line := random.IntN(2000)
		for range 1 + random.IntN(14) {
			line += 1 + random.IntN(4)
			ir := 1 + uint64(random.ExpFloat64()*random.ExpFloat64()*300)
			dr, dw, miss := ir/3, ir/7, uint64(random.IntN(4)/3)
			counts := [9]uint64{ir, miss, miss, dr, min(dr, miss), 0, dw, min(dw, miss), 0}
			fmt.Fprintf(&rows, "%d", line)
			for e, n := range counts {
				sum[e] += n
				fmt.Fprintf(&rows, " %d", n)
			}
			rows.WriteByte('\n')
		}
	}
	g := &generated{
		header: []byte("desc: I1 cache:         32768 B, 64 B, 8-way associative\n" +
			"cmd: ./generated\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw \n"),
		rows:   rows.Bytes(),
		repeat: 1 + size/rows.Len(),
	}
	g.summary = []byte("summary:")
	for _, n := range sum {
		g.summary = fmt.Appendf(g.summary, " %d", n*uint64(g.repeat))
	}
	g.summary = append(g.summary, '\n')
	return g
}

func (g *generated) size() int { return len(g.header) + g.repeat*len(g.rows) + len(g.summary) }

// reader reads the file and calls sample about once a megabyte.
func (g *generated) reader(sample func()) io.Reader {
	parts := []io.Reader{bytes.NewReader(g.header)}
	for range g.repeat {
		parts = append(parts, bytes.NewReader(g.rows))
	}
	parts = append(parts, bytes.NewReader(g.summary))
	return &sampledReader{r: io.MultiReader(parts...), sample: sample}
}

type sampledReader struct {
	r      io.Reader
	sample func()
	unseen int
}

func (s *sampledReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.unseen += n; s.unseen >= mb {
		s.unseen = 0
		s.sample()
	}
	return n, err
}
