package scenarios

import (
	"context"
	"sync"
)

// parallel calls do(0) to do(n-1) on at most jobs goroutines, in this order, and
// returns when all calls have. It makes no further calls once ctx is done.
func parallel(ctx context.Context, jobs, n int, do func(i int)) {
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(jobs, n) {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
}
