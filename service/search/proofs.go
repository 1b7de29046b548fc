package search

import (
	"math"
	"slices"
	"strings"

	"greenroom/service/language/ident"
	"greenroom/service/words"
	"greenroom/service/words/topics"
)

// level tells how far a creator proves a topic, in steps of log-odds; 0 is not at all.
type level uint8

const (
	evenLevel    = 128 // as likely as not: from here on a topic is proved
	stepsPerOdds = 12
	leastLevel   = evenLevel - 2*stepsPerOdds // less is not kept
)

func levelOf(odds float64) level {
	return level(max(1, min(math.MaxUint8, evenLevel+math.Floor(odds*stepsPerOdds+0.5))))
}

func (l level) proved() bool { return l >= evenLevel }

// leastWeight is the weight of the texts of a creator who proves nothing.
const leastWeight = 0.5

// weight returns the weight of a creator's texts, up to 1. It grows on where the
// probability hardly does, and with the share of posts that are about the topic and how
// new they are.
func (l level) weight() float32 { return leastWeight + (1-leastWeight)*float32(l)/math.MaxUint8 }

// What proves a topic that the thesaurus does not have: a word that is rare tells more than
// one of many that a topic has.
var (
	nameLevel    = levelOf(2.5)  // the name of a creator says it
	profileLevel = levelOf(1)    // what it says of itself does
	severalLevel = levelOf(0.6)  // two texts do
	halfLevel    = levelOf(0.2)  // half of the texts do
	mentionLevel = levelOf(-1.5) // one of many does

	likelyLevel = levelOf(-0.8) // not proved, and no mere mention
)

// saying holds the evidence of one text of a creator.
type saying struct {
	topics uint16 // those it has a word of
	words  uint8  // of the topic that is read
}

// sayings is room for what so many texts say.
func (s *scratch) sayings(texts int) []saying {
	s.texts = append(s.texts[:0], make([]saying, texts)...)
	return s.texts
}

// ownWord marks a creator's use of a word that no table has.
type ownWord struct {
	texts   int
	profile bool
	said    bool // not only as what it is known for
	exact   int  // texts with the word of the query itself
	alike   int  // texts with one that begins so: a form of it, or its like in another language
	of      int  // all texts
	foreign bool // the creator writes another language than the query
	narrow  bool // that word says less than its topic, in a language of the creator
}

// share is the part of the texts that has the word of the query itself.
func (w ownWord) share() float64 { return float64(w.exact) / max(1, float64(w.of)) }

// readAll notes the texts that say topic n. Of several words that no table has as one, all
// have to stand in a text: a parent is no single parent.
func (w *ownWord) readAll(x *Index, from uint32, said []saying, t *topicRun, n int) {
	bit := uint16(1) << (n % maxTopics)
	for i := range said {
		s := &said[i]
		if t.phrase > 0 && int(s.words) >= t.phrase {
			s.topics |= bit
		}
		s.words = 0
		if s.topics&bit == 0 {
			continue
		}
		kind := x.kind(from + uint32(i))
		w.texts++
		w.profile = w.profile || !manyOf(kind)
		w.said = w.said || kind != UnitThemes
	}
}

// enoughPosts is the number of posts that have to say nothing of what a creator is known
// for to count in full against it.
const enoughPosts = 8

// togetherShare is in how many of the texts about the main topic another has to be said that
// nothing else proves.
const togetherShare = 0.15

// lack notes of which topics beside the main one too little is said: horror named once by who
// reads all kinds of books.
func (r *run) lack(c *textScore, said []saying, d uint32) {
	posts, main, first := 0, 0, r.x.firstUnit[d]
	var together [maxTopics]int
	for i, s := range said {
		if !isPost(r.x.kind(first + uint32(i))) {
			continue
		}
		posts++
		about := r.main < 0 || s.topics&(1<<(r.main%maxTopics)) != 0
		main += int(one(about))
		for n := range min(len(r.topics), maxTopics) {
			together[n] += int(one(about && s.topics&(1<<n) != 0))
		}
	}
	c.signs.seldom(main, posts)
	if r.main >= 0 && r.bearers[d]&(1<<(r.main%maxTopics)) != 0 {
		c.signs.Silent, c.signs.Rare = 0, 0 // the name says it
	}
	for n := range min(r.plan.own, len(r.topics), maxTopics) {
		t := &r.topics[n]
		proved := c.proved&(1<<n) != 0 || main > 0 && float64(together[n]) >= max(1, togetherShare*float64(main)) || main == 0 && c.covered&(1<<n) != 0
		if n == r.main || t.manner {
			continue
		}
		if !proved {
			c.lacking |= 1 << n
		}
	}
}

