// Package exports reads back what this program writes: the answers that commands
// print as CSV, JSON or JSON lines, and the sheets of the workbench. Their columns
// are known, so nothing in them is guessed. It owns which names make an export, and
// what its rows say as records; it must not know files, nor what is stored.
package exports

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
)

// Kind tells what the rows of an export are.
type Kind struct {
	Name  string // as people know it: "profiles"
	Posts bool   // posts or what is said in them, else creators
	marks []string
	needs []string // columns without which a row says nothing
	lines []line
}

// line is a column of an export and the field that it goes to.
type line struct {
	from, to       string
	constant       bool // from is what goes there
	added, lenient bool
	when, is       string // a column that has to be filled, behind ! empty, and with what; "" anything
}

// Empty holds for what the program prints without creators or posts in it.
func (k Kind) Empty() bool { return len(k.lines) == 0 }

// Record holds the fields of a row. A post names its author by the id of a profile.
type Record struct {
	Creator    service.Creator
	Profiles   []service.Profile
	Post       *service.Post
	Transcript *service.Transcript
	// Spoken names the author of a transcript, "" where the row does not tell.
	Spoken string
	Views  *int64 // of the video in which it is said
}

//go:embed exports.txt
var kindsText string

// kinds are the exports, those with the most telling names first; parts are lines that
// several have, by the name of their block.
var kinds, parts = parse(kindsText)

func parse(text string) (kinds []Kind, parts map[string][]line) {
	parts = map[string][]line{}
	part, own := "", (*Kind)(nil)
	for row := range strings.Lines(text) {
		words := strings.Fields(row)
		switch {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "==":
			head := strings.Split(strings.TrimSpace(row[3:]), " | ")
			if part, own = head[0], nil; len(head) == 3 {
				kinds = append(kinds, Kind{Name: head[0], Posts: head[1] == "posts", marks: strings.Fields(head[2])})
				own = &kinds[len(kinds)-1]
			}
		case words[0] == "!":
			own.needs = words[1:]
		case own == nil:
			parts[part] = append(parts[part], linesOf(words, parts)...)
		default:
			own.lines = append(own.lines, linesOf(words, parts)...)
		}
	}
	return kinds, parts
}

// linesOf reads a line, or the lines of the part that it names.
func linesOf(words []string, parts map[string][]line) []line {
	lenient := words[0] == "?"
	if lenient {
		words = words[1:]
	}
	l := line{from: words[0], to: words[1], lenient: lenient}
	if len(words) > 2 {
		l.when, l.is, _ = strings.Cut(words[2], "=")
	}
	if !strings.HasPrefix(l.to, ".") || strings.HasSuffix(l.from, "[]") {
		l.from, l.constant = strings.CutPrefix(l.from, "=")
		l.to, l.added = strings.CutPrefix(l.to, "+")
		return []line{l}
	}
	list := slices.Clone(parts[l.to])
	for i := range list {
		if list[i].when, list[i].is = l.when, l.is; !list[i].constant {
			list[i].from = strings.TrimPrefix(l.from, "*") + list[i].from
		}
	}
	return list
}

// Of tells which export has columns of these names.
func Of(names []string) (Kind, bool) {
	for _, k := range kinds {
		if !slices.ContainsFunc(k.marks, func(mark string) bool { return !has(names, mark) }) {
			return k, true
		}
	}
	return Kind{}, false
}

// has holds for a name, and for one of which only parts are there.
func has(names []string, mark string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == mark || strings.HasPrefix(name, mark+".") })
}

// Uses tells whether something is read from a column of this name, or depends on it.
func (k Kind) Uses(name string) bool {
	return slices.ContainsFunc(k.lines, func(l line) bool {
		return !l.constant && strings.TrimSuffix(l.from, "[]") == name || strings.TrimPrefix(l.when, "!") == name
	})
}

// flat are the values in a JSON object by their names, those in objects below joined by dots.
func flat(raw []byte) (map[string]value, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, err
	}
	all := map[string]value{}
	for name, own := range object {
		below, _ := flat(own)
		if len(below) == 0 { // no object, or an empty one
			all[name] = value{string(own), true}
		}
		for inner, v := range below {
			all[name+"."+inner] = v
		}
	}
	return all, nil
}

