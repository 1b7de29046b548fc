package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/service/httpapi"
)

// nulls fails for every value of an answer that may be null and is "": what is not
// known has one way to be said.
func (c *conformance) nulls(t *testing.T, route httpapi.Route, r reply) {
	t.Helper()
	var body any
	answer := c.doc.Paths[route.Pattern][strings.ToLower(route.Method)].Responses[fmt.Sprint(r.status)]
	schema := answer.Content["application/json"].Schema
	if json.Unmarshal(r.body, &body) != nil || r.status >= 400 {
		return
	}
	if schema == nil && route.Doc.Answer != nil {
		t.Errorf("%s %s: %d has no schema to hold its answer against", route.Method, route.Pattern, r.status)
	}
	for _, at := range c.emptied(schema, body, "") {
		t.Errorf("%s %s answers \"\" for null: %s", route.Method, route.Pattern, at)
	}
}

// emptied are the places of a value that its schema lets be null and that are "".
func (c *conformance) emptied(schema map[string]any, value any, at string) (out []string) {
	if ref, ok := schema["$ref"].(string); ok {
		schema = c.doc.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	}
	for _, either := range []string{"anyOf", "oneOf", "allOf"} {
		for _, s := range list(schema[either]) {
			out = append(out, c.emptied(s.(map[string]any), value, at)...)
		}
	}
	switch v := value.(type) {
	case string:
		if v == "" && slices.Contains(list(schema["type"]), any("null")) {
			out = append(out, at)
		}
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i, one := range v {
			out = append(out, c.emptied(items, one, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case map[string]any:
		keys, _ := schema["properties"].(map[string]any)
		others, _ := schema["additionalProperties"].(map[string]any)
		for key, one := range v {
			s, ok := keys[key].(map[string]any)
			if !ok {
				s = others
			}
			out = append(out, c.emptied(s, one, at+"."+key)...)
		}
	}
	return out
}

func list(v any) []any {
	out, _ := v.([]any)
	return out
}

// TestEmptiedIsFound shows that the walk reaches what stands behind references,
// lists and choices.
func TestEmptiedIsFound(t *testing.T) {
	var c conformance
	null := map[string]any{"type": []any{"string", "null"}}
	c.doc.Components.Schemas = map[string]map[string]any{"One": {"properties": map[string]any{"a": null, "b": map[string]any{"type": "string"}}}}
	schema := map[string]any{"properties": map[string]any{"data": map[string]any{"items": map[string]any{
		"anyOf": []any{map[string]any{"$ref": "#/components/schemas/One"}, map[string]any{"type": "null"}}}}}}
	var body any
	if err := json.Unmarshal([]byte(`{"data":[{"a":"x","b":""},null,{"a":"","b":""}]}`), &body); err != nil {
		t.Fatal(err)
	}
	if got := c.emptied(schema, body, ""); !slices.Equal(got, []string{".data[2].a"}) {
		t.Errorf("found %v", got)
	}
}
