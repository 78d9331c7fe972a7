//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// Each seal pins what it names, and nothing but the seal does.
func TestSeals(t *testing.T) {
	see := func(seed uint64, seals ...Seal) map[string]string {
		c := worldCommand(seals, "see")
		c.Seed = seed
		return told(mustRun(t, c))
	}
	addresses := []string{"code", "heap", "mapping", "stack"}
	random := []string{"at_random", "getrandom"}

	tests := []struct {
		name  string
		a, b  map[string]string
		equal []string
	}{
		{"no seal", see(0), see(0), nil},
		{"addresses", see(0, Addresses), see(0, Addresses), addresses},
		{"random", see(0, Random), see(0, Random), random},
		{"sleep", see(0, Sleep), see(0, Sleep), nil},
		{"all", see(7, all...), see(7, all...), append(addresses, random...)},
		{"another seed", see(7, all...), see(8, all...), addresses},
	}
	for _, test := range tests {
		var equal []string
		for name, value := range test.a {
			if test.b[name] == value {
				equal = append(equal, name)
			}
		}
		slices.Sort(equal)
		want := slices.Sorted(slices.Values(test.equal))
		if diff := cmp.Diff(want, equal); diff != "" {
			t.Errorf("%s: the same in two runs: (-want +got)\n%s", test.name, diff)
		}
	}
}

// The bytes are part of what a baseline rests on: they do not change with a version
// of this program.
func TestRandomBytes(t *testing.T) {
	var b [16]byte
	tests := []struct {
		seed                uint64
		atRandom, getrandom string
	}{
		{0, "979b3ea738c1f9dea03c4a09c7e6d864", "0c37d3c546ee2f5effbab49a814c64f7"},
		{1, "4146cc562d723c2e8fcc7356a0868525", "f1f395147ba2396824b3319329e716e1"},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.atRandom, fmt.Sprintf("%x", atRandom(test.seed))); diff != "" {
			t.Errorf("seed %d: %s", test.seed, diff)
		}
		s := newStream(test.seed)
		s.fill(b[:])
		if diff := cmp.Diff(test.getrandom, fmt.Sprintf("%x", b)); diff != "" {
			t.Errorf("seed %d: %s", test.seed, diff)
		}
	}
}

// What a program is told are those bytes. The C library may have asked for some
// before the program did.
func TestRandomBytesArrive(t *testing.T) {
	c := worldCommand([]Seal{Random}, "see")
	c.Seed = 1
	got := told(mustRun(t, c))
	if diff := cmp.Diff(fmt.Sprintf("%x ", atRandom(1)), got["at_random"]); diff != "" {
		t.Error(diff)
	}
	var b [1024]byte
	newStream(1).fill(b[:])
	told := strings.ReplaceAll(got["getrandom"], " ", "") // two calls, 16 bytes each
	if len(told) != 64 || !strings.Contains(fmt.Sprintf("%x", b), told) {
		t.Errorf("getrandom returned %s, not a part of\n%x", told, b)
	}
}

// Apart from the bytes, an answered getrandom is what the kernel's is.
func TestGetrandomIsTheKernels(t *testing.T) {
	tests := [][]string{
		{"edge"},
		{"ask", "0", "0"},
		{"ask", "1", "0"},
		{"ask", "256", "1"},    // GRND_NONBLOCK
		{"ask", "100", "2"},    // GRND_RANDOM
		{"ask", "100", "4"},    // GRND_INSECURE
		{"ask", "100", "6"},    // both: EINVAL
		{"ask", "100", "8"},    // unknown: EINVAL
		{"ask", "0", "0xff00"}, // unknown: EINVAL
		{"ask", "65536", "0"},
		{"ask", "300001", "0"},
	}
	for _, args := range tests {
		var results [2][]string
		for i, seals := range [][]Seal{nil, {Random}} {
			for _, line := range mustRun(t, worldCommand(seals, args...)) {
				fields := strings.Fields(line)
				if len(fields) == 4 {
					fields[2] = "" // the sum of the bytes
				}
				results[i] = append(results[i], strings.Join(fields, " "))
			}
		}
		if diff := cmp.Diff(results[0], results[1]); diff != "" {
			t.Errorf("%v: (-kernel +sandbox)\n%s", args, diff)
		}
	}
}

