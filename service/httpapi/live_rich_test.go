package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/world"
)

// The sample shows what the contract promises of a single live post, and the
// profiles that a profile stands beside.
func TestLivePostsOfTheSampleAreRich(t *testing.T) {
	h := open(t, standIn(0))
	var bundles []service.Bundle
	for b := range world.Generate(world.Seed, noon) {
		if bundles = append(bundles, b); len(bundles) == 60 {
			break
		}
	}
	h.write(bundles...)
	places := map[string]string{} // ids by slug
	var paid, coauthors, tagged, music, versions, resources, related, profiles int
	for _, b := range bundles {
		for _, p := range b.Posts {
			if p.Platform != api.PhotoPlatform || b.Profiles[0].Private {
				continue
			}
			var got api.One[api.FetchedPost]
			h.get(onPhoto+"post/"+p.PlatformID).into(t, &got)
			live := got.Data.Post
			if live.IsPaidPartnership == nil || live.IsPinned == nil || live.EngagementVisibility == nil || len(live.DisplayResources) < 2 {
				t.Fatalf("%+v", live)
			}
			if live.IsVideo != (len(live.VideoVersions) > 1) || live.IsVideo != (live.MusicAttribution != nil) {
				t.Errorf("video %t, %d versions, music %v", live.IsVideo, len(live.VideoVersions), live.MusicAttribution)
			}
			if *live.IsPaidPartnership {
				paid++
				if len(live.SponsorUsernames) == 0 || len(live.ProductMentions) == 0 {
					t.Errorf("%q is paid for by %v", p.Caption, live.SponsorUsernames)
				}
			}
			if at := live.Location; at != nil {
				if known, seen := places[at.Slug]; at.ID == "" || seen && known != at.ID {
					t.Errorf("%s has the ids %q and %q", at.Slug, known, at.ID)
				}
				places[at.Slug] = at.ID
			}
			coauthors += len(live.CoauthorUsernames)
			tagged += len(live.TaggedUsernames)
			versions += len(live.VideoVersions)
			resources += len(live.DisplayResources)
			if live.MusicAttribution != nil && live.MusicAttribution.SongName != "" {
				music++
			}
		}
		if q := b.Profiles[0]; q.Platform == api.PhotoPlatform && !q.Private {
			var got api.One[api.LivePhotoProfile]
			h.get(onPhoto+"profile/"+q.Username).into(t, &got)
			profiles++
			if len(got.Data.RelatedProfiles) > 0 {
				related++
			}
		}
	}
	for what, n := range map[string]int{"paid": paid, "coauthors": coauthors, "tagged": tagged, "music": music, "versions": versions, "related": related, "places": len(places)} {
		if n < 10 {
			t.Errorf("%s: %d", what, n)
		}
	}
	t.Logf("paid %d, coauthors %d, tagged %d, related %d of %d", paid, coauthors, tagged, related, profiles)
}

func TestLikesOfShortVideoProfilesAreANumber(t *testing.T) {
	h := open(t, standIn(0))
	n := 0
	for b := range world.Generate(world.Seed, noon) {
		for _, p := range b.Profiles {
			if p.Platform != api.ShortVideoPlatform || p.Private || p.AvgLikes == nil {
				continue
			}
			h.write(b)
			var got api.One[api.ShortVideoProfile]
			h.get("/v1/raw/shortvideoplatform/profile/"+p.Username).into(t, &got)
			if got.Data.LikeCount == nil || *got.Data.LikeCount < 1 {
				t.Errorf("@%s has %v likes", p.Username, got.Data.LikeCount)
			}
			n++
		}
		if n > 5 {
			break
		}
	}
}

func TestShortlistsNameEverybodyOnce(t *testing.T) {
	h := open(t)
	member := func(name string) map[string]string {
		return map[string]string{"platform": "photoplatform", "username": name}
	}
	for what, c := range map[string]struct {
		members []map[string]string
		status  int
		param   string
	}{
		"the same twice":    {[]map[string]string{member("ana"), member("ben"), member("ana")}, http.StatusUnprocessableEntity, "profiles[2].username"},
		"in other letters":  {[]map[string]string{member("ana"), member("@ANA")}, http.StatusUnprocessableEntity, "profiles[1].username"},
		"a name too long":   {[]map[string]string{member(strings.Repeat("a", 51))}, http.StatusBadRequest, "profiles[0].username"},
		"nine":              {[]map[string]string{member("a"), member("b"), member("c"), member("d"), member("e"), member("f"), member("g"), member("h"), member("i")}, http.StatusBadRequest, "profiles"},
		"everybody is once": {[]map[string]string{member("ana"), member("ben")}, http.StatusCreated, ""},
	} {
		body, _ := json.Marshal(map[string]any{"name": "n", "brief": "b", "notes": "", "profiles": c.members})
		r := h.post("/v1/shortlists", string(body))
		var e api.Envelope
		if r.status >= 400 {
			_ = json.Unmarshal(r.body, &e)
		}
		if r.status != c.status || e.Error.Param != c.param {
			t.Errorf("%s: %d, param %q: %s", what, r.status, e.Error.Param, r.body)
		}
	}
}
