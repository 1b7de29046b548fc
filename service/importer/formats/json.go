package formats

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"greenroom/service/importer/exports"
)

// rowsOf are the names that lists of records have in wrapped JSON, those of the
// networks' own data downloads among them.
var rowsOf = []string{"data", "items", "results", "creators", "profiles", "channels", "posts", "videos", "records", "rows", "list", "influencers",
	"users", "accounts", "Video.Videos.VideoList", "Post.Posts.VideoList"}

// JSONShape tells lines of JSON objects from a document: by the name, or by a first line that
// is an object and another that follows. named says that the name tells.
func JSONShape(path string, head []byte) (lines, named bool) {
	name := strings.ToLower(path)
	if strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson") {
		return true, true
	}
	if strings.HasSuffix(name, ".info.json") {
		return false, true
	}
	first, rest, cut := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	return cut && json.Valid(first) && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{")), false
}

// wrapped holds for a JSON object that is not one record, nor the first of many
// lines, nor the description of a video.
func wrapped(path string, head []byte) bool {
	if lines, named := JSONShape(path, head); lines || named {
		return false
	}
	if answer.Match(head) {
		return true
	}
	for _, known := range []string{`"extractor"`, `"automatic_captions"`, `"webpage_url"`, `"uploader_id"`, `"channel_id"`} {
		if bytes.Contains(head, []byte(known)) && !bytes.Contains(head, []byte("[{")) {
			return false
		}
	}
	return bytes.Contains(head, []byte("[")) && jsonLists.Match(head)
}

// answer begins a document that this program printed.
var answer = regexp.MustCompile(`^\s*\{\s*"data"\s*:\s*[{\[]`)

// jsonLists finds the beginning of a list of objects.
var jsonLists = regexp.MustCompile(`\[\s*\{`)

// lister writes the lists of objects in a document to files, a line an object.
type lister struct {
	u      *Unpacker
	folder string
	lists  []list
}

type list struct {
	name, path string
	rows       int
}

// json turns the list of a document into JSON lines.
func (u *Unpacker) json(in *input) ([]File, error) {
	if item := exports.Single(whole(in.file.Name())); item != nil {
		return in.lines("item", []json.RawMessage{item})
	}
	l := &lister{u: u, folder: in.folder}
	text := bufio.NewReader(in)
	if mark, err := text.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = text.Discard(3)
	}
	decoder := json.NewDecoder(text)
	if err := l.value(decoder, "", 0); err != nil {
		if u.stopped != nil || Refusal(err) != "" {
			return nil, err
		}
		return nil, refusal("Its JSON cannot be read to its end: " + err.Error() + ".")
	}
	chosen, err := l.choose()
	if err != nil || chosen.path == "" {
		return nil, err
	}
	return []File{{Path: chosen.path, Shown: in.shown}}, dated(chosen.path, in.info.ModTime())
}

// mostSingle is more than the JSON of one item that this program prints has.
const mostSingle = 32 << 20

// whole is a document that is not larger than one item; nil is another.
func whole(path string) []byte {
	info, err := os.Stat(path)
	if err != nil || info.Size() > mostSingle {
		return nil
	}
	document, _ := os.ReadFile(path)
	return bytes.TrimPrefix(document, []byte("\ufeff"))
}

func (l *lister) choose() (list, error) {
	lists := slices.DeleteFunc(l.lists, func(i list) bool { return i.rows == 0 })
	if len(lists) == 0 {
		return list{}, refusal("It is JSON without a list of objects, so there are no rows in it.")
	}
	if len(lists) == 1 {
		return lists[0], nil
	}
	var names []string
	for _, i := range lists {
		names = append(names, i.name)
	}
	for _, name := range rowsOf {
		if at := slices.Index(names, name); at >= 0 {
			return lists[at], nil
		}
	}
	return list{}, refusal("It holds several lists (" + strings.Join(names[:min(len(names), 6)], ", ") + "); save the one with the creators or posts as a file of its own.")
}

// deepest limits how far below the top of a document its rows may lie.
const deepest = 4

