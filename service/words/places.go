package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/tags"
	"greenroom/service/words/terms"
)

func (r *reader) longestPlace(i int) int {
	return longest(places.Longest(r.wordAt(i)), func(n int) bool {
		w, ok := r.joined(i, i+n-1)
		return ok && len(places.Find(w)) > 0
	})
}

// place reads countries, regions, states and cities, and words for the people of them.
func (r *reader) place(i int) int {
	p, n := r.placeAt(i)
	if meant, _, all := r.glossed(i); meant != nil {
		p, n = meant, all
	}
	if p == nil || r.longestTopic(i) > n {
		return 0
	}
	from, to := r.lead(i, lexicon.Place), i+n-1
	if r.turn(to+1, turnPlace) == 1 && plainGap(r.toks[to+1].before) && (r.partEnds(to+2) || r.notAhead(to+2) || r.is(to+2, lexicon.Ends)) { // "any European country"
		to++
	}
	if inner, wider := r.placeWithin(p, to+1); inner != nil { // "Berlin, Germany"
		p, to = inner, wider
	} else if state, end := r.americanState(p, to+1); state != nil { // "Cambridge, MA"
		p, to = state, end
	}
	if r.isHome(to+1) && !strings.Contains(r.toks[to+1].before, ",") {
		to++
	}
	to += r.livesBehind(to + 1)
	r.add(clause{field: FieldLocation, value: p.Name, place: p}, from, to)
	return to + 1 - i
}

// isHome: the word says that a place is in front of it.
func (r *reader) isHome(i int) bool {
	w := r.wordAt(i)
	return w == "based" || w == "area"
}

const (
	longestCity = 6 // words of a name that only an index knows
	longestTown = 4 // of one that only the list of towns has
)

// placeAt finds the longest place that begins at token i and is meant as one.
func (r *reader) placeAt(i int) (*places.Place, int) {
	if i < len(r.toks) && r.toks[i].row != nil {
		return r.toks[i].row, r.toks[i].rowWords
	}
	longest := max(1, places.Longest(r.wordAt(i)))
	if len(r.known.Cities) > 0 && r.led(i) {
		longest = longestCity
	} else if i < len(r.toks) && (r.toks[i].capital || r.tags[i].Is(tags.Of(tags.Place)) >= sureTown) {
		longest = max(longest, longestTown)
	}
	for n := longest; n > 0; n-- {
		w, ok := r.joined(i, i+n-1)
		if !ok || n > 1 && r.isTopic(i, n) {
			continue
		}
		for _, name := range r.nativeFirst(r.called(w)) {
			if n == 1 && r.lang.Means[w] != "" && !r.led(i) { // "Romane" are novels in German, Romans elsewhere
				continue
			}
			if r.meant(name, i, n) {
				return name.Place, n
			}
		}
		if p := r.known.Cities[w]; p != nil && r.led(i) {
			return p, n
		}
		if p := r.town(i, n); p != nil {
			return p, n
		}
		if p := r.code(i); n == 1 && p != nil {
			return p, 1
		}
	}
	return nil, 0
}

// town is the place of n words at token i that only the list of towns has. Many towns are
// called as things are: tags have to say that it is a place, an ending, or a place beside it.
func (r *reader) town(i, n int) *places.Place {
	tagged := i+n <= len(r.toks) && r.least(i, i+n, tags.Of(tags.Place)) >= sureTown
	if i >= len(r.toks) || !r.toks[i].capital && !tagged || r.toks[i].handle != "" {
		return nil
	}
	ends := r.caseBehind(i + n) // "Van'da"
	if !tagged && !ends && !r.besidePlace(i, i+n) {
		return nil
	}
	w, ok := r.joined(i, i+n-1)
	if !ok || r.toks[i+n-1].number != nil {
		return nil
	}
	p := places.Town(w)
	for bare := range r.lang.Bare(w) {
		if p == nil {
			p = places.Town(bare)
		}
	}
	if p != nil {
		p.Name = r.text[r.toks[i].start:r.toks[i+n-1].end]
	}
	return p
}

