package brief

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/statement"
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
	ask     Ask
	out     Reading
	text    string                // the brief
	said    []statement.Statement // of it
	at      int                   // up to where it is read
	about   []string              // what says who is wanted
	rest    []string              // the sentences without a label
	asked   []string              // the sentences as they are about creators, before anything was cut
	spans   [][]string            // by field: what was cut out of these of sizes, places and languages
	apart   [][]string            // by field: what was told of them elsewhere
	nogos   []string
	barred  []string // statements that leave out
	greeted []string // those that greet, or say who writes
	named   bool     // a label names it
	known   bool     // a service said what words mean
	told    []api.Interpretation
	used    map[string][]string // by a statement of the campaign: what of it stands in a field
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
// when they are put together again: a condition that would be lost is added in its own words,
// and where that does not help, the sentences stay whole.
func Read(words string, ask Ask) Reading {
	r := &reader{ask: ask, text: words, said: statement.Read(words), used: map[string][]string{}, spans: make([][]string, taken), apart: make([][]string, taken)}
	name, all := sentences(words)
	r.out.Name, r.out.Brief.Text = name, strings.TrimSpace(words)
	for _, s := range all {
		r.sentence(s)
	}
	r.creators()
	r.title(name)
	r.bar()
	b := &r.out.Brief
	b.Query = strings.Join(once(r.about), ", ")
	b.Sizes, b.Places, b.Languages = r.joined(ofSizes), r.joined(ofPlaces), r.joined(ofLanguages)
	b.NoGos = append(b.NoGos, r.nogos...)
	r.complete()
	if r.inPart(); len(r.greeted) > 0 {
		r.leave(strings.Join(r.greeted, "; "), greeting)
	}
	if r.out.Name = cmp.Or(r.out.Name, cut(b.Query)); len(r.asked) > 0 {
		r.out.Name = cmp.Or(r.out.Name, cut(r.asked[0]))
	}
	return r.out
}

// once are words that say who is wanted, none that another says whole.
func once(about []string) (all []string) {
	for i, words := range about {
		within := func(o string) bool {
			return len(o) > len(words) && strings.Contains(strings.ToLower(", "+o+","), strings.ToLower(", "+words+","))
		}
		same := func(o string) bool { return strings.EqualFold(o, words) }
		if !slices.ContainsFunc(about[:i], same) && !slices.ContainsFunc(about, within) {
			all = append(all, words)
		}
	}
	return all
}

// complete adds the conditions that the fields put together again would lose, and says which
// are lost all the same. Where a service does not say, the sentences stay whole.
func (r *reader) complete() {
	b := &r.out.Brief
	lost, known := r.lost()
	if !known {
		r.spans = make([][]string, taken)
		b.Query, b.Sizes, b.Places, b.Languages = strings.Join(slices.Concat(r.asked, r.barred), ". "), r.joined(ofSizes), r.joined(ofPlaces), r.joined(ofLanguages)
		b.NoGos = slices.DeleteFunc(b.NoGos, func(n string) bool { return slices.Contains(r.nogos, n) })
		return
	}
	lost = slices.DeleteFunc(lost, func(words string) bool { return wordsAt(Query(*b), words) >= 0 })
	b.Query = strings.Trim(strings.Join(append([]string{b.Query}, lost...), ", "), ", ")
	if len(lost) == 0 {
		return
	}
	lost, _ = r.lost()
	for _, words := range lost {
		r.leave(words, "The search put together does not come to this; add it by hand.")
	}
}

func (r *reader) joined(field int) string {
	all := r.spans[field]
	if len(all) == 0 || field != ofPlaces { // where a campaign runs is not asked of those who live elsewhere
		all = slices.Concat(all, r.apart[field])
	}
	return strings.Join(slices.Compact(all), ", ")
}

// seatMost is how many words behind a client's name may be where it sits, which nobody asks for: "Bergklar GmbH, Innsbruck".
const seatMost = 2

