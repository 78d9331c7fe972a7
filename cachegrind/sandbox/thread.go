//go:build linux

package sandbox

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onThread runs f on an operating system thread that runs nothing else and ends
// when f returns. A filter and a personality cannot be taken off a thread again,
// and every thread that the runtime made from it would inherit them. (It makes none:
// from a locked thread it asks another one to.)
func onThread(f func()) {
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if unix.Gettid() != unix.Getpid() {
			f()
			return
		}
		// This is the main thread, which does not end: the runtime would park it for
		// ever, sealed. While it is held here, another goroutine gets another one.
		defer runtime.UnlockOSThread()
		taken := make(chan struct{})
		go func() {
			runtime.LockOSThread()
			close(taken)
			f()
		}()
		<-taken
	}()
}