// caseBehind: an apostrophe joins an ending for "in" or "from" to the name in front of token i.
func (r *reader) caseBehind(i int) bool {
	return r.lang.Grammar[lexicon.Cases] && r.suffix(i) && slices.Contains(r.lang.PlaceEndings, lexicon.Ending{Of: r.wordAt(i)})
}

// capitals: every word of the query begins with one, so that they say nothing.
func (r *reader) capitals() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return !t.capital && t.number == nil })
}

func (r *reader) isPlace(i int) bool {
	p, _ := r.placeAt(i)
	return p != nil
}

// called lists the places of a name, without the ending that it has in a sentence as well: "außerhalb Deutschlands".
func (r *reader) called(w string) []places.Name {
	found := places.Find(w)
	if len(found) == 0 {
		for bare := range r.lang.Bare(w) {
			if found = places.Find(bare); len(found) > 0 {
				return found
			}
		}
	}
	return found
}

// meant tells the place from the word: "turkey" in a kitchen, "nice" people,
// French toast, an island. A name of another language is doubtful, an
// adjective of another language is none.
func (r *reader) meant(name places.Name, i, n int) bool {
	foreign := r.foreign(name)
	next, doubtful := i+n, name.Doubtful || foreign
	switch {
	case foreign && name.Adjective:
		return false
	case r.isHome(next):
		return true
	case (name.Adjective || doubtful) && r.national(i, n), r.is(i, lexicon.Place) && n == 1 && !r.toks[i].capital: // "la", "on"
		return false
	case n == 1 && !r.toks[i].capital && r.is(i, lexicon.Like|lexicon.About|lexicon.Both) && !r.led(i): // "hace 5 días como máximo"
		return false
	case n == 1 && len(r.toks[i].word) == 2 && !r.toks[i].shout && !r.led(i): // "La Mancha", "no"
		return false
	case n == 1 && r.germanVerb(i) && !r.led(i), // "die kein Fleisch essen", "keine Marken"
		n == 1 && doubtful && r.lang.Grammar[lexicon.Capitals] && r.is(i, lexicon.Filler) && !r.led(i):
		return false
	case !foreign && r.least(i, i+n, tags.Of(tags.Place)) >= surePlace:
		return true
	case !doubtful || next < len(r.toks) && strings.TrimSpace(r.toks[next].before) == "," && (r.longestPlace(next) > 0 || r.stateCode(next) != nil):
		return true
	case name.Adjective:
		return r.toks[i].capital
	}
	return r.led(i) || r.besidePlace(i, next) || r.toks[i].capital && !r.isTopic(i, 1) && (i > 0 || len(r.toks) == n) || i > 0 && len(r.toks) == next && !r.isTopic(i-1, 1)
}

// besidePlace: "or" joins tokens from i to before to to a place: no topic is one's choice
// beside it ("Reading or Oxford").
func (r *reader) besidePlace(i, to int) bool {
	if k := len(r.clauses) - 1; k >= 0 && r.is(i-1, lexicon.Or) && r.clauses[k].field == FieldLocation && r.clauses[k].to == i-2 {
		return true
	}
	return r.is(to, lexicon.Or) && !r.partEnds(to) && !r.partEnds(to+1) && r.isPlace(to+1)
}

// foreign: the place is called so in another language than that of the query.
func (r *reader) foreign(name places.Name) bool {
	return name.Language != "" && name.Language != "en" && name.Language != r.lang.Code
}

// nativeFirst puts behind the others what is called so in another language: Salvador is
// a city, and a country in French.
func (r *reader) nativeFirst(names []places.Name) []places.Name {
	if len(names) > 1 && r.foreign(names[0]) {
		return append(slices.DeleteFunc(slices.Clone(names), r.foreign), names...)
	}
	return names
}

// germanVerb: the word at token i is a verb in a German query that writes its nouns
// with capitals.
func (r *reader) germanVerb(i int) bool {
	return r.lang.Grammar[lexicon.Capitals] && r.is(i, lexicon.Verb) && !r.toks[i].capital && slices.ContainsFunc(r.toks, func(t token) bool { return t.capital })
}

