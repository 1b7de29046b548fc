package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
)

// verified reads "verified", "blue tick", "unverified".
func (r *reader) verified(i int) int {
	for n := 2; n > 0; n-- {
		w, ok := r.joined(i, i+n-1)
		if !ok {
			continue
		}
		yes, ok := verifiedWords[w]
		if !ok {
			continue
		}
		yes = yes == (r.negated == 0)
		from := i
		if start := r.negated - 1; start >= 0 && !r.anyUsed(start, i) {
			from = start
		}
		r.negated = 0
		r.out.where.verified = &yes
		r.out.filters = append(r.out.filters, api.Filter{Field: fieldVerified, Op: opEq, Value: yes, Text: r.span(from, i+n-1)})
		return n
	}
	return 0
}

// kind reads "theme pages", "real people". Meme pages are about memes, too.
func (r *reader) kind(i int) int {
	for n := 2; n > 0; n-- {
		w, ok := r.joined(i, i+n-1)
		if !ok {
			continue
		}
		themed, ok := kindWords[w]
		if !ok {
			continue
		}
		k := api.KindInfluencer
		if themed {
			k = api.KindThemePage
		}
		if strings.HasPrefix(w, "meme") && r.negated == 0 {
			r.addTopic(i, i)
		}
		list := &r.out.where.kinds
		if r.filter(fieldKind, string(k), i, i+n-1) {
			list = &r.out.where.notKinds
		}
		*list = append(*list, k)
		return n
	}
	return 0
}

// platform reads the neutral names, brand names and formats of a network.
func (r *reader) platform(i int) int {
	for n := 4; n > 0; n-- {
		w, ok := r.joined(i, i+n-1)
		if !ok {
			continue
		}
		net, ok := networks[w]
		if !ok || net.doubtful && !r.amidNet(i, i+n) {
			continue
		}
		p := api.Platform(net.platform)
		list := &r.out.where.platforms
		if r.filter(fieldPlatform, net.platform, r.lead(i, beforeNet), i+n-1) {
			list = &r.out.where.notPlatforms
		}
		*list = append(*list, p)
		return n
	}
	return 0
}

func (r *reader) amidNet(i, next int) bool {
	return i > 0 && lexicon[r.toks[i-1].word]&beforeNet != 0 || next < len(r.toks) && lexicon[r.toks[next].word]&people != 0
}

// language reads "German-speaking", "in Spanish", "who speak French" and, for
// languages that no country is called by, the name alone.
func (r *reader) language(i int) int {
	n, id := 0, 0
	for k := 2; k > 0 && n == 0; k-- {
		if w, ok := r.joined(i, i+k-1); ok {
			if lang, ok := world().langNames[w]; ok {
				n, id = k, lang
			}
		}
	}
	if n == 0 || n < r.longestPlace(i) || r.beforeFood(i+n) {
		return 0
	}
	from, to := r.lead(i, beforeSpeech), i+n-1
	spoken := to+1 < len(r.toks) && lexicon[r.toks[to+1].word]&afterSpeech != 0 && !strings.ContainsAny(r.toks[to+1].before, ",.;")
	if spoken {
		to++
	}
	if !spoken && !r.saysLanguage(i, from) && !world().languages[id].bare && !strings.HasSuffix(r.toks[i].word, "phone") &&
		!strings.Contains(r.toks[i].word, "sprachig") {
		return 0
	}
	set := &r.out.where.languages
	if r.filter(fieldLanguage, world().languages[id].name, from, to) {
		set = &r.out.where.notLanguages
	}
	*set |= 1 << id
	return to + 1 - i
}

// saysLanguage: "in German" is a language, "in German cities" is not; "speak
// German" always is.
func (r *reader) saysLanguage(i, from int) bool {
	if from == i {
		return false
	}
	switch w := r.toks[i-1].word; {
	case strings.HasPrefix(w, "speak"), w == "auf", w == "talk", w == "talking":
		return true
	case w == "en" || w == "em" || w == "in":
		return i+1 >= len(r.toks) || !plainGap(r.toks[i+1].before) || lexicon[r.toks[i+1].word] != 0 || r.toks[i+1].used
	}
	return false
}

