package scenarios

import (
	"context"
	"sync"
)

// parallel calls do(0) to do(n-1) on at most jobs goroutines, in this order, and
// returns when all calls have. It begins no call once ctx is done.
func parallel(ctx context.Context, jobs, n int, do func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, min(jobs, n)) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() == nil { // it may be done since i was sent
					do(i)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