// led: a word that goes before places stands in front.
func (r *reader) led(i int) bool {
	return r.is(i-1, lexicon.Place) && plainGap(r.toks[i].before) || i > 0 && r.toks[i-1].used && strings.Contains(r.toks[i].before, ",")
}

// raw is the word at token i as it is written.
func (r *reader) raw(i int) string { return r.text[r.toks[i].start:r.toks[i].end] }

// shouts: all of the query is written in capitals.
func (r *reader) shouts() bool {
	return !slices.ContainsFunc(r.toks, func(t token) bool { return !t.shout && t.number == nil })
}

// codeBeside: a slash joins the code at token i to another in capitals: "DE/AT/CH", "UK/IE".
func (r *reader) codeBeside(i, step int) bool {
	k := i + step
	if r.is(k, lexicon.Or|lexicon.And) && !r.toks[k].shout { // "DE oder AT"
		k += step
	} else if k >= 0 && k < len(r.toks) && !slices.Contains([]string{"/", "+", "&"}, strings.TrimSpace(r.toks[max(i, k)].before)) && !(plainGap(r.toks[max(i, k)].before) && !(notCodes[r.raw(i)] && notCodes[r.raw(k)]) && !r.shouts()) { // "FR IT ES"
		return false
	}
	return k >= 0 && k < len(r.toks) && r.toks[k].shout && (r.toks[k].word == "uk" || places.ByCode(strings.ToUpper(r.toks[k].word)) != 0)
}

// besideUK: "us" stands beside "uk", as in "us and uk", "uk/us".
func (r *reader) besideUK(i int) bool {
	joins := func(k int) bool { return r.is(k, lexicon.And|lexicon.Or) }
	beside := func(k int) bool { return k < len(r.toks) && strings.ContainsAny(r.toks[k].before, "/,&+") }
	return joins(i+1) && r.wordAt(i+2) == "uk" || joins(i-1) && r.wordAt(i-2) == "uk" || r.wordAt(i+1) == "uk" && beside(i+1) || r.wordAt(i-1) == "uk" && beside(i)
}

// stateCode is the state of the United States whose code stands at token i behind a
// comma.
func (r *reader) stateCode(i int) *places.Place {
	if i >= len(r.toks) || !r.toks[i].shout || len(r.toks[i].word) != 2 || r.shouts() {
		return nil
	}
	if gap := strings.TrimSpace(r.toks[i].before); gap != "," && (gap != "" || i == 0 || !r.toks[i-1].capital) {
		return nil
	}
	if r.is(i, lexicon.Or|lexicon.Place) && i+1 < len(r.toks) && r.isPlace(i+1) { // "London, OR Paris"
		return nil
	}
	return places.StateByCode("US", strings.ToUpper(r.toks[i].word))
}

// americanState reads the state of the United States that stands behind a city and a
// comma: two capitals, or its name where no list of places goes on. The city is another
// than the one of its name that is known, so the state is all that is asked for.
func (r *reader) americanState(p *places.Place, i int) (state *places.Place, end int) {
	if i >= len(r.toks) || p.Kind != places.City {
		return nil, 0
	}
	if state = r.stateCode(i); state != nil {
		if code := strings.ToUpper(r.toks[i].word); state.State == p.State || places.ByCode(code) == p.Country { // "Los Angeles, CA", "Berlin, DE"
			return p, i
		}
		return state, i
	}
	if strings.TrimSpace(r.toks[i].before) != "," {
		return nil, 0
	}
	state, n := r.placeAt(i)
	if state == nil || state.Kind != places.State || state.Country != places.ByCode("US") {
		return nil, 0
	}
	if anyAt(i+n, min(len(r.toks), i+n+2), func(next int) bool { return r.isPlace(next) }) { // "in Paris, Texas and Tokyo"
		return nil, 0
	}
	return state, i + n - 1
}

