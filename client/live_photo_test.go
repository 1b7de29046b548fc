package client_test

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// tried is a batch of transcripts with what became of each shortcode.
func tried(items ...string) string {
	for i, item := range items {
		code, reason, failed := strings.Cut(item, " ")
		items[i] = `{"success":true,"shortcode":"` + code + `","data":{"shortcode":"` + code + `"}}`
		if failed {
			items[i] = `{"success":false,"shortcode":"` + code + `","status":503,"error":{"error":"` + reason + `","message":"m"}}`
		}
	}
	succeeded := strings.Count(strings.Join(items, ""), "true")
	return `{"data":{"requested":4,"failed":1,"scraped_at":"2026-03-04T12:00:00Z","succeeded":` + string(rune('0'+succeeded)) + `,"items":[` + strings.Join(items, ",") + `],"scraped_at":"2026-03-04T12:00:00Z"}}`
}

func TestOnlyWhatFailedForAWhileIsAskedForAgain(t *testing.T) {
	t.Parallel()
	x := t.Context()
	s := newService(t,
		say(200, tried("a", "b timeout", "c not_found", "d rate_limited"), "X-Credits-Charged", "5"),
		say(200, tried("b", "d timeout"), "X-Credits-Charged", "5"),
		say(200, tried("d timeout"), "X-Credits-Charged", "0"),
		say(200, tried("d"), "X-Credits-Charged", "5"))
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.Memory = &memory{} })
	asked := []string{"a", "b", "c", "d", "b"}
	for i, want := range []struct {
		body      string // of the last request
		requests  int
		succeeded int
		charged   api.Credits
	}{
		{`["a","b","c","d"]`, 1, 1, 5 * api.Credit},
		{`["b","d"]`, 2, 3, 5 * api.Credit},
		{`["d"]`, 3, 3, 0},
		{`["d"]`, 4, 4, 5 * api.Credit},
		{`["d"]`, 4, 4, 0},
	} {
		got, r, err := c.PhotoTranscripts(x, asked, "")
		sent := s.requests()
		if err != nil || len(sent) != want.requests || !strings.Contains(sent[len(sent)-1].Body, want.body) {
			t.Fatalf("time %d: %v, %d requests, the last one %s", i, err, len(sent), sent[len(sent)-1].Body)
		}
		if got.Requested != 5 || got.Succeeded != want.succeeded || got.Failed != 5-want.succeeded || r.Charged != want.charged || got.Items[2].Error.Error != api.BatchNotFound {
			t.Errorf("time %d: %+v for %s", i, got, r.Charged)
		}
	}
}

func TestAKeptBatchIsThereWithoutAService(t *testing.T) {
	t.Parallel()
	x := t.Context()
	s := newService(t, say(200, tried("a", "b timeout"), "X-Credits-Charged", "5"), drop)
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.Memory = &memory{} })
	asked := []string{"a", "b"}
	if _, _, err := c.PhotoTranscripts(x, asked, ""); err != nil {
		t.Fatal(err)
	}
	kept, r, err := c.PhotoTranscripts(x, asked, "", client.KeptOnly())
	if err != nil || kept.Succeeded != 1 || !r.Kept || len(s.requests()) != 1 {
		t.Errorf("%+v, %+v, %v", kept, r, err)
	}
	kept, _, err = c.PhotoTranscripts(x, asked, "", client.MaxCredits(0))
	if err != nil || kept.Succeeded != 1 || len(s.requests()) != 1 {
		t.Errorf("nothing may be spent: %+v, %v", kept, err)
	}
	kept, r, err = c.PhotoTranscripts(x, asked, "")
	if client.KindOf(err) != client.KindLost || r.Outcome != client.OutcomeUnknown || kept.Succeeded != 1 || len(s.requests()) != 2 {
		t.Errorf("a lost connection: %+v, %+v, %v", kept, r, err)
	}
}

func TestWhatWasNotThereIsAskedForAgain(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, `{"data":[],"not_found":[{"platform":"photoplatform","username":"ada"}]}`, "X-Credits-Charged", "0"),
		say(200, `{"data":[{"platform":"photoplatform","username":"ada"}],"not_found":[]}`, "X-Credits-Charged", "0.05"))
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.Memory = &memory{} })
	for _, want := range []int{0, 1, 1} {
		found, _, err := c.Profiles(t.Context(), []api.ProfileRef{{Platform: api.PhotoPlatform, Username: "ada"}}, "")
		if err != nil || len(found.Data) != want {
			t.Errorf("%+v, %v", found, err)
		}
	}
	if n := len(s.requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}
