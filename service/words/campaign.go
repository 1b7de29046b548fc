package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"greenroom/service/languages"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

//go:embed campaign.txt
var campaignText string

// The kinds of cues.
const (
	cueWanted   = "wanted"   // asks for creators
	cueOpening  = "opening"  // asks for them at the beginning of a sentence
	cueFurther  = "further"  // says more of those asked for
	cueStrict   = "strict"   // says a condition that holds without exception
	cueCampaign = "campaign" // speaks of the campaign or the product
	cueSelf     = "self"     // does so at the beginning of a sentence
	cueProduct  = "product"  // what follows is the product
	cueFor      = "for"      // what stands before is the product
)

// longestCue is the words of the longest cue.
const longestCue = 3

// cues are the words that tell what a sentence of a brief speaks of, with their
// kinds.
var cues = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for head, list := range languages.Entries(campaignText) {
		kind, _, _ := strings.Cut(head, " ")
		for _, w := range list {
			w = terms.Fold(w)
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
	Adds              // says more of them
	Tells             // tells of the product and the campaign
	Hints             // wishes more that is not asked for
	roles
)

// Said is what a brief says in one role, in its own words.
type Said struct {
	Text string
	Role Role
}

// Campaign parts a brief by what it is there for: "We are launching a butter in
// May. We need cooks." Where no sentence asks outright, all that do not speak of
// the campaign ask.
func Campaign(brief string) []Said {
	var all []sentenceOf
	seeks := -1
	for n, s := range briefSentences(brief) {
		all = append(all, cueIn(s))
		if all[n].asks >= 0 && seeks < 0 {
			seeks = n
		}
	}
	var by [roles][]string
	put := func(r Role, text string) {
		if text = strings.TrimSpace(text); text != "" {
			by[r] = append(by[r], text)
		}
	}
	for n, s := range all {
		switch {
		case s.asks >= 0 || s.has(cueFurther) || seeks < 0 && !s.has(cueCampaign):
			from, to := s.wish()
			put(Tells, s.text[:from])
			put(Asks, s.text[from:to])
			product, rules := withRules(s.text[to:])
			put(Tells, product)
			put(Adds, rules)
		case s.has(cueStrict), n > seeks && !s.has(cueCampaign):
			put(Adds, s.text)
		default:
			product, rules := withRules(s.text)
			if n < seeks && product != "" { // "Soap in a box, no plastic anywhere."
				product, rules = s.text, ""
			}
			put(Tells, product)
			put(Adds, rules)
		}
	}
	return joinedByRole(by)
}

// withRules parts what is told of a product from what nobody may do that stands behind:
// "for a camera; no betting". What the product itself lacks is no such rule.
func withRules(text string) (product, rules string) {
	if end := strings.IndexByte(text, ';'); end >= 0 {
		return text[:end], text[end+1:]
	}
	b := Understand(text).Brief()
	for i := range b.Excluded {
		if b.Lacks(i) {
			continue
		}
		for _, f := range b.Filters {
			if at := strings.Index(text, f.Text); f.Op == opNe && at >= 0 {
				return strings.TrimSpace(text[:at]), text[at:]
			}
		}
	}
	return text, ""
}

// Context parts what is said beside a brief.
func Context(text string) []Said {
	var by [roles][]string
	for _, s := range briefSentences(text) {
		role := Hints
		if c := cueIn(s); c.has(cueStrict) {
			role = Adds
		}
		by[role] = append(by[role], s)
	}
	return joinedByRole(by)
}

func joinedByRole(by [roles][]string) (out []Said) {
	for r, list := range by {
		if len(list) > 0 {
			for i, line := range list {
				if list[i] = strings.TrimSpace(line); i+1 < len(list) && strings.Contains(line, ":") && !strings.HasSuffix(list[i], ".") {
					list[i] += ";" // what a heading leads ends with its line
				}
			}
			out = append(out, Said{strings.Join(list, " "), Role(r)})
		}
	}
	return out
}

// sentenceOf is a sentence of a brief with its cues: asks is where it begins to
// ask for creators, -1 where it does not; campaign, whether it speaks of the
// campaign before that.
type sentenceOf struct {
	text     string
	asks     int
	last     bool // what asks ends the sentence, as verbs do in Turkish
	campaign bool
	kinds    []string
}

func (s sentenceOf) has(kind string) bool { return slices.Contains(s.kinds, kind) }

// cueIn reads the cues of a sentence, the longest at each word.
func cueIn(text string) sentenceOf {
	s := sentenceOf{text: text, asks: -1}
	starts := wordStarts(text)
	product := false
	for i := range starts {
		for n := min(longestCue, len(starts)-i); n > 0; n-- {
			kinds := cues()[cueWords(text, starts, i, n)]
			for _, kind := range kinds {
				if product = product || kind == cueProduct && i > 0; product && kind == cueCampaign { // "runners for a brand of socks"
					continue
				}
				s.kinds = append(s.kinds, kind)
				if kind == cueSelf && i == 0 {
					s.kinds, s.campaign = append(s.kinds, cueCampaign), true
				}
				if s.asks < 0 && (kind == cueWanted || kind == cueOpening && i == 0) {
					s.asks, s.last, s.campaign = starts[i], i+n == len(starts), s.campaign || s.has(cueCampaign)
				}
				s.campaign = s.campaign || s.asks < 0 && i == 0 && kind == cueProduct // "For our app we need"
			}
			if len(kinds) > 0 {
				break
			}
		}
	}
	return s
}

// wish is where a sentence says whom it asks for: not what it tells of the
// campaign before, nor for what they are wanted.
func (s sentenceOf) wish() (from, to int) {
	starts := wordStarts(s.text)
	for i := range starts {
		if slices.Contains(cues()[cueWords(s.text, starts, i, 1)], cueFor) && i+1 < len(starts) {
			from = starts[i+1]
		}
	}
	if from == 0 && len(starts) > 1 && s.asks > starts[1] && !s.last && (s.campaign || Knows(s.text[s.asks:s.product(s.asks)])) {
		from = s.asks
	}
	return from, s.product(from)
}

// product is where behind from the product begins that creators are wanted for.
func (s sentenceOf) product(from int) int {
	starts := wordStarts(s.text)
	for i := range starts {
		isCue := func(n int) bool { return slices.Contains(cues()[cueWords(s.text, starts, i, n)], cueProduct) }
		if starts[i] > from && longest(min(longestCue, len(starts)-i), isCue) > 0 {
			return starts[i]
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

// cueWords is n words of a sentence from word i on, folded, without the marks
// around them.
func cueWords(s string, starts []int, i, n int) string {
	end := len(s)
	if i+n < len(starts) {
		end = starts[i+n]
	}
	return terms.Fold(strings.TrimFunc(s[starts[i]:end], func(r rune) bool { return !unicode.IsLetter(r) }))
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

// briefSentences cuts a brief behind full stops and at line ends.
func briefSentences(s string) (out []string) {
	from := 0
	for i, r := range s {
		end := r == '\n' || strings.ContainsRune(".!?", r) && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n')
		if end {
			out, from = append(out, s[from:i+1]), i+1
		}
	}
	if strings.TrimSpace(s[from:]) != "" {
		out = append(out, s[from:])
	}
	return out
}
