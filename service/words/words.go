// Package words understands: it reads a query in plain words, in any of the
// languages that package lexicon knows, into what is wanted, what is not, and
// conditions on the creator; and it finds where a text speaks of that. It knows
// no index, no database and no HTTP.
package words

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/topics"
)

// The fields and operators of a filter.
const (
	FieldFollowers  = api.FieldFollowers
	FieldEngagement = api.FieldEngagement
	FieldLocation   = api.FieldLocation
	FieldLanguage   = api.FieldLanguage
	FieldPlatform   = api.FieldPlatform
	FieldVerified   = api.FieldVerified
	FieldKind       = api.FieldKind
	FieldTopic      = api.FieldTopic

	FieldPostsPerWeek = api.FieldPostsPerWeek
	FieldLastPostDays = api.FieldLastPostDays
	FieldGrowth30d    = api.FieldGrowth30d

	opEq, opNe, opGte, opLte = "eq", "ne", "gte", "lte"
)

// Meaning is the meaning of a query.
type Meaning struct {
	Language string  // the query is in it; ISO 639-1
	Topics   []Topic // wanted
	Excluded []Topic
	Filters  []api.Filter // the conditions as the query writes them, "ne" for what is excluded
	Where    Conditions   // and as they are checked

	Corrected []api.Correction  // words that were read as others
	Unused    []api.Unused      // what is asked and not followed
	Seeds     []api.SeedProfile // creators whom those wanted are like

	parts, seeds []Part
}

// Part is a piece of a query that narrows what is found: text[Start:End].
type Part struct{ Start, End int }

// Parts are the pieces of the query that narrow what is found, each once.
func (m Meaning) Parts() []Part { return m.parts }

// NamesSeed reports whether text[start:end] of the query names a seed, or a part of
// its name.
func (m Meaning) NamesSeed(start, end int) bool {
	return slices.ContainsFunc(m.seeds, func(p Part) bool { return p.Start <= start && end <= p.End })
}

// Topic is something a creator writes about: in the words of the query, as
// terms of the index, and with the groups of the thesaurus that it asks for.
// Forms are other terms for the same: the word in the singular, who does it. Told
// is one that is told of those who are asked for by another: "parents who travel".
// Of stands in front of another and says what kind of it: "sustainable fashion".
// Or is another choice beside the topic in front: "yoga or pilates". Choices are those that
// Choose made one of.
// Members are terms for what belongs to one that is left out.
type Topic struct {
	Text    string
	Terms   []string
	Groups  []int
	Forms   []string
	Members []string
	Told    bool
	Of      bool
	Or      bool
	Choices []Topic
}

// Phrase reports whether the topic is several words that no table has as one: who
// is to leave out "wedding cakes" may write of weddings.
func (t Topic) Phrase() bool { return len(t.Terms) > 1 && len(t.Groups) == 0 }

// Conditions holds the conditions on a creator. Lists of wishes are joined by "or",
// everything else by "and".
type Conditions struct {
	Numbers Ranges
	Several
	Places, NotPlaces       []*places.Place
	Languages, NotLanguages places.Languages
	Platforms, NotPlatforms []api.Platform
	Kinds, NotKinds         []api.CreatorKind
	Flags                   Flags
}

// Flags are the conditions of yes or no, by field; of those that are not there nothing is
// asked, or known.
type Flags map[string]bool

// Want asks for yes or no; copies made before stay as they are.
func (f *Flags) Want(field string, yes bool) {
	next := Flags{field: yes}
	for other, v := range *f {
		if other != field {
			next[other] = v
		}
	}
	*f = next
}

// Several are wishes for more than one at once.
type Several struct {
	EveryPlatform []api.Platform   // joined by "and"
	EveryLanguage places.Languages // joined by "and"
}

// Ranges are the numbers that are asked for, by field; that of networks or languages
// is how many.
type Ranges map[string]Bounds

// Narrow makes the range of a field narrower; nil leaves an end as it is.
func (r *Ranges) Narrow(field string, atLeast, atMost *float64) {
	if *r == nil {
		*r = Ranges{}
	}
	b := (*r)[field]
	if atLeast != nil {
		b.AtLeast(*atLeast)
	}
	if atMost != nil {
		b.AtMost(*atMost)
	}
	(*r)[field] = b
}

// Fit tells how a home agrees with the places asked for.
func (w *Conditions) Fit(country, state uint16, city uint32) places.Fit {
	worst, best := places.Agrees, places.Differs
	for _, p := range w.NotPlaces {
		worst = min(worst, -p.Fits(country, state, city))
	}
	for _, p := range w.Places {
		best = max(best, p.Fits(country, state, city))
	}
	if len(w.Places) == 0 {
		return worst
	}
	return min(worst, best)
}

// Bounds is an inclusive range; nil is open.
type Bounds struct{ Min, Max *float64 }

// AtLeast raises the lower bound to v.
func (b *Bounds) AtLeast(v float64) {
	if b.Min == nil || *b.Min < v {
		b.Min = &v
	}
}

// AtMost lowers the upper bound to v.
func (b *Bounds) AtMost(v float64) {
	if b.Max == nil || *b.Max > v {
		b.Max = &v
	}
}

// Open reports whether there is no bound.
func (b Bounds) Open() bool { return b.Min == nil && b.Max == nil }

// Holds reports whether v, which is known and may be negative, is in the range.
func (b Bounds) Holds(v float64) bool {
	return (b.Min == nil || v >= *b.Min) && (b.Max == nil || v <= *b.Max)
}

