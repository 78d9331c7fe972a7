// Package scenarios is what to run: the manifest, the presets of the languages,
// the build of the programs, the plan of their runs, and the measurement that
// turns them into results.
package scenarios

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/grindgate/grindgate/cachegrind"
)

// Manifest is the content of scenarios.toml, checked.
type Manifest struct {
	Path      string
	Threshold float64 // the largest increase of the cost of one iteration that passes, as a ratio
	Allowance float64 // the same in units of cost: where it is more than Threshold, it counts; 0: none
	Startup   float64 // the largest increase of the start-up cost that passes, as a ratio; 0: any
	Anchor    *Anchor // nil: none
	Model     cachegrind.Model
	Cache     cachegrind.Cache

	Environment *Environment // nil: none, and no scenario uses one
	Scenarios   []Scenario   // in the order of the file; at least one
}

// DefaultThreshold is the threshold of a manifest that names none.
const DefaultThreshold = 0.002

// Anchor is an older baseline with a threshold of its own.
type Anchor struct {
	Baseline  string  // its file, relative to the root
	Threshold float64 // as a ratio
}

// DefaultAnchorThreshold is the threshold of an anchor that names none.
const DefaultAnchorThreshold = 0.02

// Scenario is one program and how it is measured.
type Scenario struct {
	Name          string
	Language      string   // the name of a preset
	Build         []string // argv of the build; empty: nothing to build
	Run           []string // argv of the program; the placeholder {n} stands for N
	Tags          []string
	Iterations    []int         // the values of N; empty: chosen by grindgate
	Threshold     float64       // as a ratio; 0: that of the manifest
	Allowance     float64       // in units of cost; 0: that of the manifest
	Startup       float64       // as a ratio; 0: that of the manifest
	Metric        string        // results.MetricIr, or nothing: the cost of the model
	Informational bool          // shown, and never of influence on the gate
	Timeout       time.Duration // of one run; 0: cachegrind.DefaultTimeout
	Env           map[string]string
	Stdin         string // a file, relative to the root; empty: no standard input
	Dir           string // working directory, relative to the root; empty: a new and empty one
}

// document is the manifest as it is written.
type document struct {
	Gate     gateEntry       `toml:"gate"`
	Anchor   *anchorEntry    `toml:"anchor"`
	Model    *modelEntry     `toml:"model"`
	Cache    *cacheEntry     `toml:"cache"`
	Scenario []scenarioEntry `toml:"scenario"`

	Environment *environmentEntry `toml:"environment"`
}

type gateEntry struct {
	Threshold *string  `toml:"threshold"`
	Allowance *float64 `toml:"allowance"`
	Startup   *string  `toml:"startup_threshold"`
}

type anchorEntry struct {
	Baseline  string  `toml:"baseline"`
	Threshold *string `toml:"threshold"`
}

type modelEntry struct {
	L1  *float64 `toml:"l1"`
	LL  *float64 `toml:"ll"`
	RAM *float64 `toml:"ram"`
}

type cacheEntry struct {
	I1 *string `toml:"I1"`
	D1 *string `toml:"D1"`
	LL *string `toml:"LL"`
}

type environmentEntry struct {
	Prepare [][]string `toml:"prepare"`
	Key     []string   `toml:"key"`
}

type scenarioEntry struct {
	Name          string            `toml:"name"`
	Language      string            `toml:"language"`
	Build         []string          `toml:"build"`
	Run           []string          `toml:"run"`
	Tags          []string          `toml:"tags"`
	Iterations    *[]int            `toml:"iterations"`
	Threshold     *string           `toml:"threshold"`
	Allowance     *float64          `toml:"allowance"`
	Startup       *string           `toml:"startup_threshold"`
	Metric        *string           `toml:"metric"`
	Informational bool              `toml:"informational"`
	Timeout       *string           `toml:"timeout"`
	Env           map[string]string `toml:"env"`
	Stdin         *string           `toml:"stdin"`
	Dir           *string           `toml:"dir"`
}

// Load reads and checks the manifest at path. Everything that is wrong with it is
// reported together, each fault with its line.
func Load(path string) (*Manifest, error) {
	data, err := readLimited(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: run grindgate in the folder that holds the manifest, or name one with --manifest", err)
	}
	if err != nil {
		return nil, err
	}
	return parse(data, path)
}

// maxManifest is the size of the largest manifest that is read, in bytes.
const maxManifest = 16 << 20

func readLimited(path string) ([]byte, error) {
	f, err := cachegrind.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	if err == nil && len(data) > maxManifest {
		err = fmt.Errorf("%s: larger than %d bytes: not a manifest", path, maxManifest)
	}
	return data, err
}

func parse(data []byte, path string) (*Manifest, error) {
	c := &checker{path: path, known: manifestKeys()}
	x := &indexer{known: c.known, unknown: c.unknown, single: c.single}
	x.index(data)
	c.lines = x.lines
	var doc document
	var m *Manifest
	if err := toml.Unmarshal(data, &doc); err != nil {
		c.undecodable(err)
	} else {
		m = c.manifest(&doc)
	}
	if err := c.err(); err != nil {
		return nil, err
	}
	return m, nil
}
