package words

import (
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// campaign before that.
type briefSentence struct {
	from     int
	text     string
	starts   []int // of its words
	lang     *lexicon.Language
	asks     int
	last     bool // what asks ends the sentence, as verbs do in Turkish
	campaign bool
	kinds    []string
}

func (s briefSentence) to() int { return s.from + len(s.text) }

func (s briefSentence) has(kind string) bool { return slices.Contains(s.kinds, kind) }

// briefSentences cuts a brief behind full stops, at line ends and around clauses of the
// campaign ("hikers, launch in May, no hunters"), and reads the cues of each.
func briefSentences(text string) (out []briefSentence) {
	from, lang := 0, lexicon.Detect(splitSigns(terms.Fold(text)), text)
	put := func(to int) {
		if strings.TrimSpace(text[from:to]) != "" {
			out = append(out, newBriefSentence(text[from:to], from, lang))
		}
		from = to
	}
	behind := false // a clause that a comma ends
	for i, r := range text {
		switch next := min(i+1, len(text)); {
		case strings.ContainsRune("\n;|", r), strings.ContainsRune(".!?", r) && (next == len(text) || strings.ContainsAny(text[next:next+1], " \n")) && !abbreviated(text[from:i], text[next:]):
			put(next)
			behind = false
		case r == ',':
			clause := newBriefSentence(clauseOf(text[next:]), next, lang)
			if behind && !clause.campaign || !behind && clause.beginsBehind(newBriefSentence(text[from:i], from, lang)) {
				put(next)
				behind = clause.campaign
			}
		case r == '/' && strings.Contains(clauseOf(text[next:]), ":"):
			put(next)
		}
	}
	put(len(text))
	return out
}

// clauseOf is the beginning of a text up to the next sign.
func clauseOf(text string) string {
	if i := strings.IndexAny(text, ",;./|\n"); i >= 0 {
		return text[:i]
	}
	return text
}

// newBriefSentence reads the cues of a sentence that stands at from.
func newBriefSentence(text string, from int, lang *lexicon.Language) briefSentence {
	s := briefSentence{from: from, text: text, lang: lang, asks: -1, starts: wordStarts(text)}
	s.read()
	return s
}

// abbreviated: a full stop between the text and the rest ends a number or a word cut short,
// and no sentence: "1. Oktober", "min. 20k", "no. 5".
func abbreviated(text, rest string) bool {
	word := text[strings.LastIndexAny(text, " \n")+1:]
	if kinds := cues()[signWords(word)]; slices.Contains(kinds, cueShort) || slices.Contains(kinds, cueNumbered) && strings.IndexAny(strings.TrimLeft(rest, ". "), "0123456789") == 0 {
		return true
	}
	return len(word) < 3 && strings.Trim(word, "0123456789") == ""
}

// read finds the cues, the longest at each word.
func (s *briefSentence) read() {
	product := false
	for i := range s.starts {
		longest(min(longestCue, len(s.starts)-i), func(n int) bool {
			kinds := cues()[s.words(i, n)]
			for _, kind := range kinds {
				if product = product || kind == cueProduct && i > 0; product && kind == cueCampaign { // "runners for a brand of socks"
					continue
				}
				s.note(kind, i, n)
			}
			return len(kinds) > 0
		})
	}
	s.readLabel()
}

// note takes a cue of n words at word i.
func (s *briefSentence) note(kind string, i, n int) {
	atStart := i == 0
	switch kind {
	case cueSelf, cueAudience:
		if !atStart {
			return
		}
		s.campaign = true
	case cueBehind:
		if !atStart {
			return
		}
		s.campaign, kind = true, cueCampaign
	case cueProduct: // "For our app we need"
		s.campaign = s.campaign || s.asks < 0 && atStart
	case cueOpening, cueWanted:
		if s.asks < 0 && s.refused(i) { // "we don't want breeders"
			kind = cueForbids
		} else if s.asks < 0 && (atStart || kind == cueWanted) {
			s.asks, s.last, s.campaign = s.starts[i], i+n == len(s.starts), s.campaign || s.has(cueCampaign)
		}
	}
	s.kinds = append(s.kinds, kind)
}

// readLabel reads what stands in front of a colon.
func (s *briefSentence) readLabel() {
	end := strings.IndexByte(s.text, ':')
	words := len(wordStarts(s.text[:max(0, end)]))
	if end < 0 || words == 0 || words > longestLabel || slices.Contains(cues()[s.words(0, words)], cueGreeting) {
		return
	}
	var kinds []string
	for i := 0; i < words && kinds == nil; i++ { // "the ask", "our target group"
		kinds = cues()[s.words(i, words-i)]
	}
	asks := s.asks >= 0 && s.asks < end && s.has(cueWanted)
	s.kinds, s.asks, s.campaign, s.last = nil, -1, false, false
	switch {
	case s.refuses(words):
		s.kinds = []string{cueForbids}
	case slices.Contains(kinds, cueAsked) || asks:
		s.kinds, s.asks = []string{cueAsked}, 0
	case slices.Contains(kinds, cueAudience):
		s.kinds = []string{cueAudience}
	default:
		s.kinds = []string{cueLabel}
	}
}

// earlyNot is the number of first words among which a "not" forbids by itself: "please no
// betting".
const earlyNot = 2

// role returns the purpose of a sentence. Outright: some sentence asks for creators;
// behind: one in front of it does.
func (s briefSentence) role(outright, behind bool) Role {
	switch {
	case s.has(cueAudience):
		return Tells
	case s.forbids(), s.closes(), outright && s.has(cueStrict) && s.asks < 0, s.asks < 0 && s.has(cueFurther) && s.refuses(len(s.starts)):
		return Adds
	case s.asks >= 0, s.has(cueFurther) && !s.has(cueSelf), !outright && !s.has(cueCampaign) && !s.has(cueSelf) && !s.has(cueLabel):
		return Asks
	case !s.has(cueSelf) && !s.has(cueCampaign) && !s.has(cueLabel) && (behind && (s.refuses(len(s.starts)) || s.onlyConditions()) || s.counts()):
		return Adds
	}
	return Tells
}

// namesPeople: the sentence names people to look for, or how many follow them, and does
// not speak of the campaign.
func (s briefSentence) namesPeople() bool {
	return !s.has(cueSelf) && !s.has(cueCampaign) && !s.has(cueLabel) && !s.has(cueAudience) && !s.forbids() &&
		(s.any(0, len(s.starts), lexicon.People) || s.counts())
}

// forbids: the sentence leaves out what it speaks of, from its beginning on.
func (s briefSentence) forbids() bool {
	return s.has(cueForbids) || s.refusesFirst(lexicon.Not|lexicon.NotAfter) && s.asks < 0 && !s.has(cueSelf)
}

// refusesFirst: a "not" of a class begins the sentence, behind a small word at most: "please no".
func (s briefSentence) refusesFirst(class lexicon.Class) bool {
	for i := range min(earlyNot, len(s.starts)) {
		if s.at(i, len(s.starts), class) {
			return true
		}
		if first := s.lang.Find(s.words(i, 1)).Class; first&lexicon.Filler == 0 || first&lexicon.People != 0 {
			return false
		}
	}
	return false
}

// beginsBehind: the clause speaks of the campaign, or leaves somebody out, where what
// stands in front of it asks.
func (s briefSentence) beginsBehind(head briefSentence) bool {
	if s.campaign {
		return head.role(false, false) < Tells
	}
	named := head.asks >= 0 || head.namesPeople() || head.role(false, false) < Tells && head.product(0) < len(head.text)
	return named && s.forbids() && s.refusesFirst(lexicon.Not)
}

// unused is the kind of what is not used where the sentence tells.
func (s briefSentence) unused() string {
	if s.has(cueAudience) {
		return "audience"
	}
	return "campaign"
}

// refuses: a "not" stands among the first words.
func (s briefSentence) refuses(words int) bool {
	return s.any(0, words, lexicon.Not|lexicon.NotAfter)
}

// closes: the sentence ends by leaving out what it speaks of.
func (s briefSentence) closes() bool {
	end := len(s.starts)
	return !s.has(cueSelf) && longest(min(longestPhrase, end), func(n int) bool { return s.lang.Find(s.words(end-n, n)).Class&lexicon.NotAfter != 0 }) > 1
}

// refused: a "not" stands right in front of word i.
func (s briefSentence) refused(i int) bool { return s.any(max(0, i-earlyNot), i, lexicon.Not) }

// counts: followers or engagement are named with a number.
func (s briefSentence) counts() bool {
	return strings.ContainsAny(s.text, "0123456789") && s.any(0, len(s.starts), lexicon.Followers|lexicon.Engagement) || s.bounds()
}

// bounds: the sentence is a number of thousands with what bounds it, and no money: "Max 40k."
func (s briefSentence) bounds() bool {
	return len(s.starts) <= longestBound && !strings.ContainsAny(s.text, currencies) && s.any(0, min(len(s.starts), earlyNot), lexicon.AtLeast|lexicon.AtMost|lexicon.Between|lexicon.To) &&
		anyAt(1, len(s.starts), func(i int) bool {
			toks := lex(s.words(i, 1))
			return len(toks) == 1 && toks[0].number != nil && toks[0].number.scaled
		}) &&
		!slices.ContainsFunc(s.kinds, func(kind string) bool { return kind != cueFurther })
}

const longestBound = 6 // words

// onlyConditions: the sentence is short, and names topics, places or languages alone: "German
// or French."
func (s briefSentence) onlyConditions() bool {
	if len(s.starts) > longestBound {
		return false
	}
	m := Understand(s.text)
	return len(m.Unused) == 0 && len(m.Filters)+len(m.Topics) > 0 && !slices.ContainsFunc(m.Topics, func(t Topic) bool { return !t.isKnown() }) &&
		!slices.ContainsFunc(m.Filters, func(f api.Filter) bool { return f.Field != FieldLocation && f.Field != FieldLanguage })
}

// any: a phrase of a class stands among the words from from to to.
func (s briefSentence) any(from, to int, class lexicon.Class) bool {
	return anyAt(from, to, func(i int) bool { return s.at(i, to, class) })
}

// at: a phrase of a class begins at word i, and ends in front of word to.
func (s briefSentence) at(i, to int, class lexicon.Class) bool {
	return longest(min(longestCue, to-i), func(n int) bool {
		w := s.words(i, n)
		return s.lang.Find(w).Class&class != 0 || class&lexicon.Not != 0 && strings.HasSuffix(w, "n t")
	}) > 0
}

// wish returns the part of a sentence that says whom it asks for: without its news of the
// campaign before, and without the product.
func (s briefSentence) wish() (from, to int) {
	for i := range s.starts {
		if slices.Contains(cues()[s.words(i, 1)], cueFor) && i+1 < len(s.starts) {
			from = s.starts[i+1]
		}
	}
	if head := len(wordStarts(s.text[:max(0, s.asks)])); from == 0 && head > 1 && !s.last && (s.campaign || Knows(s.text[s.asks:s.product(s.asks)])) {
		from = s.asks
	}
	return from, s.product(from)
}

// behindProduct returns where those looked for stand behind the product, with their number:
// "for our new app ten yoga creators"; the end where they do not.
func (s briefSentence) behindProduct(from int) int {
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

// product returns the beginning, from behind on, of the product that creators are wanted
// for.
func (s briefSentence) product(from int) int {
	for i, start := range s.starts {
		isCue := func(n int) bool { return slices.Contains(cues()[s.words(i, n)], cueProduct) }
		if start > from && longest(min(longestCue, len(s.starts)-i), isCue) > 0 {
			return start
		}
	}
	return len(s.text)
}

// Knows: a text names a topic that is known, or has a sign of one.
func Knows(text string) bool {
	return len(Signs(text, Language(text))) > 0 || slices.ContainsFunc(Understand(text).Topics, Topic.isKnown)
}

func (t Topic) isKnown() bool {
	return len(t.Groups) > 0 || len(t.Terms) == 1 && len(topics.Around(t.Terms[0])) > 0
}

// words is n words of a sentence from word i on, folded, without marks.
func (s briefSentence) words(i, n int) string {
	end := len(s.text)
	if i+n < len(s.starts) {
		end = s.starts[i+n]
	}
	return signWords(s.text[s.starts[i]:end])
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
