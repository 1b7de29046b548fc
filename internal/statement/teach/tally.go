package main

import (
	"fmt"
	"math/bits"
	"strings"

	"greenroom/internal/sequence"
	"greenroom/internal/statement"
)

// tally counts statements by what they say and what is told of them.
type tally [len(statement.Codes)][len(statement.Codes)]int

func (t *tally) count(m *sequence.Model, b brief) {
	for i, s := range statement.Tell(m, b.pieces) {
		if says := b.says[i]; bits.OnesCount64(says) == 1 {
			t[bits.TrailingZeros64(says)][s.Purpose]++
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
