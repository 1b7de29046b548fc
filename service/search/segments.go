package search

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/spelling"
	"greenroom/service/words/terms"
)

// Segments are an index that takes changes: a base, and small indexes of the
// creators that have changed since, the newest last. None of them changes; who is in
// a later one, or gone, is dead in those before. What words are worth, and how long
// texts are, is what it was when the base was made. So the score of a creator rests on
// its own texts and the base alone, whatever the others are and wherever it stands.
type Segments struct{ list []*Index }

// smallSegment is up to how many creators a segment has that are indexed again with the
// next change: that takes a few milliseconds, and every search looks into each segment.
const smallSegment = 1_000

// Len is the number of creators.
func (s *Segments) Len() (n int) {
	for _, x := range s.list {
		n += x.Len() - x.deadDocs
	}
	return n
}

// Changed counts the creators outside of the base.
func (s *Segments) Changed() (n int) {
	for _, x := range s.list[1:] {
		n += x.Len()
	}
	return n
}

// Base counts the creators in the base when it was made.
func (s *Segments) Base() int { return s.list[0].Len() }

// Change returns segments in which these creators are as read says: it is asked for
// them, and for those of small segments, which become one with theirs. Whom it does not
// know is gone. Documents come in order of followers and row.
func (s *Segments) Change(ctx context.Context, ids []string, read func(ids []string) iter.Seq2[Doc, error]) (*Segments, error) {
	keep := len(s.list)
	for ; keep > 1 && s.list[keep-1].Len() <= max(smallSegment, 2*len(ids)); keep-- {
		ids = append(slices.Clip(ids), s.list[keep-1].living()...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	out := &Segments{list: make([]*Index, 0, keep+1)}
	for _, x := range s.list[:keep] {
		out.list = append(out.list, x.without(ids))
	}
	fresh, err := buildOn(ctx, out.list[keep-1], read(ids))
	if err != nil {
		return nil, err
	}
	if fresh.Len() > 0 {
		out.list = append(out.list, fresh)
	}
	return out, nil
}

func (x *Index) living() (ids []string) {
	for d := range uint32(x.Len()) {
		if !x.isDead(d) {
			ids = append(ids, x.id(d))
		}
	}
	return ids
}

func (x *Index) isDead(d uint32) bool { return x.dead != nil && x.dead.has(d) }

// without is the index with more dead.
func (x *Index) without(ids []string) *Index {
	gone, heads := make(map[string]bool, len(ids)), make(bitset, 1<<10)
	for _, id := range ids {
		gone[id] = true
		heads.set(headOfID(idBytes(id)))
	}
	y := *x
	if y.dead = slices.Clone(x.dead); y.dead == nil {
		y.dead = newBitset(x.Len())
	}
	for d, id := range x.ids {
		if d := uint32(d); heads.has(headOfID(id)) && !y.dead.has(d) && gone[x.id(d)] {
			y.dead.set(d)
			y.deadDocs++
			y.deadUnits += int(x.firstUnit[d+1] - x.firstUnit[d])
		}
	}
	if y.deadDocs == 0 {
		return x
	}
	return &y
}

func headOfID(id [16]byte) uint32 { return uint32(id[0])<<8 | uint32(id[1]) }

// lives: somebody who is not dead uses a term.
func (x *Index) lives(term uint32) bool {
	n := int(x.postings.count[term])
	if n == 0 || n > x.deadUnits {
		return n > 0
	}
	for c := x.postings.cursor(term); c.next(); {
		if !x.isDead(x.unitDoc[c.unit-1]) {
			return true
		}
	}
	return false
}

// above orders creators of any segments as those of one stand in it: most followers
// first, then by row.
func above(x *Index, d uint32, y *Index, e uint32) int {
	if x == y {
		return cmp.Compare(d, e)
	}
	return cmp.Or(cmp.Compare(y.creators.followers[e], x.creators.followers[d]), cmp.Compare(x.rows[d], y.rows[e]))
}

// newest is the last segment: it knows all places.
func (s *Segments) newest() *Index { return s.list[len(s.list)-1] }

// known returns the facts of a query's words in the texts and names.
func (s *Segments) known() words.Known {
	return words.Known{Cities: s.newest().places, Words: vocabulary{s}, Creator: s.creator}
}

// vocabulary gives package words the words of the texts.
type vocabulary struct{ *Segments }

// Uses is in how many texts a term stands: those of the base, and one of any other.
func (v vocabulary) Uses(term string) int {
	for _, x := range v.list {
		if id, ok := x.terms.lookup(term); ok && x.lives(id) {
			return int(x.df[id])
		}
	}
	return 0
}

// Named reports whether a folded word stands in the name of a creator.
func (v vocabulary) Named(word string) bool {
	return slices.ContainsFunc(v.list, func(x *Index) bool { return x.hasNamed(word) })
}

func (x *Index) hasNamed(word string) bool {
	c := &x.names
	lo, hi := c.bound([]byte(word))
	for i := lo; i < hi; i++ {
		key := c.key(c.text[i]) // a space comes before all letters
		if len(key) != len(word) && key[len(word)] != ' ' {
			return false
		}
		if !x.isDead(c.docs[i]) {
			return true
		}
	}
	return false
}

// Nearest returns the word of the texts that a misspelt one was meant to be.
func (v vocabulary) Nearest(word string) (spelling.Match, bool) {
	return v.list[0].base.speller().Nearest(word, func(spelling.Word) (float64, bool) { return 0, true })
}

type place struct {
	x   *Index
	doc uint32
}

func (p place) compare(o place) int { return above(p.x, p.doc, o.x, o.doc) }

// called is the creator with most followers whose whole name is this.
func (s *Segments) called(said []byte) (best place, ok bool) {
	for _, x := range s.list {
		if d, found := x.called(said); found && (!ok || place{x, d}.compare(best) < 0) {
			best, ok = place{x, d}, true
		}
	}
	return best, ok
}

// Complete answers a completion, most followers first.
func (s *Segments) Complete(c Completion) []Candidate {
	prefix := terms.AppendName(nil, c.Prefix)
	if len(prefix) == 0 {
		return nil
	}
	if c.Limit <= 0 {
		c.Limit = api.AutocompleteLimitDefault
	}
	out := s.list[0].complete(c, prefix)
	for _, x := range s.list[1:] {
		out = append(out, x.complete(c, prefix)...)
	}
	if len(s.list) > 1 {
		slices.SortStableFunc(out, func(a, b Candidate) int {
			return cmp.Or(cmp.Compare(b.followers, a.followers), cmp.Compare(a.row, b.row))
		})
		out = out[:min(len(out), c.Limit)]
	}
	return out
}

// buildOn indexes documents as those of another index, with its numbers of places and
// the figures of its base.
func buildOn(ctx context.Context, on *Index, docs iter.Seq2[Doc, error]) (*Index, error) {
	b := newBuilder(on)
	if err := b.read(ctx, docs); err != nil {
		return nil, fmt.Errorf("index changes: %w", err)
	}
	return b.finish(), nil
}
