package local_test

import (
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

// What the client brought is there when the service is gone: a search session
// with all its pages, creators, posts and what is written in them.
func TestTheMemoryOutlivesTheService(t *testing.T) {
	t.Parallel()
	s, ctx := serve(t, 12), t.Context()
	m := newMemory(t, func(c *local.Config) { c.Clock = time.Now })
	online, err := dial(m.Scope("svc", ""), s.url, s.key, http.DefaultTransport)
	if err != nil {
		t.Fatal(err)
	}
	asked := api.SearchRequest{Query: "vegan food", Limit: ptr(12)}
	session := func(c *client.Client) (found int, cost api.Credits) {
		t.Helper()
		page, receipt, err := c.Search(ctx, asked)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range c.SearchAll(ctx, page) {
			if err != nil {
				t.Fatal(err)
			}
			found++
		}
		return found, receipt.Charged
	}
	found, cost := session(online)
	if found != 12 || cost == 0 {
		t.Fatalf("%d found for %s", found, cost)
	}
	if _, _, err := online.Posts(ctx, client.PostsParams{CreatorID: s.ids[0]}); err != nil {
		t.Fatal(err)
	}
	offline, err := dial(m.Scope("svc", ""), s.url, s.key, unreachable{t})
	if err != nil {
		t.Fatal(err)
	}
	if found, cost := session(offline); found != 12 || cost != 0 {
		t.Errorf("%d found again, for %s", found, cost)
	}
	list, err := m.Sessions(ctx, "svc")
	if err != nil || len(list) != 1 || !list[0].Whole || list[0].Query != "vegan food" || list[0].Pages != 2 || list[0].Kept != 12 {
		t.Fatalf("%+v, %v", list, err)
	}
	if page, receipt, err := offline.SearchPage(ctx, list[0].ID, ""); err != nil || len(page.Data) != 10 || !receipt.Kept {
		t.Errorf("%d results, %+v, %v", len(page.Data), receipt, err)
	}
	if hits, err := m.Find(ctx, local.FindQuery{Text: "dinner"}); err != nil || len(hits) != 1 || hits[0].Kind != local.KindPost {
		t.Errorf("%+v, %v", hits, err)
	}
	if numbers, err := m.Snapshots(ctx, "svc", api.PhotoPlatform, "anna3"); err != nil || len(numbers) != 1 || *numbers[0].Followers != 4000 || !numbers[0].At.Equal(noon) {
		t.Errorf("%+v, %v", numbers, err)
	}
	if totals, err := m.Totals(ctx, "svc", time.Time{}); err != nil || len(totals) != 3 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// With another edition of the catalogue a creator and a search are asked anew;
// the sessions of before stay readable to their last page, and listed.
func TestSessionsOutliveTheEdition(t *testing.T) {
	t.Parallel()
	s, ctx := serve(t, 12), t.Context()
	path := filepath.Join(t.TempDir(), "m.db")
	in := func(edition string, through http.RoundTripper) (*local.Memory, *client.Client) {
		t.Helper()
		m := openAt(t, path, func(c *local.Config) { c.Clock = time.Now })
		c, err := dial(m.Scope("svc", edition), s.url, s.key, through)
		if err != nil {
			t.Fatal(err)
		}
		return m, c
	}
	asked := api.SearchRequest{Query: "vegan food", Limit: ptr(12)}
	read := func(c *client.Client, first api.SearchPage) (found int) {
		t.Helper()
		for _, err := range c.SearchAll(ctx, first) {
			if err != nil {
				t.Fatal(err)
			}
			found++
		}
		return found
	}
	m, c := in("", http.DefaultTransport)
	first, _, err := c.Search(ctx, asked)
	if err != nil || read(c, first) != 12 {
		t.Fatal(err)
	}
	if _, _, err := c.Creator(ctx, s.ids[0], true); err != nil {
		t.Fatal(err)
	}
	_ = m.Close()

	m, c = in("imported", unreachable{t})
	again, receipt, err := c.SearchPage(ctx, first.SearchID, "")
	if err != nil || !receipt.Kept || read(c, again) != 12 {
		t.Errorf("%+v, %v", receipt, err)
	}
	if _, _, err := c.Creator(ctx, s.ids[0], true, client.KeptOnly()); client.KindOf(err) != client.KindNotKept {
		t.Errorf("a creator of the edition before: %v", err)
	}
	if _, _, err := c.Search(ctx, asked, client.KeptOnly()); client.KindOf(err) != client.KindNotKept {
		t.Errorf("a search of the edition before: %v", err)
	}
	_ = m.Close()

	m, c = in("imported", http.DefaultTransport)
	anew, receipt, err := c.Search(ctx, asked)
	if err != nil || receipt.Kept || receipt.Charged == 0 || anew.SearchID == first.SearchID {
		t.Errorf("%+v, %v", receipt, err)
	}
	list, err := m.Sessions(ctx, "svc")
	if err != nil || len(list) != 2 || list[0].ID != anew.SearchID || list[1].ID != first.SearchID || !list[1].Whole || list[1].Query != "vegan food" {
		t.Errorf("%+v, %v", list, err)
	}
}
