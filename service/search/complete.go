package search

import (
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"math/bits"
	"slices"
	"sort"

	"greenroom/api"
	"greenroom/service/words/terms"
)

// completions are the names of creators in order: every name from its
// beginning and from each later word on. docs says whose, text where it is
// spelled; least answers which of a range of keys belongs to the most followed.
type completions struct {
	folded []byte // names, each ended by a zero byte
	text   []uint32
	docs   []uint32
	least  [][]uint32 // of blocks, then of pairs of blocks, …
}

const rangeBlock = 32

type completer struct {
	folded     []byte
	text, docs []uint32 // as in completions, as they came
	spare      []byte
}

type nameKey struct {
	head      uint64 // the first bytes, to compare quickly
	text, doc uint32
}

func (c *completer) add(n uint32, d *Doc) {
	from := len(c.text)
	c.name(n, from, d.Name)
	for i := range d.Names {
		c.name(n, from, d.Names[i].Username)
		c.name(n, from, d.Names[i].DisplayName)
	}
}

// name adds the keys of one name, unless the creator has it already.
func (c *completer) name(n uint32, from int, s string) {
	c.spare = append(terms.AppendName(c.spare[:0], s), 0)
	if len(c.spare) == 1 {
		return
	}
	for _, at := range c.text[from:] {
		if bytes.HasPrefix(c.folded[at:], c.spare) {
			return
		}
	}
	start := len(c.folded)
	c.folded = append(c.folded, c.spare...)
	for i := range c.spare[:len(c.spare)-1] {
		if i == 0 || c.spare[i-1] == ' ' {
			c.text, c.docs = append(c.text, uint32(start+i)), append(c.docs, n)
		}
	}
}

// head is the first eight bytes of a name as a number that orders like them.
func head(b []byte) uint64 {
	var buf [8]byte
	for i := 0; i < len(b) && i < len(buf) && b[i] != 0; i++ {
		buf[i] = b[i]
	}
	return binary.BigEndian.Uint64(buf[:])
}

// finish sorts the names of each first letter by themselves, which takes less room.
func (c *completer) finish() completions {
	out := completions{folded: slices.Clip(c.folded), text: make([]uint32, len(c.text)), docs: make([]uint32, len(c.text))}
	var ends [1 << 8]int
	for _, at := range c.text {
		ends[c.folded[at]]++
	}
	end := 0
	for letter, n := range ends {
		ends[letter] = end
		end += n
	}
	for i, at := range c.text {
		to := &ends[c.folded[at]]
		out.text[*to], out.docs[*to] = at, c.docs[i]
		*to++
	}
	*c = completer{}
	var keys []nameKey
	from := 0
	for _, end := range ends {
		out.sort(from, end, &keys)
		from = end
	}
	return out
}

// sort sorts keys [from, to), which begin with the same letter.
func (c *completions) sort(from, to int, room *[]nameKey) {
	keys := (*room)[:0]
	for i := from; i < to; i++ {
		keys = append(keys, nameKey{head(c.folded[c.text[i]+1:]), c.text[i], c.docs[i]})
	}
	slices.SortFunc(keys, func(a, b nameKey) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Or(bytes.Compare(c.key(a.text), c.key(b.text)), cmp.Compare(a.doc, b.doc))
	})
	for i, k := range keys {
		c.text[from+i], c.docs[from+i] = k.text, k.doc
	}
	*room = keys
}

func (c *completions) key(at uint32) []byte {
	b := c.folded[at:]
	return b[:bytes.IndexByte(b, 0)]
}

// index prepares the minimum over blocks of keys, for runs of 1, 2, 4, … of them.
func (c *completions) index() {
	level := make([]uint32, (len(c.docs)+rangeBlock-1)/rangeBlock)
	for i := range level {
		level[i] = slices.Min(c.docs[i*rangeBlock : min((i+1)*rangeBlock, len(c.docs))])
	}
	for run := 1; len(level) > 0; run *= 2 {
		c.least = append(c.least, level)
		if len(level) <= run {
			break
		}
		next := make([]uint32, len(level)-run)
		for i := range next {
			next[i] = min(level[i], level[i+run])
		}
		level = next
	}
}

// minimum is the position of the smallest document in keys [lo, hi).
func (c *completions) minimum(lo, hi int) int {
	first, last := (lo+rangeBlock-1)/rangeBlock, hi/rangeBlock
	if first >= last {
		return c.scan(lo, hi)
	}
	best, found := lo, false
	if lo < first*rangeBlock {
		best, found = c.scan(lo, first*rangeBlock), true
	}
	level := bits.Len(uint(last-first)) - 1
	block := min(c.least[level][first], c.least[level][last-1<<level])
	if !found || block < c.docs[best] {
		best = c.locate(block, first, last)
	}
	if last*rangeBlock < hi {
		if at := c.scan(last*rangeBlock, hi); c.docs[at] < c.docs[best] {
			best = at
		}
	}
	return best
}

