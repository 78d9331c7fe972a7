// A program with all that the Go compiler numbers. Closures are added to it where
// a comment says so.
package main

import "os"

type stack[T any] struct{ values []T }

//go:noinline
func (s *stack[T]) push(v T) { s.values = append(s.values, v) }

//go:noinline
func (s *stack[T]) all(yield func(int, T) bool) {
	for i, v := range s.values {
		if !yield(i, v) {
			return
		}
	}
}

//go:noinline
func twice[T any](v T, f func(T) T) T {
	defer func() { call(nil) }()
	return f(f(v))
}

//go:noinline
func call(f func(int) int) int {
	if f == nil {
		return 0
	}
	return f(len(os.Args))
}

//go:noinline
func particle(n int) int { return n * len(os.Args) }

var n = call(func(x int) int { return x + 1 })

func init() {
	// more
	call(func(x int) int { return particle(x) })
}

func init() { particle(2) }

func pair(s *stack[int]) (sum int) {
	// more
	for i, v := range s.all {
		defer func() { sum += v }()
		for j := range s.all {
			// more
			if i < j {
				defer call(func(x int) int { return x + i })
			}
		}
	}
	return sum
}

func main() {
	// more
	ints := new(stack[int])
	ints.push(call(func(x int) int { return x * n }))
	slices := new(stack[[]map[string]int])
	slices.push(nil)
	for range slices.all {
		n++
	}
	done := make(chan int)
	// more
	go func() { done <- pair(ints) }()
	go particle(<-done)
	twice([]int{1}, func(v []int) []int {
		// more
		return append(v, call(func(x int) int { return x }))
	})
	twice("a", func(v string) string { return v + v })
}
