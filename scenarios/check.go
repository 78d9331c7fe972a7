package scenarios

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

// checker turns a document into a Manifest and collects what is wrong with it.
type checker struct {
	path  string
	lines lines
	errs  []error
}

func (c *checker) fault(key, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s:%d: %s", c.path, c.lines.of(key), fmt.Sprintf(format, args...)))
}

func (c *checker) manifest(doc *document) *Manifest {
	m := &Manifest{Path: c.path, Threshold: DefaultThreshold, Model: cachegrind.DefaultModel(), Cache: cachegrind.DefaultCache()}
	if doc.Gate.Threshold != "" {
		m.Threshold = c.percentage("gate.threshold", doc.Gate.Threshold)
	}
	if e := doc.Model; e != nil {
		override(&m.Model.L1, e.L1)
		override(&m.Model.LL, e.LL)
		override(&m.Model.RAM, e.RAM)
		if err := m.Model.Validate(); err != nil {
			c.fault("model", "%v", err)
		}
	}
	if e := doc.Cache; e != nil {
		override(&m.Cache.I1, e.I1)
		override(&m.Cache.D1, e.D1)
		override(&m.Cache.LL, e.LL)
		if err := m.Cache.Validate(); err != nil {
			c.fault("cache", "cache: %v", err)
		}
	}
	if len(doc.Scenario) == 0 {
		c.fault("", "no scenario: add a [[scenario]] with name, language and run")
	}
	first := make(map[string]int)
	for i, e := range doc.Scenario {
		key := fmt.Sprintf("scenario[%d]", i)
		m.Scenarios = append(m.Scenarios, c.scenario(key, e))
		if line, ok := first[e.Name]; ok {
			c.fault(key+".name", "scenario %q is already there in line %d: give it another name", e.Name, line)
		} else {
			first[e.Name] = c.lines.of(key + ".name")
		}
	}
	return m
}

func (c *checker) scenario(key string, e scenarioEntry) Scenario {
	s := Scenario{
		Name: e.Name, Language: e.Language, Build: e.Build, Run: e.Run, Tags: e.Tags,
		Informational: e.Informational, Env: e.Env, Stdin: e.Stdin, Dir: e.Dir,
	}
	if e.Name == "" {
		c.fault(key, "a scenario without a name")
	} else if err := results.CheckName(e.Name); err != nil {
		c.fault(key+".name", "%v", err)
	}
	if _, ok := presets[e.Language]; !ok {
		what := fmt.Sprintf("unknown language %q", e.Language)
		if e.Language == "" {
			what = "a scenario without a language"
		}
		c.fault(key+".language", "%s: use one of %s", what, strings.Join(Languages(), ", "))
	}
	c.argv(key, e)
	for _, tag := range e.Tags {
		if err := results.CheckName(tag); err != nil {
			c.fault(key+".tags", "bad tag %q: use letters, digits and . _ + = -", tag)
		}
	}
	if e.Iterations != nil {
		s.Iterations = *e.Iterations
		if err := results.CheckIterations(s.Iterations); err != nil {
			c.fault(key+".iterations", "%v; or leave the key out, and grindgate chooses", err)
		}
	}
	if e.Threshold != "" {
		s.Threshold = c.percentage(key+".threshold", e.Threshold)
	}
	if e.Timeout != "" {
		d, err := time.ParseDuration(e.Timeout)
		if err != nil || d <= 0 {
			c.fault(key+".timeout", "bad timeout %q: write it like \"90s\" or \"2m\"", e.Timeout)
		}
		s.Timeout = d
	}
	for name, value := range e.Env {
		if !variableName.MatchString(name) || control(value) {
			c.fault(key+".env", "bad variable %q = %q: use letters, digits and _ for its name, and no control characters", name, value)
		}
	}
	for _, p := range []struct{ key, path string }{{".stdin", e.Stdin}, {".dir", e.Dir}} {
		if p.path != "" && !filepath.IsLocal(p.path) {
			c.fault(key+p.key, "%q is outside the repository: use a path below the folder that grindgate runs in", p.path)
		}
	}
	return s
}

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	placeholder  = regexp.MustCompile(`\{[a-z]+\}`)
)

// argv checks the command lines of a scenario and their placeholders.
func (c *checker) argv(key string, e scenarioEntry) {
	if len(e.Run) == 0 || e.Run[0] == "" {
		c.fault(key+".run", "no program to run: write it like run = [\"{bin}\", \"{n}\"]")
		return
	}
	for _, a := range []struct {
		key     string
		argv    []string
		allowed []string
	}{
		{".build", e.Build, []string{"{bin}", "{root}"}},
		{".run", e.Run, []string{"{bin}", "{root}", "{n}"}},
	} {
		for _, arg := range a.argv {
			if control(arg) {
				c.fault(key+a.key, "argument %q has a control character", arg)
			}
			for _, p := range placeholder.FindAllString(arg, -1) {
				if !slices.Contains(a.allowed, p) {
					c.fault(key+a.key, "unknown placeholder %s: use %s", p, strings.Join(a.allowed, ", "))
				}
			}
		}
	}
	uses := func(argv []string, p string) bool {
		return slices.ContainsFunc(argv, func(arg string) bool { return strings.Contains(arg, p) })
	}
	if !uses(e.Run[1:], "{n}") {
		c.fault(key+".run", "no argument has the placeholder {n}, so the program cannot know how often to do its work")
	}
	if uses(e.Run, "{bin}") && len(e.Build) == 0 {
		c.fault(key+".run", "{bin} is what the build makes, and there is no build")
	}
	if len(e.Build) > 0 && !uses(e.Build, "{bin}") {
		c.fault(key+".build", "no argument has the placeholder {bin}, the path at which the program is expected")
	}
}

// percentage reads a threshold such as "0.2%" as a ratio.
func (c *checker) percentage(key, text string) float64 {
	number, ok := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil || math.IsNaN(v) || v <= 0 || v >= 100 {
		c.fault(key, "bad threshold %q: write a percentage above 0%% and below 100%%, such as \"0.2%%\"", text)
		return 0
	}
	return v / 100
}

func control(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

func override[T any](value *T, with *T) {
	if with != nil {
		*value = *with
	}
}
