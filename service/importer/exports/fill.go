package exports

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// set puts a cell where the tags of a shape lead to. A column that the shape does
// not have is left alone: a newer program may write more.
func set(v reflect.Value, path []string, cell string) error {
	for _, name := range path {
		if v = below(whole(v), name); !v.IsValid() {
			return nil
		}
	}
	return assign(whole(v), cell)
}

// whole is what a pointer leads to, made where there is nothing.
func whole(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}

// below is the field of a name, also one of a shape that another takes in.
func below(v reflect.Value, name string) reflect.Value {
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case tag == name:
			return v.Field(i)
		case f.Anonymous && tag == "":
			if inner := below(whole(v.Field(i)), name); inner.IsValid() {
				return inner
			}
		}
	}
	return reflect.Value{}
}

var instant = reflect.TypeFor[time.Time]()

func assign(v reflect.Value, cell string) error {
	switch {
	case v.Type() == instant:
		at, err := time.Parse(time.RFC3339, cell)
		if err != nil {
			at, err = time.Parse("2006-01-02", cell)
		}
		v.Set(reflect.ValueOf(at))
		return err
	case v.Kind() == reflect.Slice:
		return assignList(v, cell)
	case v.Kind() == reflect.String:
		v.SetString(cell)
		return nil
	case v.CanInt():
		n, err := strconv.ParseFloat(cell, 64) // spreadsheets write 1.0 and 1E+06
		v.SetInt(int64(n))
		return err
	case v.CanFloat():
		n, err := strconv.ParseFloat(cell, 64)
		v.SetFloat(n)
		return err
	case v.Kind() == reflect.Bool:
		yes, err := strconv.ParseBool(strings.ToLower(cell))
		v.SetBool(yes)
		return err
	}
	return json.Unmarshal([]byte(cell), v.Addr().Interface())
}

// parted is what stands between the parts of a list in one cell.
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
