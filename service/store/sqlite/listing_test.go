package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
)

func listed(t *testing.T, s *Store, q service.ListQuery) (names []string) {
	t.Helper()
	all := q
	for q.Limit = 2; ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range page {
			names = append(names, l.Name)
			q.After = &l.At
		}
		if len(page) < q.Limit {
			break
		}
	}
	if n, err := s.CountList(t.Context(), all); err != nil || n != len(names) {
		t.Errorf("%d counted, %d listed, %v", n, len(names), err)
	}
	return names
}

// Everybody is listed once, most followers first, whoever has as many in any
// order that stays, and conditions hold together.
func TestListAndFacets(t *testing.T) {
	s := storeAt(t, filepath.Join(t.TempDir(), "x.db"))
	defer s.Close()
	number := func(n int64) *int64 { return &n }
	var bundles []service.Bundle
	for _, c := range []struct {
		name, country string
		languages     []string
		on            api.Platform
		followers     *int64
	}{
		{"ana", "DE", []string{"de", "en"}, api.PhotoPlatform, number(5_000)},
		{"bo", "DE", nil, api.VideoPlatform, number(50_000)},
		{"cy", "FR", []string{"fr"}, api.PhotoPlatform, number(50_000)},
		{"dee", "", []string{"en"}, api.VideoPlatform, number(2_000_000)},
		{"eff", "FR", nil, api.PhotoPlatform, nil},
	} {
		bundles = append(bundles, service.Bundle{Creator: service.Creator{Name: c.name, Country: c.country, Languages: c.languages},
			Profiles: []service.Profile{{Platform: c.on, Username: c.name, Followers: c.followers}}})
	}
	if _, err := s.Write(t.Context(), bundles); err != nil {
		t.Fatal(err)
	}
	for want, q := range map[string]service.ListQuery{
		"dee bo cy ana eff": {},
		"bo ana":            {Countries: []string{"DE"}},
		"dee ana":           {Languages: []string{"en", "it"}},
		"cy ana eff":        {Platforms: []api.Platform{api.PhotoPlatform}},
		"bo cy":             {Min: number(10_000), Max: number(100_000)},
		"ana":               {Max: number(10_000)},
		"cy eff":            {Platforms: []api.Platform{api.PhotoPlatform}, Countries: []string{"FR", "IT"}},
		"":                  {Countries: []string{"IT"}},
	} {
		if got := strings.Join(listed(t, s, q), " "); got != want {
			t.Errorf("%+v: %s, not %s", q, got, want)
		}
	}
	f, err := s.Facets(t.Context(), service.ListQuery{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "[{photoplatform 3} {videoplatform 2}] [{DE 2} {FR 2}] [{en 2} {de 1} {fr 1}] [{0-10k 1} {10k-100k 2} {1m- 1}]"
	if got := fmt.Sprint(f.Networks, f.Countries, f.Languages, f.Sizes); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if f, err = s.Facets(t.Context(), service.ListQuery{Countries: []string{"FR"}}); err != nil || fmt.Sprint(f.Languages) != "[{fr 1}]" {
		t.Errorf("%+v, %v", f, err)
	}
}
