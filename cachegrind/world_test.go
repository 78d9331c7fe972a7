package cachegrind

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRunPaths measures under names that mean something to a shell, to valgrind or
// to nobody at all.
func TestRunPaths(t *testing.T) {
	program := compile(t, work)
	for _, name := range []string{"with blank", "100%p%q{HOME}%n%%", "ünï-语", "$HOME`'\"\\*?[", "-dash"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("TMPDIR", dir)
			path := filepath.Join(dir, name)
			if err := os.Link(program, path); err != nil {
				t.Fatal(err)
			}
			profile := run(t, newRunner(t), Command{Path: path, Args: []string{"10", name, "", "a  b"}}).Profile
			if diff := cmp.Diff(path+" 10 "+name+"  a  b", profile.Command); diff != "" {
				t.Error(diff)
			}
			if profile.Totals[Ir] == 0 {
				t.Error("nothing was counted")
			}
		})
	}
}

// world is a program that tells what it sees: it exits with status 0 if that is
// what its arguments say.
const world = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <dirent.h>

int main(int argc, char **argv) {
	char dir[4096], line[100] = "";
	if (!getcwd(dir, sizeof dir)) return 1;
	if (!fgets(line, sizeof line, stdin)) line[0] = 0;
	line[strcspn(line, "\n")] = 0;
	int files = 0;
	DIR *d = opendir(".");
	while (d && readdir(d)) files++;
	if (strcmp(argv[1], "empty") == 0) {
		if (strcmp(dir, getenv("HOME")) != 0) return 2;
		if (files != 2) return 3;
		if (line[0]) return 4;
		if (access(getenv("TMPDIR"), W_OK)) return 5;
		FILE *f = fopen("left", "w");
		return !f || fclose(f);
	}
	if (strcmp(dir, argv[2]) != 0) return 6;
	return strcmp(line, argv[3]) != 0;
}
`

func TestRunWorld(t *testing.T) {
	program := compile(t, world)
	runner := newRunner(t)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "in put"), "hello\nthere\n")
	for _, command := range []Command{
		{Path: program, Args: []string{"empty"}},
		{Path: program, Args: []string{"given", dir, "hello"}, Dir: dir, Stdin: filepath.Join(dir, "in put")},
	} {
		for range 2 { // what one run leaves, the next one does not find
			for _, do := range []func(context.Context, Command) (*Run, error){runner.Try, runner.Run} {
				if _, err := do(t.Context(), command); err != nil {
					t.Errorf("%v: %v", command.Args, err)
				}
				nothingLeft(t, runner)
			}
		}
	}
	_, err := runner.Try(t.Context(), Command{Path: program, Stdin: filepath.Join(dir, "none")})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that there is no such file", err)
	}
	nothingLeft(t, runner)
}
