package brief

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/statement"
)

// bar reads what statements leave out. One without a "not" of its own leaves out all that it
// lists; where a service cannot tell what one with it means, its words hold.
func (r *reader) bar() {
	for _, said := range r.barred {
		words := statement.Item(said)
		if first, rest, _ := strings.Cut(words, " "); cue("please", first) && statement.Refuses(rest) {
			words = rest
		}
		if words == "" {
			continue
		}
		in, ok := r.ask("creators. " + words + ".")
		if left := r.rivals(said, words, in); left != words {
			if words = left; words == "" {
				continue
			}
			in, ok = r.ask("creators. " + words + ".")
		}
		if !ok || !statement.Refuses(words) && len(in.Excluded) == 0 {
			r.nogos = append(r.nogos, listed(words)...)
			continue
		}
		if why, unclear := withheld(words, in); unclear && len(in.Topics) == 0 {
			r.leave(words, why)
			continue
		}
		r.told = append(r.told, in)
		before := len(r.nogos)
		if r.take(words, in); len(r.nogos) > before || len(in.Filters) > 0 {
			r.untold(in)
			continue
		}
		why := "It is unclear what a search should leave out."
		if len(in.Unused) > 0 {
			why = in.Unused[0].Why
		}
		if r.leave(words, why); len(in.Topics) > 0 {
			r.nogos = append(r.nogos, listed(words)...)
		}
	}
}

// welcomed parts who is welcome from what words leave out: "no kids, people who like Nike are welcome".
// It is said plainly, of people, without a not: all else stays left out.
func welcomed(words string) (out, in string) {
	all := clauses(words)
	last := all[len(all)-1]
	said := strings.Fields(words[last[0]:last[1]])
	n := len(said)
	plain := n > 2 && cue("who", said[0]) && cue("are", said[n-2]) && cue("welcome", said[n-1])
	if !plain || slices.ContainsFunc(said, func(w string) bool { return cue("not", w) }) {
		return words, ""
	}
	return strings.TrimRight(words[:last[0]], " ,;"), words[last[0]:]
}

// withheld says why nothing of words that leave out holds for itself: what they leave out is not
// understood, or only those of a place or a language who do something that is not.
func withheld(words string, in api.Interpretation) (why string, is bool) {
	bound := advertises(words) && len(in.Excluded) > 0 && !slices.ContainsFunc(in.Excluded, func(e api.Exclusion) bool { return e.Field == api.FieldTopic })
	for _, u := range in.Unused {
		if bound || len(in.Excluded) == 0 && statement.Refuses(u.Text) {
			return u.Why, true
		}
	}
	return "", false
}

// untold says what a service leaves of what is left out; a competitor holds all the same.
func (r *reader) untold(in api.Interpretation) {
	rivals := r.out.Brief.Rules.Competitors
	for _, u := range in.Unused {
		if slices.Contains(rivals, u.Text) && !slices.Contains(in.Topics, u.Text) {
			r.nogos = append(r.nogos, u.Text)
		} else if !slices.ContainsFunc(rivals, func(name string) bool { return wholeAt(name, u.Text) >= 0 }) && !leads(u.Text) && !phrased("label rivals", u.Text) {
			r.leave(u.Text, u.Why)
		}
	}
}

// leads says whether words only lead to who is promoted: "no partnerships with".
func leads(words string) bool {
	rest := strings.ToLower(words)
	for _, p := range slices.Concat(cues()["promotes"], cues()["partners"]) {
		rest = Without(rest, p)
	}
	rest, _ = trimmed(rest)
	return rest == "" || cue("not", rest)
}

// goesOn says whether words go on with what the statement in front of them leaves out: with names
// of its list, or up to its verb.
func (r *reader) goesOn(from int, words string) bool {
	last := len(r.barred) - 1
	if last < 0 || !strings.HasSuffix(r.text[:from], r.barred[last]+", ") {
		return false
	}
	all := strings.Fields(words)
	other := func(w string) bool { return !startsUpper([]string{w}) && !cue("join", w) }
	return cue("promotes", all[len(all)-1]) || advertises(r.barred[last]) && !slices.ContainsFunc(all, other)
}

