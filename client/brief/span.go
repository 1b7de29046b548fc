package brief

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/client/plan"
)

// span marks words of a sentence that belong to a field; taken is a no-go.
type span struct{ from, to, field int }

// spansOf are the conditions and exclusions of a sentence that leave it for a field of
// their own, in their order. Those of one field with only a small word between them are
// one, and an exclusion goes on to the end of its clause, with what else is left out there.
func spansOf(s string, in api.Interpretation) (all []span) {
	add := func(words string, field int) {
		if at := wordsAt(s, words); at >= 0 {
			all = append(all, closed(s, span{at, at + len(words), field}))
		}
	}
	for _, f := range in.Filters {
		if field, ok := fieldOf[f.Field]; ok {
			add(f.Text, field)
		}
	}
	for _, e := range in.Excluded {
		add(strings.TrimRight(e.Text, ".!? "), taken)
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	var out []span
	for i, sp := range all {
		if sp.field == taken {
			sp.to = clauseEnd(s, sp.to)
			if i+1 < len(all) && all[i+1].from > sp.from && all[i+1].field != taken {
				sp.to = min(sp.to, all[i+1].from)
			}
		}
		last := len(out) - 1
		switch {
		case last >= 0 && sp.from < out[last].to:
			out[last].to = max(out[last].to, sp.to)
		case last >= 0 && sp.field != taken && out[last].field == sp.field && joins(s[out[last].to:sp.from]):
			out[last].to = sp.to
		default:
			out = append(out, sp)
		}
	}
	return out
}

// closed is a span with the bracket that closes one within it: "engagement (at least 3%)".
func closed(s string, sp span) span {
	if words := s[sp.from:sp.to]; strings.Count(words, "(") > strings.Count(words, ")") && strings.HasPrefix(s[sp.to:], ")") {
		sp.to++
	}
	return sp
}

// joins says whether only a small word or a comma stands between two conditions.
func joins(s string) bool {
	for w := range strings.FieldsSeq(strings.ReplaceAll(s, ",", " ")) {
		if !cue("join", w) && !cue("article", w) {
			return false
		}
	}
	return true
}

// take takes the conditions out of a sentence that have a field, and what nobody wanted
// may be.
func (r *reader) take(s string, in api.Interpretation) string {
	var out []string
	whole := len(s) // of what is left as it was
	for _, sp := range slices.Backward(spansOf(s, in)) {
		sp.to = min(sp.to, whole)
		sp.from = min(sp.from, sp.to)
		words := strings.Trim(s[sp.from:sp.to], " ,;")
		if left, _ := trimmed(words); sp.field == taken {
			r.rivals(words, words, in)
			words = nogo(left, in)
		}
		out = append(out, words)
		if sp.field == taken {
			r.nogos = append(r.nogos, words)
		} else {
			r.spans[sp.field] = append(r.spans[sp.field], worded(words, sp.field))
		}
		left, _ := trimmed(s[:sp.from])
		whole, s = len(left), cutOut(s, sp.from, sp.to)
	}
	if len(out) > 1 { // they were taken from the back
		slices.Reverse(r.nogos[max(0, len(r.nogos)-len(out)):])
	}
	return strings.NewReplacer(" ( )", "", " ()", "").Replace(s)
}

// phrased says whether a phrase of a kind stands in a text as whole words.
func phrased(kind, text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(cues()[kind], func(p string) bool { return wholeAt(text, p) >= 0 })
}

// nogo returns the thing that words leave out. Where they say so behind it, or with a
// verb, it is the service's reading: "Keto" of "Keto is a no".
func nogo(words string, in api.Interpretation) string {
	if first, _, _ := strings.Cut(words, " "); cue("not", first) {
		return words
	}
	var named []string
	for _, e := range in.Excluded {
		if v := fmt.Sprint(e.Value); wordsAt(words, strings.TrimRight(e.Text, ".!? ")) >= 0 && wordsAt(words, v) >= 0 {
			named = append(named, v)
		}
	}
	return cmp.Or(strings.Join(named, ", "), words)
}

// worded is a condition as it is understood beside others: a bare number names what it
// counts.
func worded(words string, field int) string {
	long := func(w string) bool {
		return len(strings.TrimFunc(w, func(c rune) bool { return !unicode.IsLetter(c) })) > 3
	}
	if field == ofSizes && !slices.ContainsFunc(strings.Fields(words), long) {
		return words + " followers"
	}
	return words
}

// lost are the words of conditions that a service understood and that the fields put together
// again do not come to; known is false where it does not say.
func (r *reader) lost() (words []string, known bool) {
	if len(r.told) == 0 || Query(r.out.Brief) == "" {
		return nil, true
	}
	now, ok := r.ask(Query(r.out.Brief))
	if !ok {
		return nil, false
	}
	for _, told := range r.told {
		for _, f := range told.Filters {
			if !slices.ContainsFunc(now.Filters, func(n api.Filter) bool { return n.Field == f.Field && n.Op == f.Op && n.Value == f.Value }) {
				words = append(words, f.Text)
			}
		}
		for _, e := range told.Excluded {
			if !slices.ContainsFunc(now.Excluded, func(n api.Exclusion) bool { return n.Field == e.Field && alike(n.Value, e.Value) }) {
				words = append(words, e.Text)
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words), true
}

// alike says whether one of two things left out is named in the other: "dairy", "dairy farmers".
func alike(a, b any) bool {
	x, y := strings.ToLower(fmt.Sprint(a)), strings.ToLower(fmt.Sprint(b))
	return strings.Contains(x, y) || strings.Contains(y, x)
}

// toldOf says whether a service understood a condition of the brief, where all of it stood.
func (r *reader) toldOf(f api.Filter) bool {
	return slices.ContainsFunc(r.told, func(in api.Interpretation) bool {
		return slices.ContainsFunc(in.Filters, func(t api.Filter) bool { return t.Field == f.Field && t.Op == f.Op && t.Value == f.Value })
	})
}

// Query writes a brief as a search: who is wanted, how large, where, speaking what, and who
// is not wanted.
func Query(b plan.Brief) string {
	parts := []string{b.Query, b.Sizes, b.Languages, b.Places}
	for _, n := range b.NoGos {
		if first, _, _ := strings.Cut(n, " "); cue("not", first) {
			parts = append(parts, n)
			continue
		}
		for _, one := range listed(n) {
			if first, _, _ := strings.Cut(one, " "); !cue("not", first) {
				one = "not " + one // "no" is "in the" in Portuguese
			}
			parts = append(parts, one)
		}
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" })
	return strings.Join(parts, ", ")
}
