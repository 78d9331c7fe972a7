package results

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// checkComplete returns an error if a file lacks a key that every file has. A line
// that was lost in a merge would else be read as 0, and noise of 0 is a strong
// claim.
func checkComplete(data []byte) error {
	var file map[string]jsontext.Value
	var scenarios struct {
		Scenarios map[string]map[string]jsontext.Value `json:"scenarios"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return err
	}
	if err := json.Unmarshal(data, &scenarios); err != nil {
		return err
	}
	if key := missingKey[File](file); key != "" {
		return fmt.Errorf("no %q: the file is not whole; make it again", key)
	}
	for _, name := range slices.Sorted(maps.Keys(scenarios.Scenarios)) {
		if key := missingKey[Scenario](scenarios.Scenarios[name]); key != "" {
			return fmt.Errorf("scenario %.100q: no %q: the file is not whole; make it again", name, key)
		}
	}
	return nil
}

// missingKey returns the first key that a T always has in JSON and object has not.
func missingKey[T any](object map[string]jsontext.Value) string {
	for field := range reflect.TypeFor[T]().Fields() {
		key, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		if _, ok := object[key]; !ok && option == "" {
			return key
		}
	}
	return ""
}
