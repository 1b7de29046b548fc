package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// values makes values that fit schemas, mostly at their edges.
type values struct {
	*rand.Rand
	schemas map[string]map[string]any
	// known are values that mean something here, by the key they stand under.
	known map[string][]string
	// digits says that whole numbers are written in digits alone, as in parameters.
	digits bool
}

type schema = map[string]any

func (v *values) chance(perCent int) bool { return v.IntN(100) < perCent }

func pick[T any](v *values, of []T) T { return of[v.IntN(len(of))] }

// whole is a schema without references and choices: one of what it lets be.
func (v *values) whole(s schema) schema {
	if ref, ok := s["$ref"].(string); ok {
		s = v.schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	}
	out := maps.Clone(s)
	for _, one := range list(s["allOf"]) {
		out = v.both(out, v.whole(one.(schema)))
	}
	for _, either := range []string{"oneOf", "anyOf"} {
		if of := list(s[either]); len(of) > 0 {
			out = v.both(out, v.whole(pick(v, of).(schema)))
		}
		delete(out, either)
	}
	return out
}

// both is a schema for what fits two; the keywords of the second go first.
func (v *values) both(a, b schema) schema {
	out := maps.Clone(a)
	for key, is := range b {
		switch was, there := out[key]; {
		case key == "required":
			out[key] = slices.Concat(list(was), list(is))
		case key == "properties" && there:
			all := maps.Clone(was.(schema))
			for name, of := range is.(schema) {
				all[name] = of
				if old, known := was.(schema)[name].(schema); known && of.(schema)["type"] != "null" {
					if something := list(old["anyOf"]); len(something) > 0 { // the other is null
						old = something[0].(schema)
					}
					all[name] = v.both(v.whole(old), v.whole(of.(schema)))
				}
			}
			out[key] = all
		default:
			out[key] = is
		}
	}
	return out
}

// types are the types that a schema takes.
func types(s schema) []string {
	if one, ok := s["type"].(string); ok {
		return []string{one}
	}
	var out []string
	for _, t := range list(s["type"]) {
		out = append(out, t.(string))
	}
	return out
}

// of makes a value for the key called name.
func (v *values) of(s schema, name string) any {
	s = v.whole(s)
	kinds := types(s)
	if slices.Contains(kinds, "null") && (len(kinds) == 1 || v.chance(8)) {
		return nil
	}
	if enum, ok := s["enum"].([]any); ok {
		if enum = slices.DeleteFunc(slices.Clone(enum), func(v any) bool { return v == nil }); len(enum) > 0 {
			return pick(v, enum)
		}
	}
	switch kinds[0] {
	case "object":
		return v.object(s)
	case "array":
		return v.array(s, name)
	case "integer":
		return v.integer(s)
	case "number":
		return v.number(s)
	case "boolean":
		return v.chance(50)
	}
	return v.text(s, name)
}

func (v *values) object(s schema) schema {
	out := schema{}
	properties, _ := s["properties"].(schema)
	required := list(s["required"])
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(required, any(name)) || v.chance(40) {
			out[name] = v.of(properties[name].(schema), name)
		}
	}
	return out
}

func sizeOf(s schema, key string, unset int) int {
	if n, ok := s[key].(float64); ok {
		return int(n)
	}
	return unset
}

// between is a number of a range, often one of its ends.
func (v *values) between(least, most int) int {
	switch v.IntN(4) {
	case 0:
		return least
	case 1:
		return most
	}
	return least + v.IntN(most-least+1)
}

func (v *values) array(s schema, name string) []any {
	least := sizeOf(s, "minItems", 0)
	most := sizeOf(s, "maxItems", least+3)
	if v.chance(80) { // long ones cost time
		most = min(most, least+3)
	}
	out := []any{}
	items := s["items"].(schema)
	for n := v.between(least, most); len(out) < n; {
		of := items
		if first, ok := s["contains"].(schema); ok && len(out) == 0 {
			of = v.both(v.whole(items), first)
		}
		one := v.of(of, name)
		if s["uniqueItems"] == true && slices.ContainsFunc(out, func(had any) bool { return fmt.Sprint(had) == fmt.Sprint(one) }) {
			n--
			continue
		}
		out = append(out, one)
	}
	for len(out) < least {
		out = append(out, v.of(items, name))
	}
	return out
}

