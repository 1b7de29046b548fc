package search

import (
	"slices"
	"sync"
	"sync/atomic"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/places"
	"greenroom/service/words/topics"
)

type inquiry struct {
	segments *Segments
	plan     plan
	worker
}

// worker is one goroutine's share of a query: a run on each segment, and their common
// state.
type worker struct {
	podium
	s        *scratch
	runs     []*run
	panicked any
	begun    atomic.Bool   // the helper's goroutine had its turn, or is not needed any more
	done     chan struct{} // closed when what the helper found is there
}

// podium holds the best found so far.
type podium struct {
	high  topK
	low   topK
	may   mayTopK // of whom something is not known
	open  [mostChecks]int
	total int

	barred int // left out for what they are about
	unread int // found, of whom no post was read to tell
}

// run is a query at work on one segment.
type run struct {
	x    *Index
	of   *run // that of the inquiry: itself, or the one that it helps
	plan *plan
	*podium
	filter      *filter
	today       day // 0: nothing is old
	topics      []topicRun
	without     []topicRun
	named       map[uint32]float32 // creators whose name is in the query: how much of it
	bearers     map[uint32]uint16  // those of them whose name says a topic: which
	main        int                // the topic that has to be proved; -1 where none has
	frequentMax float32            // the most that texts sum to with frequent terms below their thresholds alone, where nothing is proved
	written     places.Languages   // of the query
	s           *scratch
}

// topicRun is a topic of a running query. Share is how much of the query it
// is; all shares are 1 together.
type topicRun struct {
	share   float32
	phrase  int  // so many words that no table has as one: a text has to have all
	whole   bool // of an exclusion: only texts with all of its words count
	manner  bool // says only how something is shown, beside a topic that says what
	unheard bool // no text has a word for it, nor a narrower one
	narrow  bool // the query's word may mean less than the topic: it is not called so
	readers []termReader
	often   []*termReader // those of frequent terms
	proofs  []byteCursor  // none where the thesaurus has no such topic
	said    *blockScores
}

// termReader goes through what is kept of one term, block by block. Of a frequent one the
// postings are read only creator by creator.
type termReader struct {
	term
	postings   cursor
	start      cursor // before what the block has
	scoring    cursor // behind the creator that was scored last
	scored     uint32 // the first text after that creator
	isFrequent bool
	frequent   frequent
	here       *blockSet // of the block that is read
	strong     byteCursor
	absent     bool // no creator of the block has the term; never set for a frequent one
	alike      bool // the term begins as the query's own word does
}

// blockScores holds the evidence of a block on one topic.
type blockScores struct {
	sums [blockDocs]float32 // what mentions add up to, but for frequent terms up to their threshold
	by   [3]blockSet        // creators with narrower words, close words, words of the query

	levels  [blockDocs]level
	leveled []uint32 // who has a level
	proved  blockSet
}

// reset forgets the block before. Few have a level, so these are cleared one by one.
func (s *blockScores) reset() {
	for _, i := range s.leveled {
		s.levels[i] = 0
	}
	s.sums, s.by, s.proved, s.leveled = [blockDocs]float32{}, [3]blockSet{}, blockSet{}, s.leveled[:0]
}

const (
	byDistant = iota
	byNear
	byDirect
)

func qualityLevel(quality float32) int {
	switch {
	case quality >= topics.Direct:
		return byDirect
	case quality >= topics.Near:
		return byNear
	}
	return byDistant
}

// scratch is the memory of one running query.
type scratch struct {
	said   []*blockScores
	texts  []saying // of the creator that is scored
	seen   blockSet // creators with a mention
	summed blockSet // with something in sums, or a level
}

var scratches = sync.Pool{New: func() any { return &scratch{} }}

func (s *scratch) topic(n int) *blockScores {
	for len(s.said) <= n {
		s.said = append(s.said, &blockScores{})
	}
	return s.said[n]
}

// inquire makes a query ready to run on every segment.
func (s *Segments) inquire(q Query, on *scratch) *inquiry {
	i := &inquiry{segments: s, plan: s.plan(q), worker: worker{s: on}}
	i.high.limit, i.low.limit, i.may.limit = i.plan.limit, i.plan.limit, i.plan.limit
	for _, x := range s.list {
		r := &run{x: x, plan: &i.plan, podium: &i.podium, filter: i.plan.filter(x), today: dayOf(q.Now), s: on}
		r.of = r
		i.runs = append(i.runs, r)
	}
	i.prepare()
	if len(i.plan.Topics) > 0 {
		i.findNamed(q.Text)
	}
	i.tellUnheard()
	return i
}