// A large request gets the bytes that many small ones would.
func TestGetrandomStream(t *testing.T) {
	const size, before = 300001, 1024
	got := mustRun(t, worldCommand([]Seal{Random}, "ask", strconv.Itoa(size), "0"))
	b := make([]byte, before+size)
	newStream(0).fill(b)
	for start := range before { // see TestRandomBytesArrive
		sum := fnv.New64a()
		sum.Write(b[start : start+size])
		if got[0] == fmt.Sprintf("%d 0 %016x 0", size, sum.Sum64()) {
			return
		}
	}
	t.Errorf("%q is not the sum of bytes of the stream", got)
}

// A signal that arrives in a getrandom does not make it fail or return less.
func TestGetrandomUnderSignals(t *testing.T) {
	mustRun(t, worldCommand([]Seal{Random}, "storm"))
}

// Relative sleeps of up to ten milliseconds are stretched. All others, and those that
// it refuses, are the kernel's.
func TestSleep(t *testing.T) {
	tests := []struct {
		kind      string
		stretched bool
	}{
		{"nanosleep", true},
		{"relative", true},
		{"realtime", true},
		{"limit", true},
		{"over", false},
		{"long", false},
		{"zero", false},
		{"past", false},
		{"absolute", false},
		{"thread", false},
		{"no clock", false},
		{"invalid", false},
		{"negative", false},
		{"fault", false},
	}
	type slept struct {
		result string
		took   time.Duration
		err    error
	}
	sleep := func(kind string, seals ...Seal) slept {
		lines, state, report, err := run(worldCommand(seals, "sleep", kind))
		if err != nil || !state.Success() || len(report.Broken) > 0 || len(lines) != 2 {
			return slept{err: fmt.Errorf("%v %v %v %v", lines, state, report, err)}
		}
		took, err := time.ParseDuration(lines[1] + "ns")
		return slept{lines[0], took, err}
	}
	plain, sealed := make([]slept, len(tests)), make([]slept, len(tests))
	var wait sync.WaitGroup
	for i, test := range tests {
		wait.Go(func() { plain[i] = sleep(test.kind) })
		wait.Go(func() { sealed[i] = sleep(test.kind, Sleep) })
	}
	wait.Wait()
	for i, test := range tests {
		if err := errors.Join(plain[i].err, sealed[i].err); err != nil {
			t.Fatalf("%s: %v", test.kind, err)
		}
		if diff := cmp.Diff(plain[i].result, sealed[i].result); diff != "" {
			t.Errorf("%s: (-kernel +sandbox)\n%s", test.kind, diff)
		}
		if got := sealed[i].took >= stretched; got != test.stretched {
			t.Errorf("%s took %v, %v without the seal; want it stretched: %v", test.kind, sealed[i].took, plain[i].took, test.stretched)
		}
		if test.kind == "long" && sealed[i].took < time.Second {
			t.Errorf("a sleep of more than a second took %v", sealed[i].took)
		}
	}
}

// A signal ends a stretched sleep early, and the program learns how long to sleep on.
func TestSleepInterrupted(t *testing.T) {
	got := mustRun(t, worldCommand([]Seal{Sleep}, "interrupted"))
	want := []string{fmt.Sprintf("-1 %d 0 %d", unix.EINTR, longestShort)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Processes that run at the same time do not see each other's seals.
func TestManyAtOnce(t *testing.T) {
	const processes, seeds = 64, 4
	var seen [processes]map[string]string
	var failed [processes]error
	var wait sync.WaitGroup
	for i := range processes {
		wait.Go(func() {
			c := worldCommand(all, "see")
			c.Seed = uint64(i % seeds)
			lines, state, report, err := run(c)
			if seen[i] = told(lines); err == nil && (!state.Success() || len(report.Broken) > 0) {
				err = fmt.Errorf("%v %v", state, report)
			}
			failed[i] = err
		})
	}
	wait.Wait()
	for i := range processes {
		if failed[i] != nil {
			t.Fatal(failed[i])
		}
		if diff := cmp.Diff(seen[i%seeds], seen[i]); diff != "" {
			t.Errorf("seed %d: %s", i%seeds, diff)
		}
		if i > 0 && i < seeds && seen[i]["getrandom"] == seen[0]["getrandom"] {
			t.Errorf("seed %d gives the bytes of seed 0", i)
		}
	}
}
