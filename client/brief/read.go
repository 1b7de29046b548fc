package brief

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client/plan"
)

// Ask asks a service for its reading of a query, which is free; false: it does not say.
type Ask func(query string) (api.Interpretation, bool)

// Reading is a brief by its fields, and what of its words is in none of them.
type Reading struct {
	Name   string
	Brief  plan.Brief
	Unused []api.Unused
}

// IsBrief says whether a text is one rather than a query: more than 160 characters, or
// two sentences.
func IsBrief(words string) bool {
	_, all := sentences(words)
	return utf8.RuneCountInString(words) > 160 || len(all) > 1
}

// reader is a brief that is being read.
type reader struct {
	ask   Ask
	out   Reading
	about []string   // what says who is wanted
	rest  []string   // the sentences without a label
	asked []string   // the sentences as they are about creators, before anything was cut
	spans [][]string // by field: what was cut out of these of sizes, places and languages
	apart [][]string // by field: what was told of them elsewhere
	nogos []string
	told  []api.Interpretation
}

// The fields that conditions are taken out of sentences into.
const (
	ofSizes = iota
	ofPlaces
	ofLanguages
	taken
)

var fieldOf = map[string]int{api.FieldFollowers: ofSizes, api.FieldLocation: ofPlaces, api.FieldLanguage: ofLanguages}

// Read reads a brief. What a service understands is held against what the fields come to
// when they are put together again: where a condition would be lost, the sentences stay
// whole.
func Read(words string, ask Ask) Reading {
	r := &reader{ask: ask, spans: make([][]string, taken), apart: make([][]string, taken)}
	name, all := sentences(words)
	r.out.Name, r.out.Brief.Text = name, strings.TrimSpace(words)
	for _, s := range all {
		r.sentence(s)
	}
	r.creators()
	b := &r.out.Brief
	b.Query = strings.Join(r.about, ", ")
	b.Sizes, b.Places, b.Languages = r.joined(ofSizes), r.joined(ofPlaces), r.joined(ofLanguages)
	b.NoGos = append(b.NoGos, r.nogos...)
	if r.loses() {
		r.spans = make([][]string, taken)
		b.Query, b.Sizes, b.Places, b.Languages = strings.Join(r.asked, ". "), r.joined(ofSizes), r.joined(ofPlaces), r.joined(ofLanguages)
		b.NoGos = slices.DeleteFunc(b.NoGos, func(n string) bool { return slices.Contains(r.nogos, n) })
	}
	if r.out.Name = cmp.Or(r.out.Name, cut(b.Query)); len(r.asked) > 0 {
		r.out.Name = cmp.Or(r.out.Name, cut(r.asked[0]))
	}
	return r.out
}

func (r *reader) joined(field int) string {
	all := r.spans[field]
	if len(all) == 0 || field != ofPlaces { // where a campaign runs is not asked of those who live elsewhere
		all = slices.Concat(all, r.apart[field])
	}
	return strings.Join(slices.Compact(all), ", ")
}

// sentence puts a sentence where its label says, or where its words do.
func (r *reader) sentence(s sentence) {
	b := &r.out.Brief
	set := func(field *string) { *field = strings.TrimLeft(*field+"; "+s.words, "; ") }
	switch s.label {
	case "name":
		name, rest, _ := strings.Cut(s.words, ",")
		if r.out.Name = name; strings.TrimSpace(rest) != "" {
			r.rest = append(r.rest, strings.TrimSpace(rest))
		}
	case "wishes":
		b.Wishes = append(b.Wishes, listed(s.words)...)
	case "nogos":
		b.NoGos = append(b.NoGos, listed(strings.ReplaceAll(s.words, "/", ","))...)
	case "rivals":
		_ = plan.SetNames(&b.Rules.Competitors, append(b.Rules.Competitors, listed(s.words)...))
	case "banned":
		_ = plan.SetNames(&b.Rules.Words, append(b.Rules.Words, listed(s.words)...))
	case "rules":
		if err := b.Rules.SetConditions(strings.TrimLeft(b.Rules.Conditions()+", "+s.words, ", ")); err != nil {
			r.leave(s.words, err.Error())
		}
	case "fees":
		if _, _, ok := Money(s.words); ok {
			set(&b.Fees)
			return
		}
		sum, err := api.ParseCredits(strings.TrimSpace(strings.TrimSuffix(s.words, "cr")))
		if b.Budget = max(sum, 0); err != nil || sum < 0 {
			r.leave(s.words, "It is not a number of credits, and names no sum of money.")
		}
	case "dates":
		set(&b.Dates)
	case "deliverables":
		set(&b.Deliverables)
	case "sizes", "places", "languages":
		r.condition(s)
	case "campaign":
		r.dates(s.words)
		r.market(s.words, false)
		r.leave(s.words, "This describes the campaign, not the creators.")
	case "audience":
		r.leave(s.words, "Who follows a creator is not known; ask the creators.")
	default:
		r.free(s.words)
	}
}

