package output

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// fields are the parts of an item to print, in that order. The zero
// value prints the whole item.
type fields struct {
	names []string
	paths [][]string
	tree  *branch
}

// branch holds the wanted names below a name; leaf wants all of it.
type branch struct {
	leaf  bool
	order []string
	below map[string]*branch
}

// parseFields reads "name,metrics.followers": dotted paths into the JSON of the
// items. A path through a list means that part of each element. It refuses a
// path that no item can have, and names near ones.
func parseFields(list string, known *shape) (fields, error) {
	var f fields
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if !known.has(name) {
			return fields{}, known.unknown(name)
		}
		if !slices.Contains(f.names, name) {
			f.add(name)
		}
	}
	return f, nil
}

func (f *fields) add(name string) {
	path := strings.Split(name, ".")
	f.names, f.paths = append(f.names, name), append(f.paths, path)
	if f.tree == nil {
		f.tree = &branch{}
	}
	at := f.tree
	for _, word := range path {
		if at.below == nil {
			at.below = map[string]*branch{}
		}
		if at.below[word] == nil {
			at.below[word] = &branch{}
			at.order = append(at.order, word)
		}
		at = at.below[word]
	}
	at.leaf = true
}

func (f fields) some() bool { return len(f.names) > 0 }

// of is an item cut down to the fields.
func (f fields) of(raw json.RawMessage) json.RawMessage {
	if !f.some() {
		return raw
	}
	return f.tree.cut(raw)
}

func (b *branch) cut(raw json.RawMessage) json.RawMessage {
	if b.leaf {
		return raw
	}
	switch first(raw) {
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list)
		for i := range list {
			list[i] = b.cut(list[i])
		}
		out, _ := encode(list)
		return out
	case '{':
		var all map[string]json.RawMessage
		_ = json.Unmarshal(raw, &all)
		o := object{}
		for _, word := range b.order {
			value := json.RawMessage("null")
			if v, ok := all[word]; ok {
				value = b.below[word].cut(v)
			}
			o = append(o, member{word, value})
		}
		out, _ := encode(o)
		return out
	}
	return json.RawMessage("null")
}

// shape lists the columns that the JSON of some types can hold. A column is every single
// value, and every list as a whole.
type shape struct {
	paths   []string
	open    []string // below these anything may stand
	columns []string
}

func shapeOf(types ...reflect.Type) *shape {
	s := &shape{}
	for _, t := range types {
		s.read(t, "", false)
	}
	return s
}

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	texts     = reflect.TypeFor[encoding.TextMarshaler]()
)

func (s *shape) read(t reflect.Type, path string, inList bool) {
	for t.Kind() == reflect.Pointer && !t.Implements(marshaler) {
		t = t.Elem()
	}
	single := t.Implements(marshaler) || t.Implements(texts)
	switch {
	case !single && t.Kind() == reflect.Slice:
		s.column(path, inList)
		s.read(t.Elem(), path, true)
	case !single && t.Kind() == reflect.Struct:
		s.members(t, path, inList)
	case t.Kind() == reflect.Map || t.Kind() == reflect.Interface:
		s.open = append(s.open, path)
		s.column(path, inList)
	default:
		s.column(path, inList)
	}
}

func (s *shape) members(t reflect.Type, path string, inList bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			s.read(f.Type, path, inList)
		case name == "-" || !f.IsExported():
		default:
			below := strings.TrimPrefix(path+"."+name, ".")
			if !slices.Contains(s.paths, below) {
				s.paths = append(s.paths, below)
			}
			s.read(f.Type, below, inList)
		}
	}
}

func (s *shape) column(path string, inList bool) {
	if path != "" && !inList && !slices.Contains(s.columns, path) {
		s.columns = append(s.columns, path)
	}
}

func (s *shape) has(name string) bool {
	return slices.Contains(s.paths, name) || slices.ContainsFunc(s.open, func(o string) bool {
		return o == "" || strings.HasPrefix(name, o+".")
	})
}

// unknown is the refusal of a path, with those that may have been meant.
func (s *shape) unknown(name string) error {
	if len(s.paths) == 0 {
		return fmt.Errorf("no field %q: the items have no fields", name)
	}
	near := slices.Clone(s.paths)
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(far(name, a), far(name, b)) })
	near = slices.DeleteFunc(near, func(path string) bool { return far(name, path) > far(name, near[0])+1 })
	near = near[:min(5, len(near))]
	return fmt.Errorf("no field %q; similar: %s", name, strings.Join(near, ", "))
}

// far measures how unlike a path is to the written name: by its last word, where only that
// was written.
func far(name, path string) int {
	last := path[strings.LastIndexByte(path, '.')+1:]
	if name == last {
		return 0
	}
	return min(distance(name, path), distance(name, last)+1, distance(name[strings.LastIndexByte(name, '.')+1:], last)+1)
}

// distance counts the letters to change, put in or take out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			here := before
			if a[i] != b[j] {
				here++
			}
			before = row[j+1]
			row[j+1] = min(here, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
