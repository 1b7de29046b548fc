package brief

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/statement"
)

// free reads a sentence without a label, statement by statement; barred: it stands in a list of
// what is left out.
func (r *reader) free(s string, barred bool) {
	from := max(r.at, strings.Index(r.text[r.at:], s)+r.at)
	r.at = from + len(s)
	kept := ""
	for _, st := range r.said {
		words := ""
		if barred {
			st.Purpose = statement.Forbids
		}
		if a, b := max(st.From, from), min(st.To, r.at); a < b {
			words = strings.Trim(r.text[a:b], " \t.!?,;")
		}
		first, _, _ := strings.Cut(words, " ")
		switch {
		case words == "" || greets(words):
		case r.goesOn(st.From, words):
			r.barred[len(r.barred)-1] += ", " + words
		case cue("not", strings.TrimRight(first, ",")) && (st.Purpose == statement.Greets || st.Purpose == statement.Wishes || advertises(words) || st.Purpose == statement.Tells && r.excludes(words)): // "personne qui fait de la pub pour X"
			r.beside(words, statement.Forbids)
		case st.Purpose != statement.Forbids && phrased("weak", words) && phrased("welcome", words): // "weder erwünscht noch willkommen"
			r.leave(words, "It is unclear whether this is left out. Write “no” right in front of it.")
		case st.Purpose == statement.Greets && dated(words):
			r.beside(words, statement.Dates)
		case statement.Reaches(words):
			r.greeted = append(r.greeted, words)
		case st.Purpose == statement.Asks, r.asksAllTheSame(words, st), r.doubts(words, st.Purpose):
			kept += r.asks(words)
		default:
			r.beside(words, st.Purpose)
		}
	}
	if kept != "" {
		r.rest = append(r.rest, strings.TrimPrefix(kept, ", "))
	}
}

// excludes says whether the service leaves creators out by words.
func (r *reader) excludes(words string) bool {
	in, ok := r.ask("creators. " + words + ".")
	return ok && len(in.Excluded) > 0
}

// asksAllTheSame says whether a statement that is taken for another asks for creators: it names
// them, or has a condition and neither a sum nor a date nor what is to be made.
func (r *reader) asksAllTheSame(words string, st statement.Statement) bool {
	if st.Purpose <= statement.Audience || facts().money.MatchString(words) || posted(words) {
		return false
	}
	if st.Sure < 2 && names(words) {
		return true
	}
	if st.Purpose >= statement.Greets || facts().dates.MatchString(words) { // a greeting may name a place
		return false
	}
	return r.conditional(words)
}

// conditional says whether words hold a condition on creators.
func (r *reader) conditional(words string) bool {
	in, ok := r.ask("creators " + words)
	return ok && len(in.Filters) > 0
}

// doubts says whether words hold a condition beside a "maybe": "Spain or Portugal, maybe Mexico".
func (r *reader) doubts(words string, purpose statement.Purpose) bool {
	sure, unsure := r.doubted(words)
	return purpose > statement.Forbids && sure != "" && unsure != "" && r.conditional(sure)
}

// doubted parts the one thing behind a "maybe" from what else words say.
func (r *reader) doubted(words string) (sure, unsure string) {
	at := -1
	for _, w := range cues()["unsure"] {
		at = max(at, wholeAt(strings.ToLower(words), w))
	}
	if at < 0 || phrased("seek", words[at:]) {
		return words, ""
	}
	unsure = words[at:]
	in, _ := r.ask("creators " + unsure)
	conditions := each.Of(in.Filters, func(f api.Filter) string { return f.Text })
	end := len(unsure)
	for i, thing := range spansAt(unsure, slices.Concat(in.Topics, conditions)) {
		between := strings.TrimSpace(unsure[min(end, thing.from):thing.from])
		apart := between == "" && slices.Contains(conditions, unsure[thing.from:thing.to]) // "Hamburg 10k-50k"
		if i > 0 && (apart || !joins(between)) {
			return strings.Trim(words[:at]+unsure[end:], " ,;("), unsure[:end]
		}
		end = thing.to
	}
	return strings.Trim(words[:at], " ,;("), unsure
}

func (r *reader) wish(words string) {
	if words != "" {
		r.out.Brief.Wishes = append(r.out.Brief.Wishes, words)
	}
}

// names says whether words name those who are looked for.
func names(s string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }), func(w string) bool { return cue("who", w) })
}