// sentence puts a sentence where its label says, or where its words do.
func (r *reader) sentence(s sentence) {
	b := &r.out.Brief
	set := func(field *string) { *field = strings.TrimLeft(*field+"; "+s.words, "; ") }
	switch s.label {
	case "name":
		name, rest, _ := strings.Cut(s.words, ",")
		if r.named {
			name = r.out.Name + ", " + name
		}
		r.out.Name, r.named = name, true
		if rest = strings.TrimSpace(rest); dated(rest) {
			r.beside(rest, statement.Dates)
		} else if len(strings.Fields(rest)) > seatMost {
			r.tells(rest)
		} else if rest != "" {
			r.leave(rest, scenery)
		}
	case "wishes":
		b.Wishes = append(b.Wishes, listed(s.words)...)
	case "nogos":
		words := strings.ReplaceAll(strings.ReplaceAll(s.words, " /", ","), "/", ",")
		b.NoGos = append(b.NoGos, listed(r.rivals(words, words, api.Interpretation{}))...)
	case "rivals":
		_ = plan.SetNames(&b.Rules.Competitors, append(b.Rules.Competitors, listed(s.words)...))
	case "banned":
		_ = plan.SetNames(&b.Rules.Words, append(b.Rules.Words, listed(s.words)...))
	case "rules":
		if err := b.Rules.SetConditions(strings.TrimLeft(b.Rules.Conditions()+", "+s.words, ", ")); err != nil {
			r.leave(s.words, err.Error())
		}
	case "fees":
		if _, ok := Money(s.words); ok {
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
	case "told":
		r.tells(s.words)
	case "mail":
		r.greeted = append(r.greeted, s.words)
	case "audience":
		r.beside(s.words, statement.Audience)
	default:
		r.free(s.words, s.label == barred)
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

// The reasons of words that are not about creators.
const (
	greeting = "This greets, or says who writes."
	scenery  = "This describes the campaign, not the creators."

	restIsScenery = ". The rest describes the campaign, not the creators."
)

// Reason is why some words are not used, or only in part, with each of them as it stands in the
// brief; Why may be "".
type Reason struct {
	Why    string
	Words  []string
	InPart bool
}

// ByReason puts words with the same reason together, and behind all others those that say
// nothing of creators: nobody looks for them in a search.
func ByReason(unused []api.Unused) (all []Reason) {
	for _, u := range unused {
		i := slices.IndexFunc(all, func(o Reason) bool { return o.Why == u.Why })
		if i < 0 {
			i, all = len(all), append(all, Reason{Why: u.Why, InPart: strings.HasSuffix(u.Why, restIsScenery)})
		}
		all[i].Words = append(all[i].Words, u.Text)
	}
	aside := func(r Reason) int {
		if r.InPart {
			return 1
		}
		return map[string]int{scenery: 1, greeting: 2}[r.Why]
	}
	slices.SortStableFunc(all, func(a, b Reason) int { return aside(a) - aside(b) })
	return all
}

func (r *reader) leave(words, why string) {
	r.out.Unused = append(r.out.Unused, api.Unused{Text: words, Why: why})
}

// dates takes the dates out of words.
func (r *reader) dates(s string) bool {
	b, found := &r.out.Brief, facts().dates.FindAllString(s, -1)
	for _, d := range found {
		b.Dates = strings.TrimLeft(b.Dates+"; "+strings.TrimSpace(d), "; ")
	}
	return len(found) > 0
}

// creators asks what the sentences say that have no label. A sentence about the campaign
// is known by the one about creators beside it, so that one goes along with each.
func (r *reader) creators() {
	core := max(0, slices.IndexFunc(r.rest, names))
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
		if r.known = known; known {
			r.told = append(r.told, in)
		}
		in.Topics = written(in)
		for _, s := range batch {
			r.sift(s, in)
		}
		for _, t := range in.Topics { // none that was read is lost
			if wordsAt(strings.Join(batch, ". "), t) >= 0 && wordsAt(strings.Join(r.about, ", "), t) < 0 {
				r.about = append(r.about, t)
			}
		}
	}
}

// written are the topics of an interpretation as the brief writes them, before they were
// corrected.
func written(in api.Interpretation) []string {
	out := slices.Clone(in.Topics)
	for i := range out {
		for _, c := range in.Corrected {
			if wordsAt(out[i], c.To) >= 0 {
				out[i] = strings.Replace(out[i], c.To, c.From, 1)
			}
		}
	}
	return out
}

// sift takes a sentence apart that was understood with others: what nobody is searched by is
// left, conditions go to their fields, and of the rest the themes stay.
func (r *reader) sift(s string, in api.Interpretation) {
	s = seeking(s)
	for _, u := range in.Unused {
		words := strings.TrimRight(u.Text, ".!?;:, ")
		if wordsAt(s, words) < 0 {
			continue
		}
		if len(strings.Fields(words)) > shortMost { // "for our new tofu, out in Germany in May"
			r.scene(words)
		}
		r.leave(words, u.Why)
	}
	r.asked = append(r.asked, s)
	elsewhere := func(topic string) bool { return wordsAt(r.text, topic) < 0 } // corrected, or in words of its own
	if !r.known || themes(s, in) == "" && slices.ContainsFunc(in.Topics, elsewhere) {
		if s = seeking(r.take(s, in)); strings.IndexFunc(s, unicode.IsLetter) >= 0 && !cue("speaker", s) {
			r.about = append(r.about, s)
		}
		return
	}
	if about := themes(s, in); about != "" {
		r.about = append(r.about, about)
	}
	r.take(s, in)
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
		places := r.apart[ofPlaces]
		switch goesOn := len(places) > 0 && strings.Contains(r.text, places[len(places)-1]+", "+s); {
		case at >= 0:
			tail = strings.Join(words[at:], " ")
		case goesOn && startsUpper(words): // "in Italy, | Spain and Malta"
			tail = "in " + s
		default:
			return false
		}
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
