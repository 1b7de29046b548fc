// Package topics is the thesaurus: what creators write about, with the words
// that mean the same in several languages and narrower words that are found
// with a topic but do not ask for it.
package topics

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
)

//go:embed topics.txt
var topicsText string

//go:embed doubtful.txt
var doubtfulText string

//go:embed members.txt
var membersText string

// Source is the text of the tables: what is made of an index depends on it.
func Source() string { return topicsText + doubtfulText + membersText }

var doubtful = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(doubtfulText) {
		if !strings.HasPrefix(line, "#") {
			for _, w := range wordList(line) {
				out[w] = true
			}
		}
	}
	return out
})

// Doubtful reports whether a word of the table means something else as often.
func Doubtful(word string) bool { return doubtful()[word] }

// Group is one topic. Words are index terms joined by spaces; one ending in *
// stands for all that begin so.
type Group struct {
	Label    string
	Same     []string
	Narrower []string
}

// thesaurus is the close words. Each line of topics.txt reads
// "label: same, … > narrower, …".
type thesaurus struct {
	groups  []Group
	byWord  map[string][]int // a word to the groups it asks for
	prefix  []wildcard
	phrases []string // all words of more than one term
	parts   map[string]bool
	longest map[string]int
	written []string
	members map[string][]string // of what is left out, by its name
}

type wildcard struct {
	stem  string
	group int
}

var closeWords = sync.OnceValue(func() *thesaurus {
	t := &thesaurus{byWord: map[string][]int{}, parts: map[string]bool{}, longest: map[string]int{}, members: map[string][]string{}}
	seen := map[string]bool{}
	for label, rest := range languages.Pairs(topicsText) {
		same, narrower, _ := strings.Cut(rest, " > ")
		g := Group{label, wordList(same), wordList(narrower)}
		t.add(g)
		t.note(rest)
		for _, w := range slices.Concat(g.Same, g.Narrower) {
			t.phrase(w, seen)
		}
	}
	for names, list := range languages.Pairs(membersText) {
		members := finders(wordList(list))
		for _, w := range members {
			t.phrase(w, seen)
		}
		for name := range strings.SplitSeq(names, ",") {
			if name = strings.Join(Terms(name), " "); name != "" { // stop words alone
				t.members[name] = members
			}
		}
	}
	return t
})

// phrase notes a word of several terms.
func (t *thesaurus) phrase(w string, seen map[string]bool) {
	if !strings.Contains(w, " ") || seen[w] {
		return
	}
	seen[w] = true
	t.phrases = append(t.phrases, w)
	parts := strings.Fields(w)
	t.longest[parts[0]] = max(t.longest[parts[0]], len(parts))
}

// Members returns the words for the parts of a thing: who leaves out alcohol leaves out
// wine.
func Members(words []string) []string { return closeWords().members[strings.Join(words, " ")] }

func (t *thesaurus) add(g Group) {
	n := len(t.groups)
	t.groups = append(t.groups, Group{g.Label, finders(g.Same), finders(g.Narrower)})
	for _, w := range g.Same {
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

// note remembers words as the table writes them, and their parts.
func (t *thesaurus) note(list string) {
	for w := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == '>' }) {
		w = strings.Trim(w, " *\n")
		t.written = append(t.written, w)
		for part := range strings.FieldsSeq(terms.Fold(w)) {
			t.parts[part] = true
		}
	}
}

// Part reports whether a folded word stands in the table, alone or among others.
func Part(word string) bool { return closeWords().parts[word] }

var sortedParts = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(closeWords().parts)) })

// Begins reports whether a word of the table begins so.
func Begins(word string) bool {
	list := sortedParts()
	i, _ := slices.BinarySearch(list, word)
	return i < len(list) && strings.HasPrefix(list[i], word)
}

// Written lists the words as the table writes them.
func Written() []string { return closeWords().written }

// askOnly marks words that ask for a group without being found by it: they are
// too short, or what is left of them without stop words means something else.
const askOnly = "?"

func finders(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(w string) bool { return strings.HasPrefix(w, askOnly) })
}

// wordList reads a comma-separated list into index terms.
func wordList(s string) []string {
	var out []string
	for w := range strings.SplitSeq(s, ",") {
		stem, wild := strings.CutSuffix(strings.TrimSpace(w), "*")
		if wild {
			out = append(out, terms.Fold(stem)+"*")
			continue
		}
		list := Terms(w)
		switch {
		case len(list) == 0:
		case len(list) == 1 && (len(list[0]) < 3 || strings.ContainsAny(strings.TrimSpace(w), " '")):
			out = append(out, askOnly+list[0])
		default:
			out = append(out, strings.Join(list, " "))
			if tag := hashtag(w); tag != "" && tag != strings.Join(list, "") {
				out = append(out, tag)
			}
		}
	}
	return out
}

// hashtag is several words written as one, with the small ones among them:
// #restauracióndemuebles; "" of letters that stand in no hashtag.
func hashtag(phrase string) string {
	if list := Terms(joints.Replace(phrase)); len(list) == 1 && list[0][0] < 0x80 {
		return list[0]
	}
	return ""
}