// asks is what a statement asks of creators, behind a comma: sums, what is to be delivered,
// dates and what is only preferred go to their fields.
func (r *reader) asks(s string) (kept string) {
	if thing := statement.Item(s); strings.HasPrefix(s, thing) {
		s = thing
	}
	for _, at := range clauses(s) {
		clause, maybe := r.doubted(s[at[0]:at[1]])
		r.wish(maybe)
		switch wish := wished(clause); {
		case clause == "":
		case wish != "":
			r.wish(wish)
		case dated(clause):
			r.beside(clause, statement.Dates)
		case facts().money.MatchString(clause):
			r.beside(clause, statement.Pays)
		case posted(clause):
			r.beside(clause, statement.Delivers)
		default:
			lead, rest := sought(clause)
			if first, who, _ := strings.Cut(lead, " "); cue("purpose", first) {
				if names(who) && !statement.Speaks(lead, "self", "product", "campaign") { // "for food creators in Rome we need"
					rest = who + ", " + rest
				} else {
					r.tells(lead)
				}
			}
			kept += ", " + rest
		}
	}
	return kept
}

// title reads what a title says of creators beside its name. Who is wanted it says only where
// nothing below does, since it may name what is sold: "influencers crema solar".
func (r *reader) title(line string) {
	below := len(r.about) > 0
	r.rest = nil
	for i, at := range clauses(line) {
		clause, maybe := r.doubted(line[at[0]:at[1]])
		r.wish(maybe)
		about := names(clause) && !phrased("occasion", clause)
		switch {
		case clause == "":
		case i > 0 && statement.Refuses(clause):
			r.beside(clause, statement.Forbids)
		case facts().money.MatchString(clause), about && !below:
			r.rest = append(r.rest, strings.TrimPrefix(r.asks(clause), ", "))
		default:
			r.market(clause, about || len(strings.Fields(clause)) <= shortMost)
			if in, _ := r.ask("creators " + clause); (about || !below || statement.Refuses(clause)) && len(in.Topics)+len(in.Excluded) > 0 {
				r.leave(clause, "Of this title, sizes and places are read; say below it who is wanted.")
			}
		}
	}
	r.rest = slices.DeleteFunc(r.rest, func(s string) bool { return s == "" })
	r.creators()
}

// sought parts a clause in front of "we are looking for", where it begins with a greeting or with
// what that is for: "for our client X we need bakers".
func sought(clause string) (lead, rest string) {
	if first, _, _ := strings.Cut(clause, " "); !cue("purpose", first) && !cue("greet", first) {
		return "", clause
	}
	for _, w := range cues()["seek"] {
		if at := wholeAt(strings.ToLower(clause), w); at > 0 && at < len(clause) {
			return strings.TrimSpace(clause[:at]), clause[at:]
		}
	}
	return "", clause
}

// beside puts a statement that asks for nobody into the field that it is there for.
func (r *reader) beside(words string, purpose statement.Purpose) {
	b := &r.out.Brief
	add := func(field *string, found ...string) { *field = strings.TrimLeft(*field+"; "+most(words, found), "; ") }
	switch told := purpose > statement.Audience; {
	case told && posted(words) && !facts().money.MatchString(words):
		purpose = statement.Delivers
	case told && purpose != statement.Delivers && facts().money.MatchString(words):
		purpose = statement.Pays
	}
	switch purpose {
	case statement.Forbids:
		out, in := welcomed(words)
		sure, maybe := r.doubted(out)
		r.wish(in)
		if r.wish(maybe); sure != "" {
			r.barred = append(r.barred, sure)
		}
	case statement.Wishes:
		wish, _ := afterCue("wish", words)
		r.wish(wish)
	case statement.Audience:
		r.leave(words, "Who follows a creator is not known; ask the creators.")
	case statement.Delivers:
		add(&b.Deliverables, facts().posts.FindString(words))
		r.dates(words)
	case statement.Pays:
		if facts().each.MatchString(words) || ofThings(words) { // for whom a sum is changes it
			add(&b.Fees)
			return
		}
		var found []string
		for _, s := range sumsOf(words)[:min(1, len(sumsOf(words)))] {
			found = append(found, words[s.from:s.to])
		}
		add(&b.Fees, found...)
	case statement.Dates:
		add(&b.Dates, facts().dates.FindAllString(words, -1)...)
	case statement.Greets:
		r.greeted = append(r.greeted, words)
	case statement.Tells:
		r.tells(words)
	}
}

// most is what was found in words, where that is most of them; else the words themselves, since
// what stands beside a sum or a date changes it: "200 euros per video".
func most(words string, found []string) string {
	for i, f := range found {
		found[i] = strings.Trim(f, " .,")
	}
	if all := strings.Join(found, "; "); 2*len(all) >= len(words) {
		return all
	}
	return words
}

