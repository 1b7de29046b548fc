package quality

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/internal/alter"
)

var (
	ablate       = flag.String("ablate", "", "file of the places that can be left out: count the answers that change without each; see .ci/ablate")
	ablateTable  = flag.String("ablate-table", "", "file for the table of -ablate")
	ablateKinds  = flag.String("ablate-kinds", "", "kinds of places that are left out")
	ablateMost   = flag.Int("ablate-most", 0, "changed answers after which no further are counted, of a place")
	ablateSample = flag.Int("ablate-sample", 0, "places that are left out, of those there are; 0: all")
	ablateSeed   = flag.Uint64("ablate-seed", 1, "which places are in the sample")
	ablateCheck  = flag.String("ablate-check", "", "fail where a place changes nothing and is not in this file")
)

// fewest is the least number of changed answers to cases kept apart for a rule to be worth
// its lines.
const fewest = 3

// place is a part of the program that can be left out, and the cases that come by it.
type place struct {
	n                 int
	kind, where, name string
	cases             []*ablated

	changed, held, shown, worse, better int
	reached, more                       bool // any case comes by; not all were counted
}

// key names a place whatever line it is on.
func (p *place) key() string { return filepath.Dir(p.where) + " " + p.name + " " + p.kind }

func (p *place) String() string { return p.where + " " + p.name + " " + p.kind }

// passes reports whether a case can be answered otherwise without a place, by what was
// met at it.
func (p *place) passes(seen uint8) bool {
	switch p.kind {
	case "false", "or", "branch":
		return seen&alter.Held != 0
	case "true", "and":
		return seen&alter.Failed != 0
	}
	return seen&alter.Met != 0
}

func TestAblation(t *testing.T) {
	if *ablate == "" {
		t.Skip("run by .ci/ablate, over a copy of the program with switches")
	}
	places := readPlaces(t)
	cases := ablationCases(t, open(t))
	for _, a := range cases {
		alter.Switch(0, 0)
		a.said, a.shown = a.answer()
		a.steps = alter.Steps()
		for _, p := range places {
			seen := alter.Seen(p.n)
			p.reached = p.reached || seen != 0
			if p.passes(seen) {
				p.cases = append(p.cases, a)
			}
		}
	}
	if n := *ablateSample; n > 0 && n < len(places) {
		r := rand.New(rand.NewPCG(*ablateSeed, 0))
		r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
		places = places[:n]
	}
	for _, p := range places {
		p.count(*ablateMost)
	}
	t.Logf("%d cases, %d places", len(cases), len(places))
	tellPlaces(t, places)
	if *ablateCheck != "" {
		checkPlaces(t, places)
	}
}

// count leaves a place out of the answers to its cases, those kept apart first.
func (p *place) count(most int) {
	rank := func(a *ablated) int { return map[bool]int{true: 0, false: 1}[a.held] }
	slices.SortStableFunc(p.cases, func(a, b *ablated) int { return rank(a) - rank(b) })
	changed := map[string]bool{}
	for _, a := range p.cases {
		if p.more = p.changed+p.shown >= most && !(a.held && p.held < fewest); p.more {
			return
		}
		if changed[a.text] {
			continue
		}
		said, shown := a.run(p.n)
		if said == a.said && shown == a.shown {
			continue
		}
		if again, also := a.run(0); again != a.said || also != a.shown {
			continue // not the same twice
		}
		if said == a.said {
			p.shown++
			continue
		}
		changed[a.text] = true
		p.changed++
		if a.held {
			p.held++
		}
		switch was, is := isRight(a.said), isRight(said); {
		case was && !is:
			p.worse++
		case is && !was:
			p.better++
		}
	}
}

// readPlaces reads those of the wanted kinds.
func readPlaces(t *testing.T) (out []*place) {
	raw, err := os.ReadFile(*ablate)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		f := strings.Split(l, "\t")
		if slices.Contains(strings.Split(*ablateKinds, ","), f[0]) {
			out = append(out, &place{n: i + 1, kind: f[0], where: f[1], name: f[2]})
		}
	}
	return out
}

// tellPlaces writes the table, those that change least first.
func tellPlaces(t *testing.T, places []*place) {
	slices.SortStableFunc(places, func(a, b *place) int {
		return cmp.Or(a.changed-b.changed, a.held-b.held, a.shown-b.shown, strings.Compare(a.where, b.where))
	})
	var out strings.Builder
	fmt.Fprintf(&out, "changed\tkept apart\tshown\tworse\tbetter\tcases\tkind\twhere\tname\n")
	for _, p := range places {
		cases := strconv.Itoa(len(p.cases))
		if !p.reached {
			cases = "none"
		}
		plus := map[bool]string{true: "+"}[p.more]
		fmt.Fprintf(&out, "%d%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\n", p.changed, plus, p.held, p.shown, p.worse, p.better, cases, p.kind, p.where, p.name)
	}
	if *ablateTable == "" {
		return
	}
	if err := os.WriteFile(*ablateTable, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checkPlaces fails for places that change nothing at all, unless they are excepted
// with a reason, and names those that change little.
func checkPlaces(t *testing.T, places []*place) {
	raw, err := os.ReadFile(*ablateCheck)
	if err != nil {
		t.Fatal(err)
	}
	excepted := map[string]bool{}
	for l := range strings.Lines(string(raw)) {
		if key, why, ok := strings.Cut(strings.TrimSpace(l), ": "); ok && why != "" && !strings.HasPrefix(l, "#") {
			excepted[key] = true
		}
	}
	var little []string
	for _, p := range places {
		switch {
		case !p.reached || excepted[p.key()]:
		case p.changed+p.shown == 0:
			t.Errorf("%s changes none of %d answers: remove the rule, or write why it stays", p, len(p.cases))
		case p.held < fewest:
			little = append(little, p.name)
		}
	}
	t.Logf("%d change fewer than %d answers to cases kept apart: %s", len(little), fewest, strings.Join(little, ", "))
}
