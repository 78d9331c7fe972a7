//go:build linux

package sandbox

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// A process has one core, and this program keeps all of its own.
func TestCore(t *testing.T) {
	ours := allowedCores(t)
	for _, test := range []struct {
		seals []Seal
		want  int
	}{
		{nil, ours.Count()},
		{[]Seal{Core}, 1},
		{all, 1},
	} {
		got := told(mustRun(t, worldCommand(test.seals, "cores")))
		if diff := cmp.Diff(fmt.Sprintf("%d ", test.want), got["cores"]); diff != "" {
			t.Errorf("%v: %s", test.seals, diff)
		}
	}
	if diff := cmp.Diff(ours, allowedCores(t)); diff != "" {
		t.Error(diff)
	}
}

// Processes share a core only where there are more of them than cores, and then no
// core has two more of them than another one.
func TestCoresAreShared(t *testing.T) {
	allowed := allowedCores(t)
	cores := allowed.Count()
	const each = 3
	var on sync.Map // the core of each thread
	var start, checked, end sync.WaitGroup
	start.Add(each * cores)
	checked.Add(1)
	end.Add(each * cores)
	for i := range each * cores {
		onThread(func() {
			defer end.Done()
			_, leave, err := takeCore()
			if err != nil {
				t.Error(err)
				start.Done()
				return
			}
			defer leave()
			var set unix.CPUSet
			if err := unix.SchedGetaffinity(0, &set); err != nil {
				t.Error(err)
			}
			on.Store(i, set)
			start.Done()
			checked.Wait()
		})
	}
	start.Wait()
	threads := make(map[unix.CPUSet]int)
	on.Range(func(_, set any) bool {
		threads[set.(unix.CPUSet)]++
		return true
	})
	checked.Done()
	end.Wait()
	if len(threads) != cores {
		t.Errorf("%d of %d cores are used", len(threads), cores)
	}
	for set, n := range threads {
		if set.Count() != 1 || n != each {
			t.Errorf("%d threads on %d cores, want %d on one", n, set.Count(), each)
		}
	}
	for core, n := range taken.processes {
		if n != 0 {
			t.Errorf("core %d is still taken %d times", core, n)
		}
	}
}

// allowedCores returns the cores that this program may run on.
func allowedCores(t *testing.T) (set unix.CPUSet) {
	t.Helper()
	if err := unix.SchedGetaffinity(unix.Getpid(), &set); err != nil {
		t.Fatal(err)
	}
	return set
}
