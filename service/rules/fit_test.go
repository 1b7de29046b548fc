package rules_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/analysis"
	"greenroom/service/boot"
	"greenroom/service/rules"
	"greenroom/service/search"
)

var fit = flag.Bool("fit", false, "fit the weights of matches to graded pairs, and tell what they come to on those they have not seen")

// untold hides what creators are known for: their own texts alone have to tell it.
type untold struct{ rules.Store }

func (u untold) Creator(ctx context.Context, id string) (service.Creator, error) {
	c, err := u.Store.Creator(ctx, id)
	c.Themes, c.KeyFacts = nil, nil
	return c, err
}

func (u untold) Profiles(ctx context.Context, ids ...string) (map[string][]service.Profile, error) {
	all, err := u.Store.Profiles(ctx, ids...)
	for _, list := range all {
		for i := range list {
			list[i].Category = ""
		}
	}
	return all, err
}

func (u untold) Corpus(ctx context.Context, on ...api.Platform) iter.Seq2[search.Doc, error] {
	return func(yield func(search.Doc, error) bool) {
		for d, err := range u.Store.Corpus(ctx, on...) {
			d.Themes, d.Categories, d.Facts = nil, nil, nil
			d.Units = slices.DeleteFunc(d.Units, func(u search.UnitDoc) bool { return u.Kind == search.UnitThemes })
			if !yield(d, err) {
				return
			}
		}
	}
}

// pair is a creator that was held against a brief, and whether it fits.
type pair struct {
	signs  analysis.Signs
	good   bool
	right  float64
	weight float64
}

// lot is pairs of one kind; every third brief is held out.
type lot struct {
	name     string
	weight   float64 // what a pair counts when weights are fitted; 0 is only counted
	in, held []pair
}

type fitting struct {
	t    *testing.T
	app  *boot.App
	bare *rules.Service
}

func (f *fitting) add(l *lot, s *rules.Service, n int, in api.Intent, id string, right bool) {
	m, err := s.Matched(f.t.Context(), in, id)
	if err != nil {
		f.t.Fatal(err)
	}
	p := pair{m.Signs, m.Decision == api.DecisionGood, 0, l.weight}
	if right {
		p.right = 1
	}
	if n%3 == heldOut {
		l.held = append(l.held, p)
	} else {
		l.in = append(l.in, p)
	}
}

func cases(t *testing.T, name string) (out [][]string) {
	t.Helper()
	f, err := os.Open(filepath.Join("../quality/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if l := in.Text(); l != "" && l[0] != '#' {
			out = append(out, strings.Split(l, " | "))
		}
	}
	return out
}

// graded are the pairs of a file that readers graded.
func (f *fitting) graded(file string, told, hidden *lot) {
	numbers := map[string]int{}
	for _, c := range cases(f.t, file) {
		if _, ok := numbers[c[2]]; !ok {
			numbers[c[2]] = len(numbers)
		}
		network, name, _ := strings.Cut(c[3], "/")
		p, err := f.app.Store.ProfileByName(f.t.Context(), api.Platform(network), name)
		if err != nil {
			f.t.Fatal(err)
		}
		n := numbers[c[2]]
		switch c[0] {
		case "sight":
			n = 0
		case "aside":
			n = heldOut
		}
		grade, _ := strconv.Atoi(c[4])
		f.add(told, f.app.Service, n, api.Intent{Query: c[2]}, p.CreatorID, grade >= 2)
		f.add(hidden, f.bare, n, api.Intent{Query: c[2]}, p.CreatorID, grade >= 2)
	}
}

// heldOut is the place of what is never fitted to: the third of three.
const heldOut = 2

// briefs are pairs of briefs with creators of the sample; what these are known for is the truth.
func (f *fitting) briefs(told, hidden *lot) {
	var all []service.Creator
	for doc, err := range f.app.Store.Corpus(f.t.Context()) {
		if err != nil {
			f.t.Fatal(err)
		}
		c, err := f.app.Store.Creator(f.t.Context(), doc.ID)
		if err != nil {
			f.t.Fatal(err)
		}
		if len(c.Themes) > 1 {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b service.Creator) int { return strings.Compare(a.ID, b.ID) })
	for n, c := range cases(f.t, "briefs.txt") {
		if n%4 != 0 {
			continue
		}
		in := api.Intent{Query: c[2]}
		if c[3] != "-" {
			in.Context = &c[3]
		}
		asked, fits, others := strings.Split(c[4], ", "), 0, 0
		for i, who := range all {
			right := who.Themes[0] == asked[0] && (c[5] == "-" || who.Country == c[5] || slices.Contains(who.Languages, c[5]))
			none := !slices.ContainsFunc(asked, func(t string) bool { return slices.Contains(who.Themes, t) })
			switch {
			case right && fits < 20:
				fits++
			case none && i%7 == 0 && others < 30:
				others++
			default:
				continue
			}
			f.add(told, f.app.Service, n/4, in, who.ID, right)
			f.add(hidden, f.bare, n/4, in, who.ID, right)
		}
	}
}

