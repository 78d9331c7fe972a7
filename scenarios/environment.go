package scenarios

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/scenarios/cache"
)

// Environment is what the programs of a commit need beside their own files, such as
// the packages that a lock file names.
type Environment struct {
	Prepare [][]string // argv of the commands that make it, in {env}
	Key     []string   // files, relative to the root, that it depends on
}

const env = "{env}"

// mentions reports whether any of texts has the placeholder.
func mentions(placeholder string, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, placeholder) })
}

// usesEnvironment reports whether the scenario can see the environment.
func (s Scenario) usesEnvironment() bool {
	for _, value := range s.Env {
		if mentions(env, value) {
			return true
		}
	}
	return mentions(env, s.Build...) || mentions(env, s.Run...)
}

// within returns the scenario with the environment in the folder dir for its build,
// and in the folder link for its program.
func (s Scenario) within(dir, link string) Scenario {
	s.Build = expand(s.Build, map[string]string{env: dir})
	s.Run = expand(s.Run, map[string]string{env: link})
	variables := make(map[string]string)
	for name, value := range s.Env {
		variables[name] = strings.ReplaceAll(value, env, link)
	}
	s.Env = variables
	return s
}

// key identifies an environment: by the commands that make it, the programs these
// are, and the content of the key files. Where the root is does not matter.
func (e *Environment) key(root string) (string, error) {
	type file struct{ Name, Content string }
	id := struct {
		Layout  int // of what is kept
		Arch    string
		Prepare [][]string
		Tools   []tool
		Files   []file
	}{Layout: 1, Arch: runtime.GOARCH, Prepare: e.Prepare}
	for _, argv := range e.Prepare {
		id.Tools = append(id.Tools, toolOf(argv[0]))
		// A script of the repository, and a file that it is given, decide as much as the
		// key files do.
		for _, arg := range argv {
			name := strings.TrimPrefix(arg, "{root}/")
			if content, err := checksum(root, name); err == nil {
				id.Files = append(id.Files, file{name, content})
			}
		}
	}
	for _, name := range e.Key {
		content, err := checksum(root, name)
		if err != nil {
			return "", fmt.Errorf("key: %w; name what is in the repository", err)
		}
		id.Files = append(id.Files, file{name, content})
	}
	return digest(id)
}

// digest returns a hash of a value, half of SHA-256, in hexadecimal digits.
func digest(value any) (string, error) {
	text, err := json.Marshal(value)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), err
}

// checksum returns the SHA-256 of a file inside the root.
func checksum(root, name string) (string, error) {
	inside, err := os.OpenRoot(root)
	if err != nil {
		return "", err
	}
	defer inside.Close()
	info, err := inside.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s: not a regular file", name)
	}
	f, err := inside.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return sumOf(f)
}

// sumOf returns the SHA-256 of what is read, in hexadecimal digits.
func sumOf(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// open returns the folder of the environment for the files in root, prepared, and
// what gives it back, after a look at whether it is what it was: if not, it is made anew
// the next time. Where nothing is kept, that is a new folder in the scratch.
func (e *Environment) open(ctx context.Context, root string, scratch *cachegrind.Scratch, keep bool) (dir string, release func() error, err error) {
	key, err := e.key(root)
	if err != nil {
		return "", nil, err
	}
	prepare := func(dir string) error { return e.prepare(ctx, root, dir, scratch) }
	if !keep {
		if dir, err = scratch.Sub(); err == nil {
			err = prepare(dir)
		}
		if err != nil {
			return "", nil, err
		}
		before, err := stamps(dir)
		return dir, func() error { return untouched(dir, before) }, err
	}
	kept, err := cache.OpenEnvironment(ctx, key, prepare)
	if err != nil {
		return "", nil, err
	}
	before, err := stamps(kept.Dir)
	if err != nil {
		return "", nil, errors.Join(err, kept.Close())
	}
	return kept.Dir, func() error {
		err := untouched(kept.Dir, before)
		if err != nil {
			err = errors.Join(err, kept.Spoil())
		}
		return errors.Join(err, kept.Close())
	}, nil
}

// prepare runs the commands, in the root folder.
func (e *Environment) prepare(ctx context.Context, root, dir string, scratch *cachegrind.Scratch) error {
	temporary, err := scratch.Sub()
	if err != nil {
		return err
	}
	for _, argv := range e.Prepare {
		argv = expand(argv, map[string]string{env: dir, "{root}": root})
		out, err := command(ctx, root, argv, temporary)
		switch {
		case errors.Is(err, exec.ErrNotFound):
			return fmt.Errorf("prepare: %s: not found on PATH; install it and try again", argv[0])
		case err != nil:
			return fmt.Errorf("prepare: %s: %w%s", strings.Join(argv, " "), err, lastLines(out))
		}
	}
	return nil
}

// enter prepares the environment, if a scenario uses it, and puts it into the scenarios.
// Where it cannot be prepared, they fail. Programs know it by a link next to the
// root's, whose length is always the same. It returns what gives the environment back.
func (s *session) enter(ctx context.Context) (release func() error, err error) {
	var users []*subject
	for _, sub := range s.subjects {
		if sub.usesEnvironment() {
			users = append(users, sub)
		}
	}
	release = func() error { return nil }
	if len(users) == 0 {
		return release, nil
	}
	o := s.options
	dir, closing, err := s.manifest.Environment.open(ctx, o.Root, o.Runner.Scratch, !o.Forgetful)
	if err != nil {
		for i, sub := range users {
			sub.err = fmt.Errorf("environment: %w", err)
			if i > 0 {
				first, _, _ := strings.Cut(err.Error(), "\n")
				sub.err = fmt.Errorf("environment: %s (see %s)", first, users[0].Name)
			}
		}
		return release, nil
	}
	link := filepath.Join(filepath.Dir(s.root), "env")
	if err := os.Symlink(dir, link); err != nil {
		return closing, err
	}
	for _, sub := range users {
		sub.Scenario = sub.within(dir, link)
	}
	return closing, nil
}
