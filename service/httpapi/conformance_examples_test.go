package httpapi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	anyUUID    = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	anyRequest = regexp.MustCompile(`req_[0-9A-Za-z]{26}`)
	anyCursor  = regexp.MustCompile(`"next_cursor":"[^"]*"`)
)

// alike is an answer without what is new in every run.
func alike(body []byte) string {
	body = anyUUID.ReplaceAll(body, []byte("<uuid>"))
	body = anyRequest.ReplaceAll(body, []byte("<request>"))
	return string(anyCursor.ReplaceAll(body, []byte(`"next_cursor":"<cursor>"`)))
}

// examples holds the examples of the description against what was answered, or
// records them.
func (c *conformance) examples(t *testing.T) {
	t.Helper()
	for name, body := range c.bodies {
		route := c.routes[name]
		if route.Doc.Answer != nil {
			example(t, c.id(route), body)
		}
	}
	requests, err := json.MarshalIndent(c.asked, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	example(t, "requests", append(requests, '\n'))
	for code, body := range c.errors {
		example(t, filepath.Join("errors", string(code)), body)
	}
}

func example(t *testing.T, name string, body []byte) {
	t.Helper()
	file := filepath.Join("openapi", "examples", name+".json")
	kept, err := os.ReadFile(file)
	if *record {
		if err == nil && alike(kept) == alike(body) {
			return
		}
		if err := os.WriteFile(file, body, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Errorf("no example: %v; run this test with -record", err)
	} else if alike(kept) != alike(body) {
		t.Errorf("the example %s is not what is answered now; run this test with -record:\n%s", name, parting(alike(kept), alike(body)))
	}
}

// parting shows the place where two texts begin to differ.
func parting(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	n = max(0, n-60)
	return fmt.Sprintf("…%.160s\n…%.160s", a[min(n, len(a)):], b[min(n, len(b)):])
}
