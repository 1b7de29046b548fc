package client_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func TestDryRun(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	s := newService(t, say(200, oneCreator, append(left("30", "1000"), "X-Credits-Charged", "0.1")...))
	c, _ := dial(t, s, remembering(m), branded)
	if _, _, err := c.Creator(ctx, creator, false); err != nil {
		t.Fatal(err)
	}
	var shown client.Request
	look := client.DryRun(func(r client.Request) { shown = r })
	_, receipt, err := c.Search(ctx, api.SearchRequest{Query: "q", Platforms: []api.Platform{api.PhotoPlatform}}, look)
	if e := failure(t, err); e.Kind != client.KindDryRun || e.Outcome != client.OutcomeFree || receipt.High != 75*api.Credit || receipt.Attempts != 0 {
		t.Errorf("%+v, %+v", e, receipt)
	}
	if shown.Method != "POST" || shown.URL != s.url+"/v1/search" || string(shown.Body) != `{"query":"q","platforms":["photonet"]}` ||
		shown.Low != 25*api.Credit || shown.High != 75*api.Credit || shown.Kept || client.KindOf(shown.Refused) != client.KindOverBudget {
		t.Errorf("%+v", shown)
	}
	if got := shown.Header.Get("X-API-Key"); got == "" || strings.Contains(fmt.Sprintf("%+v", shown), secret) {
		t.Errorf("key header %q", got)
	}
	if _, _, err = c.Posts(ctx, client.PostsParams{CreatorID: creator, Limit: 2}, look); client.KindOf(err) != client.KindDryRun || shown.Refused != nil || shown.High != 100 || shown.Body != nil {
		t.Errorf("%v, %+v", err, shown)
	}
	if _, _, err = c.Creator(ctx, creator, false, look); client.KindOf(err) != client.KindDryRun || !shown.Kept || !shown.KeptAt.Equal(noon) || shown.High != 0 {
		t.Errorf("%v, %+v", err, shown)
	}
	if _, _, err = c.Health(ctx, look); client.KindOf(err) != client.KindDryRun || shown.Header.Get("X-API-Key") != "" {
		t.Errorf("%v, %+v", err, shown)
	}
	if len(s.requests()) != 1 || len(m.entries()) != 1 {
		t.Errorf("%d requests, journal %+v", len(s.requests()), m.entries())
	}
}

// TestDryRunOfABatch shows every request of it, and their price together.
func TestDryRunOfABatch(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, emptyList))
	c, _ := dial(t, s)
	shown := 0
	_, receipt, err := c.Creators(context.Background(), ids(250), false, client.DryRun(func(client.Request) { shown++ }))
	if client.KindOf(err) != client.KindDryRun || shown != 3 || receipt.High != 25*api.Credit || len(s.requests()) != 0 {
		t.Errorf("%v, %d shown, %+v", err, shown, receipt)
	}
}

// TestADryRunHoldsNothing: what is only shown takes nothing from the windows, the
// session or the day, and the call fits as before.
func TestADryRunHoldsNothing(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]*memory{"with a memory": {}, "without one": nil} {
		s := newService(t, say(200, nothingFound, append(left("105", "955"), "X-Credits-Charged", "45")...))
		c, _ := dial(t, s, func(cfg *client.Config) {
			cfg.Caps = client.Caps{Session: credits(45), Day: credits(45)}
			if m != nil {
				cfg.Memory = m
			}
		})
		for range 3 {
			_, err := searchFor(c, 10, client.DryRun(func(r client.Request) {
				if r.Refused != nil {
					t.Errorf("%s: %v", name, r.Refused)
				}
			}))
			if client.KindOf(err) != client.KindDryRun || !c.Fit(45*api.Credit).OK() {
				t.Errorf("%s: %v, then %+v", name, err, c.Fit(45*api.Credit))
			}
		}
		if _, err := searchFor(c, 10); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if fit := c.Fit(api.Credit); fit.OK() || !fit.Never() || c.Say(fit) == "" {
			t.Errorf("%s: after the cap is used: %+v", name, fit)
		}
	}
}

// TestALiveCallIsOfItsNetwork in the journal, as in the ledger of the service.
func TestALiveCallIsOfItsNetwork(t *testing.T) {
	t.Parallel()
	m := &memory{}
	c, _ := dial(t, newService(t, say(404, `{"error":{"code":"not_found","message":"m"}}`)), remembering(m), branded)
	_, receipt, _ := c.LivePost(t.Context(), "Cabc")
	if want := "/v1/raw/photoplatform/post/{shortcode}"; receipt.Endpoint != want || m.entries()[0].Endpoint != want {
		t.Errorf("%s, %s", receipt.Endpoint, m.entries()[0].Endpoint)
	}
}
