package tables

import (
	"hash/maphash"
	"sync"
)

// keySet tells which keys may be in the catalogue, by hashes: a key it has not is not
// there, one that it has is nearly always. Millions of keys take eight to sixteen bytes
// each.
type keySet struct {
	mu    sync.Mutex
	seed  maphash.Seed
	slots []uint64 // 0 is free
	used  int
}

const firstSlots = 1 << 16

func newKeySet() *keySet {
	return &keySet{seed: maphash.MakeSeed(), slots: make([]uint64, firstSlots)}
}

func (k *keySet) has(key string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.slots[k.find(k.hash(key))] != 0
}

func (k *keySet) add(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.used*4 >= len(k.slots)*3 {
		k.grow()
	}
	hash := k.hash(key)
	if at := k.find(hash); k.slots[at] == 0 {
		k.slots[at] = hash
		k.used++
	}
}

func (k *keySet) hash(key string) uint64 { return max(1, maphash.String(k.seed, key)) }

// find returns the place of a hash, or the free place for it.
func (k *keySet) find(hash uint64) int {
	mask := len(k.slots) - 1
	at := int(hash) & mask
	for k.slots[at] != 0 && k.slots[at] != hash {
		at = (at + 1) & mask
	}
	return at
}

func (k *keySet) grow() {
	before := k.slots
	k.slots = make([]uint64, 2*len(before))
	for _, hash := range before {
		if hash != 0 {
			k.slots[k.find(hash)] = hash
		}
	}
}
