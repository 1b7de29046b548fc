package importer

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"greenroom/api"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
)

// MappingFile lies beside tables and says how they are read.
const MappingFile = "greenroom-import.toml"

// mapping is what is told of the tables whose names fit "file": values of flags by their
// names, and those of the flags that name a field by the field, below byField.
type mapping map[string]any

// byField names the settings that each hold several fields or words, and their flags.
var byField = map[string]string{"columns": "map", "units": "unit", "words": "mil"}

type mappingList struct {
	Table []mapping `toml:"table"`
}

// mappings are the files of folders, as read and as they will be saved.
type mappings map[string]*mappingList

func (m mappings) of(folder string) (*mappingList, error) {
	if list, ok := m[folder]; ok {
		return list, nil
	}
	list := &mappingList{}
	m[folder] = list
	path := filepath.Join(folder, MappingFile)
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return list, nil
	}
	if err == nil {
		err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(list)
	}
	for i, entry := range list.Table {
		if err == nil {
			err = entry.check(i + 1)
		}
	}
	if err != nil {
		return list, refuse("%s beside it cannot be read: %s.", MappingFile, strings.TrimSuffix(err.Error(), "."))
	}
	return list, nil
}

// check refuses an entry that would hold for no table, or says what is no setting: it may
// be a setting that is misspelt. n counts entries from 1.
func (m mapping) check(n int) error {
	pattern, ok := m["file"].(string)
	if _, err := filepath.Match(pattern, ""); !ok || pattern == "" || err != nil {
		return fmt.Errorf("entry %d has no file = \"…\" that names its tables; it has %s", n, strings.Join(slices.Sorted(maps.Keys(m)), ", "))
	}
	for _, s := range m.settings() {
		if err := new(Options).Tell(s.flag, s.value); err != nil {
			return fmt.Errorf("entry %d: %w", n, err)
		}
	}
	return nil
}

// settings are the flags and values that an entry stands for.
func (m mapping) settings() (list []setting) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		fields, several := m[name].(map[string]any)
		if !several {
			list = append(list, setting{"--" + strings.ReplaceAll(name, "_", "-"), fmt.Sprint(m[name])})
		}
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			list = append(list, setting{"--" + byField[name], fmt.Sprintf("%s=%v", field, fields[field])})
		}
	}
	return slices.DeleteFunc(list, func(s setting) bool { return s.flag == "--file" })
}

// apply puts what the file of the folder says under what is told for this run.
func (m mappings) apply(path string, o Options) (Options, error) {
	list, err := m.of(filepath.Dir(path))
	if err != nil {
		return o, err
	}
	for _, entry := range list.Table {
		if fits, _ := filepath.Match(entry["file"].(string), filepath.Base(path)); !fits {
			continue
		}
		for _, s := range entry.settings() {
			if slices.ContainsFunc(o.told, s.settles) {
				continue
			}
			if err := o.Tell(s.flag, s.value); err != nil {
				return o, refuse("%s beside it: %s.", MappingFile, err)
			}
		}
	}
	return o, nil
}

// setting is a flag and its value.
type setting struct{ flag, value string }

// field is the field of a value that names one, "" of others.
func (s setting) field() string {
	field, _, paired := strings.Cut(s.value, "=")
	if !paired {
		return ""
	}
	return field
}

// settles holds for another value of the same.
func (s setting) settles(other setting) bool {
	return s.flag == other.flag && s.field() == other.field()
}

func with[K comparable, V any](all map[K]V, key K, value V) map[K]V {
	if all = maps.Clone(all); all == nil {
		all = map[K]V{}
	}
	all[key] = value
	return all
}

var kinds = map[string]plan.Kind{"creators": plan.Creators, "posts": plan.PostTable, "captions": plan.Captions}

