package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/grindgate/grindgate/regress"
	"github.com/grindgate/grindgate/results"
)

func resultsTable(file *results.File) table {
	t := table{columns: []column{
		left("scenario"), right("cost"), right("Ir"), right("start-up"), right("noise"), left("iterations"), left("toolchain"),
	}}
	seeds := slices.ContainsFunc(slices.Collect(maps.Values(file.Scenarios)), func(s results.Scenario) bool { return len(s.CostsBySeed) > 0 })
	if seeds {
		t.columns = append(t.columns, right("by seed"))
	}
	for _, name := range slices.Sorted(maps.Keys(file.Scenarios)) {
		s := file.Scenarios[name]
		cells := []string{
			name, cost(s.CostPerIteration), cost(s.EventsPerIteration["Ir"]), cost(s.StartupCost),
			ppm(s.NoisePPM / 1e6), iterations(s.Iterations), s.Toolchain,
		}
		if seeds {
			cells = append(cells, ppm(regress.SeedSpread(s)))
		}
		t.add(cells...)
	}
	return t
}

func iterations(n []int) string {
	if len(n) == 0 {
		return "chosen when measured"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(n), " ", ", "), "[]")
}

func resultsText(w io.Writer, file *results.File) error {
	if err := resultsTable(file).text(w); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("\n")
	for _, name := range slices.Sorted(maps.Keys(file.Failures)) {
		fmt.Fprintf(&b, "%s: failed: %s\n", cell(name), indented(file.Failures[name]))
	}
	if b.Len() > 1 {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s measured, %d failed\n", plural(len(file.Scenarios), "scenario"), len(file.Failures))
	_, err := io.WriteString(w, b.String())
	return err
}

func resultsMarkdown(w io.Writer, file *results.File) error {
	if err := resultsTable(file).markdown(w); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s measured, %d failed.\n", plural(len(file.Scenarios), "scenario"), len(file.Failures))
	for _, name := range slices.Sorted(maps.Keys(file.Failures)) {
		fmt.Fprintf(&b, "\n**%s**: failed\n\n%s", MarkdownText(name), markdownBlock(file.Failures[name]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func listTable(entries []Entry) table {
	t := table{columns: []column{left("scenario"), left("language"), left("tags"), left("iterations")}}
	for _, e := range entries {
		t.add(e.Name, e.Language, strings.Join(e.Tags, " "), iterations(e.Iterations))
	}
	return t
}
