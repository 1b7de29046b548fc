package httpapi_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/billing"
)

// copies is a JSON list of n copies.
func copies(n int, item string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
}

const (
	known0  = `{"platform":"photoplatform","username":"vegancook00"}`
	unknown = `{"platform":"photoplatform","username":"nobody"}`
	badName = `{"platform":"photoplatform","username":"a b"}`
)

// Every way to ask for what is judged or looked up: status, code, param, cost
// and what it is billed as.
func TestLookUpAndMatchEndpoints(t *testing.T) {
	h := open(t)
	h.write(cooks(12)...)
	id := h.cookID(0)
	byID := `{"creator_id":"` + id + `"}`
	match := func(creators, query string) string {
		return `{"creators":` + creators + `,"intent":{"query":"` + query + `"}}`
	}
	h.asksFor([]askedFor{
		{asked{"GET", "/v1/creators?ids=" + id, "", 200, "", "", "0.1"}, "creator"},
		{asked{"GET", "/v1/creators?ids=" + id + "," + unknownID + "," + h.cookID(1) + "&include=profiles", "", 200, "", "", "0.2"}, "creator"},
		{asked{"GET", "/v1/creators?ids=" + id + "," + strings.ToUpper(id), "", 200, "", "", "0.1"}, "creator"},
		{asked{"GET", "/v1/creators?ids=" + unknownID, "", 200, "", "", "0"}, "creator"},
		{asked{"GET", "/v1/creators?ids=" + strings.TrimSuffix(strings.Repeat(id+",", 100), ","), "", 200, "", "", "0.1"}, "creator"},
		{asked{"GET", "/v1/creators?ids=" + strings.Repeat(id+",", 100) + id, "", 400, "validation_error", "ids", "0"}, "creator"},
		{asked{"GET", "/v1/creators", "", 400, "validation_error", "ids", "0"}, "creator"},
		{asked{"GET", "/v1/creators?ids=", "", 400, "validation_error", "ids", "0"}, "creator"},
		{asked{"GET", "/v1/creators?ids=x", "", 400, "validation_error", "ids", "0"}, "creator"},
		{asked{"GET", "/v1/creators?ids=" + id + "&include=posts", "", 400, "validation_error", "include", "0"}, "creator"},

		{asked{"POST", "/v1/profiles", `{"profiles":` + copies(1, known0) + `}`, 200, "", "", "0.05"}, "profile_lookup_detailed"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":[` + known0 + `,` + unknown + `,` + known0 + `],"mode":"lite"}`, 200, "", "", "0.01"}, "profile_lookup_lite"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":[` + unknown + `]}`, 200, "", "", "0"}, "profile_lookup_detailed"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":` + copies(101, known0) + `}`, 400, "validation_error", "profiles", "0"}, "profile_lookup_detailed"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":[]}`, 400, "validation_error", "profiles", "0"}, "profile_lookup_detailed"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":[` + known0 + `],"mode":"full"}`, 400, "validation_error", "mode", "0"}, "profile_lookup_detailed"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":[{"platform":"videoplatform","username":"x"}]}`, 400, "validation_error", "profiles[0].platform", "0"}, "profile_lookup_detailed"},
		{asked{"POST", "/v1/profiles/lookup", `{"profiles":[` + badName + `]}`, 422, "validation_error", "username", "0"}, "profile_lookup_detailed"},
		{asked{"GET", "/v1/profiles/photoplatform/VeganCook00", "", 200, "", "", "0.05"}, "profile_lookup_detailed"},
		{asked{"GET", "/v1/profiles/photoplatform/vegancook00?mode=lite", "", 200, "", "", "0.01"}, "profile_lookup_lite"},
		{asked{"GET", "/v1/profiles/photoplatform/nobody", "", 404, "not_found", "", "0"}, "profile_lookup_detailed"},
		{asked{"GET", "/v1/profiles/photoplatform/a%20b", "", 422, "validation_error", "username", "0"}, "profile_lookup_detailed"},
		{asked{"GET", "/v1/profiles/videoplatform/x", "", 400, "validation_error", "platform", "0"}, "profile_lookup_detailed"},

		{asked{"POST", "/v1/creators/match", match("["+byID+","+known0+","+unknown+"]", "vegan food"), 200, "", "", "0.1"}, "match"},
		{asked{"POST", "/v1/match", match("["+unknown+"]", "vegan food"), 200, "", "", "0"}, "match"},
		{asked{"POST", "/v1/match", match(copies(101, byID), "vegan food"), 400, "validation_error", "creators", "0"}, "match"},
		{asked{"POST", "/v1/match", match("[]", "vegan food"), 400, "validation_error", "creators", "0"}, "match"},
		{asked{"POST", "/v1/match", match("["+byID+"]", strings.Repeat("ö", 501)), 400, "validation_error", "intent.query", "0"}, "match"},
		{asked{"POST", "/v1/match", match("["+byID+"]", strings.Repeat("ö", 500)), 200, "", "", "0.1"}, "match"},
		{asked{"POST", "/v1/match", match("["+byID+"]", " "), 400, "validation_error", "intent.query", "0"}, "match"},
		{asked{"POST", "/v1/match", `{"creators":[` + byID + `],"intent":{"query":"vegan","context":"` + strings.Repeat("ö", 2001) + `"}}`, 400, "validation_error", "intent.context", "0"}, "match"},
		{asked{"POST", "/v1/match", `{"creators":[` + byID + `],"intent":{"query":"vegan","context":"` + strings.Repeat("ö", 2000) + `"}}`, 200, "", "", "0.1"}, "match"},
		{asked{"POST", "/v1/match", match(`[{}]`, "vegan"), 400, "validation_error", "creators[0]", "0"}, "match"},
		{asked{"POST", "/v1/match", match(`[{"platform":"photoplatform"}]`, "vegan"), 400, "validation_error", "creators[0].username", "0"}, "match"},
		{asked{"POST", "/v1/match", match(`[{"username":"x"}]`, "vegan"), 400, "validation_error", "creators[0].platform", "0"}, "match"},
		{asked{"POST", "/v1/match", match(`[{"creator_id":"x"}]`, "vegan"), 400, "validation_error", "creators[0].creator_id", "0"}, "match"},
		{asked{"POST", "/v1/match", match(`[`+badName+`]`, "vegan"), 422, "validation_error", "username", "0"}, "match"},
		{asked{"POST", "/v1/match", match(`[`+badName+`,{"creator_id":"x"}]`, "vegan"), 400, "validation_error", "creators[1].creator_id", "0"}, "match"},
	})
}

