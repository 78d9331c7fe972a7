package scenarios

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/grindgate/grindgate/cachegrind"
	"github.com/grindgate/grindgate/results"
)

func (c *checker) manifest(doc *document) *Manifest {
	m := &Manifest{Path: c.path, Threshold: DefaultThreshold, Model: cachegrind.DefaultModel(), Cache: cachegrind.DefaultCache()}
	if doc.Gate.Threshold != nil {
		m.Threshold = c.percentage("gate.threshold", *doc.Gate.Threshold)
	}
	m.Allowance = c.allowance("gate.allowance", doc.Gate.Allowance)
	if doc.Gate.Startup != nil {
		m.Startup = c.percentage("gate.startup_threshold", *doc.Gate.Startup)
	}
	if e := doc.Anchor; e != nil {
		m.Anchor = c.anchor(*e)
	}
	if e := doc.Model; e != nil {
		c.model(&m.Model, *e)
	}
	if e := doc.Cache; e != nil {
		c.cache(&m.Cache, *e)
	}
	if e := doc.Environment; e != nil {
		c.environment = true
		m.Environment = c.environmentOf(*e)
	}
	if len(doc.Scenario) == 0 {
		c.fault("scenario", "no scenario: add a [[scenario]] with name, language and run")
	}
	first := make(map[string]int)
	for i, e := range doc.Scenario {
		key := fmt.Sprintf("scenario[%d]", i)
		m.Scenarios = append(m.Scenarios, c.scenario(key, e))
		if line, ok := first[e.Name]; ok && e.Name != "" {
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
		Informational: e.Informational, Env: e.Env,
		Stdin: c.local(key+".stdin", e.Stdin), Dir: c.local(key+".dir", e.Dir),
	}
	if e.Name == "" {
		c.fault(key+".name", "a scenario without a name")
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
	if e.Threshold != nil {
		s.Threshold = c.percentage(key+".threshold", *e.Threshold)
	}
	s.Allowance = c.allowance(key+".allowance", e.Allowance)
	if e.Startup != nil {
		s.Startup = c.percentage(key+".startup_threshold", *e.Startup)
	}
	if e.Metric != nil {
		s.Metric = c.metric(key+".metric", *e.Metric)
	}
	if e.Timeout != nil {
		d, err := time.ParseDuration(*e.Timeout)
		if err != nil || d <= 0 {
			c.fault(key+".timeout", "bad timeout %q: write it like \"90s\" or \"2m\"", *e.Timeout)
		}
		s.Timeout = d
	}
	for _, name := range slices.Sorted(maps.Keys(e.Env)) {
		at := child(key+".env", name)
		if !variableName.MatchString(name) {
			c.fault(at, "bad variable name %q: use letters, digits and _, and no digit first", name)
		}
		if mentions(env, e.Env[name]) && !c.environment {
			c.fault(at, "variable %q is %q, and there is no [environment] that {env} could be", name, e.Env[name])
		}
		if control(e.Env[name]) {
			c.fault(at, "variable %q is %q, which has a control character", name, e.Env[name])
		}
	}
	return s
}

// local reads a path relative to the root; nil is none.
func (c *checker) local(key string, path *string) string {
	switch {
	case path == nil:
		return ""
	case control(*path):
		c.fault(key, "path %q has a control character", *path)
	case !filepath.IsLocal(*path):
		c.fault(key, "%q is outside the repository: use a path below the folder that grindgate runs in", *path)
	}
	return *path
}

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	decimal      = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
	placeholder  = regexp.MustCompile(`\{[a-z]+\}`)
)

// argv checks the command lines of a scenario and their placeholders.
func (c *checker) argv(key string, e scenarioEntry) {
	if len(e.Run) == 0 || e.Run[0] == "" {
		c.fault(key+".run", "no program to run: write it like run = [\"{bin}\", \"{n}\"]")
		return
	}
	if len(e.Build) > 0 && e.Build[0] == "" {
		c.fault(key+".build", "no program to build with: write it like build = [\"go\", \"build\", \"-o\", \"{bin}\", \"./folder\"]")
	}
	known := []string{"{bin}", "{root}"}
	if c.environment {
		known = append(known, env)
	}
	c.arguments(key+".build", e.Build, known...)
	// Every N is to run the same program.
	c.arguments(key+".run", e.Run[:1], known...)
	c.arguments(key+".run", e.Run[1:], append(known, "{n}")...)
	if !mentions("{n}", e.Run[1:]...) {
		c.fault(key+".run", "no argument has the placeholder {n}, so the program cannot know how often to do its work")
	}
	if mentions("{bin}", e.Run...) && len(e.Build) == 0 {
		c.fault(key+".run", "{bin} is what the build makes, and there is no build")
	}
	if len(e.Build) > 0 && !mentions("{bin}", e.Build...) {
		c.fault(key+".build", "no argument has the placeholder {bin}, the path at which the program is expected")
	}
}

// arguments checks each argument by itself.
func (c *checker) arguments(key string, argv []string, allowed ...string) {
	for _, arg := range argv {
		if control(arg) {
			c.fault(key, "argument %q has a control character", arg)
		}
		for _, p := range placeholder.FindAllString(arg, -1) {
			switch {
			case slices.Contains(allowed, p):
			case p == env && !c.environment:
				c.fault(key, "placeholder {env} in %q, and there is no [environment] that it could be", arg)
			default:
				c.fault(key, "unknown placeholder %s in %q: use %s there", p, arg, strings.Join(allowed, ", "))
			}
		}
	}
}

// percentage reads a threshold such as "0.2%" as a ratio.
func (c *checker) percentage(key, text string) float64 {
	number, ok := strings.CutSuffix(text, "%")
	// Moving the point before the rounding keeps 99.9% from becoming
	// 0.9990000000000001. A ratio that rounds to 0 would stand for no threshold.
	ratio, err := strconv.ParseFloat(number+"e-2", 64)
	if !ok || !decimal.MatchString(number) || err != nil || ratio <= 0 || ratio >= 1 {
		c.fault(key, "bad threshold %q: write a percentage above 0%% and below 100%%, such as \"0.2%%\"", text)
		return 0
	}
	return ratio
}

// allowance reads a number of units of cost; nil is none.
func (c *checker) allowance(key string, units *float64) float64 {
	if units == nil {
		return 0
	}
	if !(*units > 0) || math.IsInf(*units, 0) {
		c.fault(key, "bad allowance %v: write a number above 0, in units of cost, such as 50", *units)
	}
	return *units
}

// metric reads what is compared.
func (c *checker) metric(key, name string) string {
	switch name {
	case "cost":
		return ""
	case results.MetricIr:
		return results.MetricIr
	}
	c.fault(key, "unknown metric %q: use \"cost\", which is the default, or \"%s\" for instructions alone", name, results.MetricIr)
	return ""
}

func (c *checker) anchor(e anchorEntry) *Anchor {
	a := &Anchor{Threshold: DefaultAnchorThreshold}
	if e.Baseline == "" {
		c.fault("anchor", "an anchor without a baseline: name the file of an older baseline, such as baseline = \"results/v1.json\"")
	} else {
		a.Baseline = c.local("anchor.baseline", &e.Baseline)
	}
	if e.Threshold != nil {
		a.Threshold = c.percentage("anchor.threshold", *e.Threshold)
	}
	return a
}

func control(s string) bool {
	return strings.ContainsFunc(s, unicode.IsControl)
}