// condition takes a labelled condition as a service understands it, alone.
func (r *reader) condition(s sentence) {
	field := map[string]int{"sizes": ofSizes, "places": ofPlaces, "languages": ofLanguages}[s.label]
	for _, form := range [][]string{{"%", "% followers", "% creators"}, {"in %", "%"}, {"speaks %", "%-speaking", "%"}}[field] {
		words := strings.ReplaceAll(form, "%", s.words)
		if in, ok := r.ask("creators " + words); ok && finds(in, field) && len(in.Unused) == 0 {
			r.apart[field] = append(r.apart[field], words)
			r.told = append(r.told, in)
			return
		}
	}
	if _, ok := r.ask("creators"); !ok { // nobody can say; the planner's word holds
		r.apart[field] = append(r.apart[field], s.words)
		return
	}
	r.leave(s.words, "The service does not know all of these.")
}

func finds(in api.Interpretation, field int) bool {
	return slices.ContainsFunc(in.Filters, func(f api.Filter) bool { at, ok := fieldOf[f.Field]; return ok && at == field })
}

// listed are the parts of a list in a line.
func listed(s string) (all []string) {
	for p := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == ',' || c == ';' }) {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return all
}

func (r *reader) leave(words, why string) {
	r.out.Unused = append(r.out.Unused, api.Unused{Text: words, Why: why})
}

// free reads a sentence without a label: sums, what is to be delivered and what is only
// preferred are taken out clause by clause; a service is asked about the rest.
func (r *reader) free(s string) {
	b, kept := &r.out.Brief, ""
	if words, ok := afterCue("wish", s); ok {
		b.Wishes = append(b.Wishes, words)
		return
	}
	if signs(s) {
		return
	}
	for _, at := range clauses(s) {
		clause := s[at[0]:at[1]]
		sum := strings.Trim(facts().money.FindString(clause), " .,")
		wish, wished := afterCue("wish", clause)
		switch {
		case greets(clause):
		case wished:
			b.Wishes = append(b.Wishes, wish)
		case dated(clause):
			r.dates(clause)
		case sum != "":
			b.Fees = strings.TrimLeft(b.Fees+"; "+sum, "; ")
		case posted(clause):
			b.Deliverables = strings.TrimLeft(b.Deliverables+"; "+strings.TrimSpace(facts().posts.FindString(clause)), "; ")
			r.dates(clause)
		case preferred(clause) != "":
			b.Wishes = append(b.Wishes, preferred(clause))
		default:
			sign := ", "
			if before := strings.TrimSpace(s[:at[0]]); kept == "" || strings.HasSuffix(before, ";") {
				sign = "; "
			}
			kept += sign + clause
		}
	}
	if kept != "" {
		r.rest = append(r.rest, strings.TrimPrefix(kept, "; "))
	}
}

// preferred returns the part of a clause that is only preferred; "" where it is asked for.
func preferred(clause string) string {
	for _, w := range cues()["preferred"] {
		if rest, ok := strings.CutSuffix(strings.ToLower(clause), " "+w); ok {
			return strings.TrimRight(clause[:len(rest)], " ,")
		}
	}
	return ""
}

func (r *reader) dates(s string) {
	b := &r.out.Brief
	for _, d := range facts().dates.FindAllString(s, -1) {
		b.Dates = strings.TrimLeft(b.Dates+"; "+strings.TrimSpace(d), "; ")
	}
}

