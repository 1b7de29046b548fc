package words

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/statement"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/tags"
	"greenroom/service/words/topics"
)

// Here what weights say of each word of a query, its tag, is held against what rules read of it.

// How sure tags have to be, in the unit of their model, to count against what rules read.
const (
	sureTurned   = 0.7 // what rules ask for is left out
	unsureAsked  = 0.2 // so it may be, and is neither asked for nor left out
	unsureLeft   = 1   // what rules leave out may be asked for
	sureWished   = 0.1 // it is only wished
	sureAsks     = 1   // a piece of a statement that tells asks
	sureTells    = 0.2 // one of a statement that asks tells
	sureLanguage = 0.3 // a name of a country and a language is one of both
	surePlace    = 0.3 // a doubtful name, or a code, is that of a place
	sureTown     = 0   // so for names that only the list of towns has
	sureNoTopic  = 0.1 // what no table knows is no topic
	sureSize     = 0.2 // "micro" and its kin are sizes
	sureNetwork  = 0.5 // what a table of topics knows is a network
	sureKind     = 0.5 // it is told why a word is not used, and not that it is unclear
)

// statementWorth is what a statement's own sureness counts beside that of tags.
const statementWorth = 0.5

// Tokens are the words and numbers of a query with what tables know of them.
func Tokens(text string) []tags.Token {
	r := newReader(text, Known{})
	r.said = statement.Read(r.text)
	return r.tokens()
}

func (r *reader) tokens() []tags.Token {
	out := make([]tags.Token, len(r.toks))
	all := r.capitals() // which say nothing
	said := r.said
	for i, t := range r.toks {
		for len(said) > 1 && t.start >= said[0].To {
			said = said[1:]
		}
		out[i] = tags.Token{Start: t.start, End: t.end, Before: t.before, Word: t.word, Class: t.entry.Class, Number: isDigit(t.word, 0), Capital: t.capital && !all,
			Code: r.namedByCode(i) != nil, Everyday: r.lang.Everyday(t.word), Cues: r.cuesAt(i)}
		if len(said) > 0 {
			out[i].Purpose = 1 + 2*int(said[0].Purpose) + oneIf(said[0].Sure >= surePart)
		}
	}
	mark := func(i, n int, put func(t *tags.Token)) {
		for k := i; k < i+n; k++ {
			put(&out[k])
		}
	}
	for i := range r.toks {
		for n := lexicon.Longest(r.wordAt(i)); n > 1; n-- {
			if w, ok := r.joined(i, i+n-1); ok && r.lang.Find(w).Class != 0 {
				mark(i, n, func(t *tags.Token) { t.Class = r.lang.Find(w).Class })
				break
			}
		}
		if len(r.toks[i].terms) > 0 {
			most := min(topics.LongestPhrase(r.toks[i].terms[0]), len(r.toks)-i)
			mark(i, longest(most, func(n int) bool { return listed(r.terms(i, n)) }), func(t *tags.Token) { t.Topic = true })
		}
		var town string
		mark(i, longest(longestTown, func(n int) (ok bool) {
			town, ok = r.joined(i, i+n-1)
			return ok && places.Town(town) != nil
		}), func(t *tags.Token) { t.Town, t.OtherWord = true, places.OtherWord(town) })
		mark(i, r.longestPlace(i), func(t *tags.Token) { t.Place = true })
	}
	return out
}

// cuesAt are the kinds of the longest cue at token i.
func (r *reader) cuesAt(i int) []string {
	for n := min(longestCue, len(r.toks)-i); n > 0; n-- {
		if kinds := statement.Cue(r.text[r.toks[i].start:r.toks[i+n-1].end]); kinds != nil {
			return kinds
		}
	}
	return nil
}

// least is how sure it is at the least that tokens from to to-1 are of a set.
func (r *reader) least(from, to int, s tags.Set) float64 {
	least := r.tags[from].Is(s)
	for k := from + 1; k < to; k++ {
		least = min(least, r.tags[k].Is(s))
	}
	return least
}

