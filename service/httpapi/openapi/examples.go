package openapi

import (
	"bytes"
	"embed"
	"encoding/json"
	"path"
	"strings"
)

// examples are what the conformance test recorded: the answer of each
// operation, that of each code in errors, and the requests they answer.
//
//go:embed examples
var examples embed.FS

// answerExample is the recorded answer of an operation, nil if there is none.
func answerExample(id string) json.RawMessage {
	body, err := examples.ReadFile("examples/" + id + ".json")
	if err != nil {
		return nil
	}
	return body
}

func errorExamples() map[string]Example {
	out := map[string]Example{}
	files, _ := examples.ReadDir("examples/errors")
	for _, f := range files {
		if body, err := examples.ReadFile(path.Join("examples/errors", f.Name())); err == nil {
			out[strings.TrimSuffix(f.Name(), ".json")] = Example{Value: body}
		}
	}
	return out
}

// asked is a request that worked.
type asked struct {
	Path string          `json:"path"` // with its query
	Body json.RawMessage `json:"body,omitempty"`
}

// requestExamples are the recorded requests by operation.
func requestExamples() map[string]asked {
	out := map[string]asked{}
	if body, err := examples.ReadFile("examples/requests.json"); err == nil {
		_ = json.Unmarshal(body, &out) // an example that is not there is missed by the conformance test
	}
	for id, a := range out {
		var b bytes.Buffer
		if a.Body != nil && json.Compact(&b, a.Body) == nil {
			a.Body = b.Bytes()
			out[id] = a
		}
	}
	return out
}