func (l *lister) value(d *json.Decoder, name string, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return err
			}
			inner := strings.TrimPrefix(name+"."+key.(string), ".")
			if depth >= deepest {
				err = d.Decode(new(json.RawMessage))
			} else {
				err = l.value(d, inner, depth+1)
			}
			if err != nil {
				return err
			}
		}
		_, err = d.Token()
	case json.Delim('['):
		err = l.rows(d, name)
	}
	return err
}

// rows writes the objects of a list; plain texts become one column.
func (l *lister) rows(d *json.Decoder, name string) (err error) {
	to, err := create(l.folder, strings.NewReplacer("/", "_", `\`, "_", ":", "_").Replace(cmp.Or(name, "list"))+".jsonl")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	found := list{name: name, path: to.Name()}
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return errors.Join(err, to.Close())
		}
		switch raw[0] {
		case '{':
		case '"':
			if name != "" {
				continue
			}
			raw = append(append([]byte(`{"username":`), raw...), '}')
		default:
			continue
		}
		found.rows++
		var line bytes.Buffer
		if err := json.Compact(&line, raw); err != nil {
			return errors.Join(err, to.Close())
		}
		if l.u.bytes += int64(line.Len()); l.u.bytes > maxBytes {
			return errors.Join(refusal("It is larger than is read in one import."), to.Close())
		}
		line.WriteByte('\n')
		if _, err := io.Copy(out, &line); err != nil {
			return errors.Join(err, to.Close())
		}
	}
	l.lists = append(l.lists, found)
	_, err = d.Token()
	return errors.Join(err, out.Flush(), to.Close())
}

// keyed are the rows of a document that is an object of objects alike: one for each
// account by its name, or one for each column by the number of the row. nil is
// another document.
func keyed(path string) (rows []json.RawMessage) {
	if _, named := JSONShape(path, nil); named {
		return nil
	}
	members := alikeBelow(whole(path), 0)
	if members == nil {
		return nil
	}
	if !slices.ContainsFunc(slices.Collect(maps.Values(members)), func(m map[string]json.RawMessage) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(m)), func(key string) bool { return strings.Trim(key, "0123456789") != "" })
	}) {
		return turned(members)
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		row := members[key]
		if !slices.ContainsFunc([]string{"username", "handle", "login", "user", "account", "userName", "uniqueId"}, func(own string) bool { return row[own] != nil }) {
			row["username"], _ = json.Marshal(key)
		}
		line, _ := json.Marshal(row)
		rows = append(rows, line)
	}
	return rows
}

// alikeBelow are the members of an object that are objects alike, or those of the only
// object in it; nil where there are none.
func alikeBelow(object json.RawMessage, depth int) map[string]map[string]json.RawMessage {
	var members map[string]map[string]json.RawMessage
	if json.Unmarshal(object, &members) == nil && len(members) > 1 && alike(members) && (depth == 0 || !figures(members)) {
		return members
	}
	var all map[string]json.RawMessage
	if depth == deepest || json.Unmarshal(object, &all) != nil {
		return nil
	}
	maps.DeleteFunc(all, func(_ string, inner json.RawMessage) bool { return inner[0] != '{' })
	if len(all) != 1 {
		return nil
	}
	for _, inner := range all {
		return alikeBelow(inner, depth+1)
	}
	return nil
}

// figures holds for objects of one key each, as networks write numbers: {"count": 1}.
func figures(members map[string]map[string]json.RawMessage) bool {
	return !slices.ContainsFunc(slices.Collect(maps.Values(members)), func(m map[string]json.RawMessage) bool { return len(m) > 1 })
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

// turned makes rows of columns.
func turned(columns map[string]map[string]json.RawMessage) (lines []json.RawMessage) {
	at, rows := map[string]int{}, []map[string]json.RawMessage{}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		for _, key := range slices.Sorted(maps.Keys(columns[name])) {
			if _, ok := at[key]; !ok {
				at[key] = len(rows)
				rows = append(rows, map[string]json.RawMessage{})
			}
			rows[at[key]][name] = columns[name][key]
		}
	}
	for _, row := range rows {
		line, _ := json.Marshal(row)
		lines = append(lines, line)
	}
	return lines
}
