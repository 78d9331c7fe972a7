package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// commitAll commits every file of the working directory, in a repository that it makes
// if there is none:
//
//	commit-all MESSAGE
func commitAll(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: commit-all MESSAGE")
	}
	if _, err := os.Stat(ts.MkAbs(".git")); errors.Is(err, fs.ErrNotExist) {
		ts.Check(ts.Exec("git", "init", "-q", "-b", "main"))
	}
	ts.Check(ts.Exec("git", "add", "-A"))
	ts.Check(ts.Exec("git", "commit", "-q", "-m", args[0]))
}

// snapshot writes to a file what every file of the working directory is: its mode and a
// checksum of its content, those below .git included:
//
//	snapshot FILE
func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: snapshot FILE")
	}
	var b strings.Builder
	top := ts.MkAbs(".")
	ts.Check(filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(top, path)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		sum := ""
		if info.Mode().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = fmt.Sprintf("%x", sha256.Sum256(content))
		}
		_, err = fmt.Fprintln(&b, name, info.Mode(), sum)
		return err
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}
