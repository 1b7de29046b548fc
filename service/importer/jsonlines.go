package importer

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"greenroom/service/media"
)

// jsonReader reads one JSON object a line as rows. Columns are the keys of the
// first lines, in alphabetical order; keys below others are joined by a dot,
// and lists of objects give their first one.
type jsonReader struct {
	lines   *lineReader
	columns []string
}

const jsonSample = 50

// header collects the keys of the first lines and gives the lines back.
func (j *jsonReader) header() []string {
	var taken []physical
	keys := map[string]bool{}
	for range jsonSample {
		line, err := j.lines.take()
		if err != nil {
			break
		}
		taken = append(taken, line)
		if cells, reason := flatten(line); reason == "" {
			for key := range cells {
				keys[key] = true
			}
		}
	}
	j.lines.back(taken)
	j.columns = j.columns[:0]
	for key := range keys {
		j.columns = append(j.columns, key)
	}
	sort.Strings(j.columns)
	return j.columns
}

func (j *jsonReader) next() (record, error) {
	line, err := j.lines.take()
	if err != nil {
		return record{}, err
	}
	row := record{line: line.number, cells: make([]string, len(j.columns))}
	if strings.TrimSpace(line.text) == "" {
		return row, nil
	}
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
	put(cells, "", object)
	return cells, ""
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

// putList joins plain values the way tables of videos join tags.
func putList(cells map[string]string, key string, list []any) {
	var plain []string
	for _, item := range list {
		if object, ok := item.(map[string]any); ok {
			if len(plain) == 0 {
				put(cells, key, object)
			}
			return
		}
		plain = append(plain, fmt.Sprint(item))
	}
	cells[key] = strings.Join(plain, "|")
}