// prepare looks up the topics; one that no text mentions still takes its
// share, so that a creator who covers the rest is not called a full match.
func (i *inquiry) prepare() {
	var whole float32
	main := mainTopic(i.plan.Topics)
	for n, t := range i.plan.Topics {
		terms, own := i.lookUpWanted(t)
		share := float32(1)
		switch {
		case !slices.ContainsFunc(terms, func(list []term) bool { return len(list) > 0 }):
			share = 0.3
		case n == main && len(t.Groups) > 0:
		case len(t.Groups) == 0, len(t.Forms) > 0: // no table has the word itself
			share = 0.8
		}
		whole += share
		for k, r := range i.runs {
			r.topics = append(r.topics, topicRun{share: share, readers: r.x.readersOf(t, terms[k]), proofs: r.x.proofsOf(t), said: r.s.topic(n), unheard: !own, phrase: phraseOf(t), manner: main >= 0 && topics.Manner(t.Groups), narrow: narrower(t, i.plan.Language)})
		}
	}
	for _, r := range i.runs {
		r.main, r.written = main, places.Of([]string{i.plan.Language})
		r.prepare(whole)
	}
}

func (t *topicRun) findOften() {
	t.often = nil
	for i := range t.readers {
		if d := &t.readers[i]; d.isFrequent {
			t.often = append(t.often, d)
		}
	}
}

func (x *Index) readers(terms []term) []termReader {
	out := make([]termReader, len(terms))
	for i, t := range terms {
		c := x.postings.cursor(t.id)
		out[i] = termReader{term: t, postings: c, start: c, scoring: c}
		if out[i].frequent, out[i].isFrequent = x.frequent(t.id); out[i].isFrequent {
			out[i].strong = out[i].frequent.strong
		}
	}
	return out
}

func phraseOf(t words.Topic) int {
	if !t.Phrase() {
		return 0
	}
	return len(t.Terms)
}

// mainTopic is what has to be proved: the first topic that says what is shown, not how, nor
// what else is told of who shows it; the first of all where none does. Of two beside each other it is the second
// that the first says the kind of, where a table has it itself and it is no wider: sustainable
// fashion is fashion, a dog trainer is of dogs, marathon training is running.
func mainTopic(list []words.Topic) int {
	matter := func(t words.Topic) bool { return !topics.Manner(t.Groups) }
	main := slices.IndexFunc(list, func(t words.Topic) bool { return matter(t) && len(t.Groups) > 0 && !t.Told })
	if main < 0 {
		return min(max(0, slices.IndexFunc(list, matter)), len(list)-1)
	}
	for main+1 < len(list) && list[main].Of && matter(list[main+1]) && len(list[main+1].Forms) == 0 &&
		!topics.Holds(list[main+1].Groups, list[main].Groups) {
		main++
	}
	return main
}

func (r *run) scan(first, last int) {
	for b := first; b < last; b++ {
		if r.filter.rulesOut(b) {
			continue
		}
		found := r.mentioned(b)
		r.rankNamed(b, &found)
		if found.empty() {
			continue
		}
		r.filter.apply(b, &found)
		passed := found.count()
		r.exclude(b, &found)
		r.barred += passed - found.count()
		if !found.empty() {
			unsure := r.count(b, &found)
			r.rankBlock(b, &found, &unsure)
		}
	}
}

// count counts those of a block who are found, and returns those of whom something that is
// asked is not known.
func (r *run) count(b int, found *blockSet) (unsure blockSet) {
	unsure = r.filter.unsure(b, found, &r.open)
	r.total += found.count()
	r.may.total += unsure.count()
	if len(r.without) > 0 {
		unread := *found
		unread.and(r.x.silent.block(b))
		r.unread += unread.count()
	}
	return unsure
}

