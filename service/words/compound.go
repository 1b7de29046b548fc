package words

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"greenroom/service/words/forms"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/spelling"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// How surely a part of a compound is a word: a topic, one for people, any other
// word of a dictionary. One part has to be a topic.
const (
	partWord   = 1
	partPeople = 3
	partForm   = 6 // of a topic
	partTopic  = 8

	shortestOther = 4 // letters of a part that is only a word of a dictionary
)

// split reads compounds and joined words as their parts: "Sportblogger",
// "#veganrecipes", "#StreetPhotography". Where a part is no topic of its own the
// word stays whole and is about the parts that are: "Gartenarbeit".
func (r *reader) split() {
	for i := len(r.toks) - 1; i >= 0; i-- {
		t := &r.toks[i]
		if !r.mayBeCompound(i) {
			continue
		}
		parts := forms.Split(t.word, r.partWorth)
		whole := slices.ContainsFunc(parts, func(p forms.Part) bool { return r.worthOf(t, p) == partWord })
		for _, p := range parts {
			if whole && t.about == "" && r.worthOf(t, p) >= partForm {
				t.about = t.word[p.From:p.To]
			}
		}
		if len(parts) > 0 && !whole {
			r.toks = slices.Replace(r.toks, i, i+1, r.parts(*t, parts)...)
		}
	}
}

func (r *reader) worthOf(t *token, p forms.Part) int {
	return r.partWorth(t.word[p.From:p.To], p.To == len(t.word))
}

// longCompound is the letters from which on a word of a dictionary may be a
// German compound in a query that tells no language; "carpet" is none.
const longCompound = 10

// mayBeCompound: a word that no table has, nor a creator's handle or name, nor, but for
// German, where compounds stand in dictionaries, a dictionary.
func (r *reader) mayBeCompound(i int) bool {
	t := &r.toks[i]
	w := t.word
	if t.handle != "" || t.said != "" || !repairable(w) || strings.HasSuffix(t.before, "@") || lexicon.Part(w) || places.Part(w) || topics.Part(w) || listed(t.terms) {
		return false
	}
	if r.known.Words.Named(w) || !r.lang.Grammar[lexicon.Capitals] && spelling.Right(w) && len(w) < longCompound {
		return false
	}
	groups, _ := r.formOfTopic(w)
	return groups == nil
}

func (r *reader) partWorth(part string, last bool) int {
	list := topics.Terms(part)
	switch {
	case last && (forms.IsHead(part) || r.lang.Find(part).Class&lexicon.People != 0):
		return partPeople
	case len(list) != 1:
		return 0
	case listed(list), r.lang.Means[part] != "", len(part) > shortestOther && len(topics.Of(list[0])) > 0:
		return partTopic
	case len(part) < shortestOther:
		return 0
	}
	if groups, _ := r.formOfTopic(part); groups != nil && (last || spelling.Right(part)) { // no "gartena"
		return partForm
	}
	if spelling.Right(part) || r.known.Words.Uses(list[0]) >= evidence {
		return partWord
	}
	return 0
}

// parts are the tokens of a compound.
func (r *reader) parts(t token, parts []forms.Part) (out []token) {
	raw := r.text[t.start:t.end]
	for n, p := range parts {
		from, to := unfolded(raw, p.From), unfolded(raw, p.To)
		part := wordToken(r.text, t.start+from, t.start+to)
		if n == 0 {
			part.before = t.before
		}
		part.head = n == len(parts)-1 && forms.IsHead(part.word)
		part.capital = t.capital
		out = append(out, part)
	}
	return out
}

// unfolded returns where the first n bytes of a folded word end in the word itself.
func unfolded(raw string, n int) int {
	for i, r := range raw {
		if n <= 0 && !unicode.IsMark(r) {
			return i
		}
		n -= len(terms.Fold(string(r)))
	}
	return len(raw)
}

// related is a topic that a word is a form of, with the forms that texts use.
func (r *reader) related(word string) (t Topic) {
	t.Groups, t.Forms = r.formOfTopic(word)
	for f := range forms.Of(word, r.lang.Code, anyRoot) {
		if list := topics.Terms(f); len(t.Forms) < mostForms && len(list) == 1 && !slices.Contains(t.Forms, list[0]) && r.known.Words.Uses(list[0]) >= evidence {
			t.Forms = append(t.Forms, list[0])
		}
	}
	return t
}

func anyRoot(string) bool { return true }

// formOfTopic finds the topic that a word is a form of. A word alone tells no
// language, so others than the query's are tried.
func (r *reader) formOfTopic(word string) (groups []int, terms []string) {
	for _, all := range []iter.Seq[string]{forms.Of(word, r.lang.Code, topics.Begins), forms.OfAny(word, topics.Begins)} {
		for f := range all {
			if !topics.Part(f) {
				continue
			}
			if list := topics.Terms(f); len(list) == 1 && topics.Listed(list[0]) {
				return topics.Of(list[0]), list
			}
		}
	}
	return nil, nil
}

// relate adds what a word that no list has is a form of, or about.
func (r *reader) relate(t *Topic, at *token) {
	other := r.related(at.word)
	if at.about != "" {
		other = r.related(at.about)
		list := topics.Terms(at.about)
		if listed(list) { // a part may be another word in another language: "Backmischung"
			other.Forms = append(other.Forms, list...)
		}
		if g := topics.Of(list[0]); len(g) > 0 {
			other.Groups = g
		}
	}
	t.Forms = other.Forms
	if len(t.Groups) == 0 {
		t.Groups = other.Groups
	}
}

const mostForms = 8 // of one word that are looked for