// Tell takes the value of a flag, as it is typed and as questions name it.
func (o *Options) Tell(flag, value string) (err error) {
	if plain, err := strconv.Unquote(value); err == nil {
		value = plain
	}
	s := setting{flag, value}
	field, rest, paired := strings.Cut(value, "=")
	switch flag {
	case "--kind":
		o.Kind, err = oneOf(flag, value, kinds)
	case "--dates":
		o.Dates, err = oneOf(flag, value, plan.DateOrders)
	case "--decimal":
		o.Decimal, err = oneOf(flag, value, plan.Decimals)
	case "--mil":
		s.value = strings.ToLower(value)
		err = o.count(s)
	case "--encoding":
		if o.Encoding = strings.ToLower(value); !slices.Contains(Encodings, o.Encoding) {
			err = fmt.Errorf("--encoding takes one of %s, not %s", strings.Join(Encodings, ", "), value)
		}
	case "--rates":
		o.Rates = value
		_, err = oneOf(flag, value, plan.Ratios)
	case "--platform":
		if o.Platform = api.Platform(value); !slices.Contains(api.Platforms(), o.Platform) {
			err = fmt.Errorf("--platform takes one of %v, not %s", api.Platforms(), value)
		}
	case "--as-of":
		if at, ok := cells.Date(value, cells.AnyOrder); ok {
			o.AsOf = at
		} else {
			err = fmt.Errorf("--as-of takes a day such as 2024-01-31, not %s", value)
		}
	case "--unit", "--map":
		if !paired || rest == "" || !slices.Contains(plan.Fields, field) {
			return fmt.Errorf("%s takes a FIELD=…, where FIELD is one of %s; not %s", flag, strings.Join(plan.Fields, ", "), value)
		}
		if flag == "--map" {
			o.Map = with(o.Map, field, rest)
			break
		}
		var unit float64
		if unit, err = oneOf(flag, rest, plan.Units); err == nil {
			o.Units = with(o.Units, field, unit)
		}
	default:
		err = fmt.Errorf("%s is no setting of a table", strings.TrimLeft(flag, "-"))
	}
	if err == nil {
		o.told = append(slices.DeleteFunc(slices.Clone(o.told), s.settles), s)
	}
	return err
}

// count takes what a word behind numbers counts, be it named or not.
func (o *Options) count(s setting) error {
	word := s.field()
	counts, err := oneOf(s.flag, s.value[strings.IndexByte(s.value, '=')+1:], plan.Units)
	switch may := cells.MayCount(word); {
	case err != nil:
		return err
	case word != "" && len(may) == 0:
		return fmt.Errorf("%s takes what one of %s counts, as in t=thousand; not %s", s.flag, strings.Join(cells.Doubtful(), ", "), s.value)
	case word != "" && !slices.Contains(may, counts):
		return fmt.Errorf("%s %s: nowhere does %q count that", s.flag, s.value, word)
	}
	o.Words = with(o.Words, word, counts)
	return nil
}

func oneOf[V any](flag, value string, known map[string]V) (V, error) {
	v, ok := known[value]
	if !ok {
		return v, fmt.Errorf("%s takes %s, not %s", flag, strings.Join(slices.Sorted(maps.Keys(known)), ", "), value)
	}
	return v, nil
}

// remembering notes what is told and answered of a table, to be saved.
func (j *job) remembering(o Options) Options {
	if !o.SaveMapping {
		return o
	}
	told := o
	j.note(told)
	if ask := o.Ask; ask != nil {
		o.Ask = func(q plan.Question) string {
			answer := ask(q)
			if told.Tell(q.Flag, answer) == nil {
				j.note(told)
			}
			return answer
		}
	}
	return o
}

// note puts what is told of the file into the list of its folder.
func (j *job) note(o Options) {
	entry := mapping{"file": escapeGlob(filepath.Base(j.source.path))}
	for _, s := range o.told {
		name := strings.ReplaceAll(strings.TrimLeft(s.flag, "-"), "-", "_")
		entry[name] = s.value
		for of, flag := range byField {
			if flag == name && s.field() != "" {
				delete(entry, name)
				fields, _ := entry[of].(map[string]any)
				entry[of] = with[string, any](fields, s.field(), s.value[len(s.field())+1:])
			}
		}
	}
	list := j.mappings[filepath.Dir(j.source.path)]
	list.Table = slices.DeleteFunc(list.Table, func(m mapping) bool { return m["file"] == entry["file"] })
	list.Table = append(list.Table, entry)
}

// save writes the lists that hold something.
func (m mappings) save() error {
	for _, folder := range slices.Sorted(maps.Keys(m)) {
		if len(m[folder].Table) == 0 {
			continue
		}
		text, err := toml.Marshal(m[folder])
		if err != nil {
			return fmt.Errorf("save mapping: %w", err)
		}
		path := filepath.Join(folder, MappingFile)
		head := "# How greenroom import reads the tables of this folder. Flags count before it.\n\n"
		if err := os.WriteFile(path, append([]byte(head), text...), 0o644); err != nil {
			return fmt.Errorf("save mapping: %w", err)
		}
	}
	return nil
}
