package live

import (
	"reflect"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

// webOnly takes out of what a network shows every address that media.WebAddress
// refuses: a text gets empty, a pointer nil, and what is nothing but an address leaves
// its list. What holds an address is told by its name, so that none is forgotten.
func webOnly(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			webOnly(v.Elem())
		}
	case reflect.Slice:
		if holds(v.Type().Elem()) {
			for i := range v.Len() {
				webOnly(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field, name := v.Field(i), v.Type().Field(i).Name
			if field.CanSet() && !addressed(field, name) {
				webOnly(field)
			}
		}
	}
}

// addressed keeps to the rule in a field that holds one; false: it holds none.
func addressed(field reflect.Value, name string) bool {
	if !strings.Contains(name, "URL") && name != "Src" {
		return bare(field)
	}
	switch to := field.Addr().Interface().(type) {
	case *string:
		put(to)
	case **string:
		if *to != nil && media.WebAddress(**to) != **to {
			*to = service.Known(media.WebAddress(**to))
		}
	case *[]string:
		if kept := media.WebAddresses(*to); !slices.Equal(kept, *to) {
			*to = kept
		}
	}
	return true
}

// put writes only what is not so already: a source may show others the same value.
func put(to *string) {
	if kept := media.WebAddress(*to); kept != *to {
		*to = kept
	}
}

// bare does so in a list of what is nothing without its address.
func bare(field reflect.Value) bool {
	switch to := field.Addr().Interface().(type) {
	case *[]api.BioLink:
		*to = inPlace(*to, func(l *api.BioLink) *string { return &l.URL })
	case *[]api.VideoVersion:
		*to = inPlace(*to, func(v *api.VideoVersion) *string { return &v.URL })
	case *[]api.DisplayResource:
		*to = inPlace(*to, func(r *api.DisplayResource) *string { return &r.Src })
	default:
		return false
	}
	return true
}

func inPlace[T any](list []T, at func(*T) *string) []T {
	for i := range list {
		put(at(&list[i]))
	}
	return slices.DeleteFunc(list, func(one T) bool { return *at(&one) == "" })
}

// holds says whether values of a type can hold an address.
func holds(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct
}
