//go:build linux

package sandbox

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Of <linux/personality.h>; golang.org/x/sys/unix lacks them.
const (
	addrNoRandomize  = 0x0040000
	queryPersonality = 0xffffffff
)

// fixAddresses gives this thread, and what it starts, the same address layout every
// time.
func fixAddresses() error {
	old, err := personality(queryPersonality)
	if err != nil {
		return refused("personality", err)
	}
	if _, err := personality(old | addrNoRandomize); err != nil {
		return refused("personality", err)
	}
	// An emulated kernel may accept what it does not do.
	if now, err := personality(queryPersonality); err == nil && now&addrNoRandomize == 0 {
		return errors.New("personality: ADDR_NO_RANDOMIZE was accepted and ignored")
	}
	return nil
}

func personality(p uintptr) (uintptr, error) {
	old, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, p, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return old, nil
}
