package local

import (
	"cmp"
	"strings"
)

// around is the default number of words of a snippet, and the distance within which terms
// count as together.
const around = 24

// snippet is a part of a text: from which to which word, and the hits in it.
type snippet struct {
	words    []span
	room     int // how many words it has
	from, to int // of words
	hits     []span
}

// mention marks a term: its first and last word, and which term it is.
type mention struct{ first, last, term int }

// best is the part of a text with most of the terms in it, the first of equals.
func best(text string, looked []term, room int) snippet {
	s := snippet{words: words(text), room: cmp.Or(room, around)}
	places := s.places(text, looked)
	from, to, most := 0, 0, 0
	for i := range places {
		seen, j := map[int]bool{}, i
		for ; j < len(places) && places[j].last < places[i].first+around; j++ {
			seen[places[j].term] = true
		}
		if len(seen) > most {
			from, to, most = i, j, len(seen)
		}
		if most == len(looked) {
			break
		}
	}
	s.frame(places[from:to])
	return s
}

func (s snippet) places(text string, looked []term) []mention {
	folded := make([]string, len(s.words))
	for i, w := range s.words {
		folded[i] = fold(text[w.from:w.to])
	}
	var list []mention
	for i := range folded {
		for n, t := range looked {
			if t.at(folded[i:]) {
				list = append(list, mention{i, i + len(t.words) - 1, n})
			}
		}
	}
	return list
}

// at says whether a term stands at the beginning of words.
func (t term) at(list []string) bool {
	if len(list) < len(t.words) {
		return false
	}
	for i, w := range t.words {
		open := t.open && i == len(t.words)-1
		if list[i] != w && !(open && strings.HasPrefix(list[i], w)) {
			return false
		}
	}
	return true
}

// frame sets the part around some places, a third of what is left before them.
func (s *snippet) frame(places []mention) {
	if len(places) == 0 {
		s.to = min(s.room, len(s.words))
		return
	}
	first, last := places[0].first, places[len(places)-1].last
	s.from = max(0, first-max(0, s.room-(last-first+1))/3)
	s.to = max(last+1, min(s.from+s.room, len(s.words)))
	s.from = max(0, min(s.from, s.to-s.room))
	for _, p := range places {
		hit := span{s.words[p.first].from, s.words[p.last].to}
		if n := len(s.hits); n > 0 && hit.from < s.hits[n-1].to {
			s.hits[n-1].to = max(s.hits[n-1].to, hit.to)
			continue
		}
		s.hits = append(s.hits, hit)
	}
}

// cut is the text of the snippet on one line, with dots where more is left out,
// and the hits in it.
func (s snippet) cut(text string) (string, [][2]int) {
	if len(s.words) == 0 {
		return "", nil
	}
	const dots = "…"
	from, to := 0, len(text)
	before, after := "", ""
	if s.from > 0 {
		from, before = s.words[s.from].from, dots
	}
	if s.to < len(s.words) {
		to, after = s.words[s.to-1].to, dots
	}
	var marks [][2]int
	for _, h := range s.hits {
		marks = append(marks, [2]int{h.from - from + len(before), h.to - from + len(before)})
	}
	return before + oneLine.Replace(text[from:to]) + after, marks
}

// oneLine keeps the length in bytes, so that marks stay right.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")