// leans is how sure it is at the least that what a clause is read of has a stance; of what says nothing by its
// tags it is not.
func (r *reader) leans(c clause, as tags.Stance) float64 {
	from, to := c.core.Start, c.core.End
	if to == 0 {
		from, to = c.from, c.to+1
	}
	if !anyAt(from, to, func(k int) bool { return r.tags[k].Kind != tags.Small }) {
		return -1
	}
	least := r.tags[from].Leans(as)
	for k := from + 1; k < to; k++ {
		least = min(least, r.tags[k].Leans(as))
	}
	return least
}

// noTopic is the kind of what is not used that a word is which is no topic by its tag.
var noTopic = map[tags.Kind]string{tags.Small: "alone", tags.Taste: "taste", tags.Campaign: "campaign", tags.Trait: "alone", tags.Like: "seed",
	tags.Language: "tongue", tags.Network: "network", tags.Size: kindSize, tags.Activity: "often"}

// untold leaves tokens i to j, which may be a topic, where their tags say that they are none.
func (r *reader) untold(i, j int) bool {
	kind := r.tags[i].Kind
	isNetwork := kind == tags.Network && r.tags[i].Is(tags.Of(tags.Network)) >= sureNetwork
	known := r.toks[i].about != "" || listed(r.terms(i, j+1-i))
	joined := r.toks[i].before == "-" || j+1 < len(r.toks) && r.toks[j+1].before == "-"
	if r.trusts || r.scope != nil || joined || kind == tags.Topic || known && !isNetwork || r.least(i, j+1, ^tags.Of(tags.Topic)) < sureNoTopic || !r.asking {
		return false
	}
	if kind == tags.Place { // a table is its second witness
		if p := r.onlyPlace(i, j); p != nil {
			r.add(clause{field: FieldLocation, value: p.Name, place: p}, i, j)
			return true
		}
	}
	switch {
	case r.toks[i].number != nil:
		r.leave("number", i, j)
	case r.tags[i].Is(tags.Of(kind)) < sureKind:
		r.unsure = r.unsure || r.toks[i].entry.Class == 0 && kind != tags.Like && r.turn(i, turnMonth) == 0
		r.leave("unsure", i, j)
	case kind == tags.Place: // one that is not known
		r.leave("where", i, j)
	default:
		r.leave(noTopic[kind], i, j)
	}
	return true
}

// onlyPlace is the one place that tokens i to j name in any language; nil for none, and for several.
func (r *reader) onlyPlace(i, j int) (p *places.Place) {
	w, _ := r.joined(i, j)
	for _, name := range places.Find(w) {
		if p != nil && p != name.Place || name.Adjective {
			return nil
		}
		p = name.Place
	}
	return p
}

// tag notes what weights say of the words, and whether they ask for anything.
func (r *reader) tag() {
	r.said = statement.Read(r.text)
	r.tags = tags.Tell(r.tokens())
	r.asking = slices.ContainsFunc(r.tags, func(t tags.Tag) bool { return t.Is(tags.Conditions) > 0 })
}

// stances turns round what tags surely say is meant the other way, and leaves what is only wished.
func (r *reader) stances() {
	for n := range r.clauses {
		c := &r.clauses[n]
		asked := c.op != opNe && !c.turned && (n == 0 || r.clauses[n-1].notKind != lexicon.Instead || !r.samePart(r.clauses[n-1].to, c.from)) // "instead of cats dogs"
		switch {
		case c.field == fieldSeed || strings.HasPrefix(c.field, unusedField) || c.op == opGte || c.op == opLte:
		case r.leans(*c, tags.Wished) >= sureWished && !r.is(c.from-1, lexicon.Or): // "under 20k or verified" is told as what it is
			*c = clause{field: unusedField + "optional", from: c.from, to: c.to, text: c.text}
		case asked && r.spared(*c):
		case asked && r.leans(*c, tags.LeftOut) >= sureTurned:
			c.negate()
		case asked && r.leans(*c, tags.LeftOut) >= unsureAsked, c.op == opNe && r.leans(*c, tags.Asked) >= unsureLeft:
			*c = clause{field: unusedField + "not", from: c.from, to: c.to, text: c.text}
		}
	}
}

