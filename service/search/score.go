package search

import (
	"math"
	"slices"

	"greenroom/service/words"
	"greenroom/service/words/topics"
)

// How texts count. A unit of average length that names a topic once counts its
// kind's weight; half of what can be had is reached at saturation.
const (
	tfGrowth   = 1.2 // bm25 k1
	lengthPull = 0.6 // bm25 b
	saturation = 0.7

	exclusion = 0.3 // from here on, a creator is about a topic to be left out
	inName    = 1.0 // what it counts that a creator's name says a topic
	stray     = 0.1 // up to here, a topic is said in passing: a word in a few of a thousand posts
)

var kindWeights = [4]float64{UnitBio: 1.4, UnitThemes: 1.6, UnitPost: 0.6, UnitTranscript: 0.6}

// setWeights prepares what one mention counts by kind, length and frequency.
func (u *units) setWeights(total, number [4]uint64) {
	for kind, w := range kindWeights {
		average := math.Max(1, float64(total[kind])/math.Max(1, float64(number[kind])))
		for size := range sizes {
			length := math.Exp2(float64(size)/16) - 1
			pull := tfGrowth * (1 - lengthPull + lengthPull*length/average)
			for tf := 1; tf <= maxTF; tf++ {
				u.weight[kind*sizes+size][tf-1] = float32(w * float64(tf) * (tfGrowth + 1) / (float64(tf) + pull))
			}
		}
	}
}

// rarity weighs a word by how rare it is, from 0.4 for one in every text to 1.
func (x *Index) rarity(term uint32) float32 {
	n := float64(max(1, len(x.base.unitDoc))) // a base may have no text at all
	idf := func(df float64) float64 { return math.Log1p((n - df + 0.5) / (df + 0.5)) }
	return float32(0.4 + 0.6*idf(float64(x.df[term]))/math.Max(idf(1), 1e-9))
}

// impact returns the weight of a term's mentions in one unit, before the factor.
func (u *units) impact(unit, tf uint32) float32 {
	return u.weight[u.unitSize[unit]][min(tf, maxTF)-1]
}

// term is one word of the index with what a mention counts.
type term struct {
	id      uint32
	factor  float32
	quality float32
}

func (x *Index) lookUp(t words.Topic) []term {
	var out []term
	seen := map[uint32]bool{}
	add := func(id uint32, q float32) {
		if !seen[id] && !x.common(x.df[id], q) && x.lives(id) {
			seen[id] = true
			out = append(out, term{id, q * x.rarity(id), q})
		}
	}
	for _, t := range t.Each() {
		for _, w := range topics.Expand(t.Terms, t.Forms, t.Members, t.Groups) {
			if stem, ok := w.Stem(); ok {
				for _, id := range x.wild[stem] {
					add(id, w.Quality)
				}
			} else if id, ok := x.terms.lookup(w.Word); ok {
				add(id, w.Quality)
			}
		}
	}
	return out
}

// few is the number of texts on a topic below which those of a broader one are worth
// showing beside: tables that name categories call football a sport.
const few = 12

// lookUpWanted finds the words of a topic that is wanted in every segment, and where few
// texts have them those of broader topics, which make weak matches. Own is false where no
// text has any of its own.
func (i *inquiry) lookUpWanted(t words.Topic) (found [][]term, own bool) {
	for _, r := range i.runs {
		list := r.x.lookUp(t)
		found, own = append(found, list), own || len(list) > 0
	}
	if i.enough(found) {
		return found, own
	}
	for k, r := range i.runs {
		found[k] = r.x.addBroader(found[k], t)
	}
	return found, own
}

// enough: more than a few texts have the close words among these.
func (i *inquiry) enough(found [][]term) bool {
	var counted []string
	texts := 0
	for k, r := range i.runs {
		for _, f := range found[k] {
			w := r.x.terms.term(f.id)
			if f.quality < topics.Near || slices.Contains(counted, w) {
				continue
			}
			if texts += int(r.x.df[f.id]); texts >= few {
				return true
			}
			counted = append(counted, w)
		}
	}
	return false
}

func (x *Index) addBroader(found []term, t words.Topic) []term {
	for _, w := range topics.Broader(t.Groups) {
		id, ok := x.terms.lookup(w)
		if !ok || !x.lives(id) || x.common(x.df[id], topics.Wide) || slices.ContainsFunc(found, func(f term) bool { return f.id == id }) {
			continue
		}
		found = append(found, term{id, topics.Wide * x.rarity(id), topics.Wide})
	}
	return found
}

// lookUpUnwanted finds the words by which a creator is known for a topic that is
// not wanted: its own and close ones, but close ones only where no wanted topic
// is close to them too. Who wants fitness and no gyms does not mean "workout".
func (x *Index) lookUpUnwanted(t words.Topic, wanted []words.Topic) []term {
	meant := map[uint32]bool{}
	for _, w := range wanted {
		for _, found := range x.lookUp(w) {
			meant[found.id] = meant[found.id] || found.quality >= topics.Near
		}
	}
	return slices.DeleteFunc(x.lookUp(t), func(found term) bool {
		return found.quality < topics.Near || found.quality < topics.Direct && meant[found.id]
	})
}

// common: a close word in very many texts tells nothing and costs much.
func (x *Index) common(count uint32, quality float32) bool {
	if count < commonFloor || quality >= topics.Direct {
		return false
	}
	if quality >= topics.Near {
		return int(count) > len(x.base.unitDoc)/10
	}
	return int(count) > len(x.base.unitDoc)/50
}

const commonFloor = 5000 // texts

