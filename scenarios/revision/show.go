package revision

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// mostFile is how large a file may be that Show returns, in bytes: larger than any
// baseline, which has a few kilobytes for each scenario.
const mostFile = 64 << 20

// Show returns the content of a file, which is named from the project's folder,
// in a commit, as it is stored: without filters. The error is fs.ErrNotExist if the
// commit has no such file, and ErrPartial if a partial clone lacks it.
func (r *Repository) Show(ctx context.Context, c Commit, file string) ([]byte, error) {
	name, err := r.inTop(file)
	if err != nil {
		return nil, err
	}
	out, err := r.git.line(ctx, "ls-tree", "-z", "-l", "--full-tree", c.ID, "--", name)
	if err != nil {
		if absent, other := r.git.absent(ctx, c.ID); other == nil && len(absent) > 0 {
			err = fmt.Errorf("%s in commit %s: %w; what brings it: `git fetch --refetch --no-filter`, or --fetch", name, short(c.ID), ErrPartial)
		}
		return nil, err
	}
	if out == "" {
		return nil, fmt.Errorf("%s in commit %s: %w", name, short(c.ID), fs.ErrNotExist)
	}
	// "100644 blob HASH      12\tNAME\x00"
	entry, _, _ := strings.Cut(out, "\t")
	fields := strings.Fields(entry)
	if len(fields) != 4 || fields[1] != "blob" || fields[0] == "120000" {
		return nil, fmt.Errorf("%s in commit %s: not a regular file", name, short(c.ID))
	}
	if size, err := strconv.ParseInt(fields[3], 10, 64); err != nil || size > mostFile {
		return nil, fmt.Errorf("%s in commit %s: has %s bytes, more than the %d that are read", name, short(c.ID), fields[3], mostFile)
	}
	return r.git.output(ctx, "cat-file", "blob", fields[2])
}
