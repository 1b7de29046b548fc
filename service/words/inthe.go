package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// inPortuguese: the "no" at token i is, and is noted to be, the Portuguese "in the",
// where nothing else tells the language: "música no Rio de Janeiro".
func (r *reader) inPortuguese(i int) bool {
	if r.wordAt(i) != "no" || i == 0 || r.is(i-1, lexicon.Ends) && r.lang.Code != "pt" || i+1 >= len(r.toks) || !plainGap(r.toks[i].before) || !r.toks[i+1].capital {
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
	if r.wordAt(i) != "no" || r.is(i, lexicon.Not) || i == 0 || i+1 >= len(r.toks) || !plainGap(r.toks[i+1].before) || softGap(r.toks[i].before) && !r.is(i-1, lexicon.Ends) {
		return false
	}
	p, n := r.placeAt(i + 1)
	if p == nil {
		return false
	}
	w, _ := r.joined(i+1, i+n)
	if !r.inPortugal(w) || w == "portugal" || strings.HasSuffix(r.text[:r.toks[i+n].end], "a") && !masculine[w] {
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

// masculine are places that end in "a" and have a "no" in front in Portuguese.
var masculine = map[string]bool{"canada": true, "panama": true, "parana": true, "ceara": true, "para": true, "amapa": true, "quenia": true, "camboja": true}

// inPortugal: a place is called so in Portuguese.
func (r *reader) inPortugal(w string) bool {
	return slices.ContainsFunc(lexicon.Languages(), func(l *lexicon.Language) bool { return l.Code == "pt" && l.Places[w] != "" }) ||
		slices.ContainsFunc(r.called(w), func(name places.Name) bool {
			return name.Kind > places.Region && places.Spoken(name.Country) == places.Of([]string{"pt"})
		})
}
