package search

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"
)

// collect puts who may reach a topK to the test. A creator who turns out to
// stand below the line goes to the other topK.
func (r *run) collect(b int, set *blockSet, on *topK) {
	first, most := uint32(b)*blockDocs, r.fitMax(b)
	blockStat := &r.x.blockStats[b]
	if on.full() && r.offThePage(r.upper(float64(r.frequentMax), most, blockStat.popularity), first, on) {
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
			if r.offThePage(r.upper(sum, most, popularity), d, on) ||
				r.offThePage(r.raw(&ranked{doc: d, place: r.filter.home(d), age: r.ageOf(d), textScore: textScore{sum: float32(sum)}}), d, on) {
				continue
			}
			r.place(r.rank(d, r.scoreTexts(d)))
		}
	}
}

// offThePage: a creator with no more than this, before it is placed, is not on the page.
func (r *run) offThePage(raw float64, d uint32, on *topK) bool {
	at := place{r.x, d}
	switch {
	case on == &r.high && on.full():
		return !on.reaches(raw, at)
	case on == &r.may.topK:
		return !on.reaches(lowScore(raw, true), at)
	}
	return (on == &r.low || raw < Line-2*scoreStep) && !r.low.reaches(lowScore(raw, false), at)
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

// sum returns an upper bound of the sum of creator i's texts in the block.
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

// cutoff is the result to be beaten.
type cutoff struct {
	score float64
	place
}

func (b *cutoff) compare(o *cutoff) int {
	return cmp.Or(cmp.Compare(o.score, b.score), b.place.compare(o.place))
}

// topK holds the best creators so far, in order.
type topK struct {
	limit  int
	best   []ranked
	cutoff *cutoff                 // nil while there is room
	shared *atomic.Pointer[cutoff] // of all goroutines of a query; nil where there is one
}

// mayTopK holds the best of those who may match, of how many.
type mayTopK struct {
	topK
	total int
}

// full: so many are better than the cutoff, here or elsewhere.
func (p *topK) full() bool { return p.cutoff != nil }

// reaches: a creator who scores no more than this may come onto the list.
func (p *topK) reaches(score float64, at place) bool {
	b := p.cutoff
	if b == nil || score >= b.score+scoreStep/2-rounding {
		return true
	}
	return score >= b.score-scoreStep/2-rounding && at.compare(b.place) < 0
}

func (p *topK) add(k ranked) {
	if len(p.best) == p.limit {
		if better(p.best[len(p.best)-1], k) < 0 {
			return
		}
		p.best = p.best[:len(p.best)-1]
	}
	at, _ := slices.BinarySearchFunc(p.best, k, better)
	p.best = slices.Insert(p.best, at, k)
	if last := p.best[len(p.best)-1]; len(p.best) == p.limit {
		p.beat(&cutoff{last.score, place{last.in.x, last.doc}})
	}
}

func (p *topK) beat(b *cutoff) {
	if p.cutoff == nil || b.compare(p.cutoff) < 0 {
		p.cutoff = b
	}
}

// meet raises the cutoff to that of the other goroutines, and theirs to this.
func (p *topK) meet() {
	if p.shared == nil {
		return
	}
	for {
		theirs := p.shared.Load()
		if theirs != nil {
			p.beat(theirs)
		}
		if p.cutoff == theirs || p.shared.CompareAndSwap(theirs, p.cutoff) {
			return
		}
	}
}