// creators asks what the sentences say that have no label. A sentence about the campaign
// is known by the one about creators beside it, so that one goes along with each.
func (r *reader) creators() {
	core := max(0, slices.IndexFunc(r.rest, func(s string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }), func(w string) bool { return cue("who", w) })
	}))
	for from := 0; from < len(r.rest); {
		batch := []string{cutTo(r.rest[from], api.SearchQueryMax)}
		lead := ""
		if from > core {
			lead = r.rest[core] + ". "
		}
		for from++; from < len(r.rest) && utf8.RuneCountInString(lead+strings.Join(batch, ". ")+". "+r.rest[from]) < api.SearchQueryMax; from++ {
			batch = append(batch, r.rest[from])
		}
		in, known := r.ask(cutTo(lead+strings.Join(batch, ". ")+".", api.SearchQueryMax))
		if known {
			r.told = append(r.told, in)
		}
		for _, s := range batch {
			r.sift(s, in)
		}
	}
}

// sift takes a sentence apart that was understood with others.
func (r *reader) sift(s string, in api.Interpretation) {
	if _, ours := afterCue("campaign", s); ours && len(r.rest) > 1 {
		in.Unused = append(in.Unused, api.Unused{Text: s, Why: "This describes the campaign, not the creators."})
	}
	for _, u := range in.Unused {
		for _, words := range split(u.Text) {
			if wordsAt(s, words) >= 0 {
				s = r.unused(s, api.Unused{Text: words, Why: u.Why})
			}
		}
	}
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return
	}
	s = seeking(s)
	r.asked = append(r.asked, s)
	if s = seeking(r.take(s, in)); strings.IndexFunc(s, unicode.IsLetter) >= 0 && !cue("speaker", s) {
		r.about = append(r.about, s)
	}
}

// unused takes words that a service does not follow out of a sentence, and reads what
// they tell of the campaign. Single words stay, since they hold others together.
func (r *reader) unused(s string, u api.Unused) string {
	words := strings.TrimRight(u.Text, ".!?;:, ")
	if whole := s == words; !whole && len(strings.Fields(words)) < 3 && !alone(s, words) {
		r.leave(words, u.Why)
		return s
	}
	before := len(r.out.Brief.Dates)
	r.dates(words)
	named, known := r.name(words), false
	for _, piece := range pieces(words) {
		known = r.market(piece, len(strings.Fields(piece)) <= shortMost) || known
	}
	first, _, _ := strings.Cut(words, " ")
	if cue("not", first) {
		r.out.Brief.NoGos = append(r.out.Brief.NoGos, words)
	}
	if long := len(strings.Fields(words)) > shortMost; long || named || !known && before == len(r.out.Brief.Dates) {
		r.leave(words, u.Why)
	}
	return Without(s, words)
}

// shortMost limits the words of a clause that holds nothing but conditions.
const shortMost = 5

// pieces are words, clause by clause where all clauses are short.
func pieces(words string) (all []string) {
	for _, at := range clauses(words) {
		all = append(all, words[at[0]:at[1]])
		if len(strings.Fields(all[len(all)-1])) > shortMost {
			return []string{words}
		}
	}
	return all
}

// alone says whether words are a clause of their own.
func alone(s, words string) bool {
	return slices.ContainsFunc(clauses(s), func(at [2]int) bool { return s[at[0]:at[1]] == words })
}

// market takes the place where a campaign is to be seen out of a sentence about it, and
// of a short clause every condition.
func (r *reader) market(s string, short bool) bool {
	tail := s
	if !short {
		at := -1
		words := strings.Fields(s)
		for i, w := range words {
			if cue("in", w) && at < 0 && i+1 < len(words) && startsUpper(words[i+1:]) {
				at = i
			}
		}
		if at < 0 {
			return false
		}
		tail = strings.Join(words[at:], " ")
	}
	in, ok := r.ask("creators " + tail)
	if !ok {
		return false
	}
	found := false
	for _, sp := range spansOf(tail, in) {
		if sp.field != taken && (short || sp.field == ofPlaces) {
			r.apart[sp.field] = append(r.apart[sp.field], worded(tail[sp.from:sp.to], sp.field))
			found = true
		}
	}
	for _, f := range in.Filters {
		if _, apart := fieldOf[f.Field]; short && !apart && r.toldOf(f) && !slices.Contains(r.asked, f.Text) { // "10k followers on Instagram"
			r.about, r.asked, found = append(r.about, f.Text), append(r.asked, f.Text), true
		}
	}
	return found
}

// startsUpper says whether a name follows, behind an article.
func startsUpper(words []string) bool {
	if cue("article", words[0]) && len(words) > 1 {
		words = words[1:]
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	return unicode.IsUpper(first)
}
