//go:build linux

package sandbox

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// OwnProc reports whether the process numbers in /proc are those that the kernel
// gives to this process. In a PID namespace that still has the /proc of another
// one they are strangers', and nothing may be read from them, written into them or
// killed by them.
func OwnProc() bool {
	self, err := os.Readlink("/proc/self")
	return err == nil && self == strconv.Itoa(os.Getpid())
}

// membersOf returns how many processes beside its leader are alive in a process
// group.
func membersOf(group int) int {
	if !OwnProc() {
		return 0
	}
	count := 0
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// proc_pid_stat(5): pid (comm) state ppid pgrp ...; comm may be anything.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 3 || string(fields[2]) != strconv.Itoa(group) {
			continue
		}
		pid := filepath.Base(filepath.Dir(path))
		if dead := string(fields[0]) == "Z" || string(fields[0]) == "X"; !dead && pid != strconv.Itoa(group) {
			count++
		}
	}
	return count
}

// withoutStrangers returns the command without the seals that go by /proc, where
// that is not ours.
func (p *Process) withoutStrangers(c *Command) *Command {
	if OwnProc() {
		return c
	}
	why := errors.New("/proc is that of another PID namespace; mount the one of this namespace")
	less := *c
	less.Seals = nil
	for _, s := range c.Seals {
		if s == Addresses {
			less.Seals = append(less.Seals, s)
		} else {
			p.seal.lose(s, why)
		}
	}
	return &less
}
