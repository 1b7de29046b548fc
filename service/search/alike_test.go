package search

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
)

func cook(id byte, change func(*Doc)) Doc {
	d := Doc{ID: fmt.Sprintf("00000000-0000-4000-8000-0000000000%02d", id), Row: int64(id), Name: "Cook", Themes: []string{"vegan"}, Categories: []string{"Food"},
		Languages: []string{"de"}, Country: "DE", City: "Berlin", Kind: api.KindInfluencer, Followers: 20_000,
		Names: []Name{{Platform: api.PhotoPlatform, Followers: 20_000, Engagement: 4}}}
	if change != nil {
		change(&d)
	}
	return d
}

// seed is a creator that others shall resemble.
func seed(d Doc, weight float64) Seed {
	return Seed{ID: d.ID, Themes: slices.Concat(d.Themes, d.Categories), Languages: d.Languages, Country: d.Country, City: d.City, Kind: d.Kind, Accounts: d.Names, Weight: weight}
}

func TestLookalikeOrder(t *testing.T) {
	x := must(Build(t.Context(), sequence(cook(1, nil), cook(2, nil),
		cook(3, func(c *Doc) { c.City = "Hamburg" }),
		cook(4, func(c *Doc) { c.City, c.Country, c.Languages = "Lyon", "FR", []string{"fr"} }),
		cook(5, func(c *Doc) { c.Themes, c.Categories = []string{"cars"}, nil }),
		cook(6, func(c *Doc) { c.Names[0].Followers = 5_000_000 }),
		cook(7, func(c *Doc) { *c = Doc{ID: c.ID, Themes: []string{"cars"}} }))))
	seeds := []Seed{seed(cook(1, nil), 1)}
	all, total := x.Like(Wanted{Seeds: seeds, On: api.Platforms(), Limit: 10})
	var order []string
	for _, l := range all {
		order = append(order, l.ID[34:])
	}
	if got := strings.Join(order, " "); got != "02 03 06 04 05" || total != 5 {
		t.Fatalf("order %s of %d: %+v", got, total, all)
	}
	if all[0].Score != 10_000 || !slices.Contains(all[0].Shared, "vegan") || !slices.Contains(all[0].Shared, "speaks German") || !slices.Contains(all[0].Shared, "based in Berlin") {
		t.Errorf("the twin: %+v", all[0])
	}
	if !slices.Contains(all[1].Shared, "based in Germany") || slices.Contains(all[2].Shared, "similar audience size") {
		t.Errorf("shared: %v, %v", all[1].Shared, all[2].Shared)
	}
	var paged []Likeness
	for after := (*Standing)(nil); ; {
		page, n := x.Like(Wanted{Seeds: seeds, On: api.Platforms(), Limit: 2, After: after})
		if n != total {
			t.Fatalf("total %d on a later page", n)
		}
		paged = append(paged, page...)
		if len(page) < 2 {
			break
		}
		after = &page[len(page)-1].Standing
	}
	if !reflect.DeepEqual(paged, all) {
		t.Errorf("in pages: %+v, at once: %+v", paged, all)
	}
}

func TestLookalikeWeightsAndFilters(t *testing.T) {
	car := func(c *Doc) { c.Themes, c.Categories = []string{"cars"}, nil }
	x := must(Build(t.Context(), sequence(cook(1, nil), cook(2, car), cook(3, nil), cook(4, car), cook(5, func(c *Doc) { c.Names[0].Platform = api.VideoPlatform }),
		cook(6, func(c *Doc) {
			c.Kind, c.Names[0].Verified = api.KindThemePage, true
			c.Names = append(c.Names, Name{Platform: api.VideoPlatform, Followers: 90_000, Engagement: -1})
		}))))
	first := func(w Wanted) string {
		w.Limit = 10
		found, _ := x.Like(w)
		if len(found) == 0 {
			return ""
		}
		return found[0].ID[34:]
	}
	photo, video := []api.Platform{api.PhotoPlatform}, []api.Platform{api.VideoPlatform}
	cooks := []Seed{seed(cook(1, nil), 1)}
	for name, c := range map[string]struct {
		w    Wanted
		want string
	}{
		"towards the cook": {Wanted{Seeds: []Seed{seed(cook(1, nil), 1), seed(cook(2, car), 0.1)}, On: photo}, "03"},
		"towards the cars": {Wanted{Seeds: []Seed{seed(cook(1, nil), 0.1), seed(cook(2, car), 1)}, On: photo}, "04"},
		"without weight":   {Wanted{Seeds: []Seed{seed(cook(1, nil), 0)}, On: photo}, ""},
		"too many":         {Wanted{Seeds: cooks, On: photo, Followers: &api.Range{Min: new(30_000.0)}}, ""},
		"engagement":       {Wanted{Seeds: cooks, On: photo, Engagement: &api.Range{Min: new(3.5), Max: new(4.5)}}, "03"},
		"unknown numbers":  {Wanted{Seeds: cooks, On: video, Followers: &api.Range{Min: new(50_000.0)}, Engagement: &api.Range{Min: new(0.0)}}, ""},
		"verified":         {Wanted{Seeds: cooks, On: photo, Verified: new(true)}, "06"},
		"another network":  {Wanted{Seeds: cooks, On: video}, "05"},
		"the largest":      {Wanted{Seeds: cooks, On: api.Platforms(), Followers: &api.Range{Min: new(80_000.0)}}, "06"},
	} {
		if got := first(c.w); got != c.want {
			t.Errorf("%s: first is %q, want %q", name, got, c.want)
		}
	}
}

func BenchmarkLike(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, _ *Segments, g generated) {
		n := 0
		x, err := Build(b.Context(), func(yield func(Doc, error) bool) {
			for d := range g.docs() {
				n++
				d.Units, d.Themes = nil, []string{fmt.Sprint("theme", n%311), fmt.Sprint("theme", n%97), fmt.Sprint("theme", n%13)}
				if !yield(d, nil) {
					return
				}
			}
		})
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		report(b, []int{1, 2, 3}, func(n int) {
			d := cook(byte(n), func(c *Doc) { c.Themes = []string{"theme5", "theme7"} })
			x.Like(Wanted{Seeds: []Seed{seed(d, 1)}, On: api.Platforms(), Limit: 25})
		})
	})
}
