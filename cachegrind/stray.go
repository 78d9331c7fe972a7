package cachegrind

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/grindgate/grindgate/cachegrind/sandbox"
)

// KillStrays kills the processes of a command that have left its process group, as a
// daemon does with setsid(2), and returns how many there were. They are known by
// their environment or command line, which names the folder that is the command's
// alone, absolute: VARIABLE=dir, or VARIABLE=dir/anything. One that has emptied its
// environment, or has other temporary files, is not found.
func KillStrays(dir string) int {
	killed := make(map[int]bool)
	if !sandbox.OwnProc() {
		return 0 // the numbers are strangers'
	}
	for {
		before := len(killed)
		processes, _ := filepath.Glob("/proc/[0-9]*")
		for _, process := range processes {
			pid, err := strconv.Atoi(filepath.Base(process))
			if err != nil || killed[pid] {
				continue
			}
			if knows(process, dir) && syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed[pid] = true
			}
		}
		if len(killed) == before {
			return before // nobody new: none of them can start another one any more
		}
	}
}

// knows reports whether a process has the folder in its environment, or in its
// command line: valgrind has it there also where a program has emptied the
// environment of the one that it starts.
func knows(process, dir string) bool {
	for _, name := range []string{"environ", "cmdline"} {
		// Of a process that is not ours the environment cannot be read.
		text, err := os.ReadFile(filepath.Join(process, name))
		if err == nil && (bytes.Contains(text, []byte("="+dir+"/")) || bytes.Contains(text, []byte("="+dir+"\x00"))) {
			return true
		}
	}
	return false
}