// Known holds a catalogue's knowledge beside the tables; the zero value has none.
type Known struct {
	Cities map[string]*places.Place // by their names, folded
	// Creator finds who is called so, by user name or by whole name.
	Creator func(name string) (api.SeedProfile, bool)
	Words   Vocabulary // nil is that of no texts
}

// Understand reads a query in plain words.
func Understand(text string) Meaning { return UnderstandWith(text, Known{}) }

// UnderstandWith reads a query with what a catalogue knows.
func UnderstandWith(text string, known Known) Meaning {
	r, told := readAll(text, known)
	m := r.meaning()
	m.Unused = append(append(m.Unused, told...), pictures(r.text)...)
	return m
}

// readAll reads a query, and tells what of it speaks of the campaign. Where nothing is asked for but
// what weights are not sure of, that is the theme.
func readAll(text string, known Known) (*reader, []api.Unused) {
	r, told := readOnce(text, known, false)
	if r.unsure && !slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == FieldTopic && c.op == opEq || c.field == fieldSeed }) {
		return readOnce(text, known, true)
	}
	return r, told
}

func readOnce(text string, known Known, trusts bool) (*reader, []api.Unused) {
	r := newReader(text, known)
	r.trusts = trusts
	r.tag()
	r.rows()
	told, forbidden := r.withoutCampaign()
	r.signature()
	r.answers()
	r.crossOut()
	r.rivals()
	ruled := r.ruledOut()
	r.crossedNumbers()
	turned := r.turnsBack()
	r.labels()
	r.dates()
	r.audiences()
	r.origins()
	r.elsewhere()
	r.comparedSizes()
	r.ranges()
	for i := 0; i < len(r.toks); {
		i += r.read(i)
	}
	if len(r.clauses) == 0 && len(r.toks) == 1 && r.toks[0].entry.Class&^lexicon.Joins == lexicon.Filler && len(r.toks[0].terms) > 0 && !r.small() {
		r.addTopic(0, 0) // a filler is one beside other words
	}
	r.commonWords()
	r.closeRuledOut(ruled)
	r.corrections(turned)
	r.residences()
	r.takeBackSame()
	r.leftOutTogether()
	r.leftOutLately()
	r.tiersByNumbers()
	r.forbid(forbidden)
	r.stances()
	r.unclaimedNots()
	r.emptyNots()
	r.leftOver()
	r.alternatives()
	r.choices()
	return r, told
}

// Interpretation is the meaning as the contract shows it.
func (m Meaning) Interpretation() api.Interpretation {
	out := api.Interpretation{Topics: texts(m.Topics), Corrected: m.Corrected, Unused: m.Unused, Seeds: m.Seeds}
	for _, f := range m.Filters {
		if f.Op == opNe {
			out.Excluded = append(out.Excluded, api.Exclusion{Field: f.Field, Value: f.Value, Text: f.Text})
		} else {
			out.Filters = append(out.Filters, f)
		}
	}
	return out
}

func texts(list []Topic) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = t.Text
	}
	return out
}

// Word is one word of a query: text[Start:End]. Strange is one that is neither
// a small word nor a known topic: it may be a name.
type Word struct {
	Start, End int
	Strange    bool
}

// Split cuts a query into its words.
func Split(text string) []Word {
	toks := lex(text)
	out := make([]Word, len(toks))
	for i, t := range toks {
		out[i] = Word{t.start, t.end, len(t.word) >= 3 && !lexicon.Known(t.word) && !listed(t.terms)}
	}
	return out
}

// Reads reports whether one of these languages is read; none told counts as read.
func Reads(languages []string) bool {
	return len(languages) == 0 || slices.ContainsFunc(lexicon.Languages(), func(l *lexicon.Language) bool { return slices.Contains(languages, l.Code) })
}

// Sources are the texts that understanding rests on: what is made of an index
// depends on them.
func Sources() []string {
	return slices.Concat(lexicon.Sources(), places.Sources(), []string{topics.Source()})
}

// Without is a query without some of its parts, and without the small words
// that only led to them.
func Without(text string, parts ...Part) string {
	r := newReader(text, Known{})
	gone := make([]bool, len(r.toks))
	for i, t := range r.toks {
		gone[i] = slices.ContainsFunc(parts, func(p Part) bool { return p.Start <= t.start && t.end <= p.End })
	}
	const leads = lexicon.Place | lexicon.On | lexicon.Speak | lexicon.Who | lexicon.About | lexicon.Not | lexicon.Like
	for i := len(r.toks) - 1; i >= 0; i-- { // "creators in ___"
		gone[i] = gone[i] || i+1 < len(r.toks) && gone[i+1] && r.is(i, leads|lexicon.And|lexicon.Or) && !r.is(i, lexicon.People) && softGap(r.toks[i+1].before)
	}
	var b strings.Builder
	for i, t := range r.toks {
		switch {
		case gone[i]:
			continue
		case b.Len() == 0 && r.is(i, lexicon.And|lexicon.Or|lexicon.Ends):
			gone[i] = true
			continue
		case b.Len() > 0 && gone[i-1] && strings.TrimSpace(t.before) == "":
			b.WriteString(" ")
		case b.Len() > 0:
			b.WriteString(t.before)
		}
		b.WriteString(text[t.start:t.end])
	}
	return b.String()
}
