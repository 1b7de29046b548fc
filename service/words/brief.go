package words

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// Brief is a meaning made ready to be held against single creators and
// their texts, without an index.
type Brief struct {
	Meaning
	exact map[string][]asked // by first word
	wild  []asked
	about [2][][]int // the groups of what is wanted, and of what is not
}

// asked is a run of words that speaks of a topic.
type asked struct {
	words   []string
	topic   int
	without bool
	quality float64
}

// Mention is a place where a text speaks of a topic. Quality is 1 where it is
// named in the words of the brief, less for words that mean the same or
// something narrower.
type Mention struct {
	Topic      int  // of Brief.Wanted; of Brief.Unwanted where Unwanted is set
	Unwanted   bool // the brief wants none of it
	Quality    float64
	Term       string // as an index term: Quote takes it
	Start, End int    // bytes of the text
}

// Brief makes a meaning ready.
func (m Meaning) Brief() *Brief {
	b := &Brief{Meaning: m, exact: map[string][]asked{}}
	for n, t := range m.Topics {
		if len(t.Groups) == 0 && len(t.Terms) == 1 {
			t.Groups = topics.Around(t.Terms[0])
			b.Topics = slices.Clone(b.Topics)
			b.Topics[n] = t
		}
		b.ask(t, asked{topic: n})
		b.about[0] = append(b.about[0], t.Groups)
	}
	for n, t := range m.Excluded {
		b.ask(t, asked{topic: n, without: true})
		b.about[1] = append(b.about[1], t.Groups)
	}
	return b
}

// Wanted returns the brief's wishes, in its own words.
func (b *Brief) Wanted() []string { return texts(b.Topics) }

// Unwanted returns the brief's exclusions, in its own words.
func (b *Brief) Unwanted() []string { return texts(b.Excluded) }

func (b *Brief) ask(t Topic, a asked) {
	if a.without && t.Phrase() {
		a.words, a.quality = t.Terms, topics.Direct
		b.exact[t.Terms[0]] = append(b.exact[t.Terms[0]], a)
		t.Terms = nil
	}
	for _, w := range topics.Expand(t.Terms, t.Forms, t.Members, t.Groups) {
		a.words, a.quality = strings.Fields(w.Word), float64(int(w.Quality*100+0.5))/100
		if stem, ok := w.Stem(); ok {
			a.words = []string{stem}
			b.wild = append(b.wild, a)
		} else if len(a.words) > 0 {
			b.exact[a.words[0]] = append(b.exact[a.words[0]], a)
		}
	}
}

// Read finds what a text says on the topics, in the order of the text. Where
// one place speaks of a topic in several ways, the most direct counts.
func (b *Brief) Read(text string) []Mention {
	var out []Mention
	all := locate(text)
	within := phrases(all)
	for i := range all {
		from := len(out)
		for _, a := range b.exact[all[i].term] {
			if n := a.match(all[i:]); n > 0 && !b.other(within[i], a, n) {
				at := all[i]
				at.end = all[i+n-1].end
				out = meet(out, from, a, at)
			}
		}
		for _, a := range b.wild {
			if strings.HasPrefix(all[i].term, a.words[0]) && !b.other(within[i], a, 1) {
				out = meet(out, from, a, all[i])
			}
		}
	}
	return out
}

// ReadLabels reads what creators are known for. Labels are English, whatever the
// brief is in, so a word that means a topic names it.
func (b *Brief) ReadLabels(text string) []Mention {
	out := b.Read(text)
	for i := range out {
		if out[i].Quality >= topics.Near {
			out[i].Quality = topics.Direct
		}
	}
	return out
}

// phrase is a word of several terms that the thesaurus has: what it is about.
type phrase struct {
	terms  int
	groups []int
}

// phrases tells of each word the longest phrase that it is part of.
func phrases(all []wordAt) []phrase {
	out := make([]phrase, len(all))
	for i := range all {
		for n := min(topics.LongestPhrase(all[i].term), len(all)-i); n > 1; n-- {
			groups := groupsOf(all[i : i+n])
			if len(groups) == 0 {
				continue
			}
			for k := range n {
				if n > out[i+k].terms {
					out[i+k] = phrase{n, groups}
				}
			}
			break
		}
	}
	return out
}

