package rules

import (
	"crypto/sha256"
	"encoding/json"
	"sync"

	"greenroom/service/analysis"
)

// judgedMost limits the judgements remembered, at least the latest half of them: some
// kilobytes each.
const judgedMost = 2000

// judgements remembers what texts were judged to be. The same creators are held against
// one brief after the other, and what they wrote stays the same.
type judgements struct {
	mu            sync.Mutex
	late, earlier map[[sha256.Size]byte]analysis.Judgement
}

// of judges texts, unless the very same were judged lately. What it returns is shared and
// must not be changed.
func (j *judgements) of(s analysis.Scan) analysis.Judgement {
	key := sumOf(s)
	j.mu.Lock()
	known, ok := j.late[key]
	if !ok {
		known, ok = j.earlier[key]
	}
	j.mu.Unlock()
	if !ok {
		known = analysis.Judge(s)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.late == nil || len(j.late) >= judgedMost/2 {
		j.late, j.earlier = map[[sha256.Size]byte]analysis.Judgement{}, j.late
	}
	j.late[key] = known
	return known
}

// sumOf is a checksum of all that a judgement depends on.
func sumOf(s analysis.Scan) (sum [sha256.Size]byte) {
	h := sha256.New()
	_ = json.NewEncoder(h).Encode(s) // a scan is words and numbers
	h.Sum(sum[:0])
	return sum
}
