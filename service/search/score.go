package search

import (
	"math"
	"sync"
)

// How texts count. A unit of average length that names a topic once counts its
// kind's weight; half of what can be had is reached at saturation.
const (
	tfGrowth   = 1.2 // bm25 k1
	lengthPull = 0.6 // bm25 b
	saturation = 0.7

	exclusion = 0.3 // from here on, a creator is about a topic to be left out
)

var kindWeights = [4]float64{UnitBio: 1.4, UnitThemes: 1.6, UnitPost: 0.6, UnitTranscript: 0.6}

// weigh prepares what one mention counts by kind, length and frequency.
func (u *units) weigh(total, number [4]uint64) {
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

// rarity is how much a word tells, from 0.4 for one in every text to 1.
func (x *Index) rarity(term uint32) float32 {
	n := float64(len(x.unitDoc))
	idf := func(df float64) float64 { return math.Log1p((n - df + 0.5) / (df + 0.5)) }
	return float32(0.4 + 0.6*idf(float64(x.postings.count[term]))/math.Max(idf(1), 1e-9))
}

// cell is what is known of one creator while a query runs.
type cell struct {
	epoch  uint32
	state  standing
	hits   uint8   // mentions, at most 255
	direct uint16  // topics named in the words of the query
	mask   uint16  // topics found
	solid  uint16  // topics found by more than narrower words
	best   float32 // quality of the topic being read
	topic  float32 // and what its mentions add up to
	sum    float32 // of the topics read so far
	name   float32 // how much of the creator's name is in the query
}

type standing uint8

const (
	barred standing = iota
	eligible
)

// scratch is the memory of one running query.
type scratch struct {
	epoch   uint32
	cells   []cell
	touched []uint32
	current []uint32 // creators with the topic being read
}

type scratchPool struct {
	size int
	pool sync.Pool
}

func (p *scratchPool) get() *scratch {
	s, ok := p.pool.Get().(*scratch)
	if !ok {
		s = &scratch{cells: make([]cell, p.size)}
	}
	s.epoch++
	if s.epoch == 0 {
		clear(s.cells)
		s.epoch = 1
	}
	s.touched, s.current = s.touched[:0], s.current[:0]
	return s
}

// term is one word of the index with what a mention counts.
type term struct {
	id      uint32
	factor  float32
	quality float32
}

// found looks up the words of a topic in the index.
func (x *Index) found(t topic) []term {
	var out []term
	seen := map[uint32]bool{}
	add := func(id uint32, q float32) {
		if n := x.postings.count[id]; !seen[id] && n > 0 && !x.common(n, q) {
			seen[id] = true
			out = append(out, term{id, q * x.rarity(id), q})
		}
	}
	for _, w := range closeWords().expand(t) {
		if stem, ok := cutStar(w.word); ok {
			for _, id := range x.wild[stem] {
				add(id, w.quality)
			}
		} else if id, ok := x.terms.lookup(w.word); ok {
			add(id, w.quality)
		}
	}
	return out
}

// common: a close word in very many texts tells nothing and costs much.
func (x *Index) common(count uint32, quality float32) bool {
	if count < commonFloor || quality >= direct {
		return false
	}
	if quality >= near {
		return int(count) > len(x.unitDoc)/10
	}
	return int(count) > len(x.unitDoc)/50
}

const commonFloor = 5000 // texts

func cutStar(w string) (string, bool) {
	if n := len(w) - 1; n > 0 && w[n] == '*' {
		return w[:n], true
	}
	return w, false
}

// run is one query at work.
type run struct {
	x     *Index
	plan  plan
	s     *scratch
	terms [][]term // of each topic
	// shares is how much of the query each topic is; together 1.
	shares []float32
}

// visit returns the cell of a creator, checked against the filters once.
func (r *run) visit(d uint32) *cell {
	c := &r.s.cells[d]
	if c.epoch != r.s.epoch {
		*c = cell{epoch: r.s.epoch}
		if r.plan.passes(r.x, d) {
			c.state = eligible
			r.s.touched = append(r.s.touched, d)
		}
	}
	return c
}

// read adds up every mention of a topic, by creator.
func (r *run) read(terms []term) {
	x := r.x
	r.s.current = r.s.current[:0]
	for _, t := range terms {
		c := x.postings.cursor(t.id)
		for c.next() {
			unit := c.unit - 1
			d := x.unitDoc[unit]
			at := r.visit(d)
			if at.state == barred {
				continue
			}
			if at.topic == 0 {
				r.s.current = append(r.s.current, d)
			}
			at.topic += t.factor * x.weight[x.unitSize[unit]][min(c.tf, maxTF)-1]
			if at.hits < math.MaxUint8 {
				at.hits++
			}
			at.best = max(at.best, t.quality)
		}
	}
}

// exclude takes out who is about a topic that is not wanted.
func (r *run) exclude(t topic) {
	r.read(r.x.found(t))
	for _, d := range r.s.current {
		c := &r.s.cells[d]
		if c.topic >= exclusion {
			c.state = barred
		}
		c.topic, c.best, c.hits = 0, 0, 0
	}
}

// include adds a topic, with diminishing returns, at the given share of all.
func (r *run) include(n int, share float32) {
	bit := uint16(1) << (n % 16)
	r.read(r.terms[n])
	for _, d := range r.s.current {
		c := &r.s.cells[d]
		c.sum += share * ceiling(c.best) * c.topic / (c.topic + saturation)
		c.mask |= bit
		if c.best >= near {
			c.solid |= bit
		}
		if c.best == direct {
			c.direct |= bit
		}
		c.topic, c.best = 0, 0
	}
}

// ceiling is what a topic can reach at most: no number of close words makes a
// direct one.
func ceiling(best float32) float32 {
	switch {
	case best >= direct:
		return 1
	case best >= near:
		return 0.8
	}
	return 0.45
}
