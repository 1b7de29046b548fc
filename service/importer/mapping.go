package importer

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"greenroom/api"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
)

// MappingFile lies beside tables and says how they are read.
const MappingFile = "greenroom-import.toml"

// mapping is an entry of the file: what is told of the tables whose names fit.
type mapping struct {
	File     string            `toml:"file"`
	Kind     string            `toml:"kind,omitempty"`
	Platform string            `toml:"platform,omitempty"`
	AsOf     string            `toml:"as_of,omitempty"`
	Encoding string            `toml:"encoding,omitempty"`
	Dates    string            `toml:"dates,omitempty"`
	Decimal  string            `toml:"decimal,omitempty"`
	Mil      string            `toml:"mil,omitempty"`
	Rates    string            `toml:"rates,omitempty"`
	Columns  map[string]string `toml:"columns,omitempty"`
	Units    map[string]string `toml:"units,omitempty"`
}

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
	if err != nil {
		return list, refuse("%s beside it cannot be read: %s.", MappingFile, strings.TrimSuffix(err.Error(), "."))
	}
	return list, nil
}

// apply puts what the file of the folder says under what is told for this run.
func (m mappings) apply(path string, o Options) (Options, error) {
	list, err := m.of(filepath.Dir(path))
	if err != nil {
		return o, err
	}
	for _, entry := range list.Table {
		if fits, err := filepath.Match(entry.File, filepath.Base(path)); err != nil || !fits {
			continue
		}
		var settings []string
		for _, s := range [][2]string{{"kind", entry.Kind}, {"platform", entry.Platform}, {"as-of", entry.AsOf}, {"encoding", entry.Encoding}, {"dates", entry.Dates},
			{"decimal", entry.Decimal}, {"mil", entry.Mil}, {"rates", entry.Rates}} {
			if s[1] != "" {
				settings = append(settings, "--"+s[0], s[1])
			}
		}
		for _, field := range slices.Sorted(maps.Keys(entry.Columns)) {
			settings = append(settings, "--map", field+"="+entry.Columns[field])
		}
		for _, field := range slices.Sorted(maps.Keys(entry.Units)) {
			settings = append(settings, "--unit", field+"="+entry.Units[field])
		}
		own := Options{}
		for i := 0; i+1 < len(settings); i += 2 {
			if err := own.Tell(settings[i], settings[i+1]); err != nil {
				return o, refuse("%s beside it: %s.", MappingFile, err)
			}
		}
		o.under(own)
	}
	return o, nil
}

// under takes what is not told yet.
func (o *Options) under(own Options) {
	o.Kind = cmp.Or(o.Kind, own.Kind)
	o.Platform = cmp.Or(o.Platform, own.Platform)
	o.AsOf = cmp.Or(o.AsOf, own.AsOf)
	o.Encoding = cmp.Or(o.Encoding, own.Encoding)
	o.Dates = cmp.Or(o.Dates, own.Dates)
	o.Decimal = cmp.Or(o.Decimal, own.Decimal)
	o.Mil = cmp.Or(o.Mil, own.Mil)
	o.Rates = cmp.Or(o.Rates, own.Rates)
	o.Map, o.Units = over(o.Map, own.Map), over(o.Units, own.Units)
}

func over[V any](upper, lower map[string]V) map[string]V {
	if len(lower) == 0 {
		return upper
	}
	all := maps.Clone(lower)
	maps.Copy(all, upper)
	return all
}

var (
	orders   = map[string]cells.Order{"day-first": cells.DayFirst, "month-first": cells.MonthFirst, "year-first": cells.YearFirst}
	decimals = map[string]byte{"point": '.', "comma": ','}
	units    = map[string]float64{"ones": 1, "thousand": 1e3, "thousands": 1e3, "million": 1e6, "millions": 1e6}
	kinds    = map[string]plan.Kind{"creators": plan.Creators, "posts": plan.PostTable, "captions": plan.Captions}
	rateWays = map[string]string{"ratio": "ratio", "percent": "percent"}
)

// Tell takes the value of a flag, as it is typed and as questions name it.
func (o *Options) Tell(flag, value string) (err error) {
	field, rest, paired := strings.Cut(unquoted(value), "=")
	switch flag {
	case "--kind":
		o.Kind, err = oneOf(flag, value, kinds)
	case "--dates":
		o.Dates, err = oneOf(flag, value, orders)
	case "--decimal":
		o.Decimal, err = oneOf(flag, value, decimals)
	case "--mil":
		o.Mil, err = oneOf(flag, value, units)
	case "--encoding":
		if o.Encoding = strings.ToLower(value); !slices.Contains(Encodings, o.Encoding) {
			err = fmt.Errorf("--encoding takes one of %s, not %s", strings.Join(Encodings, ", "), value)
		}
	case "--rates":
		o.Rates, err = oneOf(flag, value, rateWays)
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
			o.Map = over(map[string]string{field: rest}, o.Map)
			return nil
		}
		var unit float64
		if unit, err = oneOf(flag, rest, units); err == nil {
			o.Units = over(map[string]float64{field: unit}, o.Units)
		}
	}
	return err
}

func unquoted(value string) string {
	if plain, err := strconv.Unquote(value); err == nil {
		return plain
	}
	return value
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
	entry := mapping{File: escapeGlob(filepath.Base(j.source.path)), Kind: string(o.Kind), Platform: string(o.Platform), Encoding: o.Encoding, Rates: o.Rates, Columns: o.Map,
		Dates: nameOf(orders, o.Dates), Decimal: nameOf(decimals, o.Decimal), Mil: nameOf(units, o.Mil)}
	if !o.AsOf.IsZero() {
		entry.AsOf = o.AsOf.Format(time.DateOnly)
	}
	for field, unit := range o.Units {
		entry.Units = over(map[string]string{field: nameOf(units, unit)}, entry.Units)
	}
	list := j.mappings[filepath.Dir(j.source.path)]
	list.Table = slices.DeleteFunc(list.Table, func(m mapping) bool { return m.File == entry.File })
	list.Table = append(list.Table, entry)
}

// nameOf is the last name of a value, "" for the zero value: of thousand and
// thousands, the one that units take.
func nameOf[V comparable](names map[string]V, value V) string {
	var zero V
	if value == zero {
		return ""
	}
	last := ""
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if names[name] == value {
			last = name
		}
	}
	return last
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
