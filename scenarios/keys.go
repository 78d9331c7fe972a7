package scenarios

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// keys tells what the keys of the manifest hold, such as "a string" for
// "gate.threshold". The elements of an array stand under "scenario[]", and keys
// that are free under "scenario[].env.*".
type keys map[string]string

// manifestKeys returns the keys of a document. They are spelled as here and no
// other way; the decoder by itself would also take "Threshold".
func manifestKeys() keys {
	k := make(keys)
	k.add("", reflect.TypeFor[document]())
	return k
}

func (k keys) add(key string, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		k.add(key, t.Elem())
	case reflect.Struct:
		k[key] = "a table"
		for i := range t.NumField() {
			k.add(join(key, t.Field(i).Tag.Get("toml")), t.Field(i).Type)
		}
	case reflect.Map:
		k.add(join(key, "*"), t.Elem())
		k[key] = "a table of strings such as { KEY = \"value\" }"
	case reflect.Slice:
		k.add(key+"[]", t.Elem())
		k[key] = "an array of " + plural(k[key+"[]"])
	case reflect.String:
		k[key] = "a string"
	case reflect.Int:
		k[key] = "a whole number"
	case reflect.Float64:
		k[key] = "a number"
	case reflect.Bool:
		k[key] = "true or false"
	}
}

// plural turns what one element of an array holds into what all of them do.
func plural(what string) string {
	if elements, ok := strings.CutPrefix(what, "an array of "); ok {
		return "arrays of " + elements
	}
	return strings.TrimPrefix(what, "a ") + "s"
}

// has returns the key under which name stands in the table, and whether there is
// one.
func (k keys) has(table, name string) (string, bool) {
	for _, key := range []string{child(table, name), join(table, "*")} {
		if _, ok := k[key]; ok {
			return key, true
		}
	}
	return "", false
}

// in returns the names that a table may hold, sorted.
func (k keys) in(table string) string {
	var names []string
	for _, key := range slices.Sorted(maps.Keys(k)) {
		if name, ok := strings.CutPrefix(key, join(table, "")); ok && name != "" && !strings.ContainsAny(name, ".[") {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// child returns the key of what is called name in a table. A name that does not
// read like one is quoted.
func child(table, name string) string {
	if name == "" || strings.ContainsAny(name, ".[]*\"") {
		name = fmt.Sprintf("%q", name)
	}
	return join(table, name)
}

func join(table, name string) string {
	if table == "" {
		return name
	}
	return table + "." + name
}

// under tells what a key that the decoder names should have held.
func (k keys) under(path []string) (want string, ok bool) {
	at := ""
	for _, name := range path {
		next, ok := k.has(at, name)
		if !ok {
			next, ok = k.has(at+"[]", name)
		}
		if !ok {
			return "", false
		}
		at = next
	}
	want, ok = k[at]
	return want, ok
}
