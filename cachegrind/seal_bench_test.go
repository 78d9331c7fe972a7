package cachegrind

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkSealing runs one program under cachegrind with all seals and without
// any, in turn, and reports how much longer the sealed runs take: the ratio of the
// medians of their wall times. Run it with -benchtime 20x or more.
func BenchmarkSealing(b *testing.B) {
	dir := b.TempDir()
	source, program := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	text := `
		#include <stdlib.h>
		int main(int argc, char **argv) {
			volatile unsigned sink = 0;
			for (long i = atol(argv[1]); i > 0; i--)
				sink += i;
			return argc != 2;
		}`
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O1", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	r, err := NewRunner(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	wall := func(seals []Seal) float64 {
		run, err := r.Run(b.Context(), Command{Path: program, Args: []string{"10000000"}, Seals: seals})
		if err != nil {
			b.Fatal(err)
		}
		return float64(run.Wall)
	}
	var sealed, unsealed []float64
	for b.Loop() {
		sealed = append(sealed, wall(Seals()))
		unsealed = append(unsealed, wall(nil))
	}
	b.ReportMetric(median(sealed)/median(unsealed), "sealed/unsealed")
	b.ReportMetric(median(unsealed)/float64(time.Millisecond), "unsealed-ms")
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
