package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"greenroom/api"
)

// schemas makes components from Go types. A type that answers and requests
// share is made twice, because a request refuses what an answer may grow by.
type schemas struct {
	platforms []api.Platform
	made      map[string]*Schema
	request   bool // what is made now is read strictly
}

var (
	typeTime    = reflect.TypeFor[time.Time]()
	typeRaw     = reflect.TypeFor[json.RawMessage]()
	typeCredits = reflect.TypeFor[api.Credits]()
)

// of is the schema of a type; that of a struct or an enumeration is a
// reference to a component.
func (s *schemas) of(t reflect.Type) *Schema {
	switch {
	case t == typeTime:
		return &Schema{Type: "string", Format: "date-time"}
	case t == typeRaw:
		return &Schema{Type: "object"}
	case t == typeCredits:
		return &Schema{Type: "number", Format: "double", Description: "Credits, exact to a thousandth."}
	case s.enum(t) != nil:
		return s.component(t.Name(), func(c *Schema) { *c = Schema{Type: "string", Enum: s.enum(t)} })
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(s.of(t.Elem()))
	case reflect.Struct:
		return s.component(s.name(t), func(c *Schema) { s.object(c, t) })
	case reflect.Slice:
		return &Schema{Type: "array", Items: s.of(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object"}
	case reflect.Interface:
		return &Schema{}
	case reflect.String:
		if s.request { // none holds a NUL
			return &Schema{Type: "string", Pattern: api.FormWhole}
		}
	}
	return scalar(t)
}

func scalar(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.Float64:
		return &Schema{Type: "number", Format: "double"}
	case reflect.Int64:
		return &Schema{Type: "integer", Format: "int64"}
	case reflect.Int:
		return &Schema{Type: "integer"}
	}
	panic(fmt.Sprintf("openapi: no schema for %s", t))
}

// enum is the values of an enumeration, nil if t is none.
func (s *schemas) enum(t reflect.Type) []any {
	if t == reflect.TypeFor[api.Platform]() {
		return values(s.platforms...)
	}
	return enums[t]
}

// component makes a component once and refers to it.
func (s *schemas) component(name string, fill func(*Schema)) *Schema {
	if s.made[name] == nil {
		c := &Schema{}
		s.made[name] = c
		fill(c)
	}
	return &Schema{Ref: "#/components/schemas/" + name}
}

var packages = regexp.MustCompile(`[\w./-]*\.`)

// name is the name of a component: ShortlistAnswer for One[Shortlist].
func (s *schemas) name(t reflect.Type) string {
	name := plain(packages.ReplaceAllString(t.Name(), ""))
	if s.request && !slices.Contains(closed, name) && !strings.HasSuffix(name, "Request") && !strings.HasSuffix(name, "Body") {
		return name + "Input"
	}
	return name
}

// plain is the name of a type without brackets, after the first of the types it
// is made of.
func plain(name string) string {
	if of, list := strings.CutPrefix(name, "[]"); list {
		return plain(of) + "List"
	}
	outer, inner, generic := strings.Cut(name, "[")
	if !generic {
		return name
	}
	inner = plain(strings.Split(strings.TrimSuffix(inner, "]"), ",")[0])
	if outer == "One" {
		return inner + "Answer"
	}
	return inner + outer
}

// object fills in the schema of a struct.
func (s *schemas) object(c *Schema, t reflect.Type) {
	c.Type, c.Properties = "object", map[string]*Schema{}
	c.Description = words[t.Name()]
	if s.request || slices.Contains(closed, t.Name()) {
		c.Additional = new(bool)
	}
	s.fields(c, t, false)
	if s.request {
		c.OneOf = alternatives(either[t.Name()])
	}
}

// alternatives are the sets of keys of which a request gives one, all of it and
// nothing of the others. All are texts.
func alternatives(sets [][]string) (out []*Schema) {
	all := slices.Concat(sets...)
	for _, set := range sets {
		one := &Schema{Required: set, Properties: map[string]*Schema{}}
		for _, name := range all {
			one.Properties[name] = &Schema{Type: "null"}
			if slices.Contains(set, name) {
				one.Properties[name].Type = "string"
			}
		}
		out = append(out, one)
	}
	return out
}

// fields adds the keys of a struct, and of those embedded in it; those of an
// embedded pointer come all or not at all.
func (s *schemas) fields(c *Schema, t reflect.Type, optional bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, tagged := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Pointer:
			s.fields(c, f.Type.Elem(), true)
		case f.Anonymous && name == "":
			s.fields(c, f.Type, optional)
		default:
			omitted := tagged && strings.HasPrefix(options, "omit")
			c.Properties[name] = s.field(t, name, f.Type, omitted)
			c.order = append(c.order, name)
			if !omitted && !optional || rules[key(t, name)].needed {
				c.Required = append(c.Required, name)
			}
		}
	}
}

// field is the schema of one key. A key that an answer omits is never null; in
// a request null stands for a key that is left out.
func (s *schemas) field(of reflect.Type, name string, t reflect.Type, omitted bool) *Schema {
	if omitted && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	rule := rules[key(of, name)]
	schema := s.of(t)
	limit(schema, rule.limits)
	if rule.enum != nil {
		schema = &Schema{Type: "string", Enum: rule.enum}
	}
	if schema.Type == "string" && schema.Format == "" && isUUID(of.Name(), name) {
		schema.Format, schema.Pattern = "uuid", api.FormUUID
	}
	schema.Unique, schema.Contains = rule.unique, rule.contains
	schema.Description = cmp.Or(words[key(of, name)], schema.Description)
	if rule.null || omitted && s.request && !rule.needed || t.Kind() == reflect.Pointer && schema.Ref == "" {
		return nullable(schema)
	}
	return schema
}

// key is a key of a shape as it is written down: "Page.has_more", whatever it is a page of.
func key(of reflect.Type, name string) string {
	return strings.SplitN(of.Name(), "[", 2)[0] + "." + name
}

// nullable lets a value be null.
func nullable(s *Schema) *Schema {
	switch is := s.Type.(type) {
	case string:
		s.Type = []string{is, "null"}
		if s.Enum != nil {
			s.Enum = append(slices.Clone(s.Enum), nil)
		}
	case nil:
		if s.Ref != "" {
			return &Schema{AnyOf: []*Schema{{Ref: s.Ref}, {Type: "null"}}, Description: s.Description}
		}
	}
	return s
}

// limit writes limits into a schema.
func limit(s *Schema, l Limits) {
	if l.Type != "" {
		s.Type = l.Type
	}
	if l.Min != 0 || l.Max != 0 || l.NotNegative {
		s.Minimum = &l.Min
	}
	if l.Max != 0 {
		s.Maximum = &l.Max
	}
	s.Format = cmp.Or(l.Format, s.Format)
	s.Pattern, s.Default = cmp.Or(l.Pattern, s.Pattern), l.Default
	s.MinLength, s.MaxLength, s.MinItems, s.MaxItems = l.MinLength, l.MaxLength, l.MinItems, l.MaxItems
}
