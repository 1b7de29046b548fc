package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"greenroom/api"
)

// names translates the networks between the neutral words and the service's.
type names struct {
	out map[api.Platform]string
	in  map[string]api.Platform
}

func newNames(given map[api.Platform]string) (names, error) {
	if len(given) == 0 {
		return names{}, nil
	}
	n := names{out: map[api.Platform]string{}, in: map[string]api.Platform{}}
	for neutral, word := range given {
		if other, ok := n.in[word]; ok {
			return names{}, fmt.Errorf("the networks %s and %s have the same name %q", min(neutral, other), max(neutral, other), word)
		}
		if word != "" {
			n.out[neutral], n.in[word] = word, neutral
		}
	}
	return n, nil
}

// wire is the service's word; an unknown name stays as it is.
func (n names) wire(p api.Platform) string {
	if word, ok := n.out[p]; ok {
		return word
	}
	return string(p)
}

func (n names) neutral(word string) api.Platform {
	if p, ok := n.in[word]; ok {
		return p
	}
	return api.Platform(word)
}

// read puts the neutral words into an answer.
func (n names) read(into any) {
	if len(n.in) > 0 {
		n.walk(reflect.ValueOf(into), func(s string) string { return string(n.neutral(s)) })
	}
}

// args are the arguments of an endpoint in the service's words.
func (n names) args(endpoint string, args []string) []string {
	if len(n.out) == 0 {
		return args
	}
	args = slices.Clone(args)
	i := 0
	for segment := range strings.SplitSeq(endpoint, "/") {
		if !strings.HasPrefix(segment, "{") || i == len(args) {
			continue
		}
		if segment == "{platform}" {
			args[i] = n.wire(api.Platform(args[i]))
		}
		i++
	}
	return args
}

// query is a query in the service's words.
func (n names) query(q url.Values) url.Values {
	if len(n.out) == 0 || !q.Has("platform") {
		return q
	}
	q = maps.Clone(q)
	q.Set("platform", n.wire(api.Platform(q.Get("platform"))))
	return q
}

// body is a body in the service's words, as JSON.
func (n names) body(body any) ([]byte, error) {
	b, err := json.Marshal(body)
	if err != nil || len(n.out) == 0 {
		return b, err
	}
	own := reflect.New(reflect.TypeOf(body))
	if err := json.Unmarshal(b, own.Interface()); err != nil {
		return nil, err
	}
	n.walk(own, func(s string) string { return n.wire(api.Platform(s)) })
	return json.Marshal(own.Interface())
}

var (
	platformType = reflect.TypeFor[api.Platform]()
	filterType   = reflect.TypeFor[api.Filter]()
	excludedType = reflect.TypeFor[api.Exclusion]()
)

// walk replaces every network in a value.
func (n names) walk(v reflect.Value, word func(string) string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n.walk(v.Elem(), word)
		}
	case reflect.Slice:
		for i := range v.Len() {
			n.walk(v.Index(i), word)
		}
	case reflect.Struct:
		switch v.Type() {
		case filterType:
			f := v.Addr().Interface().(*api.Filter)
			f.Value = conditionWord(f.Field, f.Value, word)
			return
		case excludedType:
			e := v.Addr().Interface().(*api.Exclusion)
			e.Value = conditionWord(e.Field, e.Value, word)
			return
		}
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				n.walk(field, word)
			}
		}
	case reflect.String:
		if v.Type() == platformType {
			v.SetString(word(v.String()))
		}
	}
}

// conditionWord translates the value of a condition on the network.
func conditionWord(field string, value any, word func(string) string) any {
	if s, ok := value.(string); ok && field == api.FieldPlatform {
		return word(s)
	}
	return value
}

// readDetails puts the neutral words into the details of an error: wherever a
// key says platform.
func (n names) readDetails(details map[string]any) {
	if len(n.in) == 0 {
		return
	}
	eachString(details, "", func(key, s string) string {
		if key == "platform" || key == "platforms" {
			return string(n.neutral(s))
		}
		return s
	})
}

// eachString replaces every string in decoded JSON; key is the nearest key
// above it.
func eachString(v any, key string, replace func(key, s string) string) any {
	switch v := v.(type) {
	case string:
		return replace(key, v)
	case []any:
		for i := range v {
			v[i] = eachString(v[i], key, replace)
		}
	case map[string]any:
		for k := range v {
			v[k] = eachString(v[k], k, replace)
		}
	}
	return v
}
