//go:build linux

package sandbox

import "golang.org/x/sys/unix"

// nativeArch is what a seccomp filter calls the architecture of this program.
const nativeArch = unix.AUDIT_ARCH_X86_64