func TestAnalysisEndpoints(t *testing.T) {
	h := open(t)
	h.write(cooks(12)...)
	id, post := h.cookID(0), h.postID("P000")
	byID := `{"creator_id":"` + id + `"}`
	byPost := `{"post_id":"` + post + `"}`
	h.asksFor([]askedFor{
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"limit":3}`, 200, "", "", "3"}, "lookalike"},
		{asked{"POST", "/v1/creators/lookalike", `{"seeds":[` + byID + `],"limit":3,"mode":"detailed"}`, 200, "", "", "3.15"}, "lookalike,lookalike_profiles"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"filters":{"verified":true}}`, 200, "", "", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[]}`, 400, "invalid_seeds", "seeds", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":` + copies(11, known0) + `}`, 400, "invalid_seeds", "seeds", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[{}]}`, 400, "invalid_seeds", "seeds[0]", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[{"creator_id":"x"}]}`, 400, "invalid_seeds", "seeds[0].creator_id", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[{"creator_id":"` + id + `","weight":1.1}]}`, 400, "invalid_seeds", "seeds[0].weight", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[{"creator_id":"` + id + `","weight":-1}]}`, 400, "invalid_seeds", "seeds[0].weight", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[{"creator_id":"` + id + `","weight":0}]}`, 400, "invalid_seeds", "seeds", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[{"creator_id":"` + id + `","weight":"1"}]}`, 400, "validation_error", "seeds[0].weight", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `,` + unknown + `]}`, 404, "seed_not_found", "seeds[1]", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + badName + `]}`, 422, "validation_error", "username", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"limit":101}`, 400, "validation_error", "limit", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"mode":"full"}`, 400, "validation_error", "mode", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"cursor":"AAAA"}`, 400, "validation_error", "cursor", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"filters":{"platforms":["videoplatform"]}}`, 400, "validation_error", "filters.platforms", "0"}, "lookalike"},
		{asked{"POST", "/v1/lookalike", `{"seeds":[` + known0 + `],"filters":{"followers":{"min":9,"max":1}}}`, 422, "validation_error", "filters.followers", "0"}, "lookalike"},

		{asked{"POST", "/v1/brand-safety/creators", `{"creators":[` + byID + `,` + known0 + `,` + unknown + `]}`, 200, "", "", "2"}, "brand_safety_creators"},
		{asked{"POST", "/v1/brand-safety/creators", `{"creators":` + copies(26, byID) + `}`, 400, "validation_error", "creators", "0"}, "brand_safety_creators"},
		{asked{"POST", "/v1/brand-safety/creators", `{"creators":` + copies(25, byID) + `}`, 200, "", "", "2"}, "brand_safety_creators"},
		{asked{"POST", "/v1/brand-safety/creators", `{"creators":[` + badName + `]}`, 422, "validation_error", "username", "0"}, "brand_safety_creators"},
		{asked{"POST", "/v1/brand-safety/profiles", `{"profiles":[` + unknown + `,` + known0 + `]}`, 200, "", "", "2"}, "brand_safety_profiles"},
		{asked{"POST", "/v1/brand-safety/profiles", `{"profiles":[` + unknown + `]}`, 200, "", "", "0"}, "brand_safety_profiles"},
		{asked{"POST", "/v1/brand-safety/profiles", `{"profiles":` + copies(26, known0) + `}`, 400, "validation_error", "profiles", "0"}, "brand_safety_profiles"},
		{asked{"POST", "/v1/brand-safety/profiles", `{"profiles":[{"creator_id":"` + id + `"}]}`, 400, "validation_error", "profiles[0].creator_id", "0"}, "brand_safety_profiles"},
		{asked{"POST", "/v1/brand-safety/posts", `{"posts":[` + byPost + `,{"post_id":"` + unknownID + `"},` + byPost + `]}`, 200, "", "", "0.5"}, "brand_safety_posts"},
		{asked{"POST", "/v1/brand-safety/posts", `{"posts":` + copies(26, byPost) + `}`, 400, "validation_error", "posts", "0"}, "brand_safety_posts"},
		{asked{"POST", "/v1/brand-safety/posts", `{"posts":[{"url":"nonsense"}]}`, 400, "validation_error", "posts[0].url", "0"}, "brand_safety_posts"},
		{asked{"POST", "/v1/brand-safety/posts", `{"posts":[{}]}`, 400, "validation_error", "posts[0]", "0"}, "brand_safety_posts"},
		{asked{"POST", "/v1/brand-safety/posts", `{"posts":[{"post_id":"x"}]}`, 400, "validation_error", "posts[0].post_id", "0"}, "brand_safety_posts"},

		{asked{"POST", "/v1/posts/analyze", `{"posts":[` + byPost + `]}`, 200, "", "", "1"}, "post_analysis"},
		{asked{"POST", "/v1/posts/analyze", `{"posts":[` + byPost + `,` + byPost + `],"features":["ai_analysis"]}`, 200, "", "", "1.5"}, "post_analysis,post_analysis_ai"},
		{asked{"POST", "/v1/posts/analyze", `{"posts":[` + byPost + `],"features":["brand_safety","ai_analysis","ai_analysis"]}`, 200, "", "", "2"}, "post_analysis,post_analysis_ai,post_analysis_brand_safety"},
		{asked{"POST", "/v1/posts/analyze", `{"posts":[` + byPost + `],"features":["magic"]}`, 400, "validation_error", "features", "0"}, "post_analysis"},
		{asked{"POST", "/v1/posts/analyze", `{"posts":[]}`, 400, "validation_error", "posts", "0"}, "post_analysis"},
		{asked{"POST", "/v1/posts/analyze", `{"posts":[{"post_id":"` + unknownID + `"}]}`, 200, "", "", "0"}, "post_analysis"},

		{asked{"POST", "/v1/creator-emails/lookup", `{"creators":[` + byID + `]}`, 200, "", "", "0"}, "creator_emails"},
		{asked{"POST", "/v1/creator-emails/lookup", `{"creators":` + copies(51, byID) + `}`, 400, "validation_error", "creators", "0"}, "creator_emails"},
		{asked{"POST", "/v1/creator-emails/lookup", `{"creators":[]}`, 400, "validation_error", "creators", "0"}, "creator_emails"},
		{asked{"POST", "/v1/creator-emails/lookup", `{"creators":[` + badName + `]}`, 422, "validation_error", "username", "0"}, "creator_emails"},
	})
	if sum, rows := h.ledger(h.account.ID); sum == 0 || !slices.ContainsFunc(rows, func(r billing.Row) bool {
		return r.Credits == 2000 && slices.Equal(r.Features, []string{"post_analysis", "post_analysis_ai", "post_analysis_brand_safety"})
	}) {
		t.Errorf("the ledger does not tell what an analysis was made of: %+v", rows)
	}
}

