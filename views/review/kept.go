package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/text/unicode/norm"

	"greenroom/api"
	"greenroom/client/plan"
	brands "greenroom/client/posted"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// texts holds the kept texts of those on a list and the places where they name a
// competitor or hold a word of the brief, by the key of the creator.
type texts struct {
	of     *Screen
	asked  string // what was looked for, of whom
	found  map[string]read
	failed bool
}

// read counts the kept texts of a creator, and holds the places where rules are broken.
type read struct {
	posts  map[api.Platform]int // with words, by network
	spoken int
	hits   []hit
	all    []view.Written
	worded []brands.Post
	brands []brands.Brand // that pay for these posts, as their words say
	paid   int
}

// written counts the posts on all networks.
func (r read) written() (n int) {
	for _, of := range r.posts {
		n += of
	}
	return n
}

// hit is a place where a rule on words is broken.
type hit struct {
	word       string
	competitor bool
	view.Written
	exact string // the words as they stand there
	quote text.Text
}

// look reads what is kept of everybody on the list, where that was not read yet. It costs
// nothing.
func (s *Screen) look() tea.Cmd {
	l := s.list()
	if l == nil || s.env.Texts == nil || s.asking() == s.kept.asked {
		return nil
	}
	from, rules, members := s.env.Texts, l.Brief.Rules, slices.Clone(l.Members)
	s.kept = texts{of: s, asked: s.asking()}
	out := texts{of: s, asked: s.kept.asked, found: map[string]read{}}
	return func() tea.Msg {
		all, err := from.Written(context.Background(), members)
		out.failed = err != nil || len(all) != len(members)
		for i := 0; i < len(members) && !out.failed; i++ {
			out.found[members[i].Key()] = search(rules, all[i])
		}
		return out
	}
}

// asking names what is looked for, and of whom.
func (s *Screen) asking() string {
	l := s.list()
	names := []string{fmt.Sprint(s.round)}
	names = append(names, each.Of(l.Members, plan.Member.Key)...)
	raw, _ := json.Marshal([][]string{l.Brief.Rules.Competitors, l.Brief.Rules.Words, names})
	return string(raw)
}

// search holds rules on words against texts.
func search(rules plan.Rules, all []view.Written) read {
	r := read{posts: map[api.Platform]int{}, all: all}
	posts := map[plan.Place]bool{}
	for _, w := range all {
		if w.Spoken {
			r.spoken++
		} else if !posts[w.Place] {
			posts[w.Place] = true
			r.posts[w.Place.Platform]++
			r.worded = append(r.worded, brands.Post{ID: w.Post, Words: w.Words, At: w.Posted})
		}
		line := text.Join(text.CleanLines(w.Title+"\n"+w.Words), text.Const(" "))
		for i, words := range [][]string{rules.Competitors, rules.Words} {
			for _, word := range words {
				if at := names(line, word); at != nil {
					r.hits = append(r.hits, hit{word, i == 0, w, line.String()[at.From:at.To], around(line, *at)})
				}
			}
		}
	}
	r.brands, r.paid = brands.Brands(r.worded, rules.Competitors)
	return r
}

// names finds the first place of a word, or one of its plurals, as a whole word and
// without regard to case; nil where it is not there.
func names(line text.Text, word string) *text.Span {
	var first *text.Span
	for _, form := range forms(word) {
		query := "“" + form + "”"
		if unspaced(form) {
			query = form
		}
		for _, at := range text.FindIn(line, query) {
			hit := line.String()[at.From:at.To]
			if first != nil && at.From >= first.From {
				break
			}
			if bare(hit) == bare(form) {
				first = &at
				break
			}
		}
	}
	return first
}

// bare is words without case; accents stay: a Bär is no bar.
func bare(s string) string { return norm.NFC.String(strings.ToLower(text.Clean(s).String())) }

// forms are a word and its simple plurals.
func forms(word string) []string {
	low := strings.ToLower(word)
	all := []string{word}
	switch last := low[max(0, len(low)-1):]; {
	case last < "a" || last > "z":
	case last == "y" && len(low) > 1 && !strings.Contains("aeiou", low[len(low)-2:len(low)-1]):
		all = append(all, low[:len(low)-1]+"ies")
	case strings.Contains("sxz", last) || strings.HasSuffix(low, "ch") || strings.HasSuffix(low, "sh"):
		all = append(all, low+"es")
	default:
		all = append(all, low+"s")
	}
	return all
}

// unspaced says whether a word is of a script that puts no spaces around words.
func unspaced(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	})
}

// How many bytes of a text stand before and after a hit: few before, so that it is seen
// where there is room for little.
const aroundBefore, aroundAfter = 24, 110

// around is a hit with the words beside it.
func around(line text.Text, at text.Span) text.Text {
	s := line.String()
	from, to := max(0, at.From-aroundBefore), min(len(s), at.To+aroundAfter)
	if i := strings.IndexByte(s[from:at.From], ' '); from > 0 && i >= 0 {
		from += i + 1
	}
	if i := strings.LastIndexByte(s[at.To:to], ' '); to < len(s) && i >= 0 {
		to = at.To + i
	}
	return text.Clean(strings.TrimSpace(strings.ToValidUTF8(s[from:to], "")))
}
