package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/cpu"

	"github.com/grindgate/grindgate/cachegrind"
)

// Machine identifies what this machine and this grindgate bring to a measurement, as
// far as that can be known without building anything. Two that are equal measure the
// same; of two that measure the same, some are not equal.
//
// It holds checksums of this very program, which is the recipe; of what the package
// manager of the system has installed (compilers, libraries, valgrind); the features of
// the processor; and the environment that builds see. What can change behind all that,
// such as the default toolchain of rustup, shows in the toolchain of the results.
type Machine struct {
	Grindgate string
	Packages  map[string]string
	Processor string
	Variables []string
}

// packageLists are the files in which package managers keep what is installed.
var packageLists = []string{
	"/var/lib/dpkg/status", "/lib/apk/db/installed", "/usr/lib/sysimage/rpm/rpmdb.sqlite", "/var/lib/rpm/rpmdb.sqlite", "/etc/ld.so.cache",
}

// sessions are the beginnings of the names of variables that tell about the session,
// the terminal or the job, and nothing about the tools. All others count.
var sessions = []string{
	"_=", "ACTIONS_", "COLORTERM=", "COLUMNS=", "DBUS_", "DISPLAY=", "GITHUB_", "INVOCATION_ID=", "JOURNAL_STREAM=", "LINES=", "LS_COLORS=",
	"OLDPWD=", "PWD=", "RUNNER_", "SHLVL=", "SSH_", "STY=", "TERM=", "TERM_", "TMUX", "WINDOWID=", "XDG_CACHE_HOME=", "XDG_RUNTIME_DIR=", "XDG_SESSION_",
}

// ThisMachine returns what identifies this machine now.
func ThisMachine() (*Machine, error) {
	m := &Machine{
		Packages:  make(map[string]string),
		Processor: fmt.Sprintf("%s %+v %+v", runtime.GOARCH, cpu.X86, cpu.ARM64),
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if m.Grindgate, err = checksumOf(path); err != nil {
		return nil, err
	}
	for _, path := range packageLists {
		sum, err := checksumOf(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		m.Packages[path] = sum
	}
	for _, variable := range os.Environ() {
		if !slices.ContainsFunc(sessions, func(s string) bool { return strings.HasPrefix(variable, s) }) {
			m.Variables = append(m.Variables, variable)
		}
	}
	slices.Sort(m.Variables)
	return m, nil
}

func checksumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sumOf(f)
}

// Recipe identifies a measurement of a scenario of m by everything that it depends on:
// two with the same recipe have the same result. The files around Options.Root are
// identified by tree, which is for the caller to know.
func Recipe(m *Manifest, s Scenario, o Options, machine *Machine, tree string) (string, error) {
	id := struct {
		Machine              *Machine
		Tree                 string
		Valgrind             cachegrind.Valgrind
		Libc                 string
		Cache                cachegrind.Cache
		Model                cachegrind.Model
		Threshold, Allowance float64
		Seals                []cachegrind.Seal
		Seed                 uint64
		Seeds                int
		Scenario             Scenario
		Known                []int // iterations that would be taken over
		Tools                []tool
		Environment          string
	}{
		Machine: machine, Tree: tree, Valgrind: o.Runner.Valgrind, Libc: libcOf(o.Runner.Valgrind.Path),
		Cache: m.Cache, Model: m.Model, Threshold: m.Threshold, Allowance: m.Allowance,
		Seals: s.seals(o.Seals), Seed: o.Seed, Seeds: max(o.Seeds, 1), Scenario: s,
	}
	// What decides about the outcome has no part in the numbers.
	id.Scenario.Tags, id.Scenario.Timeout, id.Scenario.Informational, id.Scenario.Startup = nil, 0, false, 0
	if o.Baseline != nil && len(s.Iterations) == 0 {
		id.Known = o.Baseline.Scenarios[s.Name].Iterations
	}
	for _, argv := range [][]string{s.Build, s.Run} {
		if len(argv) > 0 {
			id.Tools = append(id.Tools, toolOf(argv[0]))
		}
	}
	if s.usesEnvironment() {
		key, err := m.Environment.key(o.Root)
		if err != nil {
			return "", err
		}
		id.Environment = key
	}
	return digest(id)
}
