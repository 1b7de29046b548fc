package client

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
)

// refuse is a request that the contract refuses whoever asks. It is not sent.
func refuse(param, message string) *Error {
	return &Error{Kind: KindInvalid, Param: param, Outcome: OutcomeFree, Message: message + " Nothing was sent."}
}

// within checks a number from 1 to most; 0 leaves it to the service.
func within(param string, n, most int) *Error {
	if n < 0 || n > most {
		return refuse(param, fmt.Sprintf("%s must be 1 to %d.", param, most))
	}
	return nil
}

// withinIf checks a number that is left to the service where it is nil.
func withinIf(param string, n *int, most int) *Error {
	if n == nil {
		return nil
	}
	if *n == 0 {
		return within(param, -1, most)
	}
	return within(param, *n, most)
}

// length checks a text in characters, spaces around it left out.
func length(param, text string, least, most int) *Error {
	if n := utf8.RuneCountInString(strings.TrimSpace(text)); n < least || n > most {
		return refuse(param, fmt.Sprintf("%s must have %d to %d characters; it has %d.", param, least, most, n))
	}
	return nil
}

func given(param, text string) *Error {
	if strings.TrimSpace(text) == "" {
		return refuse(param, param+" is empty.")
	}
	return nil
}

func uuid(param, id string) *Error {
	if !api.ValidUUID(id) {
		return refuse(param, fmt.Sprintf("%s must be a UUID; %q is not.", param, id))
	}
	return nil
}

// oneOf checks a word of the contract; an empty one leaves it to the service.
func oneOf[T ~string](param string, word T, allowed ...T) *Error {
	if word == "" || slices.Contains(allowed, word) {
		return nil
	}
	return refuse(param, fmt.Sprintf("%s must be one of %s; it is %q.", param, api.List(allowed), string(word)))
}

func mode(m api.ProfileMode) *Error { return oneOf("mode", m, api.ModeLite, api.ModeDetailed) }

// handled brings the handle of one account into the form that goes to a
// service.
func handled(param string, p api.Platform, s string) (string, *Error) {
	name, err := ParseHandle(p, s)
	if err != nil {
		return "", refuse(param, fmt.Sprintf("%s must be the handle of an account, of 1 to %d characters: %v.", param, api.UsernameMax, err))
	}
	return name, nil
}

// naming is how the items of a batch are named: param in the request, key where two that
// have the same one are one item, subject in the journal. form brings them into the form
// that goes to a service, in neutral words.
type naming[R any] struct {
	param        string
	form         func(param string, items []R) ([]R, *Error)
	key, subject func(R) string
}

var (
	byCreator = naming[api.CreatorRef]{"creators", creatorRefs, creatorKey, creatorSubject}
	byProfile = naming[api.ProfileRef]{"profiles", profileRefs, profileKey, func(r api.ProfileRef) string { return r.Username }}
	byPost    = naming[api.PostRef]{"posts", postRefs, postKey, postSubject}
	byID      = naming[string]{"ids", creatorIDs, strings.ToLower, strings.Clone}
	byCode    = naming[string]{"shortcodes", shortcodes, strings.Clone, strings.Clone}
)

// profileRefs brings the profiles of a batch into the form that goes to a
// service, in neutral words.
func profileRefs(param string, refs []api.ProfileRef) ([]api.ProfileRef, *Error) {
	out := make([]api.ProfileRef, len(refs))
	for i, r := range refs {
		at := fmt.Sprintf("%s[%d]", param, i)
		name, wrong := handled(at+".username", r.Platform, r.Username)
		if wrong = cmp.Or(given(at+".platform", string(r.Platform)), wrong); wrong != nil {
			return nil, wrong
		}
		out[i] = api.ProfileRef{Platform: r.Platform, Username: name}
	}
	return out, nil
}

// creatorRefs brings the creators of a batch into the form that goes to a
// service, in neutral words.
func creatorRefs(param string, refs []api.CreatorRef) ([]api.CreatorRef, *Error) {
	out := make([]api.CreatorRef, len(refs))
	for i, r := range refs {
		var wrong *Error
		if out[i], wrong = creatorRef(fmt.Sprintf("%s[%d]", param, i), r); wrong != nil {
			return nil, wrong
		}
	}
	return out, nil
}

func creatorRef(at string, r api.CreatorRef) (api.CreatorRef, *Error) {
	if r.CreatorID != nil {
		if r.Platform != nil || r.Username != nil {
			return r, refuse(at, at+" must name a creator either by id, or by network and username, not both.")
		}
		return r, uuid(at+".creator_id", *r.CreatorID)
	}
	if r.Platform == nil || r.Username == nil || *r.Platform == "" {
		return r, refuse(at, at+" must name a creator by id, or by network and username.")
	}
	name, wrong := handled(at+".username", *r.Platform, *r.Username)
	return api.CreatorRef{Platform: r.Platform, Username: &name}, wrong
}

func creatorIDs(param string, ids []string) ([]string, *Error) {
	for _, id := range ids {
		if wrong := uuid(param, id); wrong != nil {
			return nil, wrong
		}
	}
	return ids, nil
}

func postRefs(param string, refs []api.PostRef) ([]api.PostRef, *Error) {
	for i, r := range refs {
		at := fmt.Sprintf("%s[%d]", param, i)
		var wrong *Error
		switch {
		case (r.PostID == nil) == (r.URL == nil):
			wrong = refuse(at, at+" must name a post either by id or by URL.")
		case r.PostID != nil:
			wrong = uuid(at+".post_id", *r.PostID)
		default:
			wrong = given(at+".url", *r.URL)
		}
		if wrong != nil {
			return nil, wrong
		}
	}
	return refs, nil
}

func shortcodes(param string, codes []string) ([]string, *Error) {
	out := make([]string, len(codes))
	for i, s := range codes {
		code, err := ParseShortcode(s)
		if err != nil {
			at := fmt.Sprintf("%s[%d]", param, i)
			return nil, refuse(at, fmt.Sprintf("%s must be the shortcode or the URL of a post: %v.", at, err))
		}
		out[i] = code
	}
	return out, nil
}

// several names a batch: its first item, and how many there are beside.
func several(n int, first string) string {
	if n <= 1 {
		return first
	}
	return fmt.Sprintf("%s and %d more", first, n-1)
}

// told is a value that may be left out; the zero value where it was.
func told[T any](v *T) (value T) {
	if v != nil {
		value = *v
	}
	return value
}

func creatorSubject(r api.CreatorRef) string { return cmp.Or(told(r.CreatorID), told(r.Username)) }

func postSubject(r api.PostRef) string { return cmp.Or(told(r.PostID), told(r.URL)) }

// creatorKey, profileKey and postKey are equal where two items of a batch ask for
// the same. Networks tell apart neither the case of handles nor that of UUIDs.
func creatorKey(r api.CreatorRef) string {
	switch {
	case r.CreatorID != nil:
		return strings.ToLower(*r.CreatorID)
	case r.Platform != nil && r.Username != nil:
		return profileKey(api.ProfileRef{Platform: *r.Platform, Username: *r.Username})
	}
	return ""
}

func profileKey(r api.ProfileRef) string {
	return string(r.Platform) + ":" + strings.ToLower(r.Username)
}

func postKey(r api.PostRef) string { return cmp.Or(strings.ToLower(told(r.PostID)), told(r.URL)) }
