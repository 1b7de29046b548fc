package httpapi_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules"
	"greenroom/service/search"
)

// lame is a store in which reading of one kind fails.
type lame struct {
	rules.Store
	creators, profiles, posts, corpus bool
}

var errLame = errors.New("disk on fire at /var/secret")

func (l lame) Creators(ctx context.Context, ids []string) (map[string]service.Creator, error) {
	if l.creators {
		return nil, errLame
	}
	return l.Store.Creators(ctx, ids)
}

func (l lame) ProfileByName(ctx context.Context, p api.Platform, name string) (service.Profile, error) {
	if l.profiles {
		return service.Profile{}, errLame
	}
	return l.Store.ProfileByName(ctx, p, name)
}

func (l lame) PostsByID(ctx context.Context, ids []string) (map[string]service.Post, error) {
	if l.posts {
		return nil, errLame
	}
	return l.Store.PostsByID(ctx, ids)
}

func (l lame) Corpus(ctx context.Context, on ...api.Platform) iter.Seq2[search.Doc, error] {
	if !l.corpus {
		return l.Store.Corpus(ctx, on...)
	}
	return func(yield func(search.Doc, error) bool) { yield(search.Doc{}, errLame) }
}

func TestAnalysisThatFails(t *testing.T) {
	all := map[string]string{"creators": `{"creators":[{"creator_id":"` + unknownID + `"}],"intent":{"query":"x"}}`}
	for _, c := range []struct {
		path, body string
		with       lame
		code       api.Code
	}{
		{"/v1/match", all["creators"], lame{creators: true}, api.CodeMatch},
		{"/v1/brand-safety/creators", `{"creators":[{"creator_id":"` + unknownID + `"}]}`, lame{creators: true}, api.CodeBrandSafety},
		{"/v1/brand-safety/profiles", `{"profiles":[` + known0 + `]}`, lame{profiles: true}, api.CodeBrandSafety},
		{"/v1/brand-safety/posts", `{"posts":[{"post_id":"` + unknownID + `"}]}`, lame{posts: true}, api.CodeBrandSafety},
		{"/v1/posts/analyze", `{"posts":[{"post_id":"` + unknownID + `"}]}`, lame{posts: true}, api.CodePostAnalysis},
		{"/v1/profiles", `{"profiles":[` + known0 + `]}`, lame{profiles: true}, api.CodeGetProfiles},
		{"/v1/lookalike", `{"seeds":[` + known0 + `]}`, lame{profiles: true}, api.CodeSeedResolution},
		{"/v1/lookalike", `{"seeds":[` + known0 + `]}`, lame{corpus: true}, api.CodeLookalike},
		{"/v1/creator-emails/lookup", `{"creators":[` + known0 + `]}`, lame{profiles: true}, api.CodeInternal},
	} {
		h := open(t, broken(func(s rules.Store) rules.Store { c.with.Store = s; return c.with }))
		h.write(cooks(2)...)
		r := h.post(c.path, c.body)
		e := r.failure(t)
		if r.status != 500 || e.Code != c.code || r.header.Get(api.HeaderCharged) != "0" || strings.Contains(string(r.body), "secret") {
			t.Errorf("%s: %d %s", c.path, r.status, r.body)
		}
		if logged := h.log.String(); !strings.Contains(logged, errLame.Error()) || !strings.Contains(logged, e.RequestID) {
			t.Errorf("%s: the log says %s", c.path, logged)
		}
		if sum, _ := h.ledger(""); sum != 0 {
			t.Errorf("%s: charged %s", c.path, sum)
		}
	}
}

// The worst case is held before the work: a request that could cost more than
// is left is refused, whatever it would have cost.
func TestAnalysisReservesTheWorst(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	_, key := h.newAccount("free", api.TierFree)
	ids := copies(25, `{"creator_id":"`+h.cookID(0)+`"}`)
	for range 3 {
		h.do("POST", "/v1/search", `{"query":"vegan food","limit":1}`, key) // 27 each
	}
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/v1/brand-safety/creators", `{"creators":` + ids + `}`, 200},
		{"/v1/lookalike", `{"seeds":[` + known0 + `],"limit":45,"mode":"detailed"}`, 429},
		{"/v1/lookalike", `{"seeds":[` + known0 + `],"limit":45}`, 200},
		{"/v1/creator-emails/lookup", `{"creators":` + ids + `}`, 429},
		{"/v1/match", `{"creators":` + ids + `,"intent":{"query":"vegan"}}`, 200},
	} {
		if r := h.do("POST", c.path, c.body, key); r.status != c.want {
			t.Errorf("%s with 69 left: %d, want %d: %.200s", c.path, r.status, c.want, r.body)
		}
	}
}

func TestStrictPlatformsHideOthers(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	video, err := h.store.Post(context.Background(), api.VideoPlatform, "video000000")
	if err != nil {
		t.Fatal(err)
	}
	body := `{"posts":[{"post_id":"` + video.ID + `"},{"url":"` + video.URL + `"}]}`
	if r := h.post("/v1/posts/analyze", body); !strings.Contains(string(r.body), `"data":[]`) {
		t.Errorf("a post of another network: %s", r.body)
	}
	all := open(t, allPlatforms)
	all.write(cooks(1)...)
	var got api.Found[api.PostAnalysis, api.PostRef]
	all.post("/v1/posts/analyze", body).into(t, &got)
	if len(got.Data) != 2 || got.Data[0].Post.Platform != api.VideoPlatform {
		t.Errorf("with all networks: %+v", got)
	}
}
