// Package sequence labels the items of a sequence, each with the one in front of it in
// sight: an averaged structured perceptron (Collins 2002) that is taught on one machine and
// embedded as small whole numbers. It knows neither words nor labels but by their numbers.
package sequence

import "math"

// Item is one thing to label. Features are numbers of slots, each below the model's; Joint says
// by which of the tables it is read with the item in front: 0, or 1 where more parts them.
type Item struct {
	Features []uint32
	Joint    uint8
}

// Told is what a model says of an item: its label, from 0, and by label the score of the best
// sequence with it.
type Told struct {
	Label int
	sums  []int
}

// sureUnit is the score that counts as 1 of Told.Ahead.
const sureUnit = 100

// Ahead is how far the best of a set of labels is ahead of the best of another, a bit for each;
// below 0 where it is behind, or nothing was told. The unit is the model's own.
func (t Told) Ahead(of, others uint64) float64 {
	if len(t.sums) == 0 {
		return -1
	}
	best, next := math.MinInt32, math.MinInt32
	for k, sum := range t.sums {
		if of>>k&1 == 1 {
			best = max(best, sum)
		}
		if others>>k&1 == 1 {
			next = max(next, sum)
		}
	}
	return float64(best-next) / sureUnit
}

// Model is the weights of labels: of an item's features, by slot and label, and of one label
// behind another by Joint, whose last row is of the first item.
type Model struct {
	Labels, Slots int
	Weights       []int8
	Behind        [2][]int16
}

// New is a model in which every label is as likely as any.
func New(labels, slots int) *Model {
	m := &Model{Labels: labels, Slots: slots, Weights: make([]int8, slots*labels)}
	for i := range m.Behind {
		m.Behind[i] = make([]int16, (labels+1)*labels)
	}
	return m
}

// Tell labels the items together. Each label is the one whose best sequence is best.
func (m *Model) Tell(items []Item) []Told {
	out := make([]Told, len(items))
	if len(items) == 0 {
		return out
	}
	n := m.Labels
	room := make([]int, 3*len(items)*n)
	score, ahead, behind := room[:len(items)*n], room[len(items)*n:2*len(items)*n], room[2*len(items)*n:]
	for i, it := range items {
		row := score[i*n : (i+1)*n]
		for _, slot := range it.Features {
			for k, w := range m.Weights[int(slot)*n : (int(slot)+1)*n] {
				row[k] += int(w)
			}
		}
		for k := range n {
			best := int(m.Behind[0][n*n+k])
			if i > 0 {
				best = math.MinInt
				for q := range n {
					best = max(best, ahead[(i-1)*n+q]+int(m.Behind[it.Joint][q*n+k]))
				}
			}
			ahead[i*n+k] = best + row[k]
		}
	}
	for i := len(items) - 2; i >= 0; i-- {
		for k := range n {
			best := math.MinInt
			for q := range n {
				best = max(best, behind[(i+1)*n+q]+score[(i+1)*n+q]+int(m.Behind[items[i+1].Joint][k*n+q]))
			}
			behind[i*n+k] = best
		}
	}
	for i := range items {
		sums := ahead[i*n : (i+1)*n]
		for k := range n {
			if sums[k] += behind[i*n+k]; sums[k] > sums[out[i].Label] {
				out[i].Label = k
			}
		}
		out[i].sums = sums
	}
	return out
}
