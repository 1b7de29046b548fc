package importer

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// jsonReader reads one JSON object a line as rows. Columns are the keys of the
// first lines, in alphabetical order; keys below others are joined by a dot,
// and lists of objects give their first one, as latestPosts[0].likes.
type jsonReader struct {
	lines   *lineReader
	columns []string
}

// header collects the keys of the first lines and gives the lines back.
func (j *jsonReader) header() []string {
	keys := map[string]bool{}
	for _, line := range j.lines.peek(plan.SampleRows) {
		if cells, reason := flatten(line); reason == "" {
			for key := range cells {
				keys[key] = true
			}
		}
	}
	j.columns = slices.Sorted(maps.Keys(keys))
	return j.columns
}

func (j *jsonReader) next() (record, error) {
	line, err := j.lines.take()
	if err != nil {
		return record{}, err
	}
	row := record{line: line.number, cells: make([]string, len(j.columns))}
	cells, reason := flatten(line)
	row.broken = reason
	for i, column := range j.columns {
		row.cells[i] = cells[column]
	}
	return row, nil
}

func flatten(line physical) (cells map[string]string, reason string) {
	if line.long {
		return nil, "the line is longer than a row can be"
	}
	if strings.TrimSpace(line.text) == "" {
		return nil, ""
	}
	if media.HasNUL(line.text) {
		return nil, media.NULReason
	}
	decoder := json.NewDecoder(strings.NewReader(line.text))
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil || object == nil {
		return nil, "it is not a JSON object"
	}
	cells = map[string]string{}
	put(cells, "", onlyOne(object))
	return cells, ""
}

// onlyOne is the one object of a list where a record says nothing but that, as networks write
// whom an account follows.
func onlyOne(record map[string]any) map[string]any {
	var only []any
	for _, value := range record {
		list, listed := value.([]any)
		switch {
		case value == nil || value == "" || listed && len(list) == 0:
		case len(list) == 1 && only == nil:
			only = list
		default:
			return record
		}
	}
	if only == nil {
		return record
	}
	if one, ok := only[0].(map[string]any); ok {
		return one
	}
	return record
}

func put(cells map[string]string, key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			put(cells, strings.TrimPrefix(key+"."+name, "."), inner)
		}
	case []any:
		putList(cells, key, value)
	case nil:
	default:
		cells[key] = fmt.Sprint(value)
	}
}

// networksOf are the networks that the objects of a list name, nil where one names none.
func networksOf(list []any) (names []string) {
	for _, item := range list {
		object, _ := item.(map[string]any)
		at := slices.IndexFunc(networkKeys, func(key string) bool {
			name, ok := object[key].(string)
			return ok && plan.NetworkHeader(name)
		})
		if at < 0 {
			return nil
		}
		names = append(names, object[networkKeys[at]].(string))
	}
	return names
}

// networkKeys lists the keys of an account's network in JSON.
var networkKeys = []string{"platform", "network", "type", "service", "site", "channel", "name"}

// putList joins plain values the way tables of videos join tags. Accounts of one
// person, each with its network, stand below the networks' names.
func putList(cells map[string]string, key string, list []any) {
	var plain []string
	if networks := networksOf(list); networks != nil {
		for i, item := range list {
			if slices.Index(networks, networks[i]) < i {
				networks[i] += "[1]" // one more account there
			}
			put(cells, networks[i], item)
		}
		return
	}
	for _, item := range list {
		if object, ok := item.(map[string]any); ok {
			if len(plain) == 0 {
				put(cells, key+"[0]", object)
			}
			return
		}
		plain = append(plain, fmt.Sprint(item))
	}
	cells[key] = strings.Join(plain, "|")
}

// objectReader yields JSON objects as rows of one cell.
type objectReader struct{ lines *lineReader }

func (r objectReader) next() (record, error) {
	line, err := r.lines.take()
	row := record{line: line.number, cells: []string{line.text}}
	if line.long {
		row.broken = "the line is longer than a row can be"
	}
	return row, err
}
