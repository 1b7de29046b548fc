package quality

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
)

// A brief is held against so many creators who fit it and so many who do not.
const (
	fitting = 20
	others  = 30
)

// A brief is right when the score parts those who fit from the others nearly
// always, most of those who fit are good, and hardly any other is.
const (
	areaFrom    = 0.95
	goodFrom    = 0.60
	goodOthers  = 0.08
	batchToRead = 500
)

func TestBriefs(t *testing.T) {
	b := open(t)
	everybody := b.creators(t)
	for _, name := range files([]string{"briefs.txt", "briefs_aside.txt", "briefs_opened.txt", "briefs_typed.txt", "briefs_typed_aside.txt"}, []string{"briefs_sealed.txt"}) {
		s := newScore(name)
		for _, l := range read(t, name, 6) {
			fit, rest := split(everybody, l.rest[2], l.rest[3])
			if len(fit) < 3 && *apart {
				continue // their writer did not know the sample world
			}
			if len(fit) < 3 {
				t.Fatalf("only %d of the sample world fit %q", len(fit), l.rest[0])
			}
			got := b.match(t, l, append(slices.Clone(fit), rest...))
			s.saw(l.rest[0], fmt.Sprint(decisions(got)))
			s.add(t, l, l.rest[0], misjudged(got[:len(fit)], got[len(fit):]))
		}
		s.hold(t)
	}
}

// creators are all creators of the sample world of whom something is known, in
// the order of their ids.
func (b *bench) creators(t testing.TB) []service.Creator {
	t.Helper()
	if b.everybody != nil {
		return b.everybody
	}
	var ids []string
	for doc, err := range b.app.Store.Corpus(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, doc.ID)
	}
	slices.Sort(ids)
	for chunk := range slices.Chunk(ids, batchToRead) {
		found, err := b.app.Store.Creators(context.Background(), chunk)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range chunk {
			if c := found[id]; len(c.Themes) > 1 {
				b.everybody = append(b.everybody, c)
			}
		}
	}
	return b.everybody
}

// split picks who fits the first of some themes and a place or language, and
// others who have nothing to do with any of them.
func split(all []service.Creator, themes, where string) (fit, rest []service.Creator) {
	asked := strings.Split(themes, ", ")
	for i, c := range all {
		in := where == "-" || c.Country == where || slices.Contains(c.Languages, where)
		switch {
		case c.Themes[0] == asked[0] && in && len(fit) < fitting:
			fit = append(fit, c)
		case !slices.ContainsFunc(asked, func(t string) bool { return slices.Contains(c.Themes, t) }) && i%7 == 0 && len(rest) < others:
			rest = append(rest, c)
		}
	}
	return fit, rest
}

func (b *bench) match(t testing.TB, l line, creators []service.Creator) []api.BriefMatch {
	t.Helper()
	refs := make([]map[string]string, len(creators))
	for i, c := range creators {
		refs[i] = map[string]string{"creator_id": c.ID}
	}
	intent := map[string]string{"query": l.rest[0]}
	if l.rest[1] != "-" {
		intent["context"] = l.rest[1]
	}
	var got struct{ Data []api.MatchResult }
	b.post(t, "/v1/creators/match", map[string]any{"creators": refs, "intent": intent}, &got)
	if len(got.Data) != len(creators) {
		t.Fatalf("%q: %d of %d creators are judged", l.rest[0], len(got.Data), len(creators))
	}
	out := make([]api.BriefMatch, len(creators))
	for i, r := range got.Data {
		out[i] = r.Match
	}
	return out
}

// decisions are those of some judgements, in their order.
func decisions(got []api.BriefMatch) []string {
	return each.Of(got, func(m api.BriefMatch) string { return string(m.Decision) })
}

// misjudged says what is wrong about the judgement of those who fit and of the
// others; "" if nothing.
func misjudged(fit, rest []api.BriefMatch) string {
	var better float64
	for _, f := range fit {
		for _, r := range rest {
			switch {
			case f.Score > r.Score:
				better++
			case f.Score == r.Score:
				better += 0.5
			}
		}
	}
	area := better / float64(len(fit)*len(rest))
	good := func(of []api.BriefMatch) float64 {
		n := 0
		for _, m := range of {
			if m.Decision == api.DecisionGood {
				n++
			}
		}
		return float64(n) / float64(len(of))
	}
	if area < areaFrom || good(fit) < goodFrom || good(rest) > goodOthers {
		return fmt.Sprintf("area %.2f, good are %.0f %% of those who fit and %.0f %% of the others", area, 100*good(fit), 100*good(rest))
	}
	return ""
}
