package words

import (
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/internal/statement"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/tags"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// The cues that are read beside what a statement is there for.
const (
	cueSelf     = "self"     // speaks of who writes
	cueCampaign = "campaign" // speaks of the campaign or the product
	cueNot      = "not"      // leaves out
	cueWanted   = "wanted"   // asks for creators
	cueOpening  = "opening"  // asks for them at the beginning of a sentence
	cueStrict   = "strict"   // says a condition that holds without exception
	cueProduct  = "product"  // what follows is the product
	cueFor      = "for"      // what stands before is the product
)

const (
	longestCue   = 3 // words
	longestLabel = 5
)

// Role is the purpose of a part of a brief.
type Role uint8

// The roles.
const (
	Asks  Role = iota // says whom it looks for
	Adds              // says who is left out, or more of those asked for
	Tells             // tells of the product and the campaign
	Hints             // wishes more that is not asked for
	roles
)

// Said holds the parts of a brief with one role, in its own words.
type Said struct {
	Text string
	Role Role
}

// purposes are the role of each purpose of a statement, and of what kind it is where it is
// not used.
var purposes = map[statement.Purpose]struct {
	role   Role
	unused string
}{
	statement.Asks: {Asks, ""}, statement.Forbids: {Adds, ""}, statement.Wishes: {Hints, "optional"}, statement.Audience: {Tells, "audience"},
	statement.Delivers: {Tells, "campaign"}, statement.Pays: {Tells, "budget"}, statement.Dates: {Tells, "date"}, statement.Greets: {Tells, "campaign"},
	statement.Tells: {Tells, "campaign"},
}

// part is a part of a brief that is there for one thing: text[from:to].
type part struct {
	from, to int
	role     Role
	unused   string // the kind of what is not used
	sure     float64
}

// Campaign parts a brief by what it is there for: "We are launching a butter in
// May. We need cooks." Where nothing asks, all asks that is not said of something else.
func Campaign(brief string) []Said {
	return joinedByRole(brief, campaignParts(brief, statement.Read(brief)))
}

// Context parts what is said beside a brief.
func Context(text string) []Said {
	var all []part
	for _, s := range statement.Read(text) {
		role := Hints
		if newSentence(text[s.From:s.To]).find(cueStrict) >= 0 {
			role = Adds
		}
		all = append(all, part{from: s.From, to: s.To, role: role})
	}
	return joinedByRole(text, all)
}

func joinedByRole(text string, all []part) (out []Said) {
	var by [roles][]string
	for _, s := range all {
		if said := strings.Trim(text[s.from:s.to], "|/;, \n"); said != "" {
			by[s.role] = append(by[s.role], said)
		}
	}
	for r, list := range by {
		if len(list) > 0 {
			for i, line := range list {
				if i+1 < len(list) && !strings.ContainsAny(line[len(line)-1:], ".!?") {
					list[i] += ";" // what is said apart stays apart
				}
			}
			out = append(out, Said{strings.Join(list, " "), Role(r)})
		}
	}
	return out
}

// campaignParts reads what the statements of a brief are there for, and parts those that ask
// from the product they ask for.
func campaignParts(text string, list []statement.Statement) (all []part) {
	for _, s := range list {
		said, p := newSentence(text[s.From:s.To]), purposes[s.Purpose]
		switch {
		case (statement.Refuses(said.text) || said.closes()) && (s.Purpose == statement.Asks || s.Purpose == statement.Tells && s.Sure < surePart):
			p = purposes[statement.Forbids]
		case s.Purpose == statement.Tells && s.Sure < surePart && said.asks() >= 0:
			p.role = Asks
		}
		put := func(role Role, from, to int, unused string, sure float64) {
			if from < to {
				all = append(all, part{s.From + from, s.From + to, role, unused, sure})
			}
		}
		if p.role != Asks {
			put(p.role, 0, s.To-s.From, p.unused, s.Sure)
			continue
		}
		from, to := said.wish()
		behind := min(said.behindProduct(to), said.productEnds(to))
		put(Tells, 0, from, "campaign", 2*surePart) // words say so
		put(Asks, from, to, "", s.Sure)
		put(Tells, to, behind, "campaign", 0) // "for a small kitchen" may be who is asked for
		put(Asks, behind, len(said.text), "", s.Sure)
	}
	return all
}

// withoutCampaign takes out of a query what it tells of the campaign it is for, and what it only
// wishes; told are those parts that say anything, forbidden those that leave out what they speak of. A query
// that would be left with nothing stays as it is: "product launch".
func (r *reader) withoutCampaign() (told []api.Unused, forbidden []part) {
	all := campaignParts(r.text, r.said)
	for _, p := range all {
		if len(r.toks) >= leastBrief && p.role == Adds && p.sure >= surePart {
			forbidden = append(forbidden, p)
		}
	}
	telling := r.telling(all)
	asks := func(t token) bool {
		return !slices.ContainsFunc(telling, func(p part) bool { return p.from <= t.start && t.start < p.to })
	}
	if !slices.ContainsFunc(r.toks, asks) {
		telling = nil
	}
	for _, p := range telling {
		if said := strings.TrimSpace(r.text[p.from:p.to]); !greeting(said) {
			told = append(told, api.Unused{Text: said, Why: kinds[p.unused]})
		}
		r.drop(p.from, p.to)
	}
	return told, forbidden
}

// ofAsker: tokens from from to to-1 tell of whoever asks, or of what was done before, and want nothing; a theme is
// asked for elsewhere: "I run a chandlery. Sailors in Cork".
func (r *reader) ofAsker(from, to int) bool {
	for first := from; from < to && (first == 0 || r.beginsSentence(first)) && r.is(from, lexicon.Filler|lexicon.Ends) && !r.among(from, wordWith) && r.turn(from, wordSpeaker)+r.turn(from, wordSpeaks)+r.turn(from, wordLastTime) == 0; { // "Hi, we sell"
		from++
	}
	begins := func(kind string) bool { n := r.turn(from, kind); return n > 0 && from+n < to }
	if !begins(wordSpeaker) && !begins(wordSpeaks) && !begins(wordLastTime) {
		return false
	}
	wants := anyAt(from, to, func(k int) bool {
		return r.turn(k, wordSeeks) > 0 || r.turn(k, turnSorry) > 0 || r.is(k, lexicon.Who|lexicon.People) || r.notAhead(k) && !r.inPortuguese(k) || r.toks[k].number != nil && r.toks[k].number.scaled
	})
	return !wants && anyAt(0, len(r.toks), func(k int) bool {
		return (k < from || k >= to) && r.tags[k].Kind == tags.Topic && r.tags[k].Stance == tags.Asked
	})
}

const leastBrief = 16 // words of a query that is a brief

// surePart is how far ahead its purpose has to be for a part to count against what its words say.
const surePart = 1

// greeting: a text has small words alone.
func greeting(text string) bool {
	lang := lexicon.Detect(nil, text)
	return !slices.ContainsFunc(splitSigns(text), func(w string) bool { return lang.Find(terms.Fold(w)).Class&lexicon.Filler == 0 })
}

// forbid leaves out what is asked for in parts that leave out what they speak of: "Not for us:
// crypto", and does not where a "not" stands there.
func (r *reader) forbid(parts []part) {
	for _, p := range parts {
		for n := range r.clauses {
			c := &r.clauses[n]
			if at := r.toks[c.from].start; wanted(*c) && at >= p.from && r.toks[c.to].end <= p.to {
				c.negate()
			}
		}
	}
}

// askingText is a part of a brief that asks, by its words.
type askingText struct {
	text   string
	starts []int // of its words
	lang   *lexicon.Language
}

func newSentence(text string) askingText {
	return askingText{text, wordStarts(text), lexicon.Detect(splitSigns(terms.Fold(text)), text)}
}

// cueAt counts the words of the longest cue of some kinds at word i.
func (s askingText) cueAt(i int, kinds ...string) int {
	return longest(min(longestCue, len(s.starts)-i), func(n int) bool {
		return slices.ContainsFunc(statement.Cue(s.raw(i, n)), func(k string) bool { return slices.Contains(kinds, k) })
	})
}

// find is the first word of a cue of some kinds; -1 where there is none.
func (s askingText) find(kinds ...string) int {
	for i := range s.starts {
		if s.cueAt(i, kinds...) > 0 {
			return i
		}
	}
	return -1
}

// closes: the text ends by leaving out what it speaks of: "poker is out of the question".
func (s askingText) closes() bool {
	end := len(s.starts)
	return longest(min(longestPhrase, end), func(n int) bool { return s.lang.Find(s.words(end-n, n)).Class&lexicon.NotAfter != 0 }) > 1
}

// asks is the word from which on creators are asked for in so many words; -1 where they are not.
func (s askingText) asks() int {
	i := s.find(cueWanted)
	if i < 0 || i > 0 && s.cueAt(i-1, cueNot) > 0 || i > 1 && s.cueAt(i-2, cueNot) > 0 {
		return -1
	}
	return i
}

// wish returns the part of a sentence that says whom it asks for: without its news of the
// campaign before, and without the product.
func (s askingText) wish() (from, to int) {
	for i := range s.starts {
		if s.cueAt(i, cueFor) == 1 && i+1 < len(s.starts) {
			from = s.starts[i+1]
		}
	}
	if label, _, ok := strings.Cut(s.text, ":"); ok && from == 0 && len(wordStarts(label)) > 1 && statement.Speaks(label, cueCampaign, cueProduct) && !statement.Speaks(label, cueWanted, cueOpening, cueNot, "asked-label", "who") { // "launch of a pen: calligraphers"
		from = len(label) + 1
	}
	asks := s.asks()
	if from > 0 || asks < 2 || asks+s.cueAt(asks, cueWanted) >= len(s.starts) {
		return from, s.product(from)
	}
	if news := s.find(cueSelf, cueCampaign, cueProduct); news >= 0 && news < asks || Knows(s.text[s.starts[asks]:s.product(s.starts[asks])]) {
		from = s.starts[asks]
	}
	return from, s.product(from)
}

// behindProduct returns where those looked for stand behind the product, with their number:
// "for our new app ten yoga creators"; the end where they do not.
func (s askingText) behindProduct(from int) int {
	for i, start := range s.starts {
		toks := lex(s.words(i, 1))
		if start <= from || len(toks) == 0 || toks[0].number == nil && s.lang.Find(toks[0].word).Class&lexicon.Number == 0 || toks[0].number != nil && toks[0].number.scaled {
			continue
		}
		if anyAt(i+1, min(len(s.starts), i+1+unitReach), func(k int) bool {
			return slices.ContainsFunc(lex(s.words(k, 1)), func(t token) bool { return s.lang.Find(t.word).Class&lexicon.People != 0 })
		}) {
			return start
		}
	}
	return len(s.text)
}

// productEnds returns the end of a product that begins at byte from.
func (s askingText) productEnds(from int) int {
	if n := strings.IndexAny(s.text[from:], ",;–—"); n >= 0 {
		return from + n
	}
	return len(s.text)
}

// product returns the beginning, from behind on, of the product that creators are wanted
// for.
func (s askingText) product(from int) int {
	for i, start := range s.starts {
		if start > from && s.cueAt(i, cueProduct) > 0 {
			return start
		}
	}
	return len(s.text)
}

// words is n words of a sentence from word i on, folded, without marks.
func (s askingText) words(i, n int) string { return signWords(s.raw(i, n)) }

// raw is n words of it from word i on, as they are written.
func (s askingText) raw(i, n int) string {
	end := len(s.text)
	if i+n < len(s.starts) {
		end = s.starts[i+n]
	}
	return s.text[s.starts[i]:end]
}

// Knows: a text names a topic that is known, or has a sign of one.
func Knows(text string) bool {
	return len(Signs(text, Language(text))) > 0 || slices.ContainsFunc(Understand(text).Topics, Topic.isKnown)
}

func (t Topic) isKnown() bool {
	return len(t.Groups) > 0 || len(t.Terms) == 1 && len(topics.Around(t.Terms[0])) > 0
}

// wordStarts returns the beginnings of a sentence's words.
func wordStarts(s string) (out []int) {
	inWord := false
	for i, r := range s {
		if letter := unicode.IsLetter(r) || unicode.IsDigit(r); letter && !inWord {
			out, inWord = append(out, i), true
		} else if unicode.IsSpace(r) {
			inWord = false
		}
	}
	return out
}
