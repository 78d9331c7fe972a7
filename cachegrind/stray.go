package cachegrind

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// killStrays kills the processes of a run that have left its process group, as a
// daemon does with setsid(2), and returns how many there were. They are known by
// their environment, which names the folder that is the run's alone.
func killStrays(dir string) int {
	killed := make(map[int]bool)
	for {
		before := len(killed)
		paths, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, path := range paths {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			if err != nil || killed[pid] {
				continue
			}
			// Of a process that is not ours nothing can be read.
			environ, err := os.ReadFile(path)
			if err == nil && bytes.Contains(environ, []byte("="+dir+"/")) && syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed[pid] = true
			}
		}
		if len(killed) == before {
			return before // nobody new: none of them can start another one any more
		}
	}
}
