package words

import (
	"slices"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// glossReach is how many small words may stand between a name and what tells which place it is.
const glossReach = 3

// glossKinds are the words that tell of several places of one name which is meant, by its kind.
var glossKinds = map[string]places.Kind{wordGlossCountry: places.Country, wordGlossState: places.State, wordGlossCity: places.City}

// glossed reads a name at token i behind which stands which place of that name is meant: "Georgia, the
// country", "Georgia, the one with Tbilisi". It returns the words of the name, and of all.
func (r *reader) glossed(i int) (p *places.Place, n, all int) {
	for n = places.Longest(r.wordAt(i)); n > 0; n-- {
		w, ok := r.joined(i, i+n-1)
		if !ok {
			continue
		}
		for _, name := range places.Find(w) {
			if name.Adjective || r.foreign(name) {
				continue
			}
			if end := r.gloss(i+n, name.Place); end > 0 {
				if not, _ := r.notAt(min(end, len(r.toks)-1)); end < len(r.toks) && not > 0 && r.turn(end+not, wordGlossWith) > 0 { // ", not the one with Atlanta"
					end = r.untilPart(end+not) + 1
				}
				return name.Place, n, end - i
			}
		}
	}
	return nil, 0, 0
}

// gloss is the first token behind words from token i on that tell that the place is meant; 0 where none do.
func (r *reader) gloss(i int, p *places.Place) int {
	for k := i; k < len(r.toks) && k <= i+glossReach && (k == i || softGap(r.toks[k].before)) && !r.toks[k].used; k++ {
		for kind, of := range glossKinds {
			if n := r.turn(k, kind); n > 0 && of == p.Kind && k+n <= len(r.toks) && r.partEnds(k+n) {
				return k + n
			}
		}
		if n := r.turn(k, wordGlossWith); n > 0 {
			inner, words := r.placeAt(k + n)
			if inner != nil && inner != p && p.Fits(inner.Country, inner.State, inner.City) == places.Agrees {
				return k + n + words
			}
		}
		if !r.is(k, lexicon.Filler|lexicon.Place) || r.is(k, lexicon.And|lexicon.Or) || r.is(k, lexicon.Not) {
			return 0
		}
	}
	return 0
}

// excepted takes a country off a region that was left out, where its countries are few: "outside DACH except
// the Swiss" leaves out Germany and Austria. It counts the words of the exception, whose "not" has n, at token i.
func (r *reader) excepted(i, n int) int {
	const most = 12
	last := &r.clauses[len(r.clauses)-1]
	at := r.pastSmall(i+n, lexicon.Place)
	p, words := r.placeAt(at)
	if last.field != FieldLocation || p == nil || p.Kind != places.Country {
		return 0
	}
	left := last.place.Countries()
	if k := slices.IndexFunc(left, func(c *places.Place) bool { return c.Country == p.Country }); k < 0 || len(left) > most {
		return 0
	}
	c, to := *last, at+words-1
	c.to, c.text = to, r.span(c.from, to)
	r.clauses = r.clauses[:len(r.clauses)-1]
	for _, one := range left {
		if one.Country != p.Country {
			c.place, c.value = one, one.Name
			r.clauses = append(r.clauses, c)
		}
	}
	r.scope = nil
	return to + 1 - i
}
