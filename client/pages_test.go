package client_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

type journal struct {
	begin func(client.Exchange) error
	end   func(client.Exchange, client.Receipt, error)
}

func (j journal) Begin(e client.Exchange) error {
	if j.begin == nil {
		return nil
	}
	return j.begin(e)
}

func (j journal) End(e client.Exchange, r client.Receipt, err error) {
	if j.end != nil {
		j.end(e, r, err)
	}
}

const (
	postsOne = `{"data":[{"id":"1"},{"id":"2"}],"has_more":true,"next_cursor":"two"}`
	postsTwo = `{"data":[{"id":"3"}],"has_more":false,"next_cursor":"ignored"}`
)

func TestAllPages(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, postsOne, "X-Credits-Charged", "0.1"), say(200, postsTwo, "X-Credits-Charged", "0.05"))
	c, _ := dial(t, s)
	var ids []string
	var paid api.Credits
	for post, err := range c.PostsAll(context.Background(), client.PostsParams{CreatorID: creator}, func(r client.Receipt) { paid += r.Charged }) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, post.ID)
	}
	if !slices.Equal(ids, []string{"1", "2", "3"}) || paid != 150 || s.requests()[1].Query != "creator_id="+creator+"&cursor=two" {
		t.Errorf("%v for %s, %v", ids, paid, s.requests())
	}
}

func TestStoppingEarlyReadsNoFurtherPage(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, postsOne))
	c, _ := dial(t, s)
	for post := range c.PostsAll(context.Background(), client.PostsParams{CreatorID: creator}) {
		if post.ID == "2" {
			break
		}
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("%d pages were paid for", n)
	}
}

func TestSearchAllBeginsWithWhatIsThere(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, `{"data":[{"creator":{"id":"b"}}],"has_more":true,"next_cursor":"n"}`))
	c, _ := dial(t, s)
	cursor := "n0"
	first := api.SearchPage{SearchID: "s", Data: []api.SearchResult{{Creator: api.CreatorBasic{ID: "a"}}}, HasMore: true, NextCursor: &cursor}
	var ids []string
	var last error
	for r, err := range c.SearchAll(context.Background(), first) {
		if last = err; err == nil {
			ids = append(ids, r.Creator.ID)
		}
	}
	if !slices.Equal(ids, []string{"a", "b", "b"}) || client.KindOf(last) != client.KindMalformed || len(s.requests()) != 2 {
		t.Errorf("%v, %v after %d requests", ids, last, len(s.requests()))
	}
}

func TestPagesEndWithAnError(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{"no cursor": `{"data":[],"has_more":true,"next_cursor":null}`, "broken": `{"da`} {
		c, _ := dial(t, newService(t, say(200, page)))
		var last error
		for _, err := range c.ShortlistsAll(context.Background()) {
			last = err
		}
		if last == nil {
			t.Errorf("%s: ended as if complete", name)
		}
	}
}

func TestJournalSurroundsTheRequest(t *testing.T) {
	t.Parallel()
	s := newService(t, say(429, rateLimited, "Retry-After", "1"), drop)
	var began, ended []client.Exchange
	var receipt client.Receipt
	var failed error
	c, _ := dial(t, s, func(cfg *client.Config) {
		cfg.Journal = journal{
			begin: func(e client.Exchange) error {
				if len(s.requests()) != 0 {
					t.Error("the request had left")
				}
				began = append(began, e)
				return nil
			},
			end: func(e client.Exchange, r client.Receipt, err error) {
				ended, receipt, failed = append(ended, e), r, err
			},
		}
	})
	_, _, err := c.Search(context.Background(), api.SearchRequest{Query: "vegan food"})
	if len(began) != 1 || len(ended) != 1 || began[0] != ended[0] || began[0].Subject != "vegan food" || began[0].Low != 25*api.Credit || began[0].High != 75*api.Credit || began[0].ID == "" {
		t.Errorf("began %+v, ended %+v", began, ended)
	}
	if !errors.Is(failed, err) || receipt.Attempts != 2 || receipt.Outcome != client.OutcomeUnknown {
		t.Errorf("%v, %+v", failed, receipt)
	}
}

func TestUnwrittenPaidCallIsNotSent(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, healthy))
	full := errors.New("disk full")
	c, _ := dial(t, s, func(cfg *client.Config) {
		cfg.Journal = journal{begin: func(client.Exchange) error { return full }}
	})
	_, _, err := c.Creator(context.Background(), creator, false)
	if e := failure(t, err); e.Kind != client.KindJournal || !errors.Is(err, full) || len(s.requests()) != 0 {
		t.Errorf("%+v", e)
	}
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Errorf("a free call: %v", err)
	}
}

func TestEstimates(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		estimate  func() (api.Credits, api.Credits)
		low, high string
	}{
		"search":           {func() (api.Credits, api.Credits) { return client.EstimateSearch(10) }, "25", "45"},
		"search, default":  {func() (api.Credits, api.Credits) { return client.EstimateSearch(0) }, "25", "75"},
		"search page":      {client.EstimateSearchPage, "0", "0"},
		"autocomplete":     {client.EstimateAutocomplete, "0.05", "0.05"},
		"creator":          {client.EstimateCreator, "0.1", "0.1"},
		"two profiles":     {func() (api.Credits, api.Credits) { return client.EstimateProfiles(2, "") }, "0.1", "0.1"},
		"unknown profiles": {func() (api.Credits, api.Credits) { return client.EstimateProfiles(0, api.ModeLite) }, "0", "0.03"},
		"posts":            {func() (api.Credits, api.Credits) { return client.EstimatePosts(20) }, "0", "1"},
		"photo transcript": {client.EstimatePhotoTranscript, "5", "5"},
		"video transcript": {client.EstimateVideoTranscript, "0.5", "0.5"},
		"shortlists":       {client.EstimateShortlists, "0", "0"},
	} {
		if low, high := test.estimate(); low.String() != test.low || high.String() != test.high {
			t.Errorf("%s: %s to %s", name, low, high)
		}
	}
}
