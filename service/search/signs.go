package search

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"greenroom/internal/shared"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// sign is one creator's evidence on one topic of the thesaurus.
type sign struct {
	words, tags    []uint32  // different ones: close words, and hashtags that are one
	clear          bool      // one of the words means nothing else, or is a hashtag
	texts          int       // posts and talks with a close word
	text           uint32    // the last of them, plus one
	last           time.Time // the newest of them
	bio, fact      bool      // say a close word
	theme, labeled bool      // it is known for the topic; a category of a network names it
}

// signs gathers what the creator that is being added says, topic by topic.
type signs struct {
	meanings [][]uint16          // lists of topics; the first is of words that mean none
	meaning  []uint16            // of each term: a number of meanings
	doubtful []bool              // of each term: it means something else as often
	of       []sign              // by topic
	met      []uint16            // topics that have a sign
	heads    shared.Texts[[]int] // of labels, which repeat from creator to creator

	texts, tags int       // of the creator, whatever they are about
	long        bool      // its bio is a description, which names much in passing
	lengthy     bool      // as one of its texts is
	newest      time.Time // of its posts
}

// tableMeanings are the topics of each close word of the thesaurus, and of the beginnings that
// stand for many.
type tableMeanings struct {
	words map[string][]uint16
	stems map[string][]stemMeaning // by their first letters
}

type stemMeaning struct {
	stem  string
	topic uint16
}

var meaningsOfTable = sync.OnceValue(func() tableMeanings {
	m := tableMeanings{map[string][]uint16{}, map[string][]stemMeaning{}}
	for n, g := range topics.Groups() {
		for _, w := range g.Same {
			if stem, ok := strings.CutSuffix(w, "*"); ok {
				m.stems[stem[:stemHead(stem)]] = append(m.stems[stem[:stemHead(stem)]], stemMeaning{stem, uint16(n)})
				continue
			}
			m.words[w] = append(m.words[w], uint16(n))
			if joined := strings.ReplaceAll(w, " ", ""); joined != w && joined[0] < 0x80 {
				m.words[joined] = append(m.words[joined], uint16(n))
			}
		}
	}
	return m
})

// of is the topics that a term means.
func (m *tableMeanings) of(w []byte) []uint16 {
	list := m.words[string(w)]
	for _, s := range m.stems[string(w[:min(headBytes, len(w))])] {
		if strings.HasPrefix(string(w), s.stem) && !slices.Contains(list, s.topic) {
			list = append(slices.Clip(list), s.topic)
		}
	}
	return list
}

func (s *signs) learn(w []byte, list []uint16) {
	s.doubtful = append(s.doubtful, len(list) > 0 && topics.Doubtful(string(w)))
	if len(list) == 0 {
		s.meaning = append(s.meaning, 0)
		return
	}
	s.meaning = append(s.meaning, uint16(len(s.meanings)))
	s.meanings = append(s.meanings, list)
}

// forget takes topics that the parts of a phrase mean from what it means itself: who
// writes of street photography says one word of photography, not two.
func (s *signs) forget(phrase uint32, parts []uint32) {
	if s.meaning[phrase] == 0 {
		return
	}
	list := &s.meanings[s.meaning[phrase]]
	*list = slices.DeleteFunc(slices.Clone(*list), func(topic uint16) bool {
		return slices.ContainsFunc(parts, func(p uint32) bool { return slices.Contains(s.meanings[s.meaning[p]], topic) })
	})
}

// begin forgets the creator before.
func (s *signs) begin() {
	for _, n := range s.met {
		g := &s.of[n]
		*g = sign{words: g.words[:0], tags: g.tags[:0]}
	}
	s.met, s.texts, s.tags, s.long, s.lengthy, s.newest = s.met[:0], 0, 0, false, false, time.Time{}
}

func (s *signs) at(topic uint16) *sign {
	if !slices.Contains(s.met, topic) {
		s.met = append(s.met, topic)
	}
	return &s.of[topic]
}

// longBio is the most words of a bio in which one word says what it is about, longText the
// most words of a text that alone says what a creator writes of.
const longBio, longText = 30, 100

func (s *signs) unit(u *UnitDoc, length int) {
	switch {
	case u.Kind == UnitBio:
		s.long = s.long || length > longBio
	case manyOf(u.Kind):
		s.texts++
		s.lengthy = s.lengthy || length > longText
		if u.At.After(s.newest) {
			s.newest = u.At
		}
	}
}

func (s *signs) word(id, unit uint32, u *UnitDoc, tag bool) {
	if tag {
		s.tags++
	}
	for _, topic := range s.meanings[s.meaning[id]] {
		g := s.at(topic)
		if u.Kind == UnitThemes {
			continue
		}
		if !slices.Contains(g.words, id) {
			g.words = append(g.words, id)
		}
		g.clear = g.clear || tag || !s.doubtful[id]
		if tag && !slices.Contains(g.tags, id) {
			g.tags = append(g.tags, id)
		}
		switch {
		case u.Kind == UnitBio:
			g.bio = true
		case manyOf(u.Kind) && g.text != unit+1:
			g.text, g.texts = unit+1, g.texts+1
			if u.At.After(g.last) {
				g.last = u.At
			}
		}
	}
}

