package service_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

var noon = time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)

func ptr[T any](v T) *T { return &v }

// The rules that used to differ between imports and the store, and which won.
func TestMergeRules(t *testing.T) {
	early, late := noon, noon.Add(time.Hour)
	creator := func(at time.Time, c service.Creator) service.Creator { c.UpdatedAt = at; return c }
	profile := func(at time.Time, p service.Profile) service.Profile { p.UpdatedAt = at; return p }
	merged := func(a, b service.Creator) service.Creator { return service.MergeCreator(a, b, true) }
	sure := service.Creator{Country: "DE", City: "Berlin"}
	guess := service.Creator{Country: "FR", City: "Lyon", LocationUnverified: true}
	same := func(what string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, not %v", what, got, want)
		}
	}
	place := func(c service.Creator) [3]any { return [3]any{c.Country, c.City, c.LocationUnverified} }

	// Imports added themes, the store replaced them: no source names all.
	c := merged(creator(early, service.Creator{Themes: []string{"vegan"}}), creator(late, service.Creator{Themes: []string{"food", "vegan"}}))
	same("themes", c.Themes, []string{"vegan", "food"})
	// Imports kept a sure place from a guess, the store took the later one.
	same("a later guess", place(merged(creator(early, sure), creator(late, guess))), place(sure))
	same("an earlier sure place", place(merged(creator(late, guess), creator(early, sure))), place(sure))
	// Both kept the city of the other country.
	moved := merged(creator(early, sure), creator(late, service.Creator{Country: "FR"}))
	same("another country", place(moved), [3]any{"FR", "", false})
	same("a city more", place(merged(creator(late, service.Creator{Country: "DE"}), creator(early, sure))), place(sure))
	// Imports let an earlier name replace a later one, the store did not.
	c = merged(creator(late, service.Creator{Name: "Now", Bio: ""}), creator(early, service.Creator{Name: "Then", Bio: "known then"}))
	same("an earlier name", [2]string{c.Name, c.Bio}, [2]string{"Now", "known then"})
	// Imports dated a profile by its last change, the store by its last sighting.
	p := service.MergeProfile(profile(early, service.Profile{Followers: ptr[int64](5)}), profile(late, service.Profile{Followers: ptr[int64](5)}), true)
	same("seen again", p.UpdatedAt, late)
	// The store replaced the network's own id, imports filled it.
	p = service.MergeProfile(profile(early, service.Profile{ExternalID: "UC1"}), profile(late, service.Profile{ExternalID: "UC2"}), true)
	same("the id of a network", p.ExternalID, "UC1")
	// Imports forgot what only some sources tell.
	p = service.MergeProfile(profile(early, service.Profile{}), profile(late, service.Profile{Private: true, Pronouns: []string{"she"}, Posts30d: ptr(3)}), true)
	same("all fields", p, profile(late, service.Profile{Private: true, Pronouns: []string{"she"}, Posts30d: ptr(3)}))
	// Earlier captions replaced later ones in imports.
	track := func(at time.Time, text string) service.Transcript {
		return service.Transcript{Text: text, Segments: []api.Segment{{Text: text}}, SeenAt: at}
	}
	same("earlier captions", service.MergeTranscript(track(late, "now"), track(early, "then"), true), track(late, "now"))
	// Without replace a record fills gaps only, however late it was seen.
	c = service.MergeCreator(creator(early, sure), creator(late, service.Creator{Name: "New", Country: "FR"}), false)
	same("filling", c, creator(early, service.Creator{Name: "New", Country: "DE", City: "Berlin"}))
}

// sometimes fills about half of the fields of a record.
func sometimes(r *rand.Rand, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Field(i)
		if r.IntN(2) == 0 || f.Type() == reflect.TypeFor[time.Time]() {
			continue
		}
		n := int64(1 + r.IntN(3))
		switch into := f.Addr().Interface().(type) {
		case *bool:
			*into = true
		case *[]string:
			*into = []string{string(rune('a' + n))}
		case **int64:
			*into = &n
		case **int:
			*into = ptr(int(n))
		case **float64:
			*into = ptr(float64(n))
		case **time.Time:
			*into = ptr(noon.Add(time.Duration(n)))
		default:
			if f.Kind() == reflect.String {
				f.SetString(string(rune('A' + n)))
			}
		}
	}
}

// What two records come to does not depend on which came first, whatever they
// say; and one that has been merged says nothing new.
func TestMergingInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		var a, b service.Creator
		sometimes(r, reflect.ValueOf(&a).Elem())
		sometimes(r, reflect.ValueOf(&b).Elem())
		for _, c := range []*service.Creator{&a, &b} { // a doubt is one about a place
			c.LocationUnverified = c.LocationUnverified && (c.Country != "" || c.City != "")
		}
		a.UpdatedAt, b.UpdatedAt, b.ID = noon, noon.Add(time.Duration(1+r.IntN(9))*time.Hour), a.ID
		ab, ba := service.MergeCreator(a, b, true), service.MergeCreator(b, a, true)
		for _, list := range []*[]string{&ab.Languages, &ab.Themes, &ba.Languages, &ba.Themes} {
			*list = slices.Sorted(slices.Values(*list))
		}
		if !reflect.DeepEqual(ab, ba) {
			t.Fatalf("%+v\nand %+v\nare %+v\nor  %+v", a, b, ab, ba)
		}
		if again := service.MergeCreator(ab, a, true); !reflect.DeepEqual(again, ab) {
			t.Fatalf("%+v again\nmakes %+v\nof    %+v", a, again, ab)
		}
		var p, q service.Profile
		sometimes(r, reflect.ValueOf(&p).Elem())
		sometimes(r, reflect.ValueOf(&q).Elem())
		p.UpdatedAt, q.UpdatedAt = noon, noon.Add(time.Hour)
		q.ID, q.CreatorID, q.Platform, q.ExternalID = p.ID, p.CreatorID, p.Platform, p.ExternalID
		if pq, qp := service.MergeProfile(p, q, true), service.MergeProfile(q, p, true); !reflect.DeepEqual(pq, qp) {
			t.Fatalf("%+v\nand %+v\nare %+v\nor  %+v", p, q, pq, qp)
		}
	}
}

// Nothing that is known is ever forgotten.
func TestMergingForgetsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var a, b service.Profile
		var x, y service.Post
		for _, v := range []any{&a, &b, &x, &y} {
			sometimes(r, reflect.ValueOf(v).Elem())
		}
		for _, both := range [][2]any{{a, service.MergeProfile(a, b, r.IntN(2) == 0)}, {x, service.MergePost(x, y, r.IntN(2) == 0)}} {
			before, after := reflect.ValueOf(both[0]), reflect.ValueOf(both[1])
			for i := range before.NumField() {
				if !before.Field(i).IsZero() && after.Field(i).IsZero() {
					t.Fatalf("%s of %+v is lost", before.Type().Field(i).Name, both[0])
				}
			}
		}
	}
}