// rivals notes the brands that words leave out with those who advertise for them, and takes out of
// rest those that a service takes for places: "Yorkshire Tea". It returns "" where nothing else is left out.
func (r *reader) rivals(words, rest string, in api.Interpretation) string {
	competing := phrased("label rivals", words)
	if !competing && !advertises(words) {
		return rest
	}
	rules := &r.out.Brief.Rules
	for _, list := range listsOf(words) {
		list = slices.DeleteFunc(list, func(name string) bool { return common(words, name) })
		brands := slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !competing && !r.brand(words, name) })
		if 2*len(brands) < len(list) || len(list) == 0 {
			continue
		}
		both := slices.Clone(list)
		for i := range list[1:] { // it may be one firm or two
			if name := list[i] + " & " + list[i+1]; wholeAt(words, name) >= 0 {
				both = append(both, name)
			}
		}
		_ = plan.SetNames(&rules.Competitors, append(rules.Competitors, both...))
		for _, name := range list {
			if wholeAt(rest, name) >= 0 && placed(in, name) {
				r.leave(name, "A search takes it for a place: it is kept as a competitor alone.")
				rest = unlisted(rest, name)
			}
		}
		within := func(name string) bool { return wholeAt(rest, name) >= 0 }
		if !slices.ContainsFunc(list, within) && !slices.ContainsFunc(in.Excluded, func(e api.Exclusion) bool { return within(fmt.Sprint(e.Value)) }) {
			return ""
		}
	}
	return rest
}

// unlisted is words without a name of a list; what leads to the list leads to the next name.
func unlisted(words, name string) string {
	at := wordsAt(words, name)
	end := at + len(name)
	next := strings.TrimLeft(words[end:], ", ")
	if word, more, _ := strings.Cut(next, " "); cue("join", word) {
		next = more
	} else if !strings.HasPrefix(words[end:], ", ") || !startsUpper(strings.Fields(next)) {
		return Without(words, name)
	}
	return words[:at] + next
}

// listsOf are the names in words behind what somebody advertises for or works with, each with those
// that stand beside it: "Nike, Adidas or Puma". A "&" is of a name where that is known.
func listsOf(words string) (all [][]string) {
	var list, name []string
	led := false // a name may follow
	ends := func(whole bool) {
		if len(name) > 0 {
			list, name = append(list, strings.Join(name, " ")), nil
		}
		if whole && len(list) > 0 {
			all, list = append(all, list), nil
		}
	}
	fields := strings.Fields(words)
	for i, w := range fields {
		bare := strings.Trim(w, ",;:!?()")
		led = led || w[0] == '('
		switch {
		case led && strings.IndexFunc(bare, unicode.IsUpper) >= 0:
			name = append(name, bare)
		case led && w == "&" && len(name) > 0 && i+1 < len(fields) && cue("firms", strings.Join(name, " ")+" & "+strings.Trim(fields[i+1], ",;:.!?()")):
			name = append(name, w)
		case led && (cue("join", bare) || cue("not", bare) || cue("article", bare)): // "Nivea ni ISDIN"
			ends(false)
		default:
			ends(true)
			led = cue("promotes", bare) || cue("purpose", bare) || cue("towards", bare)
		}
		if last := w[len(w)-1]; strings.IndexByte(",;:)", last) >= 0 {
			ends(last != ',')
			led = last == ',' && led || last == ':'
		}
	}
	ends(true)
	return all
}

// brand says whether a name in words is one of a brand: who leaves out partners names it, it begins
// like a place, or nothing in the service's words is called so.
func (r *reader) brand(words, name string) bool {
	in, ok := r.ask("creators about " + strings.ToLower(name))
	if finds(in, ofPlaces) {
		return len(in.Topics) > 0
	}
	return ok && (phrased("partners", words) || len(in.Unused)+len(in.Corrected) > 0)
}

// placed says whether a service takes a name, or what it begins with, for a place.
func placed(in api.Interpretation, name string) bool {
	return slices.ContainsFunc(in.Filters, func(f api.Filter) bool { return f.Field == api.FieldLocation && wholeAt(name, f.Text) >= 0 }) ||
		slices.ContainsFunc(in.Excluded, func(e api.Exclusion) bool {
			return e.Field == api.FieldLocation && wholeAt(name, fmt.Sprint(e.Value)) >= 0
		})
}

// common says whether a name is the word of a thing: all nouns of German begin as names do.
func common(words, name string) bool {
	ends := func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) }
	return phrased("thing", name) || phrased("nouns", words) && slices.ContainsFunc(cues()["things"], ends)
}

// advertises says whether words tell of those who advertise for others, or work with them.
func advertises(words string) bool { return phrased("promotes", words) || phrased("partners", words) }