func (s *signs) labels(d *Doc) {
	for _, theme := range d.Themes {
		for _, g := range s.heads.Of(theme, headOf) {
			s.at(uint16(g)).theme = true
		}
	}
	for _, category := range d.Categories {
		for _, g := range s.heads.Of(category, headOf) {
			s.at(uint16(g)).labeled = true
		}
	}
	table := meaningsOfTable()
	for _, fact := range d.Facts {
		for _, w := range topics.Terms(fact) {
			for _, g := range table.of([]byte(w)) {
				s.at(g).fact = true
			}
		}
	}
}

// headOf is the topics of what a label is about: all of it, or the end of it, as English
// puts what kind it is in front. Budget travel is travel, not budgets.
// Words that no topic has are left out behind: book reviews are about books.
func headOf(label string) []int {
	first, all := labelTerms(label)
	for _, of := range [][]int{topics.Of(strings.Join(all, " ")), endOf(first), endOf(all)} {
		if len(of) > 0 {
			return of
		}
	}
	return nil
}

// endOf is the topics of the longest word of the table that stands last. One that says how a
// thing is shown is left for what stands in front: book reviews are of books.
func endOf(list []string) (manner []int) {
	for end := len(list); end > 0; end-- {
		for from := range end {
			of := topics.Of(strings.Join(list[from:end], " "))
			if len(of) == 0 {
				continue
			}
			if !topics.Manner(of) {
				return of
			}
			manner = of
			break
		}
	}
	return manner
}

// labelTerms are the terms of a label, and those in front of its first small word: travel
// by train is travel.
func labelTerms(label string) (first, all []string) {
	s := terms.Scanner{}
	for s.Reset(terms.Fold(label)); s.Next(); {
		w := s.Term()
		if len(w) == 0 || lexicon.IsStop(w) {
			if first == nil {
				first = slices.Clone(all)
			}
			continue
		}
		all = append(all, string(w))
	}
	return first, all
}

// What signs weigh, in log-odds. Fitted by logistic regression to 2,000 creators of the sample whose themes
// were hidden, on all topics but nine: of creators who use hashtags and of those of whom none are known, with posts,
// talks and bios taken away from some, so that what a table lacks is unknown and not a no.
type weights struct{ none, words, tags, bio, share, recent, fact, oneText, bioAlone float64 }

var (
	tagged   = weights{none: -6.16, words: 1.79, tags: 4.12, bio: 1.09, share: 1.38, recent: 0.53, fact: 0.92}
	untagged = weights{none: -7.79, words: 3.53, bio: 1.24, share: 0.58, recent: 1.56, fact: 1.15, oneText: 0.93, bioAlone: 3.1}
)

// Set by hand, as the sample cannot teach them: there, themes are the truth. A theme proves;
// a category of a network adds, and alone makes a topic likely. Posts of the sample are too few
// to say what one word in very many of them proves.
const (
	oftenTexts, oftenLeast = 8, 1.0 // so many texts, half of all, with a word that means nothing else
	themeBase, themeKeeps  = 4.2, 0.25
	labelAdds, labelLeast  = 4.0, -0.4
	recently               = 60 * 24 * time.Hour
)

// countedAt bounds the number of words that count: those that would stand in as many texts
// as the weights know. Who has posted a thousand times has used every word once.
func (s *signs) countedAt(g *sign) float64 {
	if s.texts <= crowd {
		return math.Inf(1)
	}
	most := crowd * float64(g.texts) / float64(s.texts)
	if g.bio {
		most++
	}
	return most
}

// odds are the log-odds that a creator is about a topic.
func (s *signs) odds(g *sign) float64 {
	w := &tagged
	if s.tags == 0 {
		w = &untagged
	}
	if len(g.words) == 1 && !g.clear {
		g = &sign{theme: g.theme, labeled: g.labeled}
	}
	most, lone := s.countedAt(g), s.texts == 1
	z := w.none + w.words*math.Log2(1+min(most, float64(len(g.words)))) + w.tags*math.Log2(1+min(most, float64(len(g.tags))))
	for _, sign := range []struct {
		holds bool
		adds  float64
	}{
		{g.bio && !s.long, w.bio}, {g.bio && !s.long && s.texts == 0, w.bioAlone}, {g.texts == 1 && lone && !s.lengthy, w.oneText},
		{g.fact, w.fact}, {g.texts > 0 && !(lone && s.lengthy) && !g.last.IsZero() && g.last.Add(recently).After(s.newest), w.recent},
	} {
		if sign.holds {
			z += sign.adds
		}
	}
	z += w.share * float64(g.texts) / max(1, float64(s.texts))
	if many := g.texts >= oftenTexts && 2*g.texts >= s.texts; many && g.clear {
		z = max(z, oftenLeast)
	}
	if g.labeled {
		z = max(z+labelAdds, labelLeast)
	}
	if g.theme {
		z = max(z, themeBase+themeKeeps*z)
	}
	return z
}
