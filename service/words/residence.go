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
			if r.clauses[k].field == FieldLocation && r.spokenOf(k) { // "never post about Dubai"
				r.toTopic(k)
			}
			continue
		}
		for h := range r.clauses {
			if h == k || !r.isHomeOf(h, k) {
				continue
			}
			if r.spokenOf(k) {
				r.toTopic(k)
			} else {
				c, kind := &r.clauses[k], "nation"
				if r.turnBefore(c.from, wordEvent) > 0 {
					kind = "campaign"
				}
				c.field, c.value, c.place = unusedField+kind, nil, nil
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
		return r.isNation(other)
	}
	if !r.wantsPlace(h) || home.place == other.place || !r.oneSentence(home, other) || r.joinedPlaces(home, other) {
		return false
	}
	lives := r.livesAt(home)
	switch {
	case r.livesAt(other):
		return false
	case r.turnBefore(other.from, wordEvent) > 0: // "campaign in Spain, creators from Portugal"
		return r.turnBefore(home.from, wordEvent) == 0 && !r.is(home.from-1, lexicon.And|lexicon.Or)
	case r.spokenOf(k):
		return lives || r.is(home.from, lexicon.Place)
	case r.isNation(other):
		return lives || r.is(home.from, lexicon.Place) && home.from < home.to && other.to < home.from && r.samePart(other.to, home.from)
	}
	return lives && (r.turn(other.from, turnFrom) > 0 || other.to < home.from && r.spans(other.to+1, home.from, lexicon.Ends)) // "food in Naples, but they should live in Rome"
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
	if !r.lang.Grammar[lexicon.VerbsBehind] {
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
	if anyAt(c.from, r.namedAt(c)+1, func(i int) bool { return r.turnBefore(i, turnTopics) > 0 && r.samePart(i-1, i) }) {
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
	at, to := r.namedAt(c), c.core.End-1
	name := r.text[r.toks[at].start:r.toks[to].end]
	if c.op == opEq {
		c.from, c.text = at, name
	}
	c.field, c.value, c.place, c.topic = FieldTopic, name, nil, Topic{Text: name, Terms: r.terms(at, to+1-at)}
	r.clauses[k] = c
}

// namedAt is the token at which the name of a clause's place begins.
func (r *reader) namedAt(c clause) int {
	at := c.core.Start
	for at < c.core.End-1 && r.longestPlace(at) < c.core.End-at {
		at++
	}
	return at
}

// elsewhere reads the places where somebody does not live: where they have been is what
// they speak of ("creators who went to Japan"), where they lived or will live is told and
// asks for nothing ("moved away from Germany").
func (r *reader) elsewhere() {
	for i := range r.toks {
		if r.toks[i].used {
			continue
		}
		if n := r.turn(i, turnWent); n > 0 {
			r.eachPlace(i+n, func(from, to int) {
				if not := r.notInFront(i); not >= 0 { // "who haven't been to"
					r.scope = &scope{at: not}
				}
				r.addTopic(from, to)
				r.scope = nil
				r.span(i, to)
			})
		} else if from, to := r.inThePast(i); to > from {
			r.leave("ceased", from, to)
		} else if at := r.notNow(i); at > i {
			last := -1
			r.eachPlace(at, func(_, to int) { last = to })
			if last > 0 {
				last += max(r.turn(last+1, turnLeftBehind), r.turn(last+1, turnLives))
				r.leave("moved", i, last)
			}
		} else if n := r.turn(i, turnLeftBehind); n > 0 {
			if from := r.placeInFront(i); from >= 0 {
				r.leave("moved", from, i+n-1)
			}
		}
	}
}

// inThePast is the part of the query from a word at token i on that says that somebody
// posted about something and does no more: "used to post about meat".
func (r *reader) inThePast(i int) (from, to int) {
	says := func(k int) bool {
		return r.is(k, lexicon.Posting|lexicon.Posts) || r.is(k, lexicon.Speak) && !r.is(k, lexicon.Place)
	}
	if r.turn(i, turnPast) == 0 {
		return i, i
	}
	from, to = i-oneIf(says(i-1)), r.untilPart(i) // "parlaient autrefois de viande"
	for r.lang.Grammar[lexicon.VerbsBehind] && to > i && !says(to) && anyAt(i, to, says) {
		to--
	}
	if !anyAt(from, to+1, says) || r.anyPlace(from, to) || !anyAt(i+1, to+1, func(k int) bool { return r.topicAt(k) > 0 }) {
		return i, i
	}
	return from, to
}

// notNow is behind the words at token i that say that somebody was or will be at the
// place there: "used to live in", "will move to"; i where there are none.
func (r *reader) notNow(i int) int {
	if n := r.turn(i, turnLeft); n > 0 {
		return i + n
	}
	at := i + r.turn(i, turnOnce)
	for at > i && at < len(r.toks) && plainGap(r.toks[at].before) {
		n := max(r.turn(at, turnMoves), r.turn(at, turnLives))
		if n == 0 && !r.is(at, lexicon.Place|lexicon.To|lexicon.Speak) {
			break
		}
		at += max(1, n)
	}
	return at
}

// eachPlace tells the places of a list that begins at token at.
func (r *reader) eachPlace(at int, found func(from, to int)) {
	if at < len(r.toks) && !plainGap(r.toks[at].before) {
		return // "left - Crete"
	}
	for at < len(r.toks) {
		for r.is(at, lexicon.Place) && plainGap(r.toks[at].before) && at+1 < len(r.toks) {
			at++
		}
		k := r.longestPlace(at)
		if k == 0 {
			return
		}
		found(at, at+k-1)
		if at += k; r.is(at, lexicon.And|lexicon.Or) {
			at++
		} else if at >= len(r.toks) || !strings.Contains(r.toks[at].before, ",") {
			return
		}
	}
}

// placeInFront returns the beginning of the place in front of token i, with its
// preposition or ending; -1 where there is none.
func (r *reader) placeInFront(i int) int {
	for to := i - 1; to >= max(0, i-unitReach); to-- {
		for n := min(unitReach, to+1); n > 0; n-- {
			if p, k := r.placeAt(to + 1 - n); p != nil && k == n && !r.anyUsed(to+1-n, to+1) {
				return r.lead(to+1-n, lexicon.Place)
			}
		}
		if !r.is(to, lexicon.Filler|lexicon.Place) {
			return -1
		}
	}
	return -1
}
