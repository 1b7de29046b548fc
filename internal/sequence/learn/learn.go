// Package learn teaches the models of package sequence.
package learn

import (
	"math"

	"greenroom/internal/sequence"
)

// Example is a sequence and the labels that each of its items may have; a bit for each label,
// one where it is known.
type Example struct {
	Items []sequence.Item
	May   []uint64
}

// rounds over all examples; more change nothing for those held back.
const rounds = 8

// Teach makes a model of examples, the same of the same examples on every machine. It goes through
// them in so many orders, whose weights are averaged: one alone leaves much to chance.
func Teach(all []Example, labels, slots, orders int) *sequence.Model {
	var learners []*learner
	seed := uint32(1)
	for range orders {
		l := newLearner(labels, slots)
		order := make([]int, len(all))
		for i := range order {
			order[i] = i
		}
		for range rounds {
			for i := len(order) - 1; i > 0; i-- {
				seed = seed*1664525 + 1013904223
				j := int(seed>>8) % (i + 1)
				order[i], order[j] = order[j], order[i]
			}
			for _, n := range order {
				l.learn(all[n])
			}
		}
		learners = append(learners, l)
	}
	return average(learners, labels, slots)
}

// table is weights, and the sum of what they were after each example so far.
type table struct{ now, sum []float64 }

func newTable(n int) table { return table{make([]float64, n), make([]float64, n)} }

// learner is a model while it learns, in numbers that are not rounded yet.
type learner struct {
	labels int
	of     table // by slot and label
	chain  [2]table
	step   float64
}

func newLearner(labels, slots int) *learner {
	l := &learner{labels: labels, of: newTable(labels * slots)}
	for i := range l.chain {
		l.chain[i] = newTable((labels + 1) * labels)
	}
	return l
}

// move changes a weight, and its sum over all steps so far.
func (l *learner) move(t table, at int, by float64) {
	t.now[at] += by
	t.sum[at] += by * l.step
}

// learn moves weights from what is told of an example to what it says.
func (l *learner) learn(e Example) {
	l.step++
	told, says := l.tell(e, false), l.tell(e, true)
	before, meant := l.labels, l.labels
	for i, it := range e.Items {
		good, bad := says[i], told[i]
		if good != bad {
			for _, slot := range it.Features {
				l.move(l.of, int(slot)*l.labels+good, 1)
				l.move(l.of, int(slot)*l.labels+bad, -1)
			}
		}
		if good != bad || before != meant {
			l.move(l.chain[joint(e.Items, i)], meant*l.labels+good, 1)
			l.move(l.chain[joint(e.Items, i)], before*l.labels+bad, -1)
		}
		before, meant = bad, good
	}
}

// joint is the table by which item i is read with what stands in front.
func joint(items []sequence.Item, i int) uint8 {
	if i == 0 {
		return 0
	}
	return items[i].Joint
}

// tell is the best labels of an example's items together (Viterbi); allowed: of those that they
// may have.
func (l *learner) tell(e Example, allowed bool) []int {
	n := l.labels
	best, from := make([]float64, len(e.Items)*n), make([]int, len(e.Items)*n)
	score := make([]float64, n)
	for i, it := range e.Items {
		clear(score)
		for _, slot := range it.Features {
			for k, w := range l.of.now[int(slot)*n : (int(slot)+1)*n] {
				score[k] += w
			}
		}
		for k := range n {
			if allowed && e.May[i]>>k&1 == 0 {
				score[k] = -1e9
			}
			if i == 0 {
				best[k] = score[k] + l.chain[0].now[n*n+k]
				continue
			}
			most := math.Inf(-1)
			for q := range n {
				if s := best[(i-1)*n+q] + l.chain[it.Joint].now[q*n+k]; s > most {
					most, from[i*n+k] = s, q
				}
			}
			best[i*n+k] = most + score[k]
		}
	}
	out := make([]int, len(e.Items))
	for i := len(out) - 1; i >= 0; i-- {
		if i < len(out)-1 {
			out[i] = from[(i+1)*n+out[i+1]]
			continue
		}
		for k := range n {
			if best[i*n+k] > best[i*n+out[i]] {
				out[i] = k
			}
		}
	}
	return out
}

// average is the mean of the weights of learners, in whole steps of one unit.
func average(all []*learner, labels, slots int) *sequence.Model {
	m := sequence.New(labels, slots)
	mean := func(of func(l *learner) table, at int) (total float64) {
		for _, l := range all {
			t := of(l)
			total += t.now[at] - t.sum[at]/(l.step+1)
		}
		return total / float64(len(all))
	}
	weights := func(l *learner) table { return l.of }
	most := 0.0
	for i := range m.Weights {
		most = max(most, math.Abs(mean(weights, i)))
	}
	unit := max(most, 1) / math.MaxInt8
	for i := range m.Weights {
		m.Weights[i] = int8(math.Round(mean(weights, i) / unit))
	}
	for a := range m.Behind {
		for i := range m.Behind[a] {
			m.Behind[a][i] = int16(math.Round(mean(func(l *learner) table { return l.chain[a] }, i) / unit))
		}
	}
	return m
}
