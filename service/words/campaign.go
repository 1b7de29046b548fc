package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"greenroom/api"
	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

//go:embed campaign.txt
var campaignText string

// The kinds of cues.
const (
	cueWanted   = "wanted"      // asks for creators
	cueOpening  = "opening"     // asks for them at the beginning of a sentence
	cueFurther  = "further"     // says more of those asked for
	cueStrict   = "strict"      // says a condition that holds without exception
	cueCampaign = "campaign"    // speaks of the campaign or the product
	cueSelf     = "self"        // does so at the beginning of a sentence
	cueAudience = "audience"    // tells there who looks on
	cueProduct  = "product"     // what follows is the product
	cueFor      = "for"         // what stands before is the product
	cueLabel    = "label"       // stands in front of a colon, and is not the next
	cueShort    = "short"       // is cut short, with a full stop behind
	cueAsked    = "asked-label" // in front of a colon, says that creators are told of
	cueForbids  = "forbids"     // leaves out what follows, or what stands in front
)

const (
	longestCue   = 3 // words
	longestLabel = 5
)

// cues are the words that tell what a sentence of a brief speaks of, with their
// kinds.
var cues = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for head, list := range languages.Entries(campaignText) {
		kind, _, _ := strings.Cut(head, " ")
		for _, w := range list {
			w = signWords(w)
			out[w] = append(out[w], kind)
		}
	}
	return out
})

// Role is what a part of a brief is there for.
type Role uint8

// The roles.
const (
	Asks  Role = iota // says whom it looks for
	Adds              // says more of them, or who is left out
	Tells             // tells of the product and the campaign
	Hints             // wishes more that is not asked for
	roles
)

// Said is what a brief says in one role, in its own words.
type Said struct {
	Text string
	Role Role
}

// statement is a part of a brief that is there for one thing: text[from:to]. Plain: words
// of the campaign say so, wherever they stand.
type statement struct {
	from, to int
	role     Role
	plain    bool
	unused   string // the kind of what is not used
}

// Campaign parts a brief by what it is there for: "We are launching a butter in
// May. We need cooks." Where no sentence asks outright, all that do not speak of
// the campaign ask.
func Campaign(brief string) []Said {
	return joinedByRole(brief, statements(briefSentences(brief)))
}

// Context parts what is said beside a brief.
func Context(text string) []Said {
	var all []statement
	for _, s := range briefSentences(text) {
		role := Hints
		if s.has(cueStrict) {
			role = Adds
		}
		all = append(all, statement{from: s.from, to: s.to(), role: role})
	}
	return joinedByRole(text, all)
}

func joinedByRole(text string, all []statement) (out []Said) {
	var by [roles][]string
	for _, s := range all {
		if said := strings.TrimRight(strings.TrimSpace(text[s.from:s.to]), "; "); said != "" {
			by[s.role] = append(by[s.role], said)
		}
	}
	for r, list := range by {
		if len(list) > 0 {
			for i, line := range list {
				if i+1 < len(list) && strings.Contains(line, ":") && !strings.HasSuffix(line, ".") {
					list[i] += ";" // what a heading leads ends with its line
				}
			}
			out = append(out, Said{strings.Join(list, " "), Role(r)})
		}
	}
	return out
}

// statements parts sentences. Where one asks for creators in so many words, another
// that neither asks nor forbids tells.
func statements(list []briefSentence) (all []statement) {
	first := slices.IndexFunc(list, func(s briefSentence) bool { return s.asks >= 0 })
	for n, s := range list {
		put := func(role Role, from, to int, plain bool) {
			if from < to {
				all = append(all, statement{s.from + from, s.from + to, role, plain, s.unused()})
			}
		}
		role := s.role(first >= 0, n > first)
		if role != Asks {
			put(role, 0, len(s.text), s.campaign || s.has(cueCampaign))
			continue
		}
		from, to := s.wish()
		rules := s.rules(to)
		put(Tells, 0, from, s.campaign)
		put(Asks, from, to, false)
		put(Tells, to, rules, false)
		put(Adds, rules, len(s.text), false)
	}
	return all
}

// withoutCampaign blanks what a query tells of the campaign it is for, so that offsets
// stay; told are those parts that say anything. A short query keeps what no words of the
// campaign tell: "recipes for a small kitchen".
func withoutCampaign(text string) (asked string, told []api.Unused) {
	list := briefSentences(text)
	pasted := len(wordStarts(text)) >= leastBrief
	if !slices.ContainsFunc(list, func(s briefSentence) bool { return s.asks >= 0 && (pasted || !s.has(cueOpening)) }) {
		return text, nil
	}
	out := []byte(text)
	for _, s := range statements(list) {
		if s.role != Tells || !s.plain && !pasted {
			continue
		}
		for k := s.from; k < s.to; k++ {
			out[k] = ' '
		}
		out[s.from] = '\n'
		if said := strings.TrimSpace(text[s.from:s.to]); !greeting(said) {
			told = append(told, api.Unused{Text: said, Why: kinds[s.unused]})
		}
	}
	return string(out), told
}

const leastBrief = 16 // words of a query that is a brief

// greeting: a text has small words alone.
func greeting(text string) bool {
	lang := lexicon.Detect(nil, text)
	return !slices.ContainsFunc(splitSigns(text), func(w string) bool { return lang.Find(terms.Fold(w)).Class&lexicon.Filler == 0 })
}

