package main

import (
	"cmp"
	"slices"
	"sync"

	"greenroom/service/analysis"
	"greenroom/service/language/classify"
)

// judged is the result of judging a lesson by weights that its writer did not teach.
type judged struct {
	*lesson
	leanings []analysis.Leaning
	ruled    bool
}

// keptLeast is the least share of harmless twins that the limits keep, of hatred and of
// all other harm; ordinaryCost is the number of harmful texts to be found for each
// ordinary one that is flagged: where texts are judged there are far more of these than in
// lessons.
const (
	keptLeast    = 0.905
	ordinaryCost = 12
	limitLeast   = -0.5 // of kinds with few lessons hardly anything tells where a limit is too low
)

// clearCosts lists the costs of a found text in harmless twins that are tried, the dearest
// first.
var clearCosts = []float64{3, 2.5, 2, 1.75, 1.5, 1.25, 1, 0.9, 0.8, 0.7, 0.6, 0.5}

// limits are the logits from which weights tell of each kind: where what is found, less
// what it costs, is most, as dear as keptLeast allows.
func limits(all []judged) map[string]float64 {
	out := map[string]float64{}
	for _, ofHate := range []bool{true, false} {
		part := slices.DeleteFunc(slices.Clone(all), func(j judged) bool { return j.kind != ordinaryKind && (j.kind == hateKind) != ofHate })
		var found map[string]float64
		for _, cost := range clearCosts {
			next := limitsAt(part, cost)
			if found != nil && kept(part, next) < keptLeast {
				break
			}
			found = next
		}
		for kind, from := range found {
			if analysis.IsHatred(kind) == ofHate {
				out[kind] = from
			}
		}
	}
	return out
}

// kept is the share of harmless twins that limits keep.
func kept(all []judged, limits map[string]float64) float64 {
	m, c := &classify.Model{Limits: limits}, count{}
	for _, j := range all {
		if j.kind != ordinaryKind && j.kind != toneKind {
			c.add(j.lesson, j.flagged(m))
		}
	}
	return float64(c.kept) / float64(max(1, c.clear))
}

// limitsAt are the limits where a harmless twin costs so much.
func limitsAt(all []judged, cost float64) map[string]float64 {
	type step struct{ logit, worth float64 }
	steps := map[string][]step{}
	for _, j := range all {
		worth := 1.0
		switch {
		case j.ruled:
			continue
		case j.kind == ordinaryKind:
			worth = -ordinaryCost
		case !j.harms:
			worth = -cost
		}
		for _, l := range j.leanings {
			steps[l.Kind] = append(steps[l.Kind], step{l.Logit, worth})
		}
	}
	out := map[string]float64{}
	for kind, list := range steps {
		slices.SortFunc(list, func(a, b step) int {
			return cmp.Or(cmp.Compare(b.logit, a.logit), cmp.Compare(a.worth, b.worth))
		})
		sum, best := 0.0, 0.0
		for i, s := range list {
			if sum += s.worth; sum > best && i+1 < len(list) {
				best, out[kind] = sum, max(limitLeast, (s.logit+list[i+1].logit)/2)
			}
		}
	}
	return out
}

// heldBack judges every lesson of a writer by weights that the others taught.
func (s *school) heldBack() []judged {
	writers := s.writers()
	out := make([][]judged, len(writers))
	var all sync.WaitGroup
	for i, held := range writers {
		all.Go(func() {
			m := s.model(func(l *lesson) bool { return l.writer == held })
			for _, l := range s.lessons {
				if l.writer == held {
					leanings, ruled := analysis.Lean(analysis.Text{Words: l.text, Languages: []string{l.lang}}, m)
					out[i] = append(out[i], judged{l, leanings, ruled})
				}
			}
		})
	}
	all.Wait()
	return slices.Concat(out...)
}

// flagged: the lesson is told to harm, by limits.
func (j judged) flagged(m *classify.Model) bool {
	return j.ruled || slices.ContainsFunc(j.leanings, func(l analysis.Leaning) bool { return l.Logit > m.Limit(l.Kind) })
}