// locate finds a key of the document in blocks [first, last) by halving.
func (c *completions) locate(doc uint32, first, last int) int {
	for last-first > 1 {
		half := bits.Len(uint(last-first-1)) - 1
		if c.least[half][first] == doc {
			last = first + 1<<half
		} else {
			first += 1 << half
		}
	}
	return c.scan(first*rangeBlock, min(last*rangeBlock, len(c.docs)))
}

func (c *completions) scan(lo, hi int) int {
	best := lo
	for i := lo + 1; i < hi; i++ {
		if c.docs[i] < c.docs[best] {
			best = i
		}
	}
	return best
}

// bound is the range of keys that begin with prefix.
func (c *completions) bound(prefix []byte) (lo, hi int) {
	lo = sort.Search(len(c.text), func(i int) bool { return bytes.Compare(c.key(c.text[i]), prefix) >= 0 })
	n := sort.Search(len(c.text)-lo, func(i int) bool {
		k := c.key(c.text[lo+i])
		return bytes.Compare(k[:min(len(k), len(prefix))], prefix) > 0
	})
	return lo, lo + n
}

// each yields the documents of keys [lo, hi), most followers first, each once,
// until f says stop.
func (c *completions) each(lo, hi int, f func(doc uint32) bool) {
	if lo >= hi {
		return
	}
	spans := spanHeap{c.span(lo, hi)}
	last := int64(-1)
	for len(spans) > 0 {
		s := heap.Pop(&spans).(span)
		if int64(s.doc) != last && !f(s.doc) {
			return
		}
		last = int64(s.doc)
		if s.lo < s.at {
			heap.Push(&spans, c.span(s.lo, s.at))
		}
		if s.at+1 < s.hi {
			heap.Push(&spans, c.span(s.at+1, s.hi))
		}
	}
}

func (c *completions) span(lo, hi int) span {
	at := c.minimum(lo, hi)
	return span{c.docs[at], lo, at, hi}
}

type span struct {
	doc        uint32
	lo, at, hi int
}

type spanHeap []span

func (h spanHeap) Len() int           { return len(h) }
func (h spanHeap) Less(i, j int) bool { return h[i].doc < h[j].doc }
func (h spanHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *spanHeap) Push(s any)        { *h = append(*h, s.(span)) }
func (h *spanHeap) Pop() any {
	last := len(*h) - 1
	s := (*h)[last]
	*h = (*h)[:last]
	return s
}

func (x *Index) complete(c Completion, prefix []byte) []Candidate {
	out := make([]Candidate, 0, min(c.Limit, api.AutocompleteLimitMax))
	spare := make([]byte, 0, 64)
	lo, hi := x.names.bound(prefix)
	x.names.each(lo, hi, func(d uint32) bool {
		if x.isDead(d) || len(c.Platforms) > 0 && !x.onAny(d, c.Platforms) {
			return true
		}
		if found := x.candidate(d, prefix, c.Platforms, spare); len(found.Matches) > 0 {
			out = append(out, found)
		}
		return len(out) < c.Limit
	})
	return out
}

func (x *Index) onAny(d uint32, list []api.Platform) bool {
	p := &x.profiles
	for i := p.first[d]; i < p.first[d+1]; i++ {
		if slices.Contains(list, p.platforms[p.platform[i]]) {
			return true
		}
	}
	return false
}

func (x *Index) candidate(d uint32, prefix []byte, on []api.Platform, spare []byte) Candidate {
	p := &x.profiles
	out := Candidate{followers: x.creators.followers[d], row: x.rows[d], ID: x.id(d), Name: p.name(d), AvatarURL: p.avatar(d), Names: p.all(d)}
	match := func(n int, t api.MatchType, value string) {
		if beginsWord(terms.AppendName(spare[:0], value), prefix) {
			out.Matches = append(out.Matches, NameMatch{n, t, value})
		}
	}
	match(CreatorName, api.MatchName, out.Name)
	for i, name := range out.Names {
		if len(on) == 0 || slices.Contains(on, name.Platform) {
			match(i, api.MatchUsername, name.Username)
			match(i, api.MatchDisplayName, name.DisplayName)
		}
	}
	return out
}

func beginsWord(name, prefix []byte) bool {
	for i := 0; i+len(prefix) <= len(name); i++ {
		if (i == 0 || name[i-1] == ' ') && bytes.HasPrefix(name[i:], prefix) {
			return true
		}
	}
	return false
}