// tells leaves a statement of the campaign; scene reads what it says of its name, its dates and
// where it is to be seen.
func (r *reader) tells(words string) {
	r.scene(words)
	r.leave(words, scenery)
}

func (r *reader) scene(words string) {
	places, used := len(r.apart[ofPlaces]), []string{}
	if statement.Speaks(words, "campaign", "self", "product") && r.name(words) {
		used = append(used, "name")
	}
	if r.dates(words) {
		used = append(used, "dates")
	}
	found := false
	for _, piece := range pieces(words) {
		found = r.market(piece, len(strings.Fields(piece)) <= shortMost) || found
	}
	switch {
	case len(r.apart[ofPlaces]) > places:
		used = append(used, place)
	case found:
		used = append(used, "conditions")
	}
	r.used[words] = used
}

// place is where a campaign runs: it is used where none is told of those who are looked for.
const place = "place"

// inPart says of what is left that some of it stands in a field.
func (r *reader) inPart() {
	for i, u := range r.out.Unused {
		used := r.used[u.Text]
		if len(r.spans[ofPlaces]) > 0 {
			used = slices.DeleteFunc(used, func(what string) bool { return what == place })
		}
		if len(used) > 0 {
			r.out.Unused[i].Why = "Read from it: " + strings.Join(used, ", ") + restIsScenery
		}
	}
}

// wished returns what a clause only wishes for, behind "ideally" or before "preferred"; "" where it
// asks for it.
func wished(clause string) string {
	if wish, is := afterCue("wish", clause); is {
		return wish
	}
	for _, w := range cues()["preferred"] {
		if rest, ok := strings.CutSuffix(strings.ToLower(clause), " "+w); ok {
			return strings.TrimRight(clause[:len(rest)], " ,")
		}
	}
	return ""
}

// themes are the words of a sentence that a service searches by and that have no field: its
// topics, and conditions of other kinds behind them.
func themes(s string, in api.Interpretation) string {
	read := s // a clause that is not used names no topic: "we need some for the new dog food, like dog mums"
	for _, u := range in.Unused {
		if at := wordsAt(read, u.Text); at >= 0 && len(strings.Fields(u.Text)) > shortMost {
			read = read[:at] + strings.Repeat("\x00", len(u.Text)) + read[at+len(u.Text):]
		}
	}
	all := []string{theme(s, spansAt(read, in.Topics))}
	var others []string
	for _, f := range in.Filters {
		if _, apart := fieldOf[f.Field]; !apart {
			others = append(others, f.Text)
		}
	}
	for _, sp := range spansAt(s, others) {
		all = append(all, s[sp.from:sp.to])
	}
	return strings.Join(slices.DeleteFunc(all, func(p string) bool { return p == "" }), ", ")
}

// spansAt are the places of words in a sentence, in their order, none within another: of "trail
// runners" and "fell runners", the word that both have is found in each.
func spansAt(s string, list []string) (all []span) {
	for _, words := range list {
		within := func(at int) bool {
			return slices.ContainsFunc(all, func(sp span) bool { return sp.from <= at && at < sp.to })
		}
		at := wordsAt(s, words)
		for at >= 0 && within(at) {
			next := wordsAt(s[at+1:], words)
			if next < 0 {
				break
			}
			at += 1 + next
		}
		if at >= 0 {
			all = append(all, closed(s, span{from: at, to: at + len(words)}))
		}
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	last := 0
	return slices.DeleteFunc(all, func(sp span) bool {
		within := sp.from < last
		last = max(last, sp.to)
		return within
	})
}

// theme joins topics as they are joined in a sentence. A list of three or more is a choice.
func theme(s string, topics []span) (out string) {
	var signs []string
	commas, choice := 0, false
	for n := 1; n < len(topics); n++ {
		between := strings.TrimSpace(s[topics[n-1].to:topics[n].from])
		sign := ", "
		switch {
		case between == "" || between == "-":
			sign = cmp.Or(between, " ")
		case cue("or", strings.Trim(between, ", ")):
			sign, choice = " or ", true
		default:
			commas++
		}
		signs = append(signs, sign)
	}
	listed := !choice && commas > 1 && strings.Count(s, ",") >= commas
	for n, t := range slices.Backward(topics) {
		words := s[t.from:t.to]
		if n == 0 {
			return words + out
		}
		if sign := signs[n-1]; sign == ", " && listed {
			out, listed = " or "+words+out, false
		} else {
			out = sign + words + out
		}
	}
	return out
}
