package search

import (
	"math/bits"
	"slices"
)

// collect puts who may reach a topK to the test. A creator who turns out to
// stand below the line goes to the other topK.
func (r *run) collect(b int, set *blockSet, on *topK) {
	first, most := uint32(b)*blockDocs, r.fitMax(b)
	blockStat := &r.x.blockStats[b]
	if on.full() && r.offThePage(r.upper(float64(r.frequentMax), most, blockStat.popularity), on) {
		if len(r.topics) == 0 {
			return
		}
		set.and(&r.s.summed)
	}
	for n, w := range set {
		for ; w != 0; w &= w - 1 {
			i := uint32(n*64 + bits.TrailingZeros64(w))
			d := first + i
			popularity := blockStat.popularity
			if !r.filter.narrowed {
				popularity = float64(r.x.popularity[d])
			}
			sum := r.sum(i)
			if r.offThePage(r.upper(sum, most, popularity), on) ||
				r.offThePage(r.raw(&ranked{doc: d, place: r.filter.home(d), age: r.ageOf(d), textScore: textScore{sum: float32(sum)}}), on) {
				continue
			}
			r.place(r.rank(d, r.scoreTexts(d)))
		}
	}
}

// offThePage: a creator with no more than this, before it is placed, is not on the page.
func (r *run) offThePage(raw float64, on *topK) bool {
	switch {
	case on == &r.high && on.full():
		return raw < on.last()
	case on == &r.may.topK:
		return on.full() && lowScore(raw, true) < on.last()
	}
	below := r.low.full() && lowScore(raw, false) < r.low.last()
	return below && (on == &r.low || raw < Line-slack)
}

func (r *run) place(k ranked) {
	switch {
	case k.open != 0:
		r.may.add(k)
	case k.low:
		r.low.add(k)
	default:
		r.high.add(k)
	}
}

// sum is what the texts of creator i of the block sum to, or more.
func (r *run) sum(i uint32) float64 {
	sum := float32(0)
	for n := range r.topics {
		t := &r.topics[n]
		topic := t.said.sums[i]
		for _, d := range t.often {
			if d.here.has(i) {
				topic += d.factor * d.frequent.threshold
			}
		}
		if topic > 0 {
			sum += t.share * t.said.ceiling(i) * topic / (topic + saturation) * t.mostWeight(t.said.levels[i])
		}
	}
	return float64(sum)
}

func (s *blockScores) ceiling(i uint32) float32 {
	level := byDirect
	for level > byDistant && !s.by[level].has(i) {
		level--
	}
	return ceilings[level]
}

// upper is the highest score that goes with a sum of texts, a fit and a popularity.
func (r *run) upper(sum, fit, popularity float64) float64 {
	if len(r.plan.Topics) == 0 {
		return listed + (1-listed)*(0.5*fit+0.5*popularity)
	}
	return shareText*sum + shareFit*fit + sharePopularity*popularity
}

// topK holds the best creators so far, in order.
type topK struct {
	limit int
	best  []ranked
}

// mayTopK holds the best of those who may match, of how many.
type mayTopK struct {
	topK
	total int
}

func (p *topK) full() bool { return len(p.best) == p.limit }

// last is the score below which no creator gets into a full topK.
func (p *topK) last() float64 { return p.best[len(p.best)-1].score - slack }

func (p *topK) add(k ranked) {
	if p.full() {
		if better(p.best[len(p.best)-1], k) < 0 {
			return
		}
		p.best = p.best[:len(p.best)-1]
	}
	at, _ := slices.BinarySearchFunc(p.best, k, better)
	p.best = slices.Insert(p.best, at, k)
}
