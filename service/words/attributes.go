package words

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// flag reads a condition of yes or no: "verified", "blue tick", "unverified".
func (r *reader) flag(i int) int {
	n, e := r.entry(i, lexicon.Yes|lexicon.No)
	if n > 0 {
		r.add(clause{field: e.Value, value: e.Class&lexicon.Yes != 0}, i, i+n-1)
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
	if strings.HasPrefix(r.toks[i].word, "meme") && r.scope == nil {
		r.addTopic(i, i)
	}
	r.add(clause{field: FieldKind, value: string(k)}, i, i+n-1)
	return n
}

// platform reads the neutral names, brand names and formats of a network, and
// lists of them: those that "and" joins are all wanted.
func (r *reader) platform(i int) int {
	list := r.list(i, func(at int) int {
		n, e := r.networkAt(at)
		if e.Class&lexicon.Doubtful != 0 && !r.is(at-1, lexicon.On) && !r.is(at+n, lexicon.People) && !r.besideNetwork(at, n) && !(len(r.wordAt(at)) == 2 && r.allOfPart(at, n)) {
			return 0
		}
		return n
	})
	for n, at := range list.items {
		_, e := r.networkAt(at.from)
		from := at.from
		if n == 0 {
			from = r.lead(i, lexicon.On|lexicon.Both)
		}
		r.add(clause{field: FieldPlatform, value: e.Value, every: list.every}, from, at.to)
	}
	return list.end - i
}

// networkAt counts the words of the network at token i, without its ending as well.
func (r *reader) networkAt(i int) (int, lexicon.Entry) {
	n, e := r.entry(i, lexicon.Network)
	if n > 0 || i >= len(r.toks) || r.toks[i].used {
		return n, e
	}
	for bare := range r.lang.Bare(r.toks[i].word) {
		if e = r.lang.Find(bare); e.Class&lexicon.Network != 0 && e.Class&lexicon.Doubtful == 0 {
			return 1, e
		}
	}
	return 0, lexicon.Entry{}
}

// allOfPart: n words at token i are all that their part of the query says, but for small words: "TT only", "no tt".
func (r *reader) allOfPart(i, n int) bool {
	from, to := i, i+n
	for from > 0 && !r.partEnds(from) {
		from--
	}
	for !r.partEnds(to) {
		to++
	}
	return len(r.toks) > n && r.only(from, i, lexicon.Filler|lexicon.Not) && r.only(i+n, to, lexicon.Filler)
}

// besideNetwork: a sign or a word joins n words at token i to another network: "IG + TT".
func (r *reader) besideNetwork(i, n int) bool {
	joined := func(k, step int) bool {
		if r.is(k, lexicon.Or|lexicon.And) {
			k += step
		}
		return r.is(k, lexicon.Network) && (max(k, i) >= len(r.toks) || strings.ContainsAny(r.toks[max(k, i)].before, ",/&+-–") || r.is(max(k, i)-1, lexicon.Or|lexicon.And))
	}
	return joined(i-1, -1) || joined(i+n, 1)
}

// list is things of one kind, joined by commas, "or" or "and".
type list struct {
	items []spanned
	every bool // the last "and" joins them
	end   int  // the token behind
}

type spanned struct{ from, to int }

// list reads one item after another as long as read counts words.
func (r *reader) list(i int, read func(at int) int) list {
	l := list{end: i}
	for at := i; ; {
		n := read(at)
		if n == 0 {
			return l
		}
		l.items = append(l.items, spanned{at, at + n - 1})
		at += n
		l.end = at
		if at >= len(r.toks) {
			return l
		}
		joint := r.toks[at].entry.Class & (lexicon.And | lexicon.Or)
		if r.is(i-1, lexicon.Both) && r.among(at, wordAlso) { // "sia italiano che inglese"
			joint = lexicon.And
		}
		switch {
		case joint != 0:
			at++
		case !strings.ContainsAny(r.toks[at].before, ",/&+-–"), strings.Contains(r.toks[at].before, ",") && r.mayBeWished(at) && !r.closesLater(at, read):
			return l
		}
		if at >= len(r.toks) {
			return l
		}
		for r.is(at, lexicon.On|lexicon.Speak) && read(at) == 0 && at+1 < len(r.toks) && joint != 0 { // "on X and on Y"
			at++
		}
		l.every = joint&lexicon.And != 0 && r.scope == nil && read(at) > 0 || l.every && joint == 0
	}
}

// national: the adjective of tokens i to i+n-1 belongs to a thing that has a
// nationality of its own, "English teacher", "cours d'anglais".
func (r *reader) national(i, n int) bool {
	if other := i + n + 1; r.is(i+n, lexicon.Or) && other < len(r.toks) && plainGap(r.toks[other].before) && r.adjective(other) && r.is(other+1, lexicon.National) { // "Sicilian or Sardinian food"
		return r.national(other, 1)
	}
	if r.lang.AdjectivesFollow && r.is(i-1, lexicon.Or) && r.adjective(i-2) && r.is(i-3, lexicon.National) { // "cuisine italienne ou grecque"
		return true
	}
	who := i + n + 1
	compound := (r.is(who, lexicon.People) || r.doer(who)) && plainGap(r.toks[who].before) // "Münchner Foodblogger", "British food bloggers"
	if next := i + n; r.is(next, lexicon.National) && plainGap(r.toks[next].before) && !compound || r.among(i-1, wordLearn) {
		return true
	}
	if !r.lang.AdjectivesFollow {
		return false
	}
	if r.is(i-1, lexicon.About) && r.is(i-1, lexicon.Place) && r.is(i-2, lexicon.National) { // "profesora de inglés"
		i--
	}
	return r.is(i-1, lexicon.National) && plainGap(r.toks[i].before)
}

// adjective: the word at token i is the adjective of a place.
func (r *reader) adjective(i int) bool {
	return i >= 0 && slices.ContainsFunc(r.called(r.wordAt(i)), func(name places.Name) bool { return name.Adjective })
}

// labels reads forms, "Country: DE. Language: EN. Size: 10-50k": what stands in front
// of a colon is no topic, and says what a code behind it stands for.
func (r *reader) labels() {
	for i := 0; i+1 < len(r.toks); i++ {
		if gap := strings.TrimSpace(r.toks[i+1].before); !strings.HasPrefix(gap, ":") && gap != "=" && !r.tongueBefore(i+1) {
			continue
		}
		switch {
		case r.isTurn(i, 1, turnPlace):
			r.codes(i, func(code string) (clause, bool) {
				p := places.Numbered(places.ByCode(code))
				if p == nil {
					return clause{}, false
				}
				return clause{field: FieldLocation, value: p.Name, place: p}, true
			})
		case r.isTurn(i, 1, turnTongue):
			r.codes(i, func(code string) (clause, bool) {
				set := places.Of([]string{strings.ToLower(code)})
				return clause{field: FieldLanguage, value: set.String(), language: set}, set != 0
			})
		case !r.isTurn(i, 1, turnLabel):
			continue
		}
		r.toks[i].entry.Class, r.toks[i].terms = r.toks[i].entry.Class|lexicon.Filler, nil
	}
}

// codes reads the codes of a list behind the label at token i; what is no code stays as
// it is.
func (r *reader) codes(i int, read func(code string) (clause, bool)) {
	from := i
	for at := i + 1; at < len(r.toks); at++ {
		t, and := r.toks[at], r.is(at-1, lexicon.And|lexicon.Or)
		if at > i+1 && r.is(at, lexicon.And|lexicon.Or) && plainGap(t.before) {
			continue
		}
		c, ok := read(strings.ToUpper(t.word))
		if !ok || !t.shout || at > i+1 && !and && !strings.ContainsAny(t.before, ",/&+") {
			return
		}
		r.add(c, from+oneIf(and && from < at), at)
		from = at + 1
	}
}
