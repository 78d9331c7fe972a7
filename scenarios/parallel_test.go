package scenarios

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParallel requires every call once, and as many at a time as there are jobs:
// the first calls wait for each other.
func TestParallel(t *testing.T) {
	for _, test := range []struct{ jobs, n, together int }{
		{1, 5, 1}, {2, 7, 2}, {3, 3, 3}, {8, 3, 3}, {4, 100, 4}, {2, 0, 0}, {0, 2, 1}, {-1, 2, 1},
	} {
		var mu sync.Mutex
		var calls []int
		running, most := 0, 0
		var all sync.WaitGroup
		all.Add(test.together)
		parallel(t.Context(), test.jobs, test.n, func(i int) {
			mu.Lock()
			calls = append(calls, i)
			running++
			most = max(most, running)
			mu.Unlock()
			if i < test.together {
				all.Done()
				all.Wait()
			}
			mu.Lock()
			running--
			mu.Unlock()
		})
		if test.together == 1 && !slices.IsSorted(calls) {
			t.Errorf("jobs = %d: calls in the order %v", test.jobs, calls)
		}
		slices.Sort(calls)
		var want []int
		for i := range test.n {
			want = append(want, i)
		}
		if diff := cmp.Diff(want, calls); diff != "" {
			t.Errorf("jobs = %d, n = %d: %s", test.jobs, test.n, diff)
		}
		if most != test.together {
			t.Errorf("jobs = %d, n = %d: %d calls at a time, want %d", test.jobs, test.n, most, test.together)
		}
	}
}

func TestParallelStops(t *testing.T) {
	for _, jobs := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		var calls []int
		parallel(ctx, jobs, 1000, func(i int) {
			mu.Lock()
			calls = append(calls, i)
			mu.Unlock()
			if i == 3 {
				cancel()
			}
			if i >= 3 {
				<-ctx.Done()
			}
		})
		// Beside the call that cancels, every other job may have begun one.
		if !slices.Contains(calls, 3) || slices.Max(calls) > 3+jobs-1 {
			t.Errorf("jobs = %d: calls %v, want 3 among them, and none beyond %d", jobs, calls, 3+jobs-1)
		}
		parallel(ctx, jobs, 3, func(i int) { t.Errorf("jobs = %d: call %d though the context was done", jobs, i) })
	}
}