// spared: the clause stands in front of the first word that says no, and that word has something behind it:
// "padel Roma no minorenni".
func (r *reader) spared(c clause) bool {
	k := slices.IndexFunc(r.toks, func(t token) bool {
		return t.entry.Class&(lexicon.Not|lexicon.NotAfter) != 0 || isAmong(t.word, wordNo)
	})
	if k < 0 { // nothing says no: "family travel, or snowboarders"
		return r.leans(c, tags.LeftOut) < sureTurned
	}
	return c.to < k && r.toks[k].entry.Class&(lexicon.Not|lexicon.NotAfter) != lexicon.NotAfter && !r.lang.Grammar[lexicon.Cases] && !r.partEnds(k+1) && plainGap(r.toks[k+1].before)
}

// telling are the parts of the query that tell of the campaign, or only wish: those that statements say, but for
// the pieces between two signs in which a word surely asks, and the pieces that speak of it by their words.
func (r *reader) telling(all []part) (out []part) {
	pasted := len(r.toks) >= leastBrief
	at := 0
	for _, p := range all {
		tells := p.role >= Tells && pasted && !speaksOf(r.text[p.from:p.to], wordRivals) // who competes is left out
		for at < len(r.toks) && r.toks[at].start < p.to {
			end := at + 1
			for end < len(r.toks) && r.toks[end].start < p.to && softGap(r.toks[end].before) && !strings.ContainsAny(r.toks[end].before, "–—/") && !strings.Contains(r.toks[end].before, " -") {
				end++
			}
			asks, campaign := r.tags[at].Is(tags.Conditions), -1.0
			for _, t := range r.tags[at:end] {
				asks = max(asks, t.Is(tags.Conditions))
				if t.Kind == tags.Campaign {
					campaign = max(campaign, t.Is(tags.Of(tags.Campaign)))
				}
			}
			piece := part{from: r.toks[at].start, to: r.toks[end-1].end, unused: p.unused}
			told := tells && asks < sureAsks+statementWorth*p.sure
			if !told && asks <= 0 && campaign >= sureTells {
				if told = true; p.role < Tells {
					piece.unused = "campaign"
				}
			}
			if !told && r.ofAsker(at, end) {
				told, piece.unused = true, "campaign"
			}
			if at > 0 && (len(out) == 0 || out[len(out)-1].to != r.toks[at-1].end) && r.onlyPlaces(at, end) { // a list goes on that asks
				told = false
			}
			if last := len(out) - 1; told && last >= 0 && out[last].unused == piece.unused && at > 0 && out[last].to == r.toks[at-1].end {
				out[last].to = piece.to
			} else if told {
				out = append(out, piece)
			}
			at = end
		}
	}
	return out
}

// onlyPlaces: tokens from to to-1 are names of places and small words, none of which speaks of whoever asks.
func (r *reader) onlyPlaces(from, to int) (some bool) {
	if statement.Speaks(r.text[r.toks[from].start:r.toks[to-1].end], cueSelf, cueCampaign, cueProduct) {
		return false
	}
	for from < to {
		_, n := r.placeAt(from)
		optional, _ := r.optionalPhrase(from)
		if n+optional == 0 && !r.is(from, lexicon.Or|lexicon.And|lexicon.Place|lexicon.Filler|lexicon.Common) {
			return false
		}
		some = some || n > 0
		from += max(1, n, optional)
	}
	return some
}

// drop takes text[from:to] out of the query, so that offsets stay, and what was corrected in it.
func (r *reader) drop(from, to int) {
	out := []byte(r.text)
	for k := from; k < to; k++ {
		out[k] = ' '
	}
	out[from] = '\n'
	toks, told := r.toks[:0:0], r.tags[:0:0]
	last, parted := 0, false
	for i, t := range r.toks {
		if from <= t.start && t.start < to {
			parted = true
			said := r.text[t.start:t.end]
			r.corrected = slices.DeleteFunc(r.corrected, func(c api.Correction) bool { return c.From == said })
			continue
		}
		if parted {
			t.before, parted = string(out[last:t.start]), false
		}
		toks, told = append(toks, t), append(told, r.tags[i])
		last = t.end
	}
	r.text, r.toks, r.tags = string(out), toks, told
}
