package search

import (
	"hash/maphash"
	"math"
	"strings"
	"sync"
	"unsafe"

	"greenroom/service/words/spelling"
)

// vocab gives terms numbers, in the order they are first seen.
type vocab struct {
	seed  maphash.Seed
	slots []uint32 // term + 1; 0 is free
	sums  []uint32 // hash of each term
	ends  []uint32 // where each term ends in text
	text  []byte
}

func newVocab() *vocab {
	return &vocab{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<14)}
}

func (v *vocab) len() int { return len(v.ends) }

func (v *vocab) term(id uint32) string {
	var from uint32
	if id > 0 {
		from = v.ends[id-1]
	}
	b := v.text[from:v.ends[id]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// find returns the number of a term, or the free slot where it belongs.
func (v *vocab) find(w []byte) (id uint32, slot uint64, sum uint32, ok bool) {
	h := maphash.Bytes(v.seed, w)
	sum = uint32(h >> 32)
	mask := uint64(len(v.slots) - 1)
	for slot = h & mask; ; slot = (slot + 1) & mask {
		at := v.slots[slot]
		if at == 0 {
			return 0, slot, sum, false
		}
		if id = at - 1; v.sums[id] == sum && v.term(id) == string(w) {
			return id, slot, sum, true
		}
	}
}

// intern returns the number of a term, a new one if need be.
func (v *vocab) intern(w []byte) (id uint32, isNew bool) {
	id, slot, sum, ok := v.find(w)
	if ok {
		return id, false
	}
	id = uint32(len(v.ends))
	v.text = append(v.text, w...)
	v.ends = append(v.ends, uint32(len(v.text)))
	v.sums = append(v.sums, sum)
	v.slots[slot] = id + 1
	if len(v.ends)*2 > len(v.slots) {
		v.grow()
	}
	return id, true
}

// grow doubles the table. Half of a hash is kept per term, so the place is
// found from the term itself.
func (v *vocab) grow() {
	v.slots = make([]uint32, 2*len(v.slots))
	mask := uint64(len(v.slots) - 1)
	for id := range v.ends {
		h := maphash.String(v.seed, v.term(uint32(id)))
		slot := h & mask
		for v.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		v.slots[slot] = uint32(id) + 1
	}
}

// restore makes the table of terms that were read; false when they are cut
// wrongly.
func (v *vocab) restore() bool {
	if !cuts(v.ends, len(v.text)) {
		return false
	}
	size := len(v.slots)
	for size < len(v.ends)*2 {
		size *= 2
	}
	v.sums = make([]uint32, len(v.ends))
	for id := range v.ends {
		v.sums[id] = uint32(maphash.String(v.seed, v.term(uint32(id))) >> 32)
	}
	v.slots = make([]uint32, size/2)
	v.grow()
	return true
}

// lookup is find for readers.
func (v *vocab) lookup(w string) (uint32, bool) {
	id, _, _, ok := v.find([]byte(w))
	return id, ok
}

// spelledBy is the number of texts that must use a word for others to be misspellings of
// it.
const spelledBy = 5

const perTenfold = 0.08 // of an edit, as words weighs the texts of a word

// makeSpeller prepares the words of the texts. They are gathered when a query first
// holds a word that no table knows.
func (x *Index) makeSpeller() {
	x.speller = sync.OnceValue(func() *spelling.Speller {
		var list []spelling.Word
		for id, n := range x.postings.count {
			if w := x.terms.term(uint32(id)); n >= spelledBy && isLatin(w) {
				list = append(list, spelling.Word{Text: w, Written: w, Worth: float32(perTenfold * math.Log10(float64(n)))})
			}
		}
		return spelling.New(list)
	})
}

func isLatin(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}
