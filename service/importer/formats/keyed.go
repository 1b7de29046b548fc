package formats

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// keyed are the rows of a document that is an object of objects alike: one for each
// account by its name, or one for each column by the number of the row. nil is
// another document.
func keyed(path string) []map[string]json.RawMessage {
	name := strings.ToLower(filepath.Base(path))
	info, err := os.Stat(path)
	if err != nil || info.Size() > mostSingle || strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson") || strings.HasSuffix(name, ".info.json") {
		return nil
	}
	document, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var members map[string]map[string]json.RawMessage
	if json.Unmarshal(bytes.TrimPrefix(document, []byte("\ufeff")), &members) != nil || len(members) < 2 || !alike(members) {
		return nil
	}
	if numbered(members) {
		return turned(members)
	}
	var rows []map[string]json.RawMessage
	for _, key := range slices.Sorted(maps.Keys(members)) {
		row := members[key]
		if !slices.ContainsFunc([]string{"username", "handle", "login", "user", "account", "userName", "uniqueId"}, func(own string) bool { return row[own] != nil }) {
			row["username"], _ = json.Marshal(key)
		}
		rows = append(rows, row)
	}
	return rows
}

// alike holds for objects that have most of their keys in common.
func alike(members map[string]map[string]json.RawMessage) bool {
	uses := map[string]int{}
	all := 0
	for _, m := range members {
		for key := range m {
			uses[key]++
			all++
		}
	}
	shared := 0
	for _, n := range uses {
		if n*2 > len(members) {
			shared += n
		}
	}
	return all > 0 && shared*2 > all
}

func numbered(members map[string]map[string]json.RawMessage) bool {
	for _, m := range members {
		for key := range m {
			if strings.Trim(key, "0123456789") != "" {
				return false
			}
		}
	}
	return true
}

// turned makes rows of columns.
func turned(columns map[string]map[string]json.RawMessage) (rows []map[string]json.RawMessage) {
	at := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		for _, key := range slices.Sorted(maps.Keys(columns[name])) {
			if _, ok := at[key]; !ok {
				at[key] = len(rows)
				rows = append(rows, map[string]json.RawMessage{})
			}
			rows[at[key]][name] = columns[name][key]
		}
	}
	return rows
}

// keyedFile writes rows as JSON lines.
func (u *Unpacker) keyedFile(rows []map[string]json.RawMessage, path, shown string) ([]File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	folder, err := u.place(path)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			return nil, err
		}
		out.Write(append(line, '\n'))
	}
	to := filepath.Join(folder, "items.jsonl")
	if err := os.WriteFile(to, out.Bytes(), 0o600); err != nil {
		return nil, err
	}
	return []File{{Path: to, Shown: shown}}, dated(to, info.ModTime())
}