// groupsOf are those that a run of words asks for.
func groupsOf(run []wordAt) []int {
	parts := make([]string, len(run))
	for k, w := range run {
		parts[k] = w.term
	}
	return topics.Of(strings.Join(parts, " "))
}

// other: the word is part of a longer one that is about something else, as
// "plant" is in "plant-based".
func (b *Brief) other(in phrase, a asked, n int) bool {
	side := 0
	if a.without {
		side = 1
	}
	return in.terms > n && a.quality < topics.Direct &&
		!slices.ContainsFunc(in.groups, func(g int) bool { return slices.Contains(b.about[side][a.topic], g) })
}

func (a asked) match(at []wordAt) int {
	n := len(a.words)
	if n > len(at) || !slices.EqualFunc(at[:n], a.words, isTerm) {
		return 0
	}
	return n
}

// meet adds a mention to those of one place, which begin at from.
func meet(list []Mention, from int, a asked, at wordAt) []Mention {
	m := Mention{Topic: a.topic, Unwanted: a.without, Quality: a.quality * at.weight(), Term: at.term, Start: at.start, End: at.end}
	for i := from; i < len(list); i++ {
		if list[i].Topic == m.Topic && list[i].Unwanted == m.Unwanted {
			if m.Quality > list[i].Quality {
				list[i] = m
			}
			return list
		}
	}
	return append(list, m)
}

// Topics names the topics a text speaks of in words that mean them, the most
// mentioned first, at most limit.
func Topics(text string, limit int) []string {
	count := map[int]int{}
	all := locate(text)
	for i := range all {
		for n := min(LongestTopic, len(all)-i); n > 0; n-- {
			groups := groupsOf(all[i : i+n])
			for _, g := range groups {
				count[g]++
			}
			if len(groups) > 0 {
				break
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(count), func(a, b int) int { return cmp.Or(count[b]-count[a], a-b) })
	out, groups := make([]string, 0, limit), topics.Groups()
	for _, g := range order[:min(limit, len(order))] {
		out = append(out, groups[g].Label)
	}
	return out
}

// Lacks reports whether the i-th of what is not wanted is only said to be missing
// in something.
func (b *Brief) Lacks(i int) bool { return b.ledBy(i, wordLacking) }

// Promoted reports whether the i-th of what is not wanted is so only where somebody
// promotes it: "nobody who promotes dairy", "no Oatly partners". Of what a table lists, as
// dogs, many work with it and are not paid.
func (b *Brief) Promoted(i int) bool {
	return b.ledBy(i, wordPromotes) || len(b.Excluded[i].Groups) == 0 && b.ledBy(i, wordWorksFor)
}

// ledBy: what says that the i-th is not wanted, or the list it stands in, holds a word of a kind.
func (b *Brief) ledBy(i int, kind string) (is bool) {
	for _, f := range b.Filters {
		if f.Op != opNe || f.Field != FieldTopic {
			is = false
			continue
		}
		if f.Text != f.Value { // it begins with its own "not"
			is = holds(f, kind)
		}
		if f.Value == b.Excluded[i].Text {
			return is
		}
	}
	return false
}

// StandsIn reports whether a sentence speaks of what is taken for a thing that is left
// out: "a vegan steak".
func StandsIn(sentence string) bool { return speaksOf(sentence, wordStandsIn, wordLacking) }

// holds: the words of a filter have one of a kind.
func holds(f api.Filter, kind string) bool {
	return speaksOf(f.Text, kind)
}

func speaksOf(text string, kinds ...string) bool {
	return slices.ContainsFunc(splitSigns(terms.Fold(text)), func(w string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return isAmong(w, kind) })
	})
}

// Permitted is a text of the brief without what it forbids and counts there.
func (b *Brief) Permitted(text string) string {
	for _, f := range b.Filters {
		if f.Op == opNe && !holds(f, wordLacking) || f.Op == opGte || f.Op == opLte {
			text = strings.Replace(text, f.Text, " ", 1)
		}
	}
	return text
}

// Names reports whether a text is the name of a topic.
func Names(text string) bool { return listed(topics.Terms(text)) }

// TopicBrief asks for one topic, by the name that Topics gives it.
func TopicBrief(name string) *Brief {
	for n, g := range topics.Groups() {
		if g.Label == name {
			return Meaning{Topics: []Topic{{Text: name, Terms: topics.Terms(name), Groups: []int{n}}}}.Brief()
		}
	}
	return Understand(name).Brief()
}
