package main

import (
	"fmt"
	"math"
	"strings"

	"greenroom/internal/statement"
)

func newLearner(kinds int) *learner {
	table := func(rows, columns int) (t [][]float64) {
		for range rows {
			t = append(t, make([]float64, columns))
		}
		return t
	}
	l := &learner{now: table(kinds, statement.Slots), sum: table(kinds, statement.Slots)}
	for i := range l.chain {
		l.chain[i], l.chainSum[i] = table(kinds+1, kinds), table(kinds+1, kinds)
	}
	return l
}

func apart(p statement.Piece) int {
	if p.Begins {
		return 1
	}
	return 0
}

// learn moves weights from what is told of a brief to what it says.
func (l *learner) learn(b brief) {
	l.step++
	told, says := l.tell(b, false), l.tell(b, true)
	before, meant := len(l.now), len(l.now)
	for i, p := range b.pieces {
		at := 0
		if i > 0 {
			at = apart(p)
		}
		good, bad := says[i], told[i]
		if good != bad {
			for _, slot := range p.Features {
				l.move(l.now[good], l.sum[good], int(slot), 1)
				l.move(l.now[bad], l.sum[bad], int(slot), -1)
			}
		}
		if good != bad || before != meant {
			l.move(l.chain[at][meant], l.chainSum[at][meant], good, 1)
			l.move(l.chain[at][before], l.chainSum[at][before], bad, -1)
		}
		before, meant = bad, good
	}
}

// move changes a weight, and its sum over all steps so far.
func (l *learner) move(now, sum []float64, at int, by float64) {
	now[at] += by
	sum[at] += by * l.step
}

// tell is the best purposes of a brief's pieces together (Viterbi); allowed: of those that
// they may have.
func (l *learner) tell(b brief, allowed bool) []int {
	kinds := len(l.now)
	best := make([][]float64, len(b.pieces))
	from := make([][]int, len(b.pieces))
	for i, p := range b.pieces {
		best[i], from[i] = make([]float64, kinds), make([]int, kinds)
		for k := range kinds {
			score := 0.0
			if allowed && !b.says[i].has(k) {
				score = -1e9
			}
			for _, slot := range p.Features {
				score += l.now[k][slot]
			}
			if i == 0 {
				best[i][k] = score + l.chain[0][kinds][k]
				continue
			}
			most := math.Inf(-1)
			for q := range kinds {
				if s := best[i-1][q] + l.chain[apart(p)][q][k]; s > most {
					most, from[i][k] = s, q
				}
			}
			best[i][k] = most + score
		}
	}
	out := make([]int, len(b.pieces))
	for i := len(out) - 1; i >= 0; i-- {
		if i == len(out)-1 {
			for k := range kinds {
				if best[i][k] > best[i][out[i]] {
					out[i] = k
				}
			}
			continue
		}
		out[i] = from[i+1][out[i+1]]
	}
	return out
}

// model is the average of the weights of learners, in whole steps of one unit.
func model(all []*learner) *statement.Model {
	m, most := &statement.Model{}, 0.0
	mean := func(of func(l *learner) (now, sum float64)) (total float64) {
		for _, l := range all {
			now, sum := of(l)
			total += now - sum/(l.step+1)
		}
		return total / float64(len(all))
	}
	weight := func(k, s int) float64 {
		return mean(func(l *learner) (float64, float64) { return l.now[k][s], l.sum[k][s] })
	}
	for k := range m.Weights {
		for s := range m.Weights[k] {
			most = max(most, math.Abs(weight(k, s)))
		}
	}
	unit := most / math.MaxInt8
	for k := range m.Weights {
		for s := range m.Weights[k] {
			m.Weights[k][s] = int8(math.Round(weight(k, s) / unit))
		}
	}
	for a := range m.Behind {
		for q := range m.Behind[a] {
			for p := range m.Behind[a][q] {
				m.Behind[a][q][p] = int16(math.Round(mean(func(l *learner) (float64, float64) { return l.chain[a][q][p], l.chainSum[a][q][p] }) / unit))
			}
		}
	}
	return m
}

// tally counts statements by what they say and what is told of them.
type tally [len(statement.Codes)][len(statement.Codes)]int

func (t *tally) count(m *statement.Model, b brief) {
	for i, s := range m.Tell(b.pieces) {
		if says, ok := b.says[i].one(); ok {
			t[says][s.Purpose]++
		}
	}
}

func (t *tally) sum() string {
	right, all := 0, 0
	for k := range t {
		for j, n := range t[k] {
			if all += n; j == k {
				right += n
			}
		}
	}
	return fmt.Sprintf("%d of %d statements (%.1f %%)", right, all, 100*float64(right)/float64(max(1, all)))
}

// table is what was told, by purpose: how many there are, found, and rightly of those told.
func (t *tally) table() string {
	var out strings.Builder
	for k := range t {
		found, told := 0, 0
		for j := range t {
			found += t[k][j]
			told += t[j][k]
		}
		fmt.Fprintf(&out, "%c  %5d  found %3d %%  right %3d %%  %v\n", statement.Codes[k], found, 100*t[k][k]/max(1, found), 100*t[k][k]/max(1, told), t[k])
	}
	return out.String()
}
