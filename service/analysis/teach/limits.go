package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"greenroom/service/analysis"
	"greenroom/service/language/classify"
)

// judged is the result of judging a lesson by weights that its writer did not teach.
type judged struct {
	*lesson
	leanings []analysis.Leaning
}

// ruled: rules flag the lesson.
func (j judged) ruled() bool {
	return slices.ContainsFunc(j.leanings, func(l analysis.Leaning) bool { return l.Ruled })
}

// keptLeast is the least share of harmless twins that the limits keep, of hatred and of
// all other harm; ordinaryCost is the number of harmful texts to be found for each
// ordinary one that is flagged: where texts are judged there are far more of these.
const (
	keptLeast    = 0.93
	ordinaryCost = 12
	ruledLeast   = 20   // findings of rules that tell a limit
	ruledMost    = -2.0 // weights speak against rules only where they are as clear as this
	limitLeast   = 0.0  // of kinds with few lessons hardly anything tells where a limit is too low
)

// The costs of a harmless twin, in found texts, that are tried: from the dearest, each a
// little cheaper than the one before.
const (
	dearest  = 3.0
	cheapest = 0.4
	cheaper  = 0.95
)

// limits are the logits from which weights tell of each kind: where what is found, less
// what it costs, is most, as dear as keptLeast allows.
func limits(all []judged) map[string]float64 {
	out := map[string]float64{}
	for _, ofHate := range []bool{true, false} {
		part := slices.DeleteFunc(slices.Clone(all), func(j judged) bool { return j.kind != ordinaryKind && (j.kind == hateKind) != ofHate })
		var found map[string]float64
		for cost := dearest; cost > cheapest; cost *= cheaper {
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
	steps := map[string][]step{}
	for _, j := range all {
		worth := 1.0
		switch {
		case j.kind == ordinaryKind && j.ruled():
			continue
		case j.kind == ordinaryKind:
			worth = -ordinaryCost
		case !j.harms:
			worth = -cost
		}
		for _, l := range j.leanings {
			if !math.IsInf(l.Logit, 1) {
				steps[l.Kind] = append(steps[l.Kind], step{l.Logit, worth, l.Ruled})
			}
		}
	}
	out := map[string]float64{}
	for kind, list := range steps {
		slices.SortFunc(list, func(a, b step) int {
			return cmp.Or(cmp.Compare(b.logit, a.logit), cmp.Compare(a.worth, b.worth))
		})
		if list[0].ruled && (len(list) < ruledLeast || strings.HasSuffix(kind, " profanity")) {
			continue // what rules find stands; a swear word is one whatever stands around it
		}
		sum, best, from := 0.0, 0.0, math.Inf(1)
		for i, s := range list {
			if sum += s.worth; sum <= best {
				continue
			}
			best, from = sum, math.Inf(-1)
			if i+1 < len(list) {
				from = (s.logit + list[i+1].logit) / 2
			}
		}
		if out[kind] = max(limitLeast, from); list[0].ruled {
			out[kind] = min(ruledMost, from)
		}
	}
	return out
}

// step is a piece that leans so far, and what it is worth to tell it.
type step struct {
	logit, worth float64
	ruled        bool
}

// foldOf is the number of writers that are held back together.
const foldOf = 3

// heldBack judges every lesson of a writer by weights that others taught.
func (s *school) heldBack() []judged {
	return folded(s.writers(), func(held func(*lesson) bool) (out []judged) {
		m := s.model(held)
		for _, l := range s.lessons {
			if held(l) {
				out = append(out, judged{l, analysis.Lean(analysis.Text{Words: l.text, Languages: []string{l.lang}}, m)})
			}
		}
		return out
	})
}

// folded judges the lessons of some writers after the other, of foldOf together where there are enough.
func folded[T any](writers []string, judge func(held func(*lesson) bool) []T) []T {
	folds := slices.Collect(slices.Chunk(writers, max(1, min(foldOf, len(writers)/2))))
	out := make([][]T, len(folds))
	var all sync.WaitGroup
	for i, of := range folds {
		all.Go(func() { out[i] = judge(func(l *lesson) bool { return slices.Contains(of, l.writer) }) })
	}
	all.Wait()
	return slices.Concat(out...)
}

// flagged: the lesson is told to harm, by limits.
func (j judged) flagged(m *classify.Model) bool {
	return slices.ContainsFunc(j.leanings, func(l analysis.Leaning) bool { return l.Told(m) })
}
