package search

import (
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// leastSpread is the number of creators from which a query is worth another goroutine.
// With fewer it takes as long to wake one.
const leastSpread = 500_000

// idle limits the goroutines that help all queries together: under load each query has
// one, since the processors have other queries to do.
var idle = semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)-1)))

// helpers takes goroutines for a query, until done.
func (s *Segments) helpers() (n int, done func()) {
	for want := min(runtime.GOMAXPROCS(0)-1, s.Len()/leastSpread); n < want && idle.TryAcquire(1); n++ {
	}
	return n, func() { idle.Release(int64(n)) }
}

// scan goes through all creators, by this goroutine and others. What comes out is the
// same however many there are: who is left out is below the cutoff of the whole page.
func (i *inquiry) scan(helpers int) {
	if helpers == 0 {
		for _, r := range i.runs {
			r.scan(0, blocksOf(r.x.Len()))
		}
		return
	}
	others := i.spread(helpers)
	var next atomic.Int64
	for _, w := range others {
		go w.help(&next)
	}
	for i.scanChunk(int(next.Add(1)) - 1) {
	}
	i.gather(others)
}

// gather waits for the helpers that have begun: one whose turn has not come while the
// processors do other work is not needed any more.
func (i *inquiry) gather(others []*worker) {
	for _, w := range others {
		if w.begun.Swap(true) {
			<-w.done
		}
		i.take(w)
	}
}

// spread makes helpers of a query that has not begun.
func (i *inquiry) spread(helpers int) (others []*worker) {
	i.high.shared, i.low.shared, i.may.shared = new(atomic.Pointer[cutoff]), new(atomic.Pointer[cutoff]), new(atomic.Pointer[cutoff])
	for range helpers {
		others = append(others, i.helper())
	}
	return others
}

// help scans chunks that nobody has taken yet.
func (w *worker) help(next *atomic.Int64) {
	if w.begun.Swap(true) {
		return
	}
	defer close(w.done)
	defer func() { w.panicked = recover() }()
	for w.scanChunk(int(next.Add(1)) - 1) {
	}
}

// scanChunk scans one of the chunks of all segments; false where there are fewer.
func (w *worker) scanChunk(n int) bool {
	for _, r := range w.runs {
		chunks := (r.x.Len() + chunkDocs - 1) / chunkDocs
		if n < chunks {
			r.scanChunk(n)
			return true
		}
		n -= chunks
	}
	return false
}

func (r *run) scanChunk(n int) {
	for i := range r.topics {
		t := &r.topics[i]
		for k := range t.proofs {
			t.proofs[k].jump(n)
		}
		for _, reader := range t.often {
			reader.strong.jump(n)
		}
	}
	for _, list := range []*topK{&r.high, &r.low, &r.may.topK} {
		list.meet()
	}
	r.scan(n*chunkBlocks, min((n+1)*chunkBlocks, blocksOf(r.x.Len())))
}

func (i *inquiry) helper() *worker {
	w := &worker{podium: i.podium, s: scratches.Get().(*scratch), done: make(chan struct{})}
	for _, r := range i.runs {
		h := *r
		h.podium, h.s = &w.podium, w.s
		h.topics, h.without = slices.Clone(r.topics), slices.Clone(r.without)
		for n := range h.topics {
			h.topics[n].copyReaders()
			h.topics[n].said = w.s.topic(n)
		}
		for n := range h.without {
			h.without[n].copyReaders()
		}
		w.runs = append(w.runs, &h)
	}
	return w
}

func (t *topicRun) copyReaders() {
	t.readers, t.proofs = slices.Clone(t.readers), slices.Clone(t.proofs)
	t.findOften()
}

func (i *inquiry) take(w *worker) {
	if w.panicked != nil {
		panic(w.panicked)
	}
	scratches.Put(w.s)
	for _, k := range slices.Concat(w.high.best, w.low.best, w.may.best) {
		i.runs[0].place(k)
	}
	for n, count := range w.open {
		i.open[n] += count
	}
	i.total, i.barred, i.unread, i.may.total = i.total+w.total, i.barred+w.barred, i.unread+w.unread, i.may.total+w.may.total
}
