package search

import (
	"greenroom/service/words"
	"greenroom/service/words/topics"
)

// unwanted looks up a topic that is not wanted. Several words that no table has
// as one count only together: who wants no wedding cakes may bake cakes.
func (r *run) unwanted(t words.Topic) topicRun {
	if !t.Phrase() {
		return topicRun{readers: r.x.readers(r.x.lookUpUnwanted(t, r.plan.Topics))}
	}
	var list []term
	for _, w := range t.Terms {
		id, ok := r.x.terms.lookup(w)
		if !ok || r.x.postings.count[id] == 0 {
			return topicRun{}
		}
		list = append(list, term{id, r.x.rarity(id), topics.Direct})
	}
	return topicRun{whole: true, readers: r.x.readers(list)}
}

// addWhole finds the texts of creators [first, last) that have all words of a
// topic, and what the least telling of them counts there. Creators are counted
// from first.
func (t *topicRun) addWhole(x *Index, first, last uint32, add func(i uint32, score float32)) {
	from, to := x.firstUnit[first], x.firstUnit[last]
	cursors := make([]cursor, len(t.readers))
	for n := range t.readers {
		cursors[n] = x.postings.cursor(t.readers[n].id)
	}
	for from < to {
		at, score := from, float32(0)
		for n := range cursors {
			c := &cursors[n]
			if !c.seek(at) || c.unit > to {
				return
			}
			if c.unit-1 > at && n > 0 {
				score = -1 // this word stands in a later text: begin there
			}
			if s := float32(t.readers[n].factor * x.impact(c.unit-1, c.tf)); n == 0 || score >= 0 && s < score {
				score = s
			}
			at = c.unit - 1
		}
		if from = at; score >= 0 {
			add(x.unitDoc[at]-first, score)
			from++
		}
	}
}