// postID is the id of a post of the photo network.
func (h *house) postID(shortcode string) string {
	h.t.Helper()
	p, err := h.store.Post(context.Background(), api.PhotoPlatform, shortcode)
	if err != nil {
		h.t.Fatal(err)
	}
	return p.ID
}

func TestBatchesKeepTheOrder(t *testing.T) {
	h := open(t)
	h.write(cooks(3)...)
	a, b := h.cookID(0), h.cookID(2)
	var creators api.Found[api.Creator, string]
	h.get("/v1/creators?include=profiles&ids="+b+","+unknownID+","+a+","+strings.ToUpper(b)).into(t, &creators)
	var order []string
	for _, c := range creators.Data {
		order = append(order, c.ID)
		if len(c.Profiles) != 1 || c.Profiles[0].Platform != api.PhotoPlatform {
			t.Errorf("profiles of %s: %+v", c.Name, c.Profiles)
		}
	}
	if !slices.Equal(order, []string{b, a, b}) || !slices.Equal(creators.NotFound, []string{unknownID}) {
		t.Errorf("order %v, not found %v", order, creators.NotFound)
	}
	var profiles api.Found[api.Profile, api.ProfileRef]
	h.post("/v1/profiles", `{"profiles":[{"platform":"photoplatform","username":"@VeganCook02"},`+unknown+`,`+known0+`],"mode":"lite"}`).into(t, &profiles)
	if len(profiles.Data) != 2 || profiles.Data[0].Username != "vegancook02" || profiles.Data[1].Username != "vegancook00" ||
		profiles.Data[0].ProfileDetails != nil || profiles.NotFound[0].Username != "nobody" {
		t.Errorf("profiles: %+v", profiles)
	}
	if !slices.Equal(profiles.Data[1].ExternalURLs, []string{"https://video.example/vegancook00"}) {
		t.Errorf("links beside: %v", profiles.Data[1].ExternalURLs)
	}
	var one api.One[api.Profile]
	h.get("/v1/profiles/photoplatform/vegancook00").into(t, &one)
	if one.Data.ProfileDetails == nil || *one.Data.Metrics.Followers != 20_000 || len(one.Data.ExternalURLs) != 1 {
		t.Errorf("one profile: %+v", one.Data)
	}
}
