package judge

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"greenroom/service/analysis"
)

// How much of one creator is sent.
const (
	textsMost = 60
	charsMost = 12_000
	textMost  = 1_500 // of one text, in characters
	quoteRune = 12    // a quote of fewer characters has to be whole words
	quoteMost = 300
	sayMost   = 200 // of a reason
)

// text is one text as it is sent: data, under an id.
type text struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Says string `json:"says"`
	of   analysis.Text
}

var kinds = map[analysis.Source]string{analysis.FromBio: "bio", analysis.FromCaption: "caption", analysis.FromSpeech: "speech"}

// choose picks the texts that are sent: those with evidence of the rules first, then in
// their order, which is the newest first. It returns their full number, too.
func (r *Reader) choose(all []analysis.Text, evidence []string) (out []text, of int, err error) {
	room := charsMost
	for _, flagged := range []bool{true, false} {
		for _, t := range all {
			holds := held(t.Words, evidence)
			if r.sends(t.Source) && (holds != "") == flagged {
				of++
				says := mask(clean(window(t.Words, holds)))
				if n := utf8.RuneCountInString(says); n > 0 && n <= room && len(out) < textsMost {
					room -= n
					out = append(out, text{fmt.Sprintf("t%d", len(out)+1), kinds[t.Source], says, t})
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, of, errNothing
	}
	for _, t := range out {
		if givesOrders(t.Says) {
			return nil, of, errOrders
		}
	}
	return out, of, nil
}

func (r *Reader) sends(s analysis.Source) bool {
	switch s {
	case analysis.FromBio:
		return r.config.Send != SendPosts
	case analysis.FromCaption, analysis.FromSpeech:
		return r.config.Send != SendBios
	}
	return false
}

func held(words string, evidence []string) string {
	for _, e := range evidence {
		if strings.Contains(words, e) {
			return e
		}
	}
	return ""
}

// window is the part of a long text around some words, else its beginning.
func window(s, around string) string {
	runes := []rune(s)
	if len(runes) <= textMost {
		return s
	}
	at := utf8.RuneCountInString(s[:max(0, strings.Index(s, around))])
	from := max(0, min(at-textMost/4, len(runes)-textMost))
	return string(runes[from : from+textMost])
}

// clean leaves out what is not seen: controls, marks of direction, what has no width.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unseen(r) {
			return -1
		}
		return r
	}, s)
}

func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
}

var (
	mails  = regexp.MustCompile(`[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`)
	phones = regexp.MustCompile(`\+?\(?\d(?:[\s()./-]{0,2}\d){7,14}`)
	links  = regexp.MustCompile(`(?i)\b(?:https?://|www\.)\S+`)
)

// mask hides e-mail addresses and phone numbers.
func mask(s string) string {
	return phones.ReplaceAllString(mails.ReplaceAllString(s, "[e-mail]"), "[number]")
}

// tidy is a sentence of a model as it may be shown: one line, short, without addresses.
func tidy(s string) string {
	s = strings.Join(strings.Fields(mask(links.ReplaceAllString(clean(s), "[link]"))), " ")
	if runes := []rune(s); len(runes) > sayMost {
		s = string(runes[:sayMost-1]) + "…"
	}
	return s
}

//go:embed orders.txt
var ordersFile string

// orders are signs of a text that speaks to a model and not to people.
var orders = sync.OnceValue(func() (out []*regexp.Regexp) {
	for line := range strings.Lines(ordersFile) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, regexp.MustCompile("(?is)"+line))
		}
	}
	return out
})

// lookAlikes are letters of other scripts that are drawn as Latin ones. A text in Cyrillic
// is read as it stands, too.
var lookAlikes = strings.NewReplacer("а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ѕ", "s", "ј", "j", "ԁ", "d", "ո", "n", "ο", "o", "ν", "v", "α", "a", "ι", "i")

func givesOrders(s string) bool {
	s = norm.NFKC.String(s)
	alike := lookAlikes.Replace(s)
	return slices.ContainsFunc(orders(), func(o *regexp.Regexp) bool { return o.MatchString(s) || o.MatchString(alike) })
}

// quoted returns the place of a quote as the text has it, letter for letter, whatever
// spaces or unseen characters are between. "" if it is not there.
func quoted(words, quote string) string {
	want, _ := folded(quote)
	said, at := folded(words)
	want = strings.TrimSpace(want)
	n := utf8.RuneCountInString(want)
	for from := 0; n > 0 && n <= quoteMost; {
		i := strings.Index(said[from:], want)
		if i < 0 {
			return ""
		}
		lo, hi := from+i, from+i+len(want)
		if n >= quoteRune || n >= 4 && edge(said, lo) && edge(said, hi) {
			return strings.TrimSpace(words[at[lo]:at[hi]])
		}
		from = lo + 1
	}
	return ""
}

// edge: no word goes on at i.
func edge(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	wordy := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !wordy(before) || !wordy(after)
}

// folded is a text in its composed form with single spaces and without what is not
// seen, and for each byte of it where that stands in the text.
func folded(s string) (string, []int) {
	var b strings.Builder
	var at []int
	var it norm.Iter
	it.InitString(norm.NFC, s)
	for !it.Done() {
		from := it.Pos()
		for _, r := range string(it.Next()) {
			switch {
			case unicode.IsSpace(r) && (b.Len() == 0 || strings.HasSuffix(b.String(), " ")), unseen(r) && !unicode.IsSpace(r):
				continue
			case unicode.IsSpace(r):
				r = ' '
			}
			n, _ := b.WriteRune(r)
			for range n {
				at = append(at, from)
			}
		}
	}
	return b.String(), append(at, len(s))
}
