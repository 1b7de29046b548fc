package analysis

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sponsorship says whether a post is paid for, and by whom.
type Sponsorship struct {
	Paid     bool
	Brands   []string // as they are written
	Evidence []string
}

// PostReading holds the findings of a post's texts: its caption and its speech.
type PostReading struct {
	Language    string // ISO 639-1; "" where none is recognised
	Tone        Tone
	Sponsorship Sponsorship
	Actions     []string // sentences that ask for something
}

// ReadPost reads the texts of one post. Mentions are the accounts it names.
func ReadPost(texts []Text, mentions []string) PostReading {
	var out PostReading
	var tone tally
	for _, t := range texts {
		r := read(t)
		if len(r.toks) == 0 {
			continue
		}
		if out.Language == "" && r.speech.sure && len(r.speech.codes) > 0 {
			out.Language = r.speech.codes[0]
		}
		tone.read(r)
		out.Sponsorship.read(r)
		for _, h := range r.hits {
			if h.group.kind == "action" && !r.stance(h).quoted {
				out.Actions = r.keep(out.Actions, h)
			}
		}
	}
	out.Tone, out.Actions = tone.tone(), first(mostEvidence, out.Actions)
	out.Sponsorship.finish(mentions)
	return out
}

// read looks for a disclosure. One that the text takes back, quotes or tells
// of others is none.
func (s *Sponsorship) read(r *reading) {
	for _, h := range r.hits {
		if kind := h.group.kind; kind != kindAdvert && kind != "sponsor" || r.takenBack(h) {
			continue
		}
		if st := r.stance(h); st.quoted || st.reported || st.negated {
			continue
		}
		s.Paid = true
		s.Evidence = append(s.Evidence, r.excerpt(h))
		s.Brands = append(s.Brands, r.brands(h)...)
	}
}

// kindAdvert marks what only calls a text an ad, as the law asks where a brand is merely named.
const kindAdvert = "advert"

// takenBack: the same sentence says in front that it is not paid. What is called an ad may be
// taken back behind as well, "Ad, unpaid", in the next sentence, too, where it stands alone. A
// gift that is "not paid" is a gift still.
func (r *reading) takenBack(h hit) bool {
	from, next := r.sentence(h.from)
	until := h.next
	if h.group.kind == kindAdvert {
		if until = next; next-from == h.next-h.from && next < len(r.toks) {
			_, until = r.sentence(next)
		}
	}
	return slices.ContainsFunc(within(r.hits, from, until), func(m hit) bool { return m.group.kind == "unpaid" })
}

func (s *Sponsorship) finish(mentions []string) {
	named := map[string]bool{}
	for _, b := range s.Brands {
		named[bare(b)] = true
	}
	for _, m := range mentions {
		if s.Paid && !named[bare(m)] {
			s.Brands = append(s.Brands, "@"+strings.TrimPrefix(m, "@"))
		}
	}
	s.Brands, s.Evidence = first(mostExamples, s.Brands), first(mostEvidence, s.Evidence)
}

// bare is a name as an account would write it.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// brands finds names in the sentence of a disclosure. One that "with" or "by"
// leads to is surer than any other capitals.
func (r *reading) brands(h hit) []string {
	from, next := r.sentence(h.from)
	// A bare "Ad." is its own sentence: the name comes in the next one.
	if next-from == h.next-h.from && next < len(r.toks) {
		_, next = r.sentence(next)
	}
	var led, others []string
	for i := from; i < next; {
		n := r.name(i, next)
		if n == 0 || r.function(i) || i < h.next && h.from < i+n && !r.led(i) {
			i++
			continue
		}
		lo, hi := r.toks[i].start, r.toks[i+n-1].end
		switch {
		case r.led(i):
			led = append(led, r.text[lo:hi])
		case n > 1, i == h.next, i+n == h.from, !r.ordinary(i):
			others = append(others, r.text[lo:hi])
		}
		i += n
	}
	if len(led) == 0 {
		led = others
	}
	return first(3, led)
}

// led: "with", "by" or "thanks to" stands in front of token i.
func (r *reading) led(i int) bool {
	return slices.ContainsFunc(within(r.hits, max(0, i-patternMost), i), func(m hit) bool { return m.group.kind == "link" && m.next == i })
}

// name counts the words of a name that begins at token i: capitalised words,
// "&" and "and Co" between them.
func (r *reading) name(i, next int) int {
	if !r.capital(i) {
		return 0
	}
	n := 1
	for i+n < next && r.capital(i+n) {
		gap := strings.TrimSpace(r.text[r.toks[i+n-1].end:r.toks[i+n].start])
		if gap != "" && gap != "&" {
			break
		}
		n++
	}
	return n
}

func (r *reading) capital(i int) bool {
	c, _ := utf8.DecodeRuneInString(r.text[r.toks[i].start:])
	return unicode.IsUpper(c)
}

// function: a small word of the language, capitalised because a sentence
// begins.
func (r *reading) function(i int) bool {
	w := r.toks[i].word
	return slices.ContainsFunc(r.speech.codes, func(l string) bool { return lexicons[l]().known(w).function }) || utf8.RuneCountInString(w) < 2
}

// ordinary: any word may have a capital there.
func (r *reading) ordinary(i int) bool {
	return i == 0 || r.german(i)
}

// german: nouns are capitalised there, so that a capital tells nothing.
func (r *reading) german(i int) bool {
	return len(r.speech.codes) > 0 && r.speech.codes[0] == "de" && i > 0
}
