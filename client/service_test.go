package client_test

import (
	"net/http"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

func TestAgainstTheService(t *testing.T) {
	t.Parallel()
	c, ctx, limit := builtIn(t), t.Context(), 12
	if health, _, err := c.Health(ctx); err != nil || !health.OK {
		t.Fatalf("%+v, %v", health, err)
	}
	page, receipt, err := c.Search(ctx, api.SearchRequest{Query: "vegan food creators", Limit: &limit})
	if err != nil || page.Total != limit {
		t.Fatalf("%d results, %v", page.Total, err)
	}
	cost := api.PriceOf(api.OpSearch).Cost(page.Total)
	if receipt.Charged != cost || receipt.Outcome != client.OutcomeCharged || receipt.Plan != string(api.Tier1) {
		t.Errorf("receipt %+v, want %s charged", receipt, cost)
	}
	if w := c.Budget().Minute; !w.Known || w.Limit-w.Remaining != cost || !w.Reset.Equal(noon.Truncate(time.Minute).Add(time.Minute)) {
		t.Errorf("budget %+v", w)
	}
	found := 0
	for r, err := range c.SearchAll(ctx, page) {
		if err != nil || r.Creator.ID == "" {
			t.Fatalf("%+v, %v", r, err)
		}
		found++
	}
	if found != page.Total {
		t.Errorf("paged through %d of %d", found, page.Total)
	}
	first := page.Data[0].Creator
	if got, _, err := c.Creator(ctx, first.ID, true); err != nil || got.Name != first.Name || len(got.Profiles) == 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if profiles, receipt, err := c.CreatorProfiles(ctx, first.ID, api.ModeLite); err != nil || receipt.Charged != api.PriceOf(api.OpProfilesLite).Cost(len(profiles)) {
		t.Errorf("%d profiles for %s, %v", len(profiles), receipt.Charged, err)
	}
	if posts, receipt, err := c.Posts(ctx, client.PostsParams{CreatorID: first.ID, Limit: 3}); err != nil || len(posts.Data) != 3 || receipt.Charged != api.PriceOf(api.OpPosts).Cost(3) {
		t.Errorf("%d posts for %s, %v", len(posts.Data), receipt.Charged, err)
	}
}

func TestShortlistsOfTheService(t *testing.T) {
	t.Parallel()
	c, ctx := builtIn(t), t.Context()
	found, _, err := c.Autocomplete(ctx, client.AutocompleteParams{Q: "an", Limit: 1})
	if err != nil || len(found) == 0 || len(found[0].Platforms) == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	who := found[0].Platforms[0]
	body := api.ShortlistBody{Name: "Spring", Brief: "b", Profiles: []api.ShortlistProfile{{Platform: who.Platform, Username: who.Username}}}
	made, receipt, err := c.CreateShortlist(ctx, body)
	if err != nil || made.Version != 1 || receipt.Status != http.StatusCreated || receipt.Outcome != client.OutcomeFree {
		t.Fatalf("%+v, %+v, %v", made, receipt, err)
	}
	stale := 7
	body.Version = &stale
	_, _, err = c.ReplaceShortlist(ctx, made.ID, body)
	if stored, ok := client.StoredShortlist(err); !ok || stored.Version != 1 || stored.ID != made.ID {
		t.Errorf("%+v from %v", stored, err)
	}
	body.Version = &made.Version
	if replaced, _, err := c.ReplaceShortlist(ctx, made.ID, body); err != nil || replaced.Version != 2 {
		t.Errorf("%+v, %v", replaced, err)
	}
	listed := false
	for s, err := range c.ShortlistsAll(ctx) {
		listed = listed || err == nil && s.ID == made.ID
	}
	if _, err := c.DeleteShortlist(ctx, made.ID); err != nil || !listed {
		t.Errorf("listed %v, %v", listed, err)
	}
	if _, _, err := c.Shortlist(ctx, made.ID); !client.Is(err, api.CodeNotFound) || failure(t, err).RequestID == "" {
		t.Errorf("after deleting: %v", err)
	}
}