// leftOut counts those left out for their topics, and those of whom nobody can tell; nil
// where nothing is to be left out.
func (i *inquiry) leftOut() *api.LeftOut {
	if len(i.plan.Excluded) == 0 {
		return nil
	}
	return &api.LeftOut{Creators: i.barred, Unread: i.unread}
}

// mentioned returns those who say anything on the topics; all, when there are none.
func (r *run) mentioned(b int) (set blockSet) {
	first := uint32(b) * blockDocs
	last := min(first+blockDocs, uint32(r.x.Len()))
	if len(r.plan.Topics) == 0 {
		set.fill(last - first)
		return set
	}
	r.s.seen, r.s.summed = blockSet{}, blockSet{}
	for n := range r.topics {
		t := &r.topics[n]
		t.said.reset()
		t.readProofs(first, last)
		for _, i := range t.said.leveled {
			r.s.summed.set(i)
		}
		for i := range t.readers {
			p := &t.readers[i]
			if p.isFrequent {
				p.start = p.scoring
				r.readFrequent(b, t.said, p)
			} else {
				p.start, p.scoring = p.postings, p.postings
				r.readPostings(first, last, t.said, p)
			}
		}
	}
	return r.s.seen
}

// readFrequent notes who has a frequent term, and what the strong have above the threshold.
func (r *run) readFrequent(b int, said *blockScores, t *termReader) {
	set, s := t.frequent.set.block(b), r.s
	t.here = set
	said.by[qualityLevel(t.quality)].or(set)
	s.seen.or(set)
	first := uint32(b) * blockDocs
	c := &t.strong
	for c.from(first); c.doc <= first+blockDocs; c.next() {
		i := c.doc - 1 - first
		said.sums[i] += t.factor * t.frequent.step * (float32(c.value) + 1)
		s.summed.set(i)
	}
}

// readPostings adds up what creators [first, last) say with a term.
func (r *run) readPostings(first, last uint32, said *blockScores, t *termReader) {
	x, s, c := r.x, r.s, &t.postings
	from, to := x.firstUnit[first], x.firstUnit[last]
	by := &said.by[qualityLevel(t.quality)]
	t.absent = true
	for ok := from < to && c.seek(from); ok && c.unit <= to; ok = c.next() {
		unit := c.unit - 1
		i := (x.unitDoc[unit] - first) % blockDocs
		said.sums[i] += t.factor * x.impact(unit, c.tf)
		bit := uint64(1) << (i & 63)
		by[i>>6] |= bit
		s.seen[i>>6] |= bit
		s.summed[i>>6] |= bit
		t.absent = false
	}
}

// exclude removes creators who are about a topic that is not wanted.
func (r *run) exclude(b int, set *blockSet) {
	first := uint32(b) * blockDocs
	last := min(first+blockDocs, uint32(r.x.Len()))
	for n := range r.without {
		if set.empty() {
			return
		}
		said := r.s.topic(len(r.topics))
		said.reset()
		add := func(i uint32, score float32) {
			said.sums[i] += score
			said.by[byDistant].set(i)
		}
		readers := r.without[n].readers
		if r.without[n].whole {
			r.without[n].addWhole(r.x, first, last, add)
			readers = nil
		}
		for i := range readers {
			if t := &readers[i]; t.isFrequent && t.factor*t.frequent.least >= exclusion+2*scoreStep {
				set.andNot(t.frequent.set.block(b))
			} else {
				t.addUp(r.x, &t.postings, first, last, add)
			}
		}
		said.by[byDistant].and(set)
		for n, w := range said.by[byDistant] {
			said.by[byDistant][n] = keep(w, func(i uint32) uint64 { return one(said.sums[uint32(n)*64+i] >= exclusion) })
		}
		set.andNot(&said.by[byDistant])
	}
}

// rankBlock ranks those of a block who may reach the page.
func (r *run) rankBlock(b int, found, unsure *blockSet) {
	found.andNot(unsure)
	above := r.mayRankHigh(found)
	found.andNot(&above)
	r.collect(b, &above, &r.high)
	if !r.high.full() {
		r.collect(b, found, &r.low)
	}
	if len(r.high.best)+len(r.low.best) < r.plan.limit {
		r.collect(b, unsure, &r.may.topK)
	}
}

// Scores are rounded to steps; rounding is more than the order of summing moves one.
const scoreStep, rounding = 1e-4, 1e-5
