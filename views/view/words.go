package view

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// FindMost limits the characters of words to find.
const FindMost = 100

// Findable is a quote as words to find: its beginning, where it is longer than those
// may be.
func Findable(quote string) string {
	r := []rune(Flat(quote))
	if len(r) <= FindMost {
		return string(r)
	}
	cut := string(r[:FindMost])
	return cut[:max(strings.LastIndexByte(cut, ' '), 0)]
}

// Unless is why something cannot be done, "" where it can.
func Unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

// StaleAfter is from when on numbers are told as old: growth is counted over 30
// days, so they have missed it three times.
const StaleAfter = 90 * 24 * time.Hour

// Network returns the name of a network: "photo".
func Network(p api.Platform) text.Text { return text.Clean(english.Words(string(p))) }

// Handle is the name of an account, with the sign of one that is verified.
func Handle(p *api.ProfileSummary) text.Text {
	return text.Format("@%s%s", p.Username, text.When(p.IsVerified, " ✓"))
}

// Flags are those of a judgement; none where there is none.
func Flags(s *api.Safety) []api.Flag {
	if s == nil {
		return nil
	}
	return s.Flags
}

// Quotes are the words that a match rests on, each once.
func Quotes(m api.Match) (all []api.Evidence) {
	for _, e := range m.Evidence {
		if e.EvidenceQuote != nil && !slices.ContainsFunc(all, func(o api.Evidence) bool { return *o.EvidenceQuote == *e.EvidenceQuote }) {
			all = append(all, e)
		}
	}
	return all
}

// Flat is words without regard to how they are broken into lines.
func Flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// Ground names the source of a reason or a quote, as a glyph and in a word: neither needs
// a colour.
func Ground(p api.Provenance) (glyph, word string) {
	switch p {
	case api.FromPost:
		return "●", "post"
	case api.FromProfile:
		return "○", "fact"
	}
	return "·", "inferred"
}

// Quoted quotes somebody's words; where a machine transcribed them, it says so.
func Quoted(words text.Text, machine bool) text.Text {
	return text.Format("“%s”%s", words, text.When(machine, " (machine transcript)"))
}

// PlaceIn is the place that a match names as a fact, without its country: "based in
// Berlin, Germany". It is "" where none is named.
func PlaceIn(m api.Match) string {
	for _, e := range m.Evidence {
		if e.FactID != nil && *e.FactID == api.FieldLocation {
			place, _, _ := strings.Cut(strings.TrimPrefix(e.Text, "based in "), ", ")
			return place
		}
	}
	return ""
}

// Unsure says whether a judgement without flags rests on too little to be told as
// clear: on a profile alone, or on words in languages that are hardly known.
func Unsure(s *api.Safety) bool {
	_, not := s.NotJudged()
	return !not && len(s.Flags) == 0 && s.Confidence < 0.5
}

// NotJudged stands in place of a rating where most texts are in languages that judgements
// are not measured for: "not judged: mostly Dutch". It is empty for others.
func NotJudged(s *api.Safety) text.Text {
	mostly, is := s.NotJudged()
	return text.When(is, "not judged: mostly %s", english.Language(mostly))
}

// Rated is a rating in a word or two, "not judged" where it says nothing.
func Rated(s *api.Safety) text.Text {
	if _, is := s.NotJudged(); is {
		return text.Const("not judged")
	}
	return text.Clean(string(s.Rating))
}

// Clear tells a rating without flags. Where fewer texts were read than half of the posts
// there are, it says how many, and full says it in words: no flag in them is not none.
func Clear(s *api.Safety) (short, full text.Text) {
	c := s.Coverage
	if !s.Little() {
		return text.Format("%s clear", s.Rating), text.Text{}
	}
	return text.Format("%s · %d read", s.Rating, c.Judged), text.Format("%s: no flag in %s read; the network counts %s",
		s.Rating, text.Plural(c.Judged, "text", "texts"), text.Plural(*c.Of, "post", "posts"))
}

// Kept tells that an answer is not of now: "kept, 3 d old"; nothing where at is
// zero.
func Kept(at, now time.Time) text.Text {
	return text.When(!at.IsZero(), "kept, %s", text.Age(now.Sub(at)))
}

