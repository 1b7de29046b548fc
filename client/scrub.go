package client

import (
	"errors"
	"strings"
)

const redacted = "[key]"

// cleaner takes a key out of text. Something shorter than six characters keeps
// nobody out, and would be found in ordinary words.
func cleaner(key string) func(string) string {
	return func(s string) string {
		if len(key) < 6 {
			return s
		}
		return strings.ReplaceAll(s, key, redacted)
	}
}

// scrub takes the key out of whatever an answer may have echoed.
func (e *Error) scrub(key string) {
	clean := cleaner(key)
	e.Message, e.Param, e.RequestID, e.Upstream = clean(e.Message), clean(e.Param), clean(e.RequestID), clean(e.Upstream)
	for _, s := range []*string{(*string)(&e.Code), (*string)(&e.Reason), (*string)(&e.NextStep)} {
		*s = clean(*s)
	}
	eachString(e.Details, "", func(_, s string) string { return clean(s) })
	if e.Err == nil {
		return
	}
	if s := e.Err.Error(); clean(s) != s {
		e.Err = errors.New(clean(s))
	}
}

func (r *Receipt) scrub(key string) {
	clean := cleaner(key)
	r.RequestID, r.Plan = clean(r.RequestID), clean(r.Plan)
	for i, f := range r.Features {
		r.Features[i] = clean(f)
	}
}
