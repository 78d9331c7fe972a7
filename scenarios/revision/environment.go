package revision

import (
	"slices"
	"strings"
)

// settings returns the options of every git command: what the configuration of a
// repository could make run while it is only read is off, and so is what would
// write to it unasked.
func settings() []string {
	argv := []string{"--no-pager", "--literal-pathspecs"}
	for _, setting := range []string{
		"core.fsmonitor=false",         // a program that status runs
		"core.hooksPath=/dev/null",     // programs
		"protocol.ext.allow=never",     // a program as the address of a remote
		"submodule.recurse=false",      // would look for submodules on the network
		"gc.auto=0",                    // would rewrite the user's packs
		"maintenance.auto=false",       // the same, in newer gits
		"fetch.writeCommitGraph=false", // the same, for a file beside them
		"core.warnAmbiguousRefs=true",  // an ambiguous name is refused here
		"advice.detachedHead=false",    // HEAD of a checkout is meant to be
		"init.defaultBranch=grindgate", // never born, and never warned about
	} {
		argv = append(argv, "-c", setting)
	}
	return argv
}

// kept are the variables of git that say how it works on this machine, whose
// settings hold, and how a remote is reached. All others that begin with GIT_ say
// which repository, index or work tree is meant: in a hook, those of another command.
var kept = []string{
	"GIT_ALLOW_PROTOCOL", "GIT_CEILING_DIRECTORIES", "GIT_CONFIG_COUNT", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM",
	"GIT_CONFIG_SYSTEM", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH", "GIT_PROXY_COMMAND", "GIT_SSH",
	"GIT_SSH_COMMAND", "GIT_SSH_VARIANT",
}

var keptPrefixes = []string{"GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_LFS_", "GIT_SSL_"}

// environment returns the environment of git, made of the one of this process.
func environment(inherited []string, network bool) []string {
	var env []string
	for _, entry := range inherited {
		name, _, _ := strings.Cut(entry, "=")
		switch {
		case strings.HasPrefix(name, "GIT_") && !slices.Contains(kept, name) &&
			!slices.ContainsFunc(keptPrefixes, func(p string) bool { return strings.HasPrefix(name, p) }):
		case name == "GIT_ALLOW_PROTOCOL" && !network:
		case strings.HasPrefix(name, "LC_"), name == "LANGUAGE", name == "PWD":
		case strings.HasPrefix(name, "SSH_ASKPASS"):
		default:
			env = append(env, entry)
		}
	}
	env = append(
		env,
		"LC_ALL=C",                  // messages are recognised by their text
		"GIT_OPTIONAL_LOCKS=0",      // status writes no index
		"GIT_NO_REPLACE_OBJECTS=1",  // a hash means what it names
		"GIT_TERMINAL_PROMPT=0",     // nobody is asked
		"GIT_ASKPASS=",              // empty: nobody, whatever core.askPass says
		"SSH_ASKPASS_REQUIRE=never", // nobody by ssh either
	)
	if !network {
		// A partial clone would fetch what is missing. Gits before 2.45 know only the
		// second way to forbid it.
		env = append(env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	}
	return env
}
