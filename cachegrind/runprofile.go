package cachegrind

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// profileOfRun reads the one profile that a run may leave.
func profileOfRun(out string, pid int, c Command) (*Profile, error) {
	entries, err := os.ReadDir(out)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), profilePrefix) {
			paths = append(paths, filepath.Join(out, entry.Name()))
		}
	}
	want := filepath.Join(out, profilePrefix+strconv.Itoa(pid))
	switch {
	case len(paths) == 0:
		return nil, errors.New("succeeded but left no profile: the program may have replaced itself by one that valgrind cannot follow")
	case len(paths) > 1 || paths[0] != want:
		return nil, fmt.Errorf("started other programs (%s), whose work would not be counted: do all the work in one process; where the program is a wrapper, such as pyenv's python3, name the real one by its path",
			few(commands(paths)))
	}
	f, err := OpenRegular(want)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	profile, err := Parse(f, filepath.Base(want))
	if err != nil {
		return nil, err
	}
	if asked := strings.Join(append([]string{c.Path}, c.Args...), " "); profile.Command != asked {
		return nil, fmt.Errorf("the profile is that of %q, not of %q: the program is a wrapper that starts another one; name that one instead", profile.Command, asked)
	}
	if len(profile.Events) != 9 {
		return nil, fmt.Errorf("the profile has the events %v, and not the nine of the cache simulation", profile.Events)
	}
	return profile, nil
}

// few lists the first of many.
func few(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(names[:most], "; "), len(names)-most)
}

// commands returns the programs that profiles are about, as far as they tell.
func commands(paths []string) []string {
	var names []string
	for _, path := range paths {
		if f, err := OpenRegular(path); err == nil {
			if p, err := Parse(f, path); err == nil {
				names = append(names, p.Command)
			}
			f.Close()
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