func (w *ownWord) level(texts int) level {
	switch {
	case w.texts == 0:
		return 0
	case w.profile:
		return profileLevel
	case w.texts > 1:
		return severalLevel
	case 2*w.texts >= texts:
		return halfLevel
	}
	return mentionLevel
}

// mostWeight bounds the weight of texts of a creator with a level among the proofs.
func (t *topicRun) mostWeight(l level) float32 {
	if len(t.proofs) == 0 {
		l = profileLevel
	}
	return l.weight()
}

// proofsOf lists the creators with enough evidence on a topic of the thesaurus, and how
// much. Fewer than one in ten mentions are of these.
func (x *Index) proofsOf(t words.Topic) (out []byteCursor) {
	var all []int
	for _, t := range t.Each() {
		all = append(all, topics.Named(t.Terms, t.Groups)...)
	}
	slices.Sort(all)
	for _, g := range slices.Compact(all) {
		out = append(out, x.proofs.cursor(g))
	}
	return out
}

// readProofs notes how far creators [first, last) prove a topic.
func (t *topicRun) readProofs(first, last uint32) {
	for i := range t.proofs {
		c := &t.proofs[i]
		for c.from(first); c.doc <= last; c.next() {
			i, l := c.doc-1-first, level(c.value)
			t.said.levels[i] = max(t.said.levels[i], l)
			t.said.leveled = append(t.said.leveled, i)
			if l.proved() {
				t.said.proved.set(i)
			}
		}
	}
}

// labelLetters is how many letters a word shares with the name of its topic where it is a form
// of it, as cyclists are of cycling.
const labelLetters = 3

// narrower: an English query has a word of the table that is no form of what its topics are
// called, and none of several words that only together ask for them. Marathon is running, a
// gravel bike is a bike, and not all running is a marathon. What topics are called is English, so
// words of other languages may be the very name.
func narrower(t words.Topic, language string) bool {
	if len(t.Choices) > 0 {
		return slices.ContainsFunc(t.Choices, func(t words.Topic) bool { return narrower(t, language) })
	}
	form := func(word, label string) bool {
		return strings.HasPrefix(word, label[:min(labelLetters, len(label))])
	}
	called := func(g int) bool { return slices.EqualFunc(t.Terms, topics.Terms(topics.Groups()[g].Label), form) }
	alone := func(w string) bool {
		return slices.ContainsFunc(topics.Of(w), func(g int) bool { return slices.Contains(t.Groups, g) })
	}
	return language == labelled && !slices.ContainsFunc(t.Groups, called) && slices.ContainsFunc(t.Terms, alone) && surelyEnglish(t.Text)
}

// surelyEnglish: a query of a few topics is taken for English where nothing tells another
// language, so the letters of the topic have to agree: "dinero" is no narrower word for finance.
func surelyEnglish(topic string) bool {
	likely := ident.Of(topic, labelled).Likely
	return len(likely) > 0 && likely[0].Code == labelled && likely[0].Of >= sureLanguage
}

// sureLanguage is the probability of a language from which on a word counts as one of it.
const sureLanguage = 0.9

// labelled is the language of what topics are called.
const labelled = "en"

// alikeLetters is how far words have to begin alike: maratona, marathon.
const alikeLetters = 5

func (x *Index) readersOf(t words.Topic, found []term) []termReader {
	list := x.readers(found)
	for i := range list {
		word := x.terms.term(list[i].id)
		list[i].alike = slices.ContainsFunc(t.Each(), func(t words.Topic) bool {
			return strings.HasPrefix(word, t.Terms[0][:min(alikeLetters, len(t.Terms[0]))])
		})
	}
	return list
}

// writes: a creator writes the language of the query, as far as is known.
func (r *run) writes(d uint32) bool {
	return r.x.languages[d] == 0 || r.x.languages[d]&r.written != 0
}

// prepare completes the topics, whose shares are whole together.
func (r *run) prepare(whole float32) {
	for n := range r.topics {
		t := &r.topics[n]
		t.share /= whole
		t.findOften()
		sum, best := float32(0), float32(0)
		for _, d := range t.often {
			sum += d.factor * d.frequent.threshold
			best = max(best, d.quality)
		}
		r.frequentMax += t.share * ceiling(best) * sum / (sum + saturation) * t.mostWeight(0)
	}
	for _, t := range r.plan.Excluded {
		r.without = append(r.without, r.unwanted(t))
	}
}
