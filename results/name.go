package results

import (
	"fmt"
	"regexp"
)

// namePattern keeps scenario names harmless wherever they are shown: in a file
// name, a terminal, a Markdown table, a page or a shell.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+=-]*(/[A-Za-z0-9][A-Za-z0-9._+=-]*)*$`)

// MaxNameLength is the length of the longest scenario name, in bytes.
const MaxNameLength = 200

// CheckName returns an error unless name is a valid name of a scenario: words of
// letters, digits and "._+=-", each beginning with a letter or a digit, joined by
// slashes.
func CheckName(name string) error {
	if len(name) > MaxNameLength {
		return fmt.Errorf("scenario name of %d bytes is longer than %d", len(name), MaxNameLength)
	}
	if !namePattern.MatchString(name) {
		return fmt.Errorf("bad scenario name %q: use letters, digits and . _ + = -, in parts joined by /, such as go/hello", name)
	}
	return nil
}
