package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/httpapi"
)

// try is a value that a parameter or key can be given.
type try struct {
	what  string
	value any
	ok    bool
}

// tries are the values at both sides of every limit of a schema.
func tries(schema map[string]any) []try {
	var out []try
	size := func(key string) (int, bool) { n, ok := schema[key].(float64); return int(n), ok }
	text := func(n int) string { return strings.Repeat("x", n) }
	if enum, ok := schema["enum"].([]any); ok {
		out = append(out, try{"outside the enum", "nonsense", false})
		for _, v := range enum {
			if v != nil {
				out = append(out, try{"in the enum", v, true})
			}
		}
		return out
	}
	if n, ok := size("minimum"); ok {
		out = append(out, try{"minimum", n, true}, try{"under the minimum", n - 1, false})
	}
	if n, ok := size("maximum"); ok {
		out = append(out, try{"maximum", n, true}, try{"over the maximum", n + 1, false})
	}
	form := regexp.MustCompile("")
	if pattern, ok := schema["pattern"].(string); ok {
		form = regexp.MustCompile(pattern)
		for _, other := range slices.DeleteFunc([]string{"not it!", " \u3000 ", "ab\x00cd"}, form.MatchString) {
			out = append(out, try{"of another form", other, false})
		}
	}
	if n, ok := size("minLength"); ok {
		out = append(out, try{"shortest", text(n), form.MatchString(text(n))}, try{"too short", text(n - 1), false})
	}
	if n, ok := size("maxLength"); ok {
		out = append(out, try{"longest", text(n), form.MatchString(text(n))}, try{"too long", text(n + 1), false})
	}
	return out
}

// limits tries the limits that are documented of an endpoint, from both sides.
func (c *conformance) limits(t *testing.T, s *stage, r httpapi.Route, good func(*stage, string) request) {
	t.Helper()
	op := c.doc.Paths[r.Pattern][strings.ToLower(r.Method)]
	for _, p := range op.Parameters {
		switch {
		case p.In == "query":
			c.parameter(t, s, r, good, p)
		case p.In == "header":
			longest := int(p.Schema["maxLength"].(float64))
			key := strings.ReplaceAll(r.Method+r.Pattern, " ", "") + strings.Repeat("k", longest)
			for _, one := range []try{{"longest", key[:longest], true}, {"too long", key[:longest+1], false}} {
				ask := good(s, "")
				ask.once = one.value.(string)
				c.judge(t, r, p.Name, one, s.send(r.Method, ask, ""))
			}
		case r.Operation != "":
			c.wildcard(t, s, r, good, p)
		}
	}
	if body, ok := op.RequestBody.Content["application/json"]; ok {
		c.body(t, s, r, good, c.resolve(body.Schema))
	}
}

func (c *conformance) parameter(t *testing.T, s *stage, r httpapi.Route, good func(*stage, string) request, p describedParameter) {
	t.Helper()
	name := p.Name
	send := func(change func(url.Values)) reply {
		ask := good(s, "")
		path, query, _ := strings.Cut(ask.path, "?")
		values, _ := url.ParseQuery(query)
		change(values)
		ask.path = path + "?" + values.Encode()
		got := s.send(r.Method, ask, "")
		c.validate(t, r, ask, got)
		return got
	}
	for _, one := range tries(c.resolve(p.Schema)) {
		got := send(func(v url.Values) { v.Set(name, fmt.Sprint(one.value)) })
		c.judge(t, r, name, one, got)
	}
	c.judge(t, r, name, try{"given twice", nil, false}, send(func(v url.Values) { v[name] = []string{"1", "1"} }))
	if p.Required {
		c.judge(t, r, name, try{"left out", nil, false}, send(func(v url.Values) { v.Del(name) }))
	}
}

func (c *conformance) wildcard(t *testing.T, s *stage, r httpapi.Route, good func(*stage, string) request, p describedParameter) {
	t.Helper()
	name := p.Name
	for _, one := range tries(c.resolve(p.Schema)) {
		value, ok := one.value.(string)
		if !ok || value == "" || one.ok {
			continue
		}
		ask := good(s, "")
		wanted, given := strings.Split(r.Pattern, "/"), strings.Split(ask.path, "/")
		at := slices.Index(wanted, "{"+name+"}")
		_, query, _ := strings.Cut(given[at], "?")
		given[at] = url.PathEscape(value)
		if query != "" {
			given[at] += "?" + query
		}
		ask.path = strings.Join(given, "/")
		got := s.send(r.Method, ask, "")
		c.validate(t, r, ask, got)
		c.judge(t, r, name, one, got)
	}
}

// tied are values within their limits that another value has to agree with.
var tied = map[string]string{
	"PUT /v1/shortlists/{id} version":          "it is the stored one",
	"PUT /v1/shortlists/{id}/sheet version":    "it is the stored one",
	"PUT /v1/shortlists/{id}/sheet sheet":      "its rule reads it",
	"GET /v1/shortlists/{id}/sheet version":    "it is one that is stored",
	"DELETE /v1/shortlists/{id}/sheet version": "it is the stored one",
}

// judge says whether a value was taken as it should be. A value that is right
// may still fail for another reason, but not by its own name.
func (c *conformance) judge(t *testing.T, r httpapi.Route, name string, one try, got reply) {
	t.Helper()
	refused := got.status == http.StatusBadRequest || got.status == http.StatusUnprocessableEntity
	param := ""
	if refused {
		param = got.failure(t).Param
	}
	switch {
	case one.ok && (name == "cursor" || tied[r.Method+" "+r.Pattern+" "+name] != ""):
	case one.ok && refused && sameParam(param, name):
		t.Errorf("%s %s: %s %s (%v) is refused: %s", r.Method, r.Pattern, name, one.what, one.value, got.body)
	case !one.ok && refused && strings.HasSuffix(param, "]"): // the whole item is wrong: it has a key too many
	case !one.ok && (!refused || !sameParam(param, name)):
		t.Errorf("%s %s: %s %s (%v) is answered with %d: %.300s", r.Method, r.Pattern, name, one.what, one.value, got.status, got.body)
	}
}

