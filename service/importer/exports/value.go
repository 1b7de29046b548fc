package exports

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// value is what a row has in a column.
type value struct {
	text string
	json bool // as JSON writes it, else as a cell
}

func (v value) empty() bool { return v.text == "" || v.json && (v.text == "null" || v.text == `""`) }

// field is the field that a path of names leads to; records on the way are made.
func field(v reflect.Value, path string) reflect.Value {
	for name := range strings.SplitSeq(path, ".") {
		v = whole(v).FieldByName(name)
	}
	return v
}

// whole returns the value behind a pointer, made where there is none.
func whole(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}

var instant = reflect.TypeFor[time.Time]()

// assign puts a value into a field of whatever kind.
func (v value) assign(to reflect.Value) error {
	if v.json && (to.Type() == instant || to.Kind() == reflect.Slice) && strings.HasPrefix(v.text, `"`) {
		v.json = false
		if err := json.Unmarshal([]byte(v.text), &v.text); err != nil {
			return err
		}
	}
	if v.json {
		return json.Unmarshal([]byte(v.text), to.Addr().Interface())
	}
	switch {
	case to.Type() == instant:
		at, err := time.Parse(time.RFC3339, v.text)
		if err != nil {
			at, err = time.Parse(time.DateOnly, v.text)
		}
		to.Set(reflect.ValueOf(at.UTC()))
		return err
	case to.Kind() == reflect.Slice:
		return assignList(to, v.text)
	case to.Kind() == reflect.String:
		to.SetString(v.text)
		return nil
	case to.CanInt():
		n, err := strconv.ParseFloat(v.text, 64) // spreadsheets write 1.0 and 1E+06
		to.SetInt(int64(n))
		return err
	case to.CanFloat():
		n, err := strconv.ParseFloat(v.text, 64)
		to.SetFloat(n)
		return err
	default:
		yes, err := strconv.ParseBool(strings.ToLower(v.text))
		to.SetBool(yes)
		return err
	}
}

// parted stands between the parts of a list in one cell.
const parted = "; "

// assignList reads a list: as JSON where a part holds what parts them, else part by
// part. Parts that are objects are JSON one by one.
func assignList(v reflect.Value, cell string) error {
	if strings.HasPrefix(cell, "[") && json.Unmarshal([]byte(cell), v.Addr().Interface()) == nil {
		return nil
	}
	list := reflect.MakeSlice(v.Type(), 0, 1)
	if v.Type().Elem().Kind() == reflect.String {
		for part := range strings.SplitSeq(cell, parted) {
			list = reflect.Append(list, reflect.ValueOf(part).Convert(v.Type().Elem()))
		}
		v.Set(list)
		return nil
	}
	for rest := cell; rest != ""; {
		item, d := reflect.New(v.Type().Elem()), json.NewDecoder(strings.NewReader(rest))
		if err := d.Decode(item.Interface()); err != nil {
			return err
		}
		list = reflect.Append(list, item.Elem())
		rest = strings.TrimPrefix(rest[d.InputOffset():], parted)
	}
	v.Set(list)
	return nil
}
