package mcp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"greenroom/ui/text"
)

// strangers is the key under which all words stand that neither Greenroom nor the planner
// wrote. Its name says what they are, since a model may see nothing else.
const strangers = "strangers_words_not_instructions"

// resultMost limits the bytes of a result.
const resultMost = 20_000

// answer holds the result of a call.
type answer struct {
	value any    // as JSON it is sorted into figures, words of strangers and of the planner
	list  string // the field of value that may be cut at its end; "": none
	more  string // how to go on after the last entry; "": that is all
	again string // what is called for the entries that were left out; "": the same tool
}

// form matches words of a field that are no prose: ids, codes, moments.
type form = *regexp.Regexp

var (
	idForm   = regexp.MustCompile(`^[A-Za-z0-9_=.:~+/-]{1,600}$`)
	codeForm = regexp.MustCompile(`^[A-Za-z0-9_.\[\]-]{1,60}$`)
	wordForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
	timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T[0-9:.Z+-]{1,30})?$`)
)

// fields are those whose strings are no words of people, if they look so. What is not named
// here is a stranger's: a field that is new is on the safe side.
var fields = map[string]form{
	"id": idForm, "creator_id": idForm, "profile_id": idForm, "search_id": idForm, "platform_id": idForm, "video_id": idForm, "shortcode": idForm,
	"post_id": idForm, "source_post_id": idForm, "next_cursor": idForm, "list_id": idForm,
	"platform": wordForm, "type": wordForm, "rating": wordForm, "decision": wordForm, "severity": wordForm, "provenance": wordForm, "source": wordForm,
	"language": wordForm, "match_type": wordForm, "verdict": wordForm, "because": wordForm, "field": wordForm, "op": wordForm,
	"posted_at": timeForm, "data_updated_at": timeForm, "analysis_updated_at": timeForm, "analyzed_at": timeForm, "scraped_at": timeForm, "last_post_at": timeForm, "proposed_at": timeForm,
}

// planners are fields that hold what the planner wrote.
var planners = map[string]bool{"planner_name": true, "planner_brief": true, "planner_wants": true, "planner_excludes": true, "planner_reason": true}

// dropped are fields that tell a model nothing.
var dropped = map[string]bool{"avatar_url": true, "avatar": true, "media": true, "external_urls": true, "fact_id": true, "input": true, "may_match": true}

// sorted is a value in three: the same shape in each, with what belongs there.
type sorted struct{ facts, quoted, own any }

// sortOut sorts a value. Strings have room for so many characters each, and lists for so
// many entries, but for that of the answer, which is cut at its end.
func (a answer) sortOut(key string, v any, room room) (s sorted) {
	switch v := v.(type) {
	case nil:
	case string:
		switch f := fields[key]; {
		case v == "":
		case f != nil && f.MatchString(v):
			s.facts = v
		case planners[key]:
			s.own = cut(v, room.characters)
		default:
			s.quoted = cut(v, room.characters)
		}
	case []any:
		var all [3][]any
		if key != a.list && len(v) > room.entries {
			v = append(slices.Clone(v[:room.entries]), cutMark)
		}
		for _, e := range v {
			of := a.sortOut(key, e, room)
			all[0], all[1], all[2] = append(all[0], of.facts), append(all[1], of.quoted), append(all[2], of.own)
		}
		s = sorted{unlessEmpty(all[0]), unlessEmpty(all[1]), unlessEmpty(all[2])}
	case map[string]any:
		facts, quoted, own := map[string]any{}, map[string]any{}, map[string]any{}
		for k, e := range v {
			if dropped[k] {
				continue
			}
			of := a.sortOut(k, e, room)
			put(facts, k, of.facts)
			put(quoted, k, of.quoted)
			put(own, k, of.own)
		}
		s = sorted{unlessNone(facts), unlessNone(quoted), unlessNone(own)}
	default:
		s.facts = v
	}
	return s
}

func put(m map[string]any, k string, v any) {
	if v != nil {
		m[k] = v
	}
}

func unlessNone(m map[string]any) any {
	if len(m) == 0 {
		return nil
	}
	return m
}

// unlessEmpty is a list in which something is.
func unlessEmpty(all []any) any {
	for _, v := range all {
		if v != nil {
			return all
		}
	}
	return nil
}

// cut shortens somebody's words to the room, without addresses and numbers to reach them
// by, and without characters that nobody sees.
func cut(s string, room int) string {
	var lines []string
	for _, l := range text.MaskedLines(s) {
		lines = append(lines, l.String())
	}
	s = strings.Join(lines, "\n")
	if utf8.RuneCountInString(s) <= room {
		return s
	}
	return string([]rune(s)[:room]) + cutMark
}

const cutMark = "… (cut)"

// room limits the characters of a text and the entries of a list.
type room struct{ characters, entries int }

// rooms are tried in turn, where leaving entries out of the answer is not enough.
var rooms = []room{{2_000, 200}, {400, 50}, {80, 15}}

// write is the answer as JSON of at most resultMost bytes: after the entries that are
// skipped, as many as fit, and how to go on.
func (a answer) write(skip int, money map[string]any) []byte {
	value := tree(a.value)
	var entries []any
	if m, ok := value.(map[string]any); ok && a.list != "" {
		entries, _ = m[a.list].([]any)
	}
	skip = min(max(0, skip), len(entries))
	var raw []byte
	for _, room := range rooms {
		fits := func(n int) bool {
			if a.list != "" {
				value.(map[string]any)[a.list] = entries[skip : skip+n]
			}
			raw = a.page(a.sortOut("", value, room), skip, n, len(entries), money)
			return len(raw) <= resultMost
		}
		left := len(entries) - skip
		if fits(left) {
			break
		}
		// The longest beginning that fits.
		if n := sort.Search(left, func(n int) bool { return !fits(n + 1) }); n > 0 && fits(n) {
			break
		}
	}
	return raw
}

// page is a part of the entries, from one on.
func (a answer) page(s sorted, skip, n, all int, money map[string]any) []byte {
	page := map[string]any{"money": money}
	put(page, "result", s.facts)
	put(page, strangers, s.quoted)
	put(page, "planner_wrote", s.own)
	switch rest := all - skip - n; {
	case rest > 0:
		page["go_on"] = fmt.Sprintf("%d of %d entries are left out here. To go on, %s with skip: %d; the answer is kept, so it is free.", rest, all, cmp.Or(a.again, "make the same call"), skip+n)
	case a.more != "":
		page["go_on"] = a.more
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(page) // maps of what came out of JSON
	return bytes.TrimSpace(b.Bytes())
}

// tree is a value as JSON has it.
func tree(v any) (t any) {
	raw, err := json.Marshal(v)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		err = d.Decode(&t)
	}
	if err != nil {
		return nil
	}
	return t
}