// integer is written in one of the ways of JSON to write a whole number.
func (v *values) integer(s schema) any {
	least := sizeOf(s, "minimum", -1000)
	n := v.between(least, sizeOf(s, "maximum", least+5000))
	switch way := v.IntN(6); {
	case v.digits:
	case way == 0:
		return json.Number(fmt.Sprintf("%d.0", n))
	case way == 1:
		return json.Number(fmt.Sprintf("%de0", n))
	case way == 2 && n%10 == 0:
		return json.Number(fmt.Sprintf("%dE+1", n/10))
	}
	return json.Number(strconv.Itoa(n))
}

func (v *values) number(s schema) any {
	least, bounded := s["minimum"].(float64)
	if above, ok := s["exclusiveMinimum"].(float64); ok {
		least, bounded = max(least, above)+1e-6, true
	}
	if !bounded {
		least = -1e9
	}
	most, ok := s["maximum"].(float64)
	if !ok {
		most = 1e12
	}
	switch v.IntN(4) {
	case 0:
		return least
	case 1:
		return most
	}
	return least + v.Float64()*(most-least)
}

var samples = []string{"vegan food", "a", "Ana", "é", "日本語", "two  words", " spaced ", "'; --", "<b>&amp;", "\u200b", "🌮", "%00", "..", "0", "-1", "null", "\u00a0", "\t", "x\u0301", "ABCDEFGHIJK", "https://x.example/p/abc"}

var uuid = regexp.MustCompile("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$")

// text is a string: one that is known, a sample, one of the least or the greatest length,
// or one made of the pattern.
func (v *values) text(s schema, name string) string {
	least := sizeOf(s, "minLength", 0)
	most := sizeOf(s, "maxLength", max(least, 80))
	var form *regexp.Regexp
	if p, ok := s["pattern"].(string); ok {
		form = regexp.MustCompile(p)
	} else if s["format"] == "uuid" {
		form = uuid
	}
	fits := func(text string) bool {
		n := utf8.RuneCountInString(text)
		return n >= least && n <= most && (form == nil || form.MatchString(text))
	}
	for range 20 {
		var text string
		switch known := v.known[name]; {
		case len(known) > 0 && v.chance(60):
			text = pick(v, known)
		case form != nil && v.chance(70):
			text = v.matching(form.String(), most)
		case v.chance(30):
			text = strings.Repeat(pick(v, []string{"x", "é", "語", "a "}), most+1)
			text = string([]rune(text)[:pick(v, []int{least, most})])
		default:
			text = pick(v, samples)
		}
		if fits(text) {
			return text
		}
	}
	for {
		text := strings.Repeat("x", v.between(least, most))
		if form != nil {
			text = v.matching(form.String(), most)
		}
		if fits(text) {
			return text
		}
	}
}

// matching is a string that a pattern matches.
func (v *values) matching(pattern string, most int) string {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	v.write(&b, parsed, most)
	return b.String()
}

func (v *values) write(b *strings.Builder, p *syntax.Regexp, most int) {
	times := func(least, most int) {
		for range v.between(least, most) {
			v.write(b, p.Sub[0], most)
		}
	}
	switch p.Op {
	case syntax.OpLiteral:
		b.WriteString(string(p.Rune))
	case syntax.OpCharClass:
		at := 2 * v.IntN(len(p.Rune)/2)
		least, last := p.Rune[at], p.Rune[at+1]
		r := least + rune(v.IntN(int(last-least)+1))
		if !utf8.ValidRune(r) {
			r = least
		}
		b.WriteRune(r)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteString(pick(v, []string{"a", " ", "é", "語", "/"}))
	case syntax.OpCapture:
		v.write(b, p.Sub[0], most)
	case syntax.OpConcat:
		for _, one := range p.Sub {
			v.write(b, one, most)
		}
	case syntax.OpAlternate:
		v.write(b, pick(v, p.Sub), most)
	case syntax.OpStar:
		times(0, 5)
	case syntax.OpPlus:
		times(1, min(most, 40))
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		last := p.Max
		if last < 0 || v.chance(70) {
			last = max(p.Min, min(p.Max, p.Min+12))
		}
		times(p.Min, last)
	}
}