// placeWithin reads the country behind a city: one place, not two. A country
// that has no such city is a place of its own.
func (r *reader) placeWithin(p *places.Place, i int) (inner *places.Place, end int) {
	if i >= len(r.toks) || r.toks[i].used || p.Kind == places.Region || p.Kind == places.Country && len(places.Find(terms.Fold(p.Name))) == 1 {
		return nil, 0
	}
	switch gap := strings.TrimSpace(r.toks[i].before); {
	case gap == "" && r.wordAt(i) == "in":
		i++
	case gap != "," && gap != "(" && gap != "" && gap != "/":
		return nil, 0
	}
	wider, n := r.placeAt(i)
	if wider == nil || wider == p || n == 1 && r.adjective(i) { // "not Londoners, Brits otherwise"
		return nil, 0
	}
	if town := p.In(wider.Country); town != nil && wider.Kind == places.Country { // "Hebden Bridge, UK"
		return town, i + n - 1
	}
	for _, name := range places.Find(terms.Fold(p.Name)) {
		if name.Within(wider) {
			return name.Place, i + n - 1
		}
	}
	return nil, 0
}

// inPortuguese: the "no" at token i is, and is noted to be, the Portuguese "in the",
// where nothing else tells the language: "música no Rio de Janeiro".
func (r *reader) inPortuguese(i int) bool {
	if r.wordAt(i) != "no" || i == 0 || r.is(i-1, lexicon.Ends|lexicon.Filler) && r.lang.Code != "pt" || i+1 >= len(r.toks) || !plainGap(r.toks[i].before) || !r.toks[i+1].capital {
		return false
	}
	there := r.phrase(i+1, lexicon.Network) > 0 && r.toks[i-1].entry.Class == 0
	if _, n := r.placeAt(i + 1); n > 0 && (r.lang.Code == "fr" || r.lang.Code == "de" || r.lang.Code == "tr") {
		there = true // "no" says nothing there
	} else if n > 0 {
		w, _ := r.joined(i+1, i+n)
		there = slices.ContainsFunc(r.called(w), func(name places.Name) bool {
			return name.Language == "pt" || name.Country != 0 && places.Spoken(name.Country) == places.Of([]string{"pt"})
		})
	}
	if there {
		r.toks[i].entry.Class = lexicon.Place | lexicon.Filler | lexicon.On
	}
	return there
}

// noPlace: the "no" at token i leaves out the place behind it, although the query was
// taken for Portuguese, where it is "in the": a comma or a "but" stands in front, and
// the place is not called so there, or goes without an article, or lies in one that is
// not named in Portuguese: "Europe, no Portugal".
func (r *reader) noPlace(i int) bool {
	if r.wordAt(i) != "no" || i == 0 || i+1 >= len(r.toks) || !plainGap(r.toks[i+1].before) || softGap(r.toks[i].before) && !r.is(i-1, lexicon.Ends) {
		return false
	}
	p, n := r.placeAt(i + 1)
	if p == nil {
		return false
	}
	w, _ := r.joined(i+1, i+n)
	if !r.inPortugal(w) || w == "portugal" || strings.HasSuffix(r.text[:r.toks[i+n].end], "a") && !isAmong(w, wordMasculine) {
		return true
	}
	last := r.clauseBefore(i)
	if last < 0 || r.clauses[last].field != FieldLocation || r.clauses[last].place.Kind == places.City {
		return false
	}
	from, to := r.clauses[last].from, r.clauses[last].to
	for from < to && r.is(from, lexicon.Place|lexicon.Filler) {
		from++
	}
	region, _ := r.joined(from, to)
	return !r.inPortugal(region)
}

// inPortugal: a place is called so in Portuguese.
func (r *reader) inPortugal(w string) bool {
	return slices.ContainsFunc(lexicon.Languages(), func(l *lexicon.Language) bool { return l.Code == "pt" && l.Places[w] != "" }) ||
		slices.ContainsFunc(r.called(w), func(name places.Name) bool {
			return name.Kind > places.Region && places.Spoken(name.Country) == places.Of([]string{"pt"})
		})
}
