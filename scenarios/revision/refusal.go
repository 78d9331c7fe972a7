package revision

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// oldest is the oldest git that has every option used here: --path-format came with 2.31.
var oldest = [2]int{2, 31}

var gitVersion = regexp.MustCompile(`^git version (\d+)\.(\d+)`)

// supported checks that there is a git, and that it is not too old.
func supported(ctx context.Context, g git) error {
	text, err := g.line(ctx, "version")
	if err != nil {
		return err
	}
	m := gitVersion.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("git version: said %.100q, which is no version; is another program called git on PATH?", text)
	}
	major, _ := strconv.Atoi(m[1])
	minor, _ := strconv.Atoi(m[2])
	if major < oldest[0] || major == oldest[0] && minor < oldest[1] {
		return fmt.Errorf("git %s.%s is too old, %d.%d is needed: `apt-get install git` on a newer system, and try again",
			m[1], m[2], oldest[0], oldest[1])
	}
	return nil
}

// refusal explains why git finds no work tree for a folder.
func refusal(dir string, err error) error {
	switch {
	case said(err, "safe.directory"):
		return fmt.Errorf("%s: the repository belongs to another user, and git does not trust it; if you do: `%s`", dir, trust(dir, err))
	case said(err, "must be run in a work tree"), said(err, "cannot use bare repository"):
		return fmt.Errorf("%s: a bare repository or the inside of one, without a work tree; `git clone %s` makes a clone that has one",
			dir, quote(dir))
	case said(err, "not a git repository (or any"):
		return fmt.Errorf("%s: %w; run grindgate in a clone made by `git clone`, or compare two results files", dir, ErrNoRepository)
	case said(err, "not a git repository"):
		return fmt.Errorf("%s: %w: the .git of this work tree names a folder that is gone; `git worktree repair`, run in the main work tree, finds it again\n    %w",
			dir, ErrNoRepository, err)
	}
	return fmt.Errorf("%s: %w", dir, err)
}

// trust returns the command that makes git trust the repository. Git says it
// itself, with the folder that it wants to hear.
func trust(dir string, err error) string {
	const command = "git config --global --add safe.directory "
	var f *failure
	if errors.As(err, &f) {
		for line := range strings.Lines(f.stderr) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, command) {
				return line
			}
		}
	}
	return command + quote(dir)
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quote makes one word of a shell command of text.
func quote(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