// briefSentence is a sentence of a brief with its cues: asks is where it begins to
// ask for creators, -1 where it does not; campaign, whether it speaks of the
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

// briefSentences cuts a brief behind full stops and at line ends, and reads the cues of each.
func briefSentences(text string) (out []briefSentence) {
	from, lang := 0, lexicon.Detect(splitSigns(terms.Fold(text)), text)
	put := func(to int) {
		if strings.TrimSpace(text[from:to]) != "" {
			s := briefSentence{from: from, text: text[from:to], lang: lang, asks: -1, starts: wordStarts(text[from:to])}
			s.read()
			out = append(out, s)
		}
		from = to
	}
	for i, r := range text {
		if strings.ContainsRune("\n;", r) || strings.ContainsRune(".!?", r) && (i+1 == len(text) || strings.ContainsAny(text[i+1:i+2], " \n")) && !abbreviated(text[from:i]) {
			put(i + 1)
		}
	}
	put(len(text))
	return out
}

// abbreviated: a full stop behind the text ends a number or a word cut short, and no
// sentence: "1. Oktober", "min. 20k".
func abbreviated(text string) bool {
	word := text[strings.LastIndexAny(text, " \n")+1:]
	return len(word) < 3 && strings.Trim(word, "0123456789") == "" || slices.Contains(cues()[signWords(word)], cueShort)
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
	if end < 0 || words == 0 || words > longestLabel {
		return
	}
	kinds := cues()[s.words(0, words)]
	asks := s.asks >= 0 && s.asks < end && s.has(cueWanted)
	s.kinds, s.asks, s.campaign, s.last = nil, -1, false, false
	switch {
	case s.refuses(words):
		s.kinds = []string{cueForbids}
	case slices.Contains(kinds, cueAsked) || asks:
		s.kinds, s.asks = []string{cueAsked}, 0
	default:
		s.kinds = []string{cueLabel}
	}
}

// earlyNot is how many words a "not" is among that forbids by itself: "please no betting".
const earlyNot = 2

// role is what a sentence is there for. Outright: some sentence asks for creators; behind:
// one in front of it does.
func (s briefSentence) role(outright, behind bool) Role {
	switch {
	case s.has(cueAudience):
		return Tells
	case s.has(cueForbids), s.closes(), s.refuses(min(earlyNot, len(s.starts))) && s.asks < 0 && !s.has(cueSelf), outright && s.has(cueStrict) && s.asks < 0, s.asks < 0 && s.has(cueFurther) && s.refuses(len(s.starts)):
		return Adds
	case s.asks >= 0, s.has(cueFurther) && !s.has(cueSelf), !outright && !s.has(cueCampaign) && !s.has(cueSelf) && !s.has(cueLabel):
		return Asks
	case !s.has(cueSelf) && !s.has(cueCampaign) && !s.has(cueLabel) && (behind && s.refuses(len(s.starts)) || s.counts()):
		return Adds
	}
	return Tells
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
	return strings.ContainsAny(s.text, "0123456789") && s.any(0, len(s.starts), lexicon.Followers|lexicon.Engagement)
}

// any: a phrase of a class stands among the words from from to to.
func (s briefSentence) any(from, to int, class lexicon.Class) bool {
	return anyAt(from, to, func(i int) bool {
		return longest(min(longestCue, to-i), func(n int) bool {
			w := s.words(i, n)
			return s.lang.Find(w).Class&class != 0 || class&lexicon.Not != 0 && strings.HasSuffix(w, "n t")
		}) > 0
	})
}

// wish is where a sentence says whom it asks for: not what it tells of the
// campaign before, nor for what they are wanted.
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

// product is where behind from the product begins that creators are wanted for.
func (s briefSentence) product(from int) int {
	for i, start := range s.starts {
		isCue := func(n int) bool { return slices.Contains(cues()[s.words(i, n)], cueProduct) }
		if start > from && longest(min(longestCue, len(s.starts)-i), isCue) > 0 {
			return start
		}
	}
	return len(s.text)
}

// rules is where behind from, in what is told of a product, begins what nobody may do:
// "for a camera, no betting".
func (s briefSentence) rules(from int) int {
	for i := from; i < len(s.text); i++ {
		rest := briefSentence{text: s.text[i:], lang: s.lang, starts: wordStarts(s.text[i:])}
		if s.text[i] == ',' && rest.refuses(min(2, len(rest.starts))) {
			return i + 1
		}
	}
	return len(s.text)
}

// Knows: a text names a topic that is known, or has a sign of one.
func Knows(text string) bool {
	return len(Signs(text, Language(text))) > 0 || slices.ContainsFunc(Understand(text).Topics, func(t Topic) bool {
		return len(t.Groups) > 0 || len(t.Terms) == 1 && len(topics.Around(t.Terms[0])) > 0
	})
}

// words is n words of a sentence from word i on, folded, without marks.
func (s briefSentence) words(i, n int) string {
	end := len(s.text)
	if i+n < len(s.starts) {
		end = s.starts[i+n]
	}
	return signWords(s.text[s.starts[i]:end])
}

// wordStarts is where the words of a sentence begin.
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