func (r *reader) beforeFood(next int) bool {
	return next < len(r.toks) && plainGap(r.toks[next].before) && lexicon[r.toks[next].word]&foodish != 0
}

const longestPlaceName = 6 // words

func (r *reader) longestPlace(i int) int {
	for n := min(longestPlaceName, len(r.toks)-i); n > 0; n-- {
		if w, ok := r.joined(i, i+n-1); ok && len(world().byName[w]) > 0 {
			return n
		}
	}
	return 0
}

// place reads countries, regions, states and cities, and who comes from them.
func (r *reader) place(i int) int {
	p, n := r.placeAt(i)
	if p == nil || r.longestTopic(i) > n {
		return 0
	}
	from, to := r.lead(i, beforePlace), i+n-1
	if inner, wider := r.placeWithin(p, to+1); inner != nil { // "Berlin, Germany"
		p, to = inner, wider
	}
	if to+1 < len(r.toks) && (r.toks[to+1].word == "based" || r.toks[to+1].word == "area") && !strings.Contains(r.toks[to+1].before, ",") {
		to++
	}
	if from == i && i > 0 && r.toks[i-1].word == "non" {
		r.negated = i
	}
	list := &r.out.where.places
	if r.filter(fieldLocation, p.name, from, to) {
		list = &r.out.where.notPlaces
	}
	if !slices.Contains(*list, p) {
		*list = append(*list, p)
	}
	return to + 1 - i
}

// placeAt finds the longest place that begins at token i and is meant as one.
func (r *reader) placeAt(i int) (*place, int) {
	for n := min(longestPlaceName, len(r.toks)-i); n > 0; n-- {
		w, ok := r.joined(i, i+n-1)
		if !ok || n > 1 && r.isTopic(i, n) {
			continue
		}
		for _, name := range world().byName[w] {
			if r.meant(name, i, n) {
				return name.place, n
			}
		}
		if p := r.cities[w]; p != nil && r.led(i) {
			return p, n
		}
		if p := r.code(i); n == 1 && p != nil {
			return p, 1
		}
	}
	return nil, 0
}

func (r *reader) isTopic(i, n int) bool {
	w, _ := r.joined(i, i+n-1)
	return len(closeWords().byWord[strings.Join(words(w), " ")]) > 0
}

// meant tells the place from the word: "turkey" in a kitchen, "nice" people,
// French toast.
func (r *reader) meant(name placeName, i, n int) bool {
	next := i + n
	if next < len(r.toks) && (r.toks[next].word == "based" || r.toks[next].word == "area") {
		return true
	}
	if r.beforeFood(next) && (name.demonym || name.doubtful) {
		return false
	}
	if !name.doubtful || next < len(r.toks) && strings.TrimSpace(r.toks[next].before) == "," && r.longestPlace(next) > 0 {
		return true
	}
	if name.demonym {
		return r.toks[i].capital
	}
	return r.led(i) || r.toks[i].capital && !r.isTopic(i, 1) && (i > 0 || len(r.toks) == n) || i > 0 && len(r.toks) == next && !r.isTopic(i-1, 1)
}

// led: a word that goes before places stands in front.
func (r *reader) led(i int) bool {
	return i > 0 && lexicon[r.toks[i-1].word]&beforePlace != 0 && plainGap(r.toks[i].before) ||
		i > 0 && r.toks[i-1].used && strings.Contains(r.toks[i].before, ",")
}

var notCodes = map[string]bool{"IT": true, "AI": true, "TV": true, "ME": true, "PR": true, "IN": true, "TO": true, "DJ": true, "MY": true, "NO": true, "IS": true, "SO": true, "BE": true}

