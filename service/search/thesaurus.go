package search

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed topics.txt
var topicsText string

// group is a topic with the words that mean the same, in several languages,
// and narrower words that are found with it but do not ask for it. Words are
// index terms joined by spaces; one ending in * stands for all that begin so.
type group struct {
	label    string
	same     []string
	narrower []string
}

// thesaurus is the close words. Each line of topics.txt reads
// "label: same, … > narrower, …".
type thesaurus struct {
	groups  []group
	byWord  map[string][]int // a word to the groups it asks for
	prefix  []wildcard
	phrases []string // all words of more than one term
}

type wildcard struct {
	stem  string
	group int
}

var closeWords = sync.OnceValue(func() *thesaurus {
	t := &thesaurus{byWord: map[string][]int{}}
	seen := map[string]bool{}
	for line := range strings.Lines(topicsText) {
		label, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		same, narrower, _ := strings.Cut(rest, " > ")
		g := group{label: label, same: wordList(same), narrower: wordList(narrower)}
		t.add(g)
		for _, list := range [][]string{g.same, g.narrower} {
			for _, w := range list {
				if strings.Contains(w, " ") && !seen[w] {
					seen[w] = true
					t.phrases = append(t.phrases, w)
				}
			}
		}
	}
	return t
})

func (t *thesaurus) add(g group) {
	n := len(t.groups)
	t.groups = append(t.groups, group{g.label, finders(g.same), finders(g.narrower)})
	for _, w := range g.same {
		w, _ := strings.CutPrefix(w, askOnly)
		if stem, ok := strings.CutSuffix(w, "*"); ok {
			t.prefix = append(t.prefix, wildcard{stem, n})
			continue
		}
		if ids := t.byWord[w]; len(ids) == 0 || ids[len(ids)-1] != n {
			t.byWord[w] = append(ids, n)
		}
	}
}

// askOnly marks words that ask for a group without being found by it: they are
// too short, or what is left of them without stop words means something else.
const askOnly = "?"

func finders(list []string) (out []string) {
	for _, w := range list {
		if !strings.HasPrefix(w, askOnly) {
			out = append(out, w)
		}
	}
	return out
}

// wordList reads a comma-separated list into index terms.
func wordList(s string) []string {
	var out []string
	for w := range strings.SplitSeq(s, ",") {
		stem, wild := strings.CutSuffix(strings.TrimSpace(w), "*")
		if wild {
			out = append(out, foldWord(stem)+"*")
			continue
		}
		terms := words(w)
		switch {
		case len(terms) == 0:
		case len(terms) == 1 && (len(terms[0]) < 3 || strings.ContainsAny(strings.TrimSpace(w), " '")):
			out = append(out, askOnly+terms[0])
		default:
			out = append(out, strings.Join(terms, " "))
		}
	}
	return out
}

// of returns the groups a word asks for.
func (t *thesaurus) of(word string) []int {
	if ids := t.byWord[word]; ids != nil {
		return ids
	}
	for _, p := range t.prefix {
		if strings.HasPrefix(word, p.stem) && !strings.Contains(word, " ") {
			return []int{p.group}
		}
	}
	return nil
}

// What a word counts for a topic: one of the query, one that means the same, a
// narrower one.
const (
	direct  = 1.0
	near    = 0.6
	distant = 0.4
)

type weighted struct {
	word    string
	quality float32
}

// expand lists the words a topic is found by, the words of the query first.
func (t *thesaurus) expand(p topic) []weighted {
	var out []weighted
	seen := map[string]bool{}
	add := func(w string, q float32) {
		if !seen[w] {
			seen[w] = true
			out = append(out, weighted{w, q})
		}
		if joined := strings.ReplaceAll(w, " ", ""); joined != w && joined[0] < 0x80 && !seen[joined] {
			seen[joined] = true
			out = append(out, weighted{joined, q})
		}
	}
	if len(p.groups) > 0 || len(p.terms) == 1 {
		add(strings.Join(p.terms, " "), direct)
	} else {
		for _, w := range p.terms { // pairs of characters that no list knows as a word
			add(w, near)
		}
	}
	for _, g := range p.groups {
		for _, w := range t.groups[g].same {
			add(w, near)
		}
	}
	for _, g := range p.groups {
		for _, w := range t.groups[g].narrower {
			add(w, distant)
		}
	}
	return out
}
