package revision

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Commit is one commit.
type Commit struct {
	ID      string    // the full hash, in hexadecimal digits
	Tree    string    // the hash of its files: commits with the same Tree have the same files
	Parents []string  // hashes, the first parent first; in a shallow clone they may be cut off
	Date    time.Time // when it was committed, in UTC; zero if the commit does not say it properly
	Subject string    // the first line of its message: text of a stranger, in valid UTF-8
}

var hash = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)

// commits returns the commits that git rev-list lists for args, in its order.
func (g git) commits(ctx context.Context, args ...string) ([]Commit, error) {
	out, err := g.output(ctx, append([]string{"rev-list", "--format=%H%x00%T%x00%P%x00%ct%x00%s%x00", "--encoding=UTF-8"}, args...)...)
	if err != nil {
		return nil, err
	}
	var commits []Commit
	// A message has no NUL in it.
	for record := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00\n"), "\x00\n") {
		if record == "" {
			continue
		}
		_, record, _ = strings.Cut(record, "\n") // "commit HASH"
		fields := strings.Split(record, "\x00")
		if len(fields) != 5 || !hash.MatchString(fields[0]) || !hash.MatchString(fields[1]) {
			return nil, fmt.Errorf("git rev-list: %.200q is not what a commit looks like", record)
		}
		c := Commit{ID: fields[0], Tree: fields[1], Parents: strings.Fields(fields[2]), Subject: strings.ToValidUTF8(fields[4], "\uFFFD")}
		if seconds, err := strconv.ParseInt(fields[3], 10, 64); err == nil {
			c.Date = time.Unix(seconds, 0).UTC()
		}
		commits = append(commits, c)
	}
	return commits, nil
}

// commit returns the commit with a hash.
func (g git) commit(ctx context.Context, id string) (Commit, error) {
	commits, err := g.commits(ctx, "--no-walk", id)
	if err != nil {
		return Commit{}, err
	}
	if len(commits) != 1 {
		return Commit{}, fmt.Errorf("git rev-list: told of %d commits for %s", len(commits), id)
	}
	return commits[0], nil
}

// short is a hash as messages show it.
func short(id string) string {
	return id[:min(len(id), 12)]
}
