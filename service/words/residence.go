package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// residences tells where somebody lives from what nation they are of and what they
// speak of, where one part of the query says both: "Turkish creators in Germany",
// "from Japan, living in Berlin", "about Italy, creators in the UK".
func (r *reader) residences() {
	for k := 0; k < len(r.clauses); k++ {
		if !r.wantsPlace(k) {
			continue
		}
		for h := range r.clauses {
			if h == k || !r.isHomeOf(h, k) {
				continue
			}
			if r.spokenOf(k) {
				r.toTopic(k)
			} else {
				c := &r.clauses[k]
				c.field, c.value, c.place = unusedField+"nation", nil, nil
			}
			break
		}
	}
}

func (r *reader) wantsPlace(k int) bool {
	return r.clauses[k].field == FieldLocation && r.clauses[k].op == opEq
}

// isHomeOf: clause h says where they live of whom clause k tells the nation or a topic.
func (r *reader) isHomeOf(h, k int) bool {
	home, other := r.clauses[h], r.clauses[k]
	if home.field == FieldLocation && home.op == opNe && home.place == other.place { // "German creators not in Germany"
		return r.isNation(other) && !r.isNation(home)
	}
	if !r.wantsPlace(h) || home.place == other.place || !r.oneSentence(home, other) || r.joinedPlaces(home, other) {
		return false
	}
	lives := r.livesAt(home)
	switch {
	case r.livesAt(other):
		return false
	case r.spokenOf(k):
		return lives || r.is(home.from, lexicon.Place) && !r.spokenOf(h)
	case r.isNation(other):
		return lives || r.locative(home) || r.is(home.from, lexicon.Place) && home.from < home.to && other.to < home.from && r.samePart(other.to, home.from)
	}
	return lives && r.turn(other.from, turnFrom) > 0
}

// oneSentence: no full stop stands between two clauses.
func (r *reader) oneSentence(a, b clause) bool {
	return !anyAt(min(a.to, b.to)+1, max(a.from, b.from)+1, r.beginsSentence)
}

// beginsSentence: a full stop or its like stands in front of token k.
func (r *reader) beginsSentence(k int) bool { return strings.ContainsAny(r.toks[k].before, ".!?;\n") }

// joinedPlaces: "and" or "or" joins what is said of two places, and not only two
// nations or topics: "Turkish and Italian creators in Germany".
func (r *reader) joinedPlaces(a, b clause) bool {
	return anyAt(min(a.to, b.to)+1, max(a.from, b.from), func(k int) bool {
		return r.is(k, lexicon.Or|lexicon.And) && !slices.ContainsFunc(r.clauses, func(c clause) bool { return c.from == k+1 && (r.isNation(c) || c.from == c.to) })
	})
}

// livesAt: a word beside the place says that somebody lives there.
func (r *reader) livesAt(c clause) bool {
	if anyAt(c.from, c.to+1, func(k int) bool { return r.turn(k, turnLives) > 0 && len(places.Find(r.wordAt(k))) == 0 }) {
		return true
	}
	from := c.from
	for from > 0 && r.is(from, lexicon.Place) && r.is(from-1, lexicon.Place) && plainGap(r.toks[from].before) {
		from--
	}
	return from > 0 && r.is(from, lexicon.Place) && plainGap(r.toks[from].before) && r.turnBefore(from, turnLives) > 0 || r.is(c.from-1, lexicon.Place) && r.turnBefore(c.from-1, turnLives) > 0
}

// livesBehind counts the words at token i that say that somebody lives at the place in
// front of it, where verbs stand behind: "in Berlin lebende".
func (r *reader) livesBehind(i int) int {
	if r.lang.Code != "de" && r.lang.Code != "tr" {
		return 0
	}
	k := 0
	if r.suffix(i) {
		k = 1
	}
	if n := r.turn(i+k, turnLives); n > 0 && plainGap(r.toks[i+k].before) {
		return k + n
	}
	return 0
}

// locatives are the Turkish endings for "in".
var locatives = []string{"deki", "daki", "teki", "taki", "de", "da", "te", "ta"}

// locative: the place has a Turkish ending for "in": "Almanya'daki".
func (r *reader) locative(c clause) bool {
	if r.lang.Code != "tr" {
		return false
	}
	word := r.wordAt(c.to)
	if r.suffix(c.to + 1) {
		return slices.Contains(locatives, strings.TrimPrefix(r.wordAt(c.to+1), "n"))
	}
	return len(places.Find(word)) == 0 && slices.ContainsFunc(locatives, func(end string) bool { return strings.HasSuffix(word, end) })
}

// isNation: the clause is the word of a nation or for who comes from a place: "German",
// "Berliner", with nothing in front that leads to a place.
func (r *reader) isNation(c clause) bool {
	if c.from != c.to {
		return false
	}
	return slices.ContainsFunc(r.called(r.wordAt(c.to)), func(name places.Name) bool { return name.Adjective && name.Place == c.place })
}

// spokenOf: words in front of the place of clause k say that somebody speaks of it.
func (r *reader) spokenOf(k int) bool {
	c := r.clauses[k]
	if anyAt(c.from, c.to+1, func(i int) bool { return r.turnBefore(i, turnTopics) > 0 }) {
		return true
	}
	if k > 0 && (r.is(c.from-1, lexicon.And|lexicon.Or) && r.clauses[k-1].to == c.from-2 || r.clauses[k-1].to == c.from-1 && strings.Contains(r.toks[c.from].before, ",")) && !r.is(c.from, lexicon.Place) {
		return r.spokenOf(k - 1) // "about Italy and Spain"
	}
	return false
}

// toTopic makes the place of clause k what is spoken of.
func (r *reader) toTopic(k int) {
	c := r.clauses[k]
	for c.from < c.to && r.is(c.from, lexicon.Place) {
		c.from++
	}
	text := r.text[r.toks[c.from].start:r.toks[c.to].end]
	t := Topic{Text: text, Terms: r.terms(c.from, c.to+1-c.from)}
	r.clauses[k] = clause{field: FieldTopic, op: c.op, value: text, text: text, from: c.from, to: c.to, topic: t}
}

// destinations reads where somebody has been: that is what they speak of, and not where
// they live: "creators who went to Japan".
func (r *reader) destinations() {
	for i := range r.toks {
		n := r.turn(i, turnWent)
		if n == 0 || r.toks[i].used {
			continue
		}
		at := i + n
		if at < len(r.toks) && !plainGap(r.toks[at].before) {
			continue // "left - Crete"
		}
		for at < len(r.toks) {
			for r.is(at, lexicon.Place) && plainGap(r.toks[at].before) && at+1 < len(r.toks) {
				at++
			}
			k := r.longestPlace(at)
			if at >= len(r.toks) || k == 0 {
				break
			}
			not, _ := r.phraseBefore(i, lexicon.Not)
			if not > 0 {
				r.negated = i - not + 1
			}
			r.addTopic(at, at+k-1)
			r.negated = 0
			r.span(i, at+k-1)
			if at += k; r.is(at, lexicon.And|lexicon.Or) {
				at++
			} else if at >= len(r.toks) || !strings.Contains(r.toks[at].before, ",") {
				break
			}
		}
	}
}
