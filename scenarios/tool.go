package scenarios

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tool is what a program of the machine is recognised by. One that was replaced has
// another size or date.
type tool struct {
	Path string // links resolved; as it is written, where there is no such file
	Size int64
	Date int64 // of its last change, in nanoseconds since 1970
}

// toolOf returns what the first argument of a command line runs. A file of the tree or
// of the environment is recognised by that.
func toolOf(name string) tool {
	if strings.Contains(name, "{") || strings.Contains(name, "/") && !filepath.IsAbs(name) {
		return tool{Path: name}
	}
	path, err := exec.LookPath(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return tool{Path: name}
	}
	info, err := os.Stat(path)
	if err != nil {
		return tool{Path: name}
	}
	return tool{Path: path, Size: info.Size(), Date: info.ModTime().UnixNano()}
}
