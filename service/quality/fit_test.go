package quality

import (
	"context"
	"flag"
	"maps"
	"math"
	"slices"
	"testing"

	"greenroom/service/search"
)

var fit = flag.Bool("fit", false, "fit the weights of a confidence to the grades, and tell what they come to on queries they have not seen")

// pair is a match above the line with what it was graded as. Signs begin with 1; those
// that speak against a match are below 0.
type pair struct {
	signs []float64
	right float64
	fold  int
}

const (
	folds     = 5
	steps     = 4000
	shrinking = 0.5 // each weight is held towards 0, as if by so many pairs
)

// TestFit fits the weights by logistic regression. None may turn round: more of what speaks for
// a match never lowers its confidence. Queries are in one fold each.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("weights are fitted with -fit")
	}
	pairs := open(t).pairs(t)
	var bins [10]told
	for fold := range folds {
		w := weigh(slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return p.fold == fold }))
		for _, p := range pairs {
			if p.fold == fold {
				sure := p.sure(w)
				bins[min(9, int(10*sure))].add(sure, p.right > 0)
			}
		}
	}
	for n, b := range bins {
		t.Logf("held out, from .%d: said %.2f, %.0f of %.0f are right", n, b.sum/max(1, b.said), b.right, b.said)
	}
	t.Logf("none, proved, unlisted, silent, qualifier, manner: %.2f", weigh(pairs))
}

// pairs asks every graded query of the sample, with its themes and without.
func (b *bench) pairs(t *testing.T) (out []pair) {
	t.Helper()
	grades := gradesOf(t)
	for _, hidden := range []bool{false, true} {
		docs := b.app.Store.Corpus(context.Background())
		if hidden {
			docs = withoutThemes(docs)
		}
		x, err := search.Build(context.Background(), docs)
		if err != nil {
			t.Fatal(err)
		}
		for n, query := range slices.Sorted(maps.Keys(grades)) {
			hits := x.Search(search.Query{Text: query, Limit: 100, Now: b.now}).Hits
			for _, h := range hits {
				grade, ok := b.gradeOf(t, h.ID, grades[query])
				if !ok || h.Low {
					continue
				}
				s := h.Signs
				p := pair{signs: []float64{1, s.Proved, -s.Unlisted, -s.Silent, -s.Qualifier, -s.Manner}, fold: n % folds}
				if grade >= gradeRight {
					p.right = 1
				}
				out = append(out, p)
			}
		}
	}
	return out
}

// gradeOf is the grade of one of the accounts of a creator.
func (b *bench) gradeOf(t *testing.T, id string, grades map[string]int) (grade int, ok bool) {
	t.Helper()
	profiles, err := b.app.Store.Profiles(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range profiles[id] {
		if grade, ok = grades[string(p.Platform)+"/"+p.Username]; ok {
			return grade, true
		}
	}
	return 0, false
}

func (p *pair) sure(w []float64) float64 {
	z := 0.0
	for i, sign := range p.signs {
		z += w[i] * sign
	}
	return 1 / (1 + math.Exp(-z))
}

// weigh descends to the weights that say best what is right.
func weigh(pairs []pair) []float64 {
	w := make([]float64, 6)
	for range steps {
		slope := make([]float64, len(w))
		for _, p := range pairs {
			off := p.sure(w) - p.right
			for i, sign := range p.signs {
				slope[i] += off * sign
			}
		}
		for i := range w {
			w[i] -= 0.05 * (slope[i] + shrinking*w[i]) / float64(len(pairs)) * [6]float64{8, 1, 20, 20, 20, 20}[i]
			if i > 0 {
				w[i] = max(0, w[i])
			}
		}
	}
	return w
}