var joints = strings.NewReplacer(" ", "", "'", "", "-", "")

// Terms returns the terms of a text, stop words left out.
func Terms(text string) (out []string) {
	s := terms.Scanner{}
	for s.Reset(text); s.Next(); {
		if w := s.Term(); len(w) > 0 && !lexicon.IsStop(w) {
			out = append(out, string(w))
		}
	}
	return out
}

// Broader lists the words of the topics that hold one of these among others:
// football is of sports.
func Broader(groups []int) (out []string) {
	t := closeWords()
	for n, g := range t.groups {
		for _, narrow := range groups {
			if n != narrow && g.holds(t.groups[narrow]) {
				out = append(out, g.Same...)
			}
		}
	}
	return out
}

// Groups lists all topics.
func Groups() []Group { return closeWords().groups }

// Phrases lists all words of more than one term.
func Phrases() []string { return closeWords().phrases }

// Listed reports whether a word of the query's form stands in the table.
func Listed(word string) bool { return len(closeWords().byWord[word]) > 0 }

// Of returns the groups that a word asks for.
func Of(word string) []int {
	t := closeWords()
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

// Named are those of some groups whose label is the words themselves, or all where none is:
// "cats" are pets, and not all pets are cats.
func Named(words []string, groups []int) []int {
	var out []int
	for _, g := range groups {
		if slices.Equal(Terms(Groups()[g].Label), words) {
			out = append(out, g)
		}
	}
	if len(out) == 0 {
		return groups
	}
	return out
}

// What a word counts for a topic: one of the query, one that means the same, a
// narrower one.
const (
	Direct  = 1.0
	Member  = 0.95 // of what is left out
	Near    = 0.6
	Distant = 0.4
	Wide    = 0.3 // of a broader topic, where few texts have words for the one asked for
)

// Weighted is a word with what it counts.
type Weighted struct {
	Word    string
	Quality float32
}

// Stem is the beginning that a word ending in * stands for; false for any
// other word.
func (w Weighted) Stem() (string, bool) {
	stem, ok := strings.CutSuffix(w.Word, "*")
	return stem, ok && stem != ""
}

// Expand lists the words that a topic is found by, its own terms first, then their forms,
// and the members of what is left out.
func Expand(words, forms, members []string, groups []int) []Weighted {
	var out []Weighted
	seen := map[string]bool{}
	put := func(w string, q float32) {
		if !seen[w] {
			seen[w] = true
			out = append(out, Weighted{w, q})
		}
	}
	add := func(w string, q float32) {
		put(w, q)
		if joined := strings.ReplaceAll(w, " ", ""); joined != w && joined[0] < 0x80 {
			put(joined, q)
		}
	}
	if len(groups) > 0 || len(words) == 1 {
		add(strings.Join(words, " "), Direct)
	} else {
		for _, w := range words { // pairs of characters that no list knows as a word
			add(w, Near)
		}
	}
	for _, w := range forms {
		add(w, Direct)
	}
	for _, w := range members {
		put(w, Member)
	}
	all := Groups()
	for _, g := range groups {
		for _, w := range all[g].Same {
			add(w, Near)
		}
	}
	for _, g := range groups {
		for _, w := range all[g].Narrower {
			add(w, Distant)
		}
	}
	return out
}

// Around lists the topics that a word is a narrower one of, where they are few: a
// laptop is of tech.
func Around(word string) (out []int) {
	const few = 2
	for n, g := range closeWords().groups {
		if slices.Contains(g.Narrower, word) {
			out = append(out, n)
		}
	}
	if len(out) > few {
		return nil
	}
	return out
}

// manners are the topics that say how something is shown, not what.
var manners = []string{"unboxing", "education", "streaming", "podcast", "lifestyle", "tips"}

// Manner reports whether topics say only how something is shown.
func Manner(groups []int) bool {
	all := Groups()
	return len(groups) > 0 && !slices.ContainsFunc(groups, func(g int) bool { return !slices.Contains(manners, all[g].Label) })
}

// LongestPhrase returns the length in terms of the table's longest phrase that begins with
// a term; 0 where none of more than one does.
func LongestPhrase(term string) int { return closeWords().longest[term] }

// Labelled is the topic of a label; none where there is no such.
func Labelled(label string) []int {
	if n := slices.IndexFunc(closeWords().groups, func(g Group) bool { return g.Label == label }); n >= 0 {
		return []int{n}
	}
	return nil
}

// Holds reports whether one of the first topics lists one of the second among
// narrower words.
func Holds(wide, narrow []int) bool {
	all := Groups()
	return slices.ContainsFunc(wide, func(w int) bool {
		return slices.ContainsFunc(narrow, func(n int) bool { return w != n && all[w].holds(all[n]) })
	})
}

// holds: the label of another topic stands among the narrower words, as they do.
func (g Group) holds(other Group) bool {
	return slices.Contains(g.Narrower, strings.Join(Terms(other.Label), " "))
}