// code reads "US", "us-based", "in the us" and, after a preposition, any other
// code of a country in capitals.
func (r *reader) code(i int) *place {
	t := r.toks[i]
	if len(t.word) != 2 {
		return nil
	}
	raw := r.text[t.start:t.end]
	us := t.word == "us" && (t.shout && (i == 0 || !r.toks[i-1].shout) || i > 0 && r.toks[i-1].word == "the" || i+1 < len(r.toks) && r.toks[i+1].word == "based")
	if !us && (!t.shout || !r.led(i) || notCodes[raw]) {
		return nil
	}
	number, ok := world().countries[strings.ToUpper(t.word)]
	if !ok {
		return nil
	}
	return world().byNumber[number]
}

// placeWithin reads the country behind a city: one place, not two. A country
// that has no such city is a place of its own.
func (r *reader) placeWithin(p *place, i int) (inner *place, end int) {
	if i >= len(r.toks) || r.toks[i].used || p.kind == region || p.kind == country && !doubtfulTwin(p) {
		return nil, 0
	}
	gap := strings.TrimSpace(r.toks[i].before)
	if gap != "," && gap != "(" && gap != "" && gap != "/" {
		return nil, 0
	}
	if gap == "" && r.toks[i].word == "in" {
		i++
	}
	if i >= len(r.toks) {
		return nil, 0
	}
	wider, n := r.placeAt(i)
	if wider == nil || wider == p {
		return nil, 0
	}
	for _, name := range world().byName[foldWord(p.name)] {
		q := name.place
		if q.kind > wider.kind && q.country == wider.country && (wider.kind == country || q.state == wider.state) {
			return q, i + n - 1
		}
	}
	return nil, 0
}

// doubtfulTwin: a state of another country is called the same.
func doubtfulTwin(p *place) bool { return len(world().byName[foldWord(p.name)]) > 1 }

const longestTopic = 5 // words

// longestTopic counts the words of the longest known topic at token i, if it
// has more than one.
func (r *reader) longestTopic(i int) int {
	for n := min(longestTopic, len(r.toks)-i); n > 1; n-- {
		if len(r.toks[i].terms) == 0 || len(r.toks[i+n-1].terms) == 0 {
			continue
		}
		if _, ok := r.joined(i, i+n-1); ok && len(closeWords().of(strings.Join(r.terms(i, n), " "))) > 0 {
			return n
		}
	}
	return 0
}

// topic reads the longest known topic, else a single word that says something.
func (r *reader) topic(i int) int {
	n := r.longestTopic(i)
	if n == 0 {
		if !r.saysSomething(i) {
			return 0
		}
		n = 1
	}
	r.addTopic(i, i+n-1)
	return n
}

// saysSomething: no number, no amount of money, no small word, no grammar.
func (r *reader) saysSomething(i int) bool {
	t := r.toks[i]
	if len(t.terms) == 0 || strings.Trim(t.word, "0123456789 ") == "" || r.isMoney(i, i) || onlyKana(r.text[t.start:t.end]) {
		return false
	}
	part := lexicon[t.word] &^ foodish
	return part == 0 || part&filler == 0 && len(closeWords().byWord[strings.Join(t.terms, " ")]) > 0
}

func (r *reader) terms(i, n int) (out []string) {
	for _, t := range r.toks[i : i+n] {
		out = append(out, t.terms...)
	}
	return out
}

func (r *reader) addTopic(i, j int) {
	terms := r.terms(i, j+1-i)
	t := topic{text: r.text[r.toks[i].start:r.toks[j].end], terms: terms, groups: closeWords().of(strings.Join(terms, " "))}
	list := &r.out.topics
	if r.negated > 0 {
		list = &r.out.without
		r.filter(fieldTopic, t.text, i, j)
	}
	same := func(o topic) bool { return slices.Equal(o.terms, t.terms) }
	if !slices.ContainsFunc(*list, same) && len(*list) < maxTopics {
		*list = append(*list, t)
	}
}

const maxTopics = 16

// onlyKana: a short run of the Japanese syllabary is grammar.
func onlyKana(s string) bool {
	for _, r := range s {
		if r < 0x3040 || r > 0x309F {
			return false
		}
	}
	return utf8.RuneCountInString(s) <= 6
}