// Amount writes credits for people, with commas: 7,425.05.
func Amount(c api.Credits) text.Text {
	whole, part, _ := strings.Cut(c.String(), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case err != nil || whole == "-0":
		return text.Clean(c.String())
	case part == "":
		return text.Thousands(n)
	}
	return text.Format("%s.%s", text.Thousands(n), part)
}

// Name is the name people use for an id, raw: whose it is, and what. One of both may be
// missing.
type Name struct{ Who, What string }

// Names are the names of what was seen, by its id.
type Names map[string]Name

// Name notes what an id is called.
func (f *Frame) Name(id string, n Name) {
	if f.Names == nil {
		f.Names = Names{}
	}
	f.Names[id] = n
}

// NamePost notes whose post an id is, and how it begins.
func (f *Frame) NamePost(who string, p api.Post) {
	n := Name{Who: who}
	if p.Caption != nil {
		n.What = text.Clean(*p.Caption).Truncate(postTitle, text.Ellipsis).String()
	}
	f.Name(p.PlatformID, n)
}

// postTitle limits the part of a caption that names a post, in cells.
const postTitle = 40

var uuid, code = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-`), regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)

// Coded says whether something is an id that tells people nothing: that of a
// creator, a search, a video or a post.
func Coded(s string) bool {
	return uuid.MatchString(s) || code.MatchString(s) && strings.ContainsAny(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// Odds says what a probability means: "82 of 100 right", of all who are told so.
func Odds(sure float64) text.Text { return text.Format("%d of 100 right", int(math.Round(100*sure))) }

// Texts tells what is kept of what creators posted and said, by their places. It reads
// a disk: only a command may ask.
type Texts interface {
	Written(ctx context.Context, of []plan.Member) ([][]Written, error)
	// Find tells where words stand, the best places first, at most FoundMost.
	Find(ctx context.Context, words string) ([]Found, error)
}

// FoundMost limits the texts that a search in kept ones finds.
const FoundMost = 200

// Found is a text with words that were looked for. Words are those around the best place,
// which is from byte From to byte To of them.
type Found struct {
	Written
	Of       string // the creator or account that it was asked for by; "" where it was not
	URL      string
	From, To int
	At       time.Duration // where in the talk; with Timed
	Timed    bool
}

// Written is a post, or what is said in one.
type Written struct {
	Place  plan.Place
	Spoken bool
	Post   string // its UUID; "" where it was not told
	Title  string
	Posted time.Time // zero where it was not told
	Words  string
}

// Past tells the numbers of an account over time, the oldest first. It reads a
// disk: only a command may ask.
type Past interface {
	Measures(ctx context.Context, p api.Platform, username string) ([]Measure, error)
}

// Measure holds an account's numbers at a moment. Nil was not told then; Engagement is per
// cent.
type Measure struct {
	At         time.Time
	Followers  *int64
	Engagement *float64
}

// Author is whom a text is of, by the creator or account that it was asked for by.
func (e *Env) Author(of string, on api.Platform) plan.Member {
	if Coded(of) || e.Known[of].Creator.ID != "" {
		m := e.Member(of)
		if m.Name == "" {
			m.Name = e.Names[of].Who
		}
		return m
	}
	if of == "" {
		return plan.Member{}
	}
	m := plan.Member{Name: "@" + of, Platform: on, Username: strings.ToLower(of)}
	if at := e.spots(m); len(at) > 0 {
		return e.Plan.Lists[at[0].list].Members[at[0].member]
	}
	return m
}

// Pin puts a quote to a creator on the list at hand, onto which it puts them where they are
// not on it.
func Pin(m plan.Member, q plan.Quote) Out {
	return Out{Next: &OnList{What: text.Format("Pin the quote to %s on", m.Name), Do: func(l plan.List) Out {
		said := text.Format("Pinned to %s on %s", m.Name, l.Name)
		if l.Holds(m) < 0 {
			said = text.Format("Pinned, and %s added to %s", m.Name, l.Name)
		}
		return Out{Change: &Change{Label: "quote of " + m.Name, Said: said, Edit: OnListOf(l.ID, func(_ *plan.State, to *plan.List) error {
			to.Add(m)
			i := to.Holds(m)
			if i < 0 {
				return fmt.Errorf("%s is not on %s, and it is full", m.Name, l.Name)
			}
			to.Members[i].Quotes = append(to.Members[i].Quotes, q)
			return nil
		})}}
	}}}
}
