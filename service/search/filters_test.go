package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"greenroom/api"
)

// Filters agree with checking every creator one by one.
func TestFiltersAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var docs []Doc
	for n := range 400 {
		d := person(fmt.Sprint("P", n), "yoga").with(func(d *Doc) {
			d.Followers, d.EngagementRate = int64(400-n)*500, float64(rng.IntN(80)-5)/10
			d.Verified = rng.IntN(3) == 0
			d.Kind = []api.CreatorKind{api.KindInfluencer, api.KindThemePage}[rng.IntN(2)]
			d.Names = []Name{{Platform: api.Platforms()[rng.IntN(3)], Username: fmt.Sprint("u", n), Followers: d.Followers}}
		})
		docs = append(docs, d)
	}
	x := index(t, docs...)
	number := func(n int) *float64 {
		if rng.IntN(3) == 0 {
			return nil
		}
		v := float64(rng.IntN(n))
		return &v
	}
	for range 300 {
		q := Query{Text: "yoga", Limit: 400, Filters: &api.SearchFilters{Followers: &api.Range{Min: number(100_000), Max: number(200_000)},
			EngagementRate: &api.Range{Min: number(4), Max: number(8)}}}
		if rng.IntN(2) == 0 {
			q.Platforms = api.Platforms()[:1+rng.IntN(2)]
		}
		if rng.IntN(2) == 0 {
			v := rng.IntN(2) == 0
			q.Filters.Verified = &v
		}
		if rng.IntN(2) == 0 {
			q.Kinds = []api.CreatorKind{api.KindThemePage}
		}
		var want []int
		for n, d := range docs {
			if allowed(d, q) {
				want = append(want, n)
			}
		}
		r := x.Search(q)
		r.Hits = slices.DeleteFunc(r.Hits, func(h Hit) bool { return h.May != "" })
		got := found(r)
		slices.Sort(got)
		if !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Fatalf("%+v found %v, want %v", q, got, want)
		}
	}
}

func allowed(d Doc, q Query) bool {
	within := func(r *api.Range, v float64) bool {
		return r.Min == nil && r.Max == nil || v >= 0 && (r.Min == nil || v >= *r.Min) && (r.Max == nil || v <= *r.Max)
	}
	return within(q.Filters.Followers, float64(d.Followers)) && within(q.Filters.EngagementRate, d.EngagementRate) &&
		(q.Filters.Verified == nil || *q.Filters.Verified == d.Verified) &&
		(len(q.Kinds) == 0 || slices.Contains(q.Kinds, d.Kind)) && (len(q.Platforms) == 0 || slices.Contains(q.Platforms, d.Names[0].Platform))
}