// resolve follows a reference, and takes null out of an alternative.
func (c *conformance) resolve(schema map[string]any) map[string]any {
	if either, ok := schema["anyOf"].([]any); ok {
		schema, _ = either[0].(map[string]any)
	}
	if ref, ok := schema["$ref"].(string); ok {
		return c.doc.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	}
	return schema
}

// body tries what a body may not be, and then each of its keys.
func (c *conformance) body(t *testing.T, s *stage, r httpapi.Route, good func(*stage, string) request, schema map[string]any) {
	t.Helper()
	name := r.Method + " " + r.Pattern
	whole := func(body string) func(*stage) request {
		return func(s *stage) request {
			ask := good(s, "")
			ask.body = body
			return ask
		}
	}
	for _, w := range []want{
		{name: "too large", ask: whole(strings.Repeat(" ", 1<<20+1)), status: http.StatusRequestEntityTooLarge},
		{name: "no JSON", ask: whole("{"), status: http.StatusBadRequest},
		{name: "no object", ask: whole("[]"), status: http.StatusBadRequest},
		{name: "nothing", ask: whole(""), status: http.StatusBadRequest},
	} {
		w.route, w.code = name, api.CodeValidation
		c.check(t, s, w)
	}
	c.object(t, s, r, good, schema, nil)
}

// object tries the keys of the object at a place in the body of a good
// request.
func (c *conformance) object(t *testing.T, s *stage, r httpapi.Route, good func(*stage, string) request, schema map[string]any, at []string) {
	t.Helper()
	required, _ := schema["required"].([]any)
	properties, _ := schema["properties"].(map[string]any)
	send := func(key string, one try, drop bool) {
		ask := good(s, "")
		ask.body = changed(t, ask.body, at, key, one.value, drop)
		if !one.ok { // a refusal says what stands under its key
			ask.once = "refused"
		}
		got := s.send(r.Method, ask, "")
		c.validate(t, r, ask, got)
		c.judge(t, r, key, one, got)
	}
	send("no_such_key", try{"that is not known", 1, false}, false)
	for _, key := range required {
		send(key.(string), try{"left out", nil, false}, true)
	}
	for key, property := range properties {
		of := c.resolve(property.(map[string]any))
		for _, one := range tries(of) {
			send(key, one, false)
		}
		send(key, try{"of another type", otherType(of), false}, false)
		c.inside(t, s, r, good, of, append(slices.Clone(at), key))
	}
}

// inside tries what stands below a key, if the good request has it: the keys
// of an object, or how many items a list has and the keys of the first.
func (c *conformance) inside(t *testing.T, s *stage, r httpapi.Route, good func(*stage, string) request, of map[string]any, at []string) {
	t.Helper()
	value, ok := found(t, good(s, "").body, at)
	items, list := value.([]any)
	switch {
	case !ok:
	case of["properties"] != nil:
		c.object(t, s, r, good, of, at)
	case list:
		place, key := at[:len(at)-1], at[len(at)-1]
		for name, sign := range map[string]int{"minItems": -1, "maxItems": 1} {
			n, limited := of[name].(float64)
			if !limited {
				continue
			}
			for _, one := range []try{{name, many(r, items[0], int(n)), true}, {"beyond " + name, many(r, items[0], int(n)+sign), false}} {
				ask := good(s, "")
				ask.body = changed(t, ask.body, place, key, one.value, false)
				c.judge(t, r, key, one, s.send(r.Method, ask, ""))
			}
		}
		if item := c.resolve(of["items"].(map[string]any)); item["properties"] != nil {
			c.object(t, s, r, good, item, append(slices.Clone(at), "0"))
		}
	}
}

// many is an item so many times; a shortlist names everybody once.
func many(r httpapi.Route, item any, n int) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = item
		if member, named := item.(map[string]any); named && strings.Contains(r.Pattern, "/shortlists") {
			another := maps.Clone(member)
			another["username"] = fmt.Sprintf("%s%d", member["username"], i)
			out[i] = another
		}
	}
	return out
}

// otherType is a value of no type that a schema takes.
func otherType(schema map[string]any) any {
	kinds, ok := schema["type"].([]any)
	if !ok {
		kinds = []any{schema["type"]}
	}
	if slices.Contains(kinds, any("object")) || slices.Contains(kinds, any("array")) {
		return "text"
	}
	return map[string]any{}
}

// place is the object at a way of keys and indices into a body.
func place(body any, at []string) any {
	for _, step := range at {
		switch is := body.(type) {
		case map[string]any:
			body = is[step]
		case []any:
			body = is[0]
		default:
			return nil
		}
	}
	return body
}

func found(t *testing.T, body string, at []string) (any, bool) {
	t.Helper()
	var whole any
	if err := json.Unmarshal([]byte(body), &whole); err != nil {
		t.Fatal(err)
	}
	v := place(whole, at)
	items, list := v.([]any)
	return v, v != nil && (!list || len(items) > 0)
}

// changed is a body with another value of one key, or without it.
func changed(t *testing.T, body string, at []string, key string, value any, drop bool) string {
	t.Helper()
	var whole any
	if err := json.Unmarshal([]byte(body), &whole); err != nil {
		t.Fatal(err)
	}
	object, ok := place(whole, at).(map[string]any)
	if !ok {
		t.Fatalf("%s has no object at %v", body, at)
	}
	object[key] = value
	if drop {
		delete(object, key)
	}
	out, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
