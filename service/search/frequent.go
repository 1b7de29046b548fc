package search

import (
	"math"
	"slices"
)

// A term that more than one creator in frequentShare uses is kept a second time,
// by creator: a set of all, and a list of those who use it most. A search reads
// these first and the postings only of creators who may reach the page.
const (
	frequentShare = 32
	topShare      = 4       // as many times more are strong where they share an impact
	impactLevels  = 1 << 10 // that a threshold between most and the rest is looked for in
)

// frequentTerms are the frequent terms, in order. What a creator's mentions of a term add
// up to, before the factor of a query, is an impact.
type frequentTerms struct {
	frequentIDs []uint32
	sets        bitset    // one after another
	least       []float32 // impact of any creator
	threshold   []float32 // the strong have more than this
	step        []float32
	strong      byteLists // creators above the threshold, and how many steps above
}

// frequent is one frequent term.
type frequent struct {
	set                    bitset
	least, threshold, step float32
	strong                 byteCursor
}

// frequent returns what is kept of a frequent term; false for any other.
func (x *Index) frequent(term uint32) (frequent, bool) {
	n, ok := slices.BinarySearch(x.frequentIDs, term)
	if !ok {
		return frequent{}, false
	}
	size := blocksOf(x.Len()) * blockWords
	return frequent{x.sets[n*size : (n+1)*size], x.least[n], x.threshold[n], x.step[n], x.strong.cursor(n)}, true
}

// findFrequent finds the frequent terms. A segment of one block has too little to read
// to gain by them.
func (x *Index) findFrequent() {
	if x.base != x && x.Len() <= blockDocs {
		return
	}
	impacts := make([]float32, x.Len())
	for t := range x.postings.count {
		if int(x.postings.count[t]) > x.Len()/frequentShare {
			x.addFrequent(uint32(t), impacts)
		}
	}
}

func (x *Index) addFrequent(t uint32, impacts []float32) {
	clear(impacts)
	users := 0
	least, most := float32(math.MaxFloat32), float32(0)
	for c := x.postings.cursor(t); c.next(); {
		d := x.unitDoc[c.unit-1]
		if impacts[d] == 0 {
			users++
		}
		impacts[d] += x.impact(c.unit-1, c.tf)
	}
	if users <= x.Len()/frequentShare {
		return
	}
	set := newBitset(x.Len())
	for d, v := range impacts {
		if v > 0 {
			set.set(uint32(d))
			least, most = min(least, v), max(most, v)
		}
	}
	x.frequentIDs = append(x.frequentIDs, t)
	x.sets = append(x.sets, set...)
	threshold := thresholdOf(impacts, least, most)
	step := (most - threshold) / 256
	x.least, x.threshold, x.step = append(x.least, least), append(x.threshold, threshold), append(x.step, step)
	var strong byteList
	for d, v := range impacts {
		if v > threshold {
			strong.add(uint32(d), byte(min(255, (v-threshold)/step)))
		}
	}
	x.strong.join(strong)
}

// thresholdOf is the impact that about one creator in frequentShare exceeds.
func thresholdOf(impacts []float32, least, most float32) float32 {
	if most <= least {
		return most
	}
	width := (most - least) / impactLevels
	var above [impactLevels]int
	for _, v := range impacts {
		if v > 0 {
			above[min(impactLevels-1, int((v-least)/width))]++
		}
	}
	room, taken := len(impacts)/frequentShare, 0
	for level := impactLevels - 1; level >= 0; level-- {
		if taken >= room || taken+above[level] > topShare*room {
			return min(most, least+float32(level+1)*width)
		}
		taken += above[level]
	}
	return least
}
