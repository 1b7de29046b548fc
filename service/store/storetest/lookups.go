package storetest

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/search"
)

// lookups reads many posts at once, by id and by address, and what is said in
// them.
func (s *suite) lookups() {
	b := Bundles(2, 21)
	b[0].Posts[1].URL = "https://example.com/p/other/" + strings.Repeat("x", 40)
	b[0].Posts[2].URL, b[0].Posts[3].URL = "https://example.com/same", "https://example.com/same"
	b[0].Posts[4].URL = ""
	of := b[0].Posts[0]
	track := service.Transcript{Platform: of.Platform, MediaID: of.PlatformID, Language: "de", Source: api.SourceAuto, Text: "Hallo", SeenAt: Noon}
	original := track
	original.Language, original.Original, original.Text = "en", true, ""
	original.Segments = []api.Segment{{Text: "hello"}, {Text: "there"}}
	b[0].Transcripts = []service.Transcript{track, original}
	s.write(b...)
	var ids []string
	for _, p := range b[0].Posts {
		found := must(s.Post(s.ctx, p.Platform, p.PlatformID))
		ids = append(ids, found.ID)
	}
	const nothing = "11111111-1111-4111-8111-111111111111"
	upper := strings.ToUpper(ids[1])
	found := must(s.PostsByID(s.ctx, []string{ids[0], upper, nothing, ids[0]}))
	s.equal(len(found), 2)
	s.equal(found[ids[0]].PlatformID, b[0].Posts[0].PlatformID)
	s.equal(found[upper].ID, ids[1])
	byURL := must(s.PostsByURL(s.ctx, []string{b[0].Posts[0].URL, b[0].Posts[1].URL, "https://example.com/same", "", "https://example.com/p/" + nothing, b[1].Posts[0].URL + "/"}))
	s.equal(len(byURL), 3)
	s.equal(byURL[b[0].Posts[1].URL].ID, ids[1])
	s.equal(byURL["https://example.com/same"].ID, min(ids[2], ids[3]))
	s.equal(must(s.Spoken(s.ctx, []string{ids[0], ids[1], nothing})), map[string]service.Said{ids[0]: {Language: "en", Text: "hello there"}})
	for _, read := range []func() (int, error){
		func() (int, error) { m, err := s.PostsByID(s.ctx, nil); return len(m), err },
		func() (int, error) { m, err := s.PostsByURL(s.ctx, nil); return len(m), err },
		func() (int, error) { m, err := s.Spoken(s.ctx, nil); return len(m), err },
	} {
		s.equal(must(read()), 0)
	}
}

// traits are in the corpus: what makes creators alike, with all their accounts.
func (s *suite) traits() {
	b := Bundles(30, 22)
	b[3].Profiles[1].Followers, b[3].Profiles[1].EngagementRate = nil, nil
	s.write(b...)
	s.write(service.Bundle{Creator: service.Creator{Name: "Nobody's"}})
	found := map[string]search.Doc{}
	for d, err := range s.Corpus(s.ctx) {
		s.ok(err)
		if _, twice := found[d.ID]; twice {
			s.Fatalf("%s comes twice", d.ID)
		}
		found[d.ID] = d
	}
	s.equal(len(found), 31)
	for _, want := range b {
		p := s.byName(want.Profiles[0].Platform, want.Profiles[0].Username)
		got := found[p.CreatorID]
		s.equal([]string{got.Country, got.City, string(got.Kind)}, []string{"DE", "Berlin", string(api.KindInfluencer)})
		s.equal(got.Languages, []string{"de", "en"})
		s.equal(len(got.Names), len(want.Profiles))
		for _, a := range want.Profiles {
			account := search.Name{Platform: a.Platform, Username: a.Username, DisplayName: a.DisplayName, Followers: -1, Engagement: -1, Verified: a.Verified}
			if a.Followers != nil {
				account.Followers, account.Engagement = *a.Followers, *a.EngagementRate
			}
			if !slices.Contains(got.Names, account) {
				s.Fatalf("%+v has no %+v", got.Names, account)
			}
			if !slices.Contains(slices.Concat(got.Themes, got.Categories), a.Category) {
				s.Fatalf("%v, %v have no %s", got.Themes, got.Categories, a.Category)
			}
		}
	}
}
