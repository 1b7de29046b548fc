package client

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// missing names the first field that the shape of a reply promises and the body
// lacks: "data.id"; "" where all are there. The shapes of api are the table. A
// field that may be null (a pointer, a list) may be absent as well, which says
// the same, and so may one that is false; unknown keys are left alone. The body
// is read again only where a promised value decoded as empty.
func missing(r reading, body []byte) string {
	v := reflect.ValueOf(r.into).Elem()
	if !hasEmpty(v) {
		return ""
	}
	var raw map[string]any
	if json.Unmarshal(body, &raw) != nil {
		return ""
	}
	if data, ok := v.Type().FieldByName("Data"); ok && r.bare {
		return lacks(data.Type, raw["data"], "data")
	}
	return lacks(v.Type(), raw, "")
}

// promise is a field of a shape.
type promise struct {
	index    []int
	key      string // "" for fields that only another mode has
	required bool
}

var promisesOf sync.Map // of promise lists, by type

func promises(t reflect.Type) []promise {
	if known, ok := promisesOf.Load(t); ok {
		return known.([]promise)
	}
	var list []promise
	for i := range t.NumField() {
		f := t.Field(i)
		key, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || key == "-" {
			continue
		}
		p := promise{index: []int{i}, key: key}
		switch f.Type.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Bool:
		default:
			p.required = key != "" && rest != "omitempty"
		}
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			for _, inner := range promises(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				list = append(list, inner)
			}
			continue
		}
		list = append(list, p)
	}
	promisesOf.Store(t, list)
	return list
}

// shape says whether a type has promises of its own.
func shape(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t != reflect.TypeFor[time.Time]()
}

// hasEmpty says whether a promised value is the one that an absent field has.
func hasEmpty(v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.Pointer:
		return !v.IsNil() && hasEmpty(v.Elem())
	case v.Kind() == reflect.Slice && shape(v.Type().Elem()):
		for i := range v.Len() {
			if v.Index(i).IsZero() {
				return true
			}
		}
	case shape(v.Type()):
		for _, p := range promises(v.Type()) {
			if f := v.FieldByIndex(p.index); p.required && f.IsZero() || hasEmpty(f) {
				return true
			}
		}
	}
	return false
}

// lacks walks a type beside decoded JSON.
func lacks(t reflect.Type, raw any, at string) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if list, ok := raw.([]any); ok && t.Kind() == reflect.Slice && shape(t.Elem()) {
		return nothingOf(t.Elem(), list, at)
	}
	object, ok := raw.(map[string]any)
	if !ok || !shape(t) {
		return ""
	}
	for _, p := range promises(t) {
		if p.key == "" {
			continue
		}
		key := strings.TrimPrefix(at+"."+p.key, ".")
		if p.required && object[p.key] == nil {
			return key
		}
		if gone := lacks(t.FieldByIndex(p.index).Type, object[p.key], key); gone != "" {
			return gone
		}
	}
	return ""
}

// nothingOf is the first item of a list that has no field of its type. One that
// lacks some stands with what it has: the others beside it were paid for.
func nothingOf(t reflect.Type, list []any, at string) string {
	for i, item := range list {
		object, _ := item.(map[string]any)
		if !slices.ContainsFunc(promises(t), func(p promise) bool { return p.key != "" && object[p.key] != nil }) {
			return at + "[" + strconv.Itoa(i) + "]"
		}
	}
	return ""
}
