package quality

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"greenroom/service/search"
)

var fit = flag.Bool("fit", false, "fit the weights of a confidence to the grades, and tell what they come to on queries they have not seen")

// pair is a match above the line with what it was graded as. Signs begin with 1; those
// that speak against a match are below 0.
type pair struct {
	signs         []float64
	right, weight float64
	lot           string
	fold          int
	partial       bool
}

const (
	folds     = 3 // a third is held out
	steps     = 4000
	shrinking = 0.5 // each weight is held towards 0, as if by so many pairs

	signCount = 10 // and 1 for none of them

	cellWorth, hiddenWorth = 0.3, 0.5 // beside a grade, and where what creators are known for is hidden
)

// TestFit fits the weights by logistic regression. None may turn round: more of what speaks for
// a match never lowers its confidence. Queries are in one fold each.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("weights are fitted with -fit")
	}
	pairs, bins := open(t).pairs(t), map[string]*[10]told{}
	for fold := range folds {
		teach := slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return p.fold == fold })
		w := map[bool][]float64{false: weigh(ofKind(teach, false)), true: weigh(ofKind(teach, true))}
		for _, p := range pairs {
			if p.fold == fold {
				sure := p.sure(w[p.partial])
				if bins[p.lot] == nil {
					bins[p.lot] = &[10]told{}
				}
				bins[p.lot][min(9, int(10*sure))].add(sure, p.right > 0)
			}
		}
	}
	for _, lot := range slices.Sorted(maps.Keys(bins)) {
		line := ""
		for _, b := range bins[lot] {
			line += fmt.Sprintf(" %.2f/%.2f (%.0f)", b.sum/max(1, b.said), b.right/max(1, b.said), b.said)
		}
		t.Logf("held out, %s, said/right:%s", lot, line)
	}
	for _, partial := range []bool{false, true} {
		t.Logf("none, proved, profile, thin, silent, rare, qualifier, missing, unsaid, manner, partial %v: %.2f", partial, weigh(ofKind(pairs, partial)))
	}
}

// ofKind are the pairs that show all that is asked for, or those that do not.
func ofKind(pairs []pair, partial bool) []pair {
	return slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return p.partial != partial })
}

// pairs asks every graded query and every narrow cell of the sample, with its themes and without.
func (b *bench) pairs(t *testing.T) (out []pair) {
	t.Helper()
	grades := gradesOf(t, "graded.txt", "results")
	maps.Copy(grades, gradesOf(t, "blind.txt", "sight"))
	for _, hidden := range []bool{false, true} {
		docs, worth, suffix := b.app.Store.Corpus(context.Background()), 1.0, ""
		if hidden {
			docs, worth, suffix = withoutThemes(docs), hiddenWorth, ", themes hidden"
		}
		x, err := search.Build(context.Background(), search.Sorted("", docs))
		if err != nil {
			t.Fatal(err)
		}
		for n, query := range slices.Sorted(maps.Keys(grades)) {
			for _, h := range x.Search(search.Query{Text: query, Limit: 100, Now: b.now}).Hits {
				if grade, ok := b.gradeOf(t, h.ID, grades[query]); ok {
					out = append(out, pairOf(h, grade >= gradeRight, pair{weight: worth, lot: "graded" + suffix, fold: n % folds})...)
				}
			}
		}
		for n, topic := range append(slices.Clone(narrowTopics), heldOut...) {
			for _, c := range b.cells(t, []string{topic}) {
				for _, h := range x.Search(search.Query{Text: c.topic + " in " + c.city, Limit: 50, Now: b.now}).Hits {
					if c.local[h.ID] {
						out = append(out, pairOf(h, c.known[h.ID], pair{weight: cellWorth * worth, lot: "cells" + suffix, fold: n % folds})...)
					}
				}
			}
		}
	}
	return out
}

// pairOf completes a pair by what was found; nothing where it has no signs.
func pairOf(h search.Hit, right bool, p pair) []pair {
	s := h.Signs
	if s == (search.Signs{}) || h.May != "" {
		return nil
	}
	p.partial = s.Partial
	if p.lot += ", whole"; p.partial {
		p.lot = strings.Replace(p.lot, "whole", "partial", 1)
	}
	p.signs = []float64{1, s.Proved, s.Profile, -s.Thin(), -s.Silent, -s.Rare, -s.Qualifier, -s.Missing(), -s.Unsaid, -s.Manner}
	if right {
		p.right = 1
	}
	return []pair{p}
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

// floors keep what the cells say nothing of, where a theme is the truth: readers called 15 of 21
// matches wrong of whom no post says a word.
var floors = [signCount]float64{4: 0.8}

// weigh descends to the weights that say best what is right.
func weigh(pairs []pair) []float64 {
	w, worth := make([]float64, signCount), 0.0
	for _, p := range pairs {
		worth += p.weight
	}
	for range steps {
		slope := make([]float64, len(w))
		for _, p := range pairs {
			off := p.weight * (p.sure(w) - p.right)
			for i, sign := range p.signs {
				slope[i] += off * sign
			}
		}
		for i := range w {
			w[i] -= 0.05 * (slope[i] + shrinking*w[i]) / worth * [signCount]float64{8, 1, 8, 20, 20, 20, 20, 20, 20, 20}[i]
			if i > 0 {
				w[i] = max(floors[i], w[i])
			}
		}
	}
	return w
}
