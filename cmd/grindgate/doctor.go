package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/scenarios/cache"
)

func (c *command) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:      "doctor",
		Usage:     "what this machine can do, and what grindgate keeps on it",
		ArgsUsage: " ",
		Description: `Examples:
   grindgate doctor
   grindgate doctor --clear-cache      remove kept results of commits, and environments`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "clear-cache", Usage: "remove everything from the cache folder that is not in use"},
		},
		Action: c.doctor,
	}
}

func (c *command) doctor(ctx *cli.Context) error {
	if ctx.Args().Present() {
		return errors.New("doctor takes no arguments: see grindgate doctor --help")
	}
	if ctx.Bool("clear-cache") {
		if err := cache.Clear(); err != nil {
			return err
		}
	}
	// What is missing is said after what is there.
	valgrind, missing := cachegrind.FindValgrind(ctx.Context)
	text := ""
	if missing == nil {
		text += fmt.Sprintf("valgrind  %s, %s\n", valgrind.Version, valgrind.Path)
	}
	text += fmt.Sprintf("cores     %d, %s\n", runtime.NumCPU(), runtime.GOARCH)
	seals, unknown := cachegrind.TrySeals()
	if unknown == nil {
		text += sealsOf(seals)
	}
	folder, err := cache.Folder()
	if err == nil {
		var size int64
		if size, err = cache.Size(); err == nil {
			text += fmt.Sprintf("cache     %s, %s\n", folder, inBytes(size))
		}
	}
	if _, failed := c.stdout.Write([]byte(text)); failed != nil {
		return failed
	}
	return errors.Join(missing, unknown, err)
}

// sealsOf tells which seals hold, and of each of the others why not.
func sealsOf(r cachegrind.SealReport) string {
	text := fmt.Sprintf("seals     %s\n", cmp.Or(strings.Join(cachegrind.SealNames(r.Held), ", "), "none"))
	for _, seal := range slices.Sorted(maps.Keys(r.Broken)) {
		text += fmt.Sprintf("          not %s: %s\n", seal, r.Broken[seal])
	}
	return text
}

// inBytes writes a size with the unit that leaves one to four digits.
func inBytes(size int64) string {
	units := []string{"bytes", "KiB", "MiB"}
	for len(units) > 1 && size >= 10000 {
		size, units = (size+512)/1024, units[1:]
	}
	return strconv.FormatInt(size, 10) + " " + units[0]
}
