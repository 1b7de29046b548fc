package live

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

var errShape = errors.New("it is not of a shape that is known")

//go:embed shapes.txt
var shapesFile string

// shapes are those of shapes.txt, in their order: the first whose keys are there counts.
var shapes = readShapes(shapesFile)

// shape is one way in which files tell of a post or a profile.
type shape struct {
	of   string     // post, profile or short
	keys [][]string // all of one of these tell it
	rows []row
}

// row is a field of the contract and the paths it is read from.
type row struct {
	to     string
	needed bool
	from   []string
}

func readShapes(table string) (out []shape) {
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case line[0] != ' ':
			s := shape{of: strings.TrimSuffix(words[1], ":")}
			for keys := range strings.SplitSeq(strings.Join(words[2:], " "), "|") {
				s.keys = append(s.keys, strings.Fields(keys))
			}
			out = append(out, s)
		default:
			to, needed := strings.CutSuffix(words[0], "!")
			at := &out[len(out)-1]
			at.rows = append(at.rows, row{to, needed, strings.Split(strings.Join(words[1:], ""), "|")})
		}
	}
	return out
}

// shapeOf is the shape of a document; nil where it is none of ours.
func shapeOf(doc map[string]any) *shape {
	for i := range shapes {
		for _, keys := range shapes[i].keys {
			if hasAll(doc, keys) {
				return &shapes[i]
			}
		}
	}
	return nil
}

func hasAll(doc map[string]any, keys []string) bool {
	for _, key := range keys {
		if _, ok := doc[key]; !ok {
			return false
		}
	}
	return true
}

// read fills a value of the contract with what a document tells.
func (s *shape) read(doc map[string]any, into any) error {
	told := map[string]any{}
	for _, r := range s.rows {
		for _, path := range r.from {
			v := plain(r.to, at(doc, path))
			if list, ok := v.([]any); v != nil && (!ok || len(list) > 0 || told[r.to] == nil) {
				told[r.to] = v
			}
			if list, ok := told[r.to].([]any); told[r.to] != nil && (!ok || len(list) > 0) {
				break // an empty list may stand elsewhere with something in it
			}
		}
		if r.needed && told[r.to] == nil {
			return errShape
		}
	}
	raw, err := json.Marshal(told)
	if err != nil || json.Unmarshal(raw, into) != nil {
		return errShape
	}
	return nil
}

// at is what stands at a path; nil where nothing does.
func at(v any, path string) any {
	if path == "" {
		return v
	}
	key, rest, _ := strings.Cut(path, ".")
	key, index, listed := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	inside, _ := v.(map[string]any)
	if !listed {
		return at(inside[key], rest)
	}
	list, ok := inside[key].([]any)
	switch {
	case index != "" && len(list) > 0:
		return at(list[0], rest)
	case !ok || index != "":
		return nil
	}
	out := []any{}
	for _, one := range list {
		out = append(out, at(one, rest))
	}
	return out
}

// plain is a value as the contract has it: ids are texts, counts are such as a network can
// show, times are Unix seconds. nil is what says nothing.
func plain(to string, v any) any {
	switch v := v.(type) {
	case string:
		return plainText(to, v)
	case json.Number:
		return plainNumber(to, v)
	case []any:
		if to == "is_pinned" {
			return len(v) > 0
		}
		out := []any{}
		for _, one := range v {
			// What is hidden in a carousel keeps its place; nobody is no name.
			if one = plain(to, one); one != nil || !strings.HasSuffix(to, "_usernames") {
				out = append(out, one)
			}
		}
		return out
	case map[string]any:
		for key, one := range v {
			v[key] = plain(key, one)
		}
	}
	return v
}

func plainText(to, v string) any {
	switch {
	case v == "":
		return nil
	case to == "taken_at":
		if taken, err := time.Parse(time.DateTime, v); err == nil {
			return taken.Unix()
		}
		return nil
	case to == "address_json": // an object, which the network writes as a text that holds one
		var address map[string]any
		_ = json.Unmarshal([]byte(v), &address)
		return address
	}
	return v
}

func plainNumber(to string, v json.Number) any {
	switch {
	case to == "id", strings.HasSuffix(to, "_id"):
		return v.String()
	case to == "taken_at":
		if taken, err := v.Float64(); err == nil && taken > 0 && taken < 1e11 {
			return int64(taken)
		}
		return nil
	case strings.HasSuffix(to, "_count"):
		if n, err := v.Int64(); err != nil || Plausible(&n) == nil {
			return nil
		}
	}
	return v
}

// object reads a text that is one JSON object.
func object(text []byte) (doc map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&doc); err == nil && doc == nil {
		err = errShape
	}
	if _, end := d.Token(); err == nil && end != io.EOF {
		err = errShape
	}
	return doc, err
}
