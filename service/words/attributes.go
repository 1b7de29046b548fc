package words

import (
	"strings"

	"greenroom/api"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// verified reads "verified", "blue tick", "unverified".
func (r *reader) verified(i int) int {
	n, e := r.entry(i, lexicon.Verified|lexicon.Unverified)
	if n > 0 {
		r.add(clause{field: FieldVerified, value: e.Class&lexicon.Verified != 0}, i, i+n-1)
	}
	return n
}

// kind reads "theme pages", "real people". Meme pages are about memes, too.
func (r *reader) kind(i int) int {
	n, e := r.entry(i, lexicon.ThemePage|lexicon.Person)
	if n == 0 {
		return 0
	}
	k := api.KindInfluencer
	if e.Class&lexicon.ThemePage != 0 {
		k = api.KindThemePage
	}
	if strings.HasPrefix(r.toks[i].word, "meme") && r.negated == 0 {
		r.addTopic(i, i)
	}
	r.add(clause{field: FieldKind, value: string(k)}, i, i+n-1)
	return n
}

// platform reads the neutral names, brand names and formats of a network.
func (r *reader) platform(i int) int {
	n, e := r.entry(i, lexicon.Network)
	if n == 0 || e.Class&lexicon.Doubtful != 0 && !r.is(i-1, lexicon.On) && !r.is(i+n, lexicon.People) {
		return 0
	}
	r.add(clause{field: FieldPlatform, value: e.Value}, r.lead(i, lexicon.On), i+n-1)
	return n
}

// language reads "German-speaking", "in Spanish", "who speak French",
// "francophone" and, for languages that no country is called by, the name alone.
func (r *reader) language(i int) int {
	n, t := r.languageAt(i)
	if n == 0 || n < r.longestPlace(i) {
		return 0
	}
	from, to := r.lead(i, lexicon.Speak|lexicon.Who), i+n-1
	if k := r.phrase(to+1, lexicon.Spoken); k > 0 && !strings.ContainsAny(r.toks[to+1].before, ",.;") {
		to += k
	} else if r.national(i, n) || !t.Alone && !r.saysLanguage(i, n) {
		return 0
	}
	r.add(clause{field: FieldLanguage, value: t.Set.String(), language: t.Set}, from, to)
	return to + 1 - i
}

func (r *reader) languageAt(i int) (int, places.LanguageName) {
	for n := 2; n > 0; n-- {
		if w, ok := r.joined(i, i+n-1); ok {
			if t, ok := places.Language(w); ok {
				return n, t
			}
		}
	}
	return 0, places.LanguageName{}
}

// saysLanguage: "speak German" is a language, "in German" too, "in German
// cities" is not.
func (r *reader) saysLanguage(i, n int) bool {
	if !r.is(i-1, lexicon.Speak) || !plainGap(r.toks[i].before) {
		return false
	}
	if !r.is(i-1, lexicon.Place) {
		return true
	}
	next := i + n
	return next >= len(r.toks) || !plainGap(r.toks[next].before) || r.toks[next].entry.Class != 0 || r.toks[next].used
}

// national: the adjective of tokens i to i+n-1 belongs to a thing that has a
// nationality of its own, "English teacher", "cours d'anglais".
func (r *reader) national(i, n int) bool {
	if next := i + n; r.is(next, lexicon.National) && plainGap(r.toks[next].before) || r.is(i-1, lexicon.Learn) {
		return true
	}
	if !r.lang.AdjectivesFollow {
		return false
	}
	if i > 1 && r.is(i-1, lexicon.About) && r.is(i-1, lexicon.Place) && r.is(i-2, lexicon.National) { // "profesora de inglés"
		i--
	}
	return r.is(i-1, lexicon.National) && plainGap(r.toks[i].before) && !r.toks[i-1].used
}
