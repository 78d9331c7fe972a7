package scenarios

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

// toolchain tells what made a program and what it runs on, such as "go1.26.8",
// "gcc 12.2.0, glibc 2.36" or "Python 3.11.2, glibc 2.36". Another toolchain is
// another program, with another count. All of it is read from the program, its
// loader or, for an interpreter, its own mouth; what cannot be read is left out. The
// interpreter has the folder temporary for itself.
func toolchain(ctx context.Context, path string, interpreter bool, temporary string) (string, error) {
	var parts []string
	if interpreter {
		version, err := interpreterVersion(ctx, path, temporary)
		if err != nil {
			return "", err
		}
		parts = append(parts, version)
	} else if info, err := buildinfo.ReadFile(path); err == nil {
		parts = append(parts, info.GoVersion)
		parts = append(parts, goSettings(info)...)
	} else {
		parts = append(parts, compilers(path)...)
	}
	if libc := libcOf(path); libc != "" {
		parts = append(parts, libc)
	}
	return strings.Join(parts, ", "), nil
}

// goSettings returns the settings of a Go build, other than the usual ones, with
// which the compiler makes other code of the same source. -ldflags is not among them:
// it mostly stamps a version, another one in every commit.
func goSettings(info *buildinfo.BuildInfo) []string {
	usual := map[string]string{"GOAMD64": "v1", "GOARM64": "v8.0", "GOEXPERIMENT": "", "-race": "", "-gcflags": ""}
	var settings []string
	for _, s := range info.Settings {
		if value, ok := usual[s.Key]; ok && s.Value != value {
			settings = append(settings, s.Key+"="+s.Value)
		}
	}
	return settings
}

func interpreterVersion(ctx context.Context, path, temporary string) (string, error) {
	out, err := command(ctx, "/", []string{path, "--version"}, temporary)
	if err != nil {
		return "", fmt.Errorf("%s --version: %w%s", path, err, lastLines(out))
	}
	// PyPy tells the version of the language in the first line and its own in the second.
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(out), "")), "\n")
	version := strings.TrimSpace(lines[0])
	if len(lines) > 1 && strings.HasPrefix(lines[1], "[PyPy ") {
		version, _, _ = strings.Cut(strings.TrimPrefix(lines[1], "["), " with ")
	}
	if version == "" || len(version) > 100 || control(version) {
		return "", fmt.Errorf("%s --version: said no version but %.100q", path, version)
	}
	return version, nil
}

// commentNote matches what compilers write into the section .comment of an ELF
// file, such as "GCC: (Debian 12.2.0-14) 12.2.0" and "rustc version 1.95.0 (...)".
var commentNote = regexp.MustCompile(`^(?:(GCC): \(.*\) (\S+)|.*?(clang|rustc|zig) version (\S+).*)$`)

// compilers reads the section .comment. GCC is there in every program for the
// sake of the start-up files, so it is only named when nobody else is.
func compilers(path string) []string {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	section := f.Section(".comment")
	if section == nil {
		return nil
	}
	data, err := section.Data()
	if err != nil {
		return nil
	}
	var gcc, others []string
	for note := range bytes.SplitSeq(data, []byte{0}) {
		switch m := commentNote.FindSubmatch(note); {
		case m == nil:
		case len(m[1]) > 0:
			gcc = append(gcc, "gcc "+string(m[2]))
		default:
			others = append(others, string(m[3])+" "+string(m[4]))
		}
	}
	found := gcc
	if len(others) > 0 {
		found = others
	}
	slices.Sort(found)
	return slices.Compact(found)
}

var glibcRelease = regexp.MustCompile(`\((?:[^()]*)\) (?:stable|development) release version (\d+\.\d+)`)

// libcOf returns the C library that a program is linked with at run time, such
// as "glibc 2.36", read from the loader that the program names; nothing for a
// static program.
func libcOf(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type != elf.PT_INTERP || p.Filesz > 4096 {
			continue
		}
		name, err := io.ReadAll(p.Open())
		if err != nil {
			return ""
		}
		loader := strings.TrimRight(string(name), "\x00")
		if strings.Contains(loader, "/ld-musl-") {
			return "musl"
		}
		data, err := os.ReadFile(loader)
		if err != nil {
			return ""
		}
		if m := glibcRelease.FindSubmatch(data); m != nil {
			return "glibc " + string(m[1])
		}
	}
	return ""
}