// Names are the names in a JSON object, those in objects below joined by dots.
func Names(raw []byte) []string {
	all, _ := flat(raw)
	return slices.Sorted(maps.Keys(all))
}

// Single returns the one item of a document that a command printed as JSON, nil where it
// is no such document.
func Single(document []byte) json.RawMessage {
	var answer struct{ Data json.RawMessage }
	if json.Unmarshal(document, &answer) != nil || len(answer.Data) == 0 || answer.Data[0] != '{' {
		return nil
	}
	if k, ok := Of(Names(answer.Data)); !ok || k.Empty() {
		return nil
	}
	return answer.Data
}

// Object reads a row that is a JSON object.
func (k Kind) Object(raw []byte) (Record, error) {
	values, err := flat(raw)
	if err != nil {
		return Record{}, fmt.Errorf("it is not as greenroom writes %s: %w", k.Name, err)
	}
	return k.read(values)
}

// Cells reads a row of a table under the names of its columns. What is not known is
// empty.
func (k Kind) Cells(names, cells []string) (Record, error) {
	values := map[string]value{}
	for i, name := range names {
		if i < len(cells) {
			values[name] = value{cells[i], false}
		}
	}
	return k.read(values)
}

// read puts the values of a row where they belong. A column that the table does not have is
// left alone: a newer program may write more.
func (k Kind) read(values map[string]value) (Record, error) {
	if slices.ContainsFunc(k.needs, func(name string) bool { return values[name].empty() }) {
		return Record{}, nil
	}
	var into struct {
		Record
		Profile service.Profile
	}
	for _, l := range k.lines {
		v := values[strings.TrimSuffix(l.from, "[]")]
		if l.constant {
			v = value{l.from, false}
		}
		if v.empty() || !l.counts(values) {
			continue
		}
		var err error
		if strings.HasSuffix(l.from, "[]") {
			into.add(into.Profile)
			into.Profile = service.Profile{}
			err = into.list(v, Kind{Name: k.Name, lines: parts[l.to]})
		} else if at := field(reflect.ValueOf(&into).Elem(), l.to); at.IsZero() {
			err = v.assign(whole(at))
		} else if l.added {
			more := reflect.New(at.Type()).Elem()
			err = v.assign(more)
			at.SetString(at.String() + "\n\n" + more.String())
		}
		if err != nil && !l.lenient {
			return Record{}, fmt.Errorf("its %s is not as greenroom writes %s: %w", l.from, k.Name, err)
		}
	}
	into.add(into.Profile)
	if p := into.Post; p != nil {
		p.Platform = network(p.Platform)
	}
	return into.Record, nil
}

// counts holds for a row in which the line is read.
func (l line) counts(values map[string]value) bool {
	if empty, ok := strings.CutPrefix(l.when, "!"); ok {
		return values[empty].empty()
	}
	when := values[l.when]
	return l.when == "" || !when.empty() && (l.is == "" || strings.Trim(when.text, `"`) == l.is)
}

// list reads the accounts of a list.
func (r *Record) list(v value, k Kind) error {
	var items []json.RawMessage
	if err := v.assign(reflect.ValueOf(&items).Elem()); err != nil {
		return err
	}
	for _, item := range items {
		of, err := k.Object(item)
		if err != nil {
			return err
		}
		for _, p := range of.Profiles {
			r.add(p)
		}
	}
	return nil
}

// add takes an account in, once, and what is known of it latest.
func (r *Record) add(p service.Profile) {
	if network(p.Platform) == "" || p.Username == "" {
		return
	}
	if p.UpdatedAt.After(r.Creator.UpdatedAt) {
		r.Creator.UpdatedAt = p.UpdatedAt
	}
	for i := range r.Profiles {
		if r.Profiles[i].ID == p.ID && p.ID != "" {
			r.Profiles[i] = service.MergeProfile(r.Profiles[i], p, false)
			return
		}
	}
	r.Profiles = append(r.Profiles, p)
}

var platforms = api.Platforms()

// network is a platform of which the program knows; another is not read.
func network(p api.Platform) api.Platform {
	if slices.Contains(platforms, p) {
		return p
	}
	return ""
}
