package search

import (
	"math"
	"math/bits"
)

// The creators are worked through in blocks that fit a processor's cache.
const (
	blockWords = 64
	blockDocs  = 64 * blockWords

	chunkBlocks = 4 // what a goroutine takes at once
	chunkDocs   = chunkBlocks * blockDocs
)

// bitset is a set of creators, in whole blocks.
type bitset []uint64

// blockSet is the part of a bitset that is one block.
type blockSet [blockWords]uint64

func blocksOf(docs int) int { return (docs + blockDocs - 1) / blockDocs }

func newBitset(docs int) bitset { return make(bitset, blocksOf(docs)*blockWords) }

func (b bitset) set(d uint32)      { b[d>>6] |= 1 << (d & 63) }
func (b bitset) has(d uint32) bool { return b[d>>6]&(1<<(d&63)) != 0 }

func (b bitset) block(n int) *blockSet { return (*blockSet)(b[n*blockWords:]) }

func (s *blockSet) set(i uint32)      { s[i>>6] |= 1 << (i & 63) }
func (s *blockSet) has(i uint32) bool { return s[i>>6]&(1<<(i&63)) != 0 }

// fill makes it the first n.
func (s *blockSet) fill(n uint32) {
	for i := range n >> 6 {
		s[i] = math.MaxUint64
	}
	if n&63 != 0 {
		s[n>>6] = 1<<(n&63) - 1
	}
}

func (s *blockSet) or(o *blockSet) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s *blockSet) and(o *blockSet) {
	for i := range s {
		s[i] &= o[i]
	}
}

func (s *blockSet) andNot(o *blockSet) {
	for i := range s {
		s[i] &^= o[i]
	}
}

func (s *blockSet) empty() bool {
	var all uint64
	for _, w := range s {
		all |= w
	}
	return all == 0
}

func (s *blockSet) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}