// briefWeight weighs a pair of a brief beside a graded one: those who fit no brief are
// easier to tell than those whom a search finds.
const briefWeight, hiddenWeight = 0.025, 0.1

// TestFit fits the weights by logistic regression to two thirds of the briefs, and tells what
// they come to on the others. None is below its floor: more of what speaks for a match never
// lowers it.
func TestFit(t *testing.T) {
	if !*fit {
		t.Skip("weights are fitted with -fit")
	}
	clock := func() time.Time { return time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC) }
	app, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "w.db"), Sample: true, PlatformsAll: true, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	f := &fitting{t, app, rules.New(rules.Config{Store: untold{app.Store}, Clock: clock, PlatformsAll: true})}
	defer f.bare.Close()
	lots := []*lot{{name: "graded", weight: 1}, {name: "briefs", weight: briefWeight}, {name: "graded, themes hidden", weight: hiddenWeight}, {name: "briefs, themes hidden", weight: briefWeight * hiddenWeight}, {name: "blind", weight: 1}, {name: "matched", weight: 1}}
	f.graded("graded.txt", lots[0], lots[2])
	f.graded("blind.txt", lots[4], lots[2])
	f.graded("matched.txt", lots[5], lots[2])
	f.briefs(lots[1], lots[3])
	var teach []pair
	for _, l := range lots {
		if l.weight > 0 {
			teach = append(teach, l.in...)
		}
	}
	w := weigh(teach)
	t.Logf("none, unfit, fit, known, untold, share, kinds, recent, read, named, worded, clear, spoken, found, long: %.2f", w)
	for _, l := range lots {
		t.Logf("%s, in sight: %s", l.name, reliability(l.in, w))
		t.Logf("%s, held out: %s", l.name, reliability(l.held, w))
	}
}

// floors keep what the pairs say too little of: how new, how much was read, of how many kinds,
// clauses that nothing is known of, and the language, which the truth of the sample leaves out.
var floors = analysis.MatchWeights{0: math.Inf(-1), 1: 0.5, 2: 0.4, 5: 0.6, 6: 0.4, 7: 0.4, 8: 0.4, 9: 0.4, 10: 0.3, 11: 1.5, 12: 0.8, 14: math.Inf(-1)}

func weigh(pairs []pair) (w analysis.MatchWeights) {
	for i := range w {
		w[i] = max(0, floors[i])
	}
	for range 4000 {
		var slope, bend analysis.MatchWeights
		all := 0.0
		for _, p := range pairs {
			off := p.weight * (p.right - w.Sure(p.signs))
			for i, x := range p.signs.Vector() {
				slope[i] += off * x
				bend[i] += p.weight * x * x
			}
			all += p.weight
		}
		for i := range w {
			if i > 0 {
				slope[i] -= 0.5 * (w[i] - max(0, floors[i]))
			}
			w[i] = max(floors[i], w[i]+slope[i]/(bend[i]+0.01*all))
		}
	}
	return w
}

// reliability compares told and true shares, in ten bins.
func reliability(pairs []pair, w analysis.MatchWeights) string {
	var said, right, n [10]float64
	good, goodRight := 0, 0
	for _, p := range pairs {
		sure := p.signs.Told(w.Sure(p.signs))
		bin := min(9, int(10*sure))
		said[bin], right[bin], n[bin] = said[bin]+sure, right[bin]+p.right, n[bin]+1
		if p.good {
			good, goodRight = good+1, goodRight+int(p.right)
		}
	}
	var b strings.Builder
	for i := range n {
		if n[i] > 0 {
			fmt.Fprintf(&b, " %.2f/%.2f (%.0f)", said[i]/n[i], right[i]/n[i], n[i])
		}
	}
	return fmt.Sprintf("%d of %d good are right;%s", goodRight, good, b.String())
}