// textScore sums the evidence of one creator's texts on a query.
type textScore struct {
	main    level   // how far the main topic is proved
	signs   Signs   // what its confidence is made of
	proved  uint16  // topics that are proved, or said in the profile
	direct  uint16  // topics named in the words of the query
	mask    uint16  // topics found
	covered uint16  // topics found by more than narrower words, and more than in passing
	passing uint16  // topics found by more than narrower words, but in passing
	lacking uint16  // topics beside the main one of which too little is said
	sum     float32 // of the topics
	name    float32 // how much of the creator's name is in the query
}

func (r *run) scoreTexts(d uint32) (c textScore) {
	from, to := r.x.firstUnit[d], r.x.firstUnit[d+1]
	said := r.s.sayings(int(to - from))
	for n := range r.topics {
		t, bit := &r.topics[n], uint16(1)<<(n%maxTopics)
		topic, best, own := float32(0), float32(0), ownWord{of: int(to - from), foreign: !r.writes(d), narrow: t.narrow && r.writes(d)}
		for i := range t.readers {
			w := &t.readers[i]
			if w.isFrequent && !w.frequent.set.has(d) || w.absent {
				continue
			}
			p := w.from(from, to)
			for ok := from < to && p.seek(from); ok && p.unit <= to; ok = p.next() {
				topic += float32(w.factor * r.x.impact(p.unit-1, p.tf))
				best = max(best, w.quality)
				says := &said[p.unit-1-from]
				if w.quality == topics.Near {
					says.words++
				}
				if w.quality == topics.Direct || w.quality >= topics.Near && t.phrase == 0 {
					says.topics |= bit
				}
				own.exact += int(one(w.quality == topics.Direct))
				own.alike += int(one(w.alike))
			}
		}
		own.readAll(r.x, from, said, t, n)
		l := t.said.levels[d%blockDocs]
		if len(t.proofs) == 0 {
			l = own.level(int(to - from))
		}
		bears := r.bearers[d]&bit != 0
		if bears {
			topic, best, l = topic+inName, topics.Direct, max(l, nameLevel)
		}
		if l.proved() && (len(t.proofs) > 0 || own.profile || bears) {
			c.proved |= bit
		}
		if topic > 0 {
			c.add(n, t.share, topic, best, l)
		}
		if n == r.main {
			c.main = l
		}
		own.narrow = own.narrow && !bears
		c.signs.note(t, n == r.main, l, own)
	}
	r.lack(&c, said, d)
	return c
}

// from is a cursor before the texts [from, to) of a creator; it goes on where the creator
// before was read, if that one stands in front.
func (t *termReader) from(from, to uint32) *cursor {
	if from < t.scored {
		t.scoring = t.start
	}
	t.scored = to
	return &t.scoring
}

// add counts a topic, with diminishing returns, at its share of all.
func (c *textScore) add(n int, share, topic, best float32, l level) {
	bit := uint16(1) << (n % 16)
	c.sum += float32(share * ceiling(best) * topic / (topic + saturation) * l.weight())
	c.mask |= bit
	if l.proved() || best >= topics.Near && topic > stray {
		c.covered |= bit
	} else if best >= topics.Near {
		c.passing |= bit
	}
	if best == topics.Direct {
		c.direct |= bit
	}
}

// excluded: the creator is about a topic that is not wanted.
func (r *run) excluded(d uint32) bool {
	return slices.ContainsFunc(r.without, func(t topicRun) bool {
		topic := float32(0)
		add := func(_ uint32, score float32) { topic += score }
		if t.whole {
			t.addWhole(r.x, d, d+1, add)
			return topic >= exclusion
		}
		for _, reader := range t.readers {
			c := r.x.postings.cursor(reader.id)
			reader.addUp(r.x, &c, d, d+1, add)
		}
		return topic >= exclusion
	})
}

// ceilings bounds the score of a topic by the level of its best word: no number of close
// words makes a direct one.
var ceilings = [...]float32{byDistant: 0.45, byNear: 0.8, byDirect: 1}

func ceiling(best float32) float32 { return ceilings[qualityLevel(best)] }

// unwanted looks up a topic that is not wanted. Several words that no table has
// as one count only together: who wants no wedding cakes may bake cakes.
func (r *run) unwanted(t words.Topic) topicRun {
	if !t.Phrase() {
		return topicRun{readers: r.x.readers(r.x.lookUpUnwanted(t, r.plan.Topics))}
	}
	var list []term
	for _, w := range t.Terms {
		id, ok := r.x.terms.lookup(w)
		if !ok || !r.x.lives(id) {
			return topicRun{}
		}
		list = append(list, term{id, r.x.rarity(id), topics.Direct})
	}
	return topicRun{whole: true, readers: r.x.readers(list)}
}

// addWhole finds the texts of creators [first, last) that have all words of a
// topic, and what the least telling of them counts there. Creators are counted
// from first.
func (t *topicRun) addWhole(x *Index, first, last uint32, add func(i uint32, score float32)) {
	from, to := x.firstUnit[first], x.firstUnit[last]
	cursors := make([]cursor, len(t.readers))
	for n := range t.readers {
		cursors[n] = x.postings.cursor(t.readers[n].id)
	}
	for from < to {
		at, score := from, float32(0)
		for n := range cursors {
			c := &cursors[n]
			if !c.seek(at) || c.unit > to {
				return
			}
			if c.unit-1 > at && n > 0 {
				score = -1 // this word stands in a later text: begin there
			}
			if s := float32(t.readers[n].factor * x.impact(c.unit-1, c.tf)); n == 0 || score >= 0 && s < score {
				score = s
			}
			at = c.unit - 1
		}
		if from = at; score >= 0 {
			add(x.unitDoc[at]-first, score)
			from++
		}
	}
}
