package words

import (
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/tags"
)

// notCodes are codes of countries that stand for something else in capitals.
var notCodes = map[string]bool{"IT": true, "AI": true, "TV": true, "ME": true, "PR": true, "IN": true, "TO": true, "DJ": true, "MY": true, "NO": true, "IS": true, "SO": true, "DO": true, "BE": true, "ER": true}

// code reads "US", "us-based", "in the us" and, after a preposition, any other
// code of a country in capitals.
func (r *reader) code(i int) *places.Place {
	t := r.toks[i]
	if p := r.namedByCode(i); p != nil && r.tags[i].Is(tags.Of(tags.Place)) >= surePlace {
		return p
	}
	if len(t.word) != 2 {
		return nil
	}
	us := t.word == "us" && (t.shout && (i == 0 || !r.toks[i-1].shout) || r.wordAt(i-1) == "the" || r.wordAt(i+1) == "based" || r.besideUK(i))
	if uk := t.word == "uk" && r.lang.Code == "en"; !uk && !us && !r.codeStands(i) {
		return nil
	}
	code := strings.ToUpper(t.word)
	if code == "UK" {
		code = "GB"
	}
	return places.Numbered(places.ByCode(code))
}

// namedByCode is the one country or state whose code stands at token i; small letters are no country's.
func (r *reader) namedByCode(i int) *places.Place {
	t := r.toks[i]
	if t.entry.Class != 0 || len(t.word) != 2 && len(t.word) != 3 || t.capital && !t.shout { // "St. Gallen"
		return nil
	}
	p := places.ByAnyCode(strings.ToUpper(t.word))
	if p != nil && p.Kind == places.Country && !t.shout {
		return nil
	}
	return p
}

// codeStands: the two capitals at token i stand where the code of a country does: behind what
// leads to places, joined by a slash to another, or at the end of their part.
func (r *reader) codeStands(i int) bool {
	t := r.toks[i]
	if !t.shout || r.is(i, lexicon.Engagement|lexicon.Followers|lexicon.Network) || r.speaksCode(i) || strings.HasSuffix(t.before, "(") || r.is(i-1, lexicon.About) && !r.is(i-1, lexicon.Place) { // "ER", "Alba (CN)", "about HR"
		return false
	}
	if r.codeBeside(i, -1) || r.codeBeside(i, 1) {
		return true
	}
	return !notCodes[r.raw(i)] && (r.led(i) || r.partEnds(i+1) && !r.shouts())
}
