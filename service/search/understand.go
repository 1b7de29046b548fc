package search

import (
	"strings"

	"greenroom/api"
)

// The fields of a filter.
const (
	fieldFollowers  = "followers"
	fieldEngagement = "engagement_rate"
	fieldLocation   = "location"
	fieldLanguage   = "language"
	fieldPlatform   = "platform"
	fieldVerified   = "verified"
	fieldKind       = "kind"
	fieldTopic      = "topic"

	opEq, opNe, opGte, opLte = "eq", "ne", "gte", "lte"
)

// Understanding is what a query in plain words means: topics to be written
// about, topics to be left out, and conditions on the creator.
type Understanding struct {
	topics  []topic
	without []topic
	filters []api.Filter
	where   conditions
}

// topic is something a creator is to write about. Text is the words of the
// query, terms the same as the index knows them; groups are its close words.
type topic struct {
	text   string
	terms  []string
	groups []int
}

// bounds is an inclusive range; nil is open.
type bounds struct{ min, max *float64 }

// conditions are the filters in the form that they are checked in.
type conditions struct {
	followers, engagement   bounds
	places, notPlaces       []*place
	languages, notLanguages uint64
	platforms, notPlatforms []api.Platform
	kinds, notKinds         []api.CreatorKind
	verified                *bool
	explicit                []api.Platform // of the request: hold beside platforms
}

// Understand reads a query in plain words.
func Understand(text string) Understanding { return understand(text, nil) }

// understand reads a query; cities are more names of cities, as only an index
// knows them, folded.
func understand(text string, cities map[string]*place) Understanding {
	r := &reader{text: text, toks: lex(text), cities: cities}
	r.numbers()
	for i := 0; i < len(r.toks); {
		i += r.step(i)
	}
	return r.out
}

// Interpretation is the understanding as the contract shows it.
func (u Understanding) Interpretation() api.Interpretation {
	out := api.Interpretation{Topics: []string{}, Filters: []api.Filter{}}
	for _, t := range u.topics {
		out.Topics = append(out.Topics, t.text)
	}
	out.Filters = append(out.Filters, u.filters...)
	return out
}

// reader reads the tokens of one query from left to right.
type reader struct {
	text    string
	toks    []token
	cities  map[string]*place
	out     Understanding
	negated int // token of the "not" in force, counted from 1
	reach   int // words a "not" may still skip
}

const negationReach = 4

// step reads what begins at token i and returns how many tokens it took.
func (r *reader) step(i int) int {
	t := &r.toks[i]
	if t.used {
		r.negated = 0
		return 1
	}
	if n := r.negation(i); n > 0 {
		return n
	}
	for _, read := range []func(int) int{r.verified, r.kind, r.platform, r.language, r.place, r.topic} {
		if n := read(i); n > 0 {
			r.endNegation(i + n)
			return n
		}
	}
	if r.negated > 0 {
		if r.reach--; r.reach <= 0 {
			r.negated = 0
		}
	}
	return 1
}

// endNegation keeps a "not" in force over "or", "nor" and "and no".
func (r *reader) endNegation(next int) {
	if r.negated == 0 || next >= len(r.toks) {
		r.negated = 0
		return
	}
	switch r.toks[next].word {
	case "or", "nor", "oder", "ou", "o", "ni", "noch", "veya":
		r.reach = negationReach
		return
	}
	r.negated = 0
}

// negation reads "not", "without", "doesn't post about".
func (r *reader) negation(i int) int {
	t := r.toks[i]
	n := 0
	switch {
	case lexicon[t.word]&isNegation != 0:
		n = 1
	case strings.HasSuffix(t.word, "n") && i+1 < len(r.toks) && r.toks[i+1].word == "t" && (r.toks[i+1].before == "'" || r.toks[i+1].before == "’"):
		n = 2
	}
	if n == 0 || i+n < len(r.toks) && strings.ContainsAny(r.toks[i+n].before, "-") && strings.TrimSpace(r.toks[i+n].before) == r.toks[i+n].before {
		return 0 // "no-bake" is a word
	}
	if n == 1 && i+1 < len(r.toks) && r.toks[i+1].word == "only" { // "not only"
		return 2
	}
	if r.negated == 0 {
		r.negated = i + 1
	}
	r.reach = negationReach
	return n
}

// span is the words of the query from token i to token j, both included, and
// marks them.
func (r *reader) span(i, j int) string {
	for k := i; k <= j; k++ {
		r.toks[k].used = true
	}
	return r.text[r.toks[i].start:r.toks[j].end]
}

// lead goes back from token i over unused words of the given class.
func (r *reader) lead(i int, c class) int {
	for i > 0 && !r.toks[i-1].used && plainGap(r.toks[i].before) && lexicon[r.toks[i-1].word]&c != 0 && i-1 != r.negated-1 {
		i--
	}
	return i
}

// plainGap reports whether only spaces stand between two tokens.
func plainGap(s string) bool { return strings.TrimSpace(s) == "" }

// filter adds a condition that tokens i to j state; under a "not" the text
// begins there.
func (r *reader) filter(field string, value any, i, j int) (negated bool) {
	op := opEq
	if r.negated > 0 {
		op, negated = opNe, true
		if start := r.negated - 1; !r.anyUsed(start, i) {
			i = start
		}
	}
	r.out.filters = append(r.out.filters, api.Filter{Field: field, Op: op, Value: value, Text: r.span(i, j)})
	return negated
}

func (r *reader) anyUsed(i, j int) bool {
	for k := i; k < j; k++ {
		if r.toks[k].used {
			return true
		}
	}
	return false
}

// joined is the folded words of tokens i to j as a place or language is keyed;
// false when punctuation that parts phrases stands between.
func (r *reader) joined(i, j int) (string, bool) {
	if j >= len(r.toks) {
		return "", false
	}
	var b strings.Builder
	for k := i; k <= j; k++ {
		if k > i {
			if r.toks[k].used || strings.ContainsAny(r.toks[k].before, ",;:!?()|") {
				return "", false
			}
			b.WriteByte(' ')
		}
		b.WriteString(r.toks[k].word)
	}
	return b.String(), true
}
