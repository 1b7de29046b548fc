package search

import "math"

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
}

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
	c.signs.Silent *= min(1, float64(posts)/enoughPosts)
	if r.main >= 0 && r.bearers[d]&(1<<(r.main%maxTopics)) != 0 {
		c.signs.Silent = 0 // the name says it
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

// proofsOf lists the creators with enough evidence on topics of the thesaurus, and how
// much. Fewer than one in ten mentions are of these.
func (x *Index) proofsOf(groups []int) (out []byteCursor) {
	for _, g := range groups {
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
