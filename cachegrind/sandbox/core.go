//go:build linux

package sandbox

import (
	"errors"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// taken counts the processes of this program that run on each core.
var taken struct {
	sync.Mutex
	processes [8 * unsafe.Sizeof(unix.CPUSet{})]int
}

// takeCore keeps this thread, and what it starts, on one of the cores that it may run
// on, until the process has ended and leave is called: on the one that the fewest
// processes have taken, and of several such on the one that it is on already. The
// kernel has put it there because the others were busier, with what is not ours.
func takeCore() (core int, leave func(), err error) {
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return 0, nil, refused("sched_getaffinity", err)
	}
	here := -1
	var cpu uint32
	if _, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno == 0 {
		here = int(cpu)
	}
	taken.Lock()
	defer taken.Unlock()
	best := -1
	for core, processes := range taken.processes {
		if !allowed.IsSet(core) {
			continue
		}
		if best < 0 || processes < taken.processes[best] || processes == taken.processes[best] && core == here {
			best = core
		}
	}
	if best < 0 {
		return 0, nil, errors.New("sched_getaffinity: no core")
	}
	if err := moveTo(best); err != nil {
		return 0, nil, refused("sched_setaffinity", err)
	}
	taken.processes[best]++
	return best, func() {
		taken.Lock()
		defer taken.Unlock()
		taken.processes[best]--
	}, nil
}

// moveTo keeps this thread, and what it starts, on one core.
func moveTo(core int) error {
	var only unix.CPUSet
	only.Set(core)
	return unix.SchedSetaffinity(0, &only)
}
