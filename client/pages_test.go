package client_test

import (
	"context"
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

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
	for post, err := range c.PostsAll(context.Background(), client.PostsParams{CreatorID: creator}, client.Observe(func(r client.Receipt) { paid += r.Charged })) {
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

func TestMaxCreditsHoldsForAllPages(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, postsOne, "X-Credits-Charged", "0.1"))
	c, _ := dial(t, s)
	n, last := 0, error(nil)
	for _, err := range c.PostsAll(context.Background(), client.PostsParams{CreatorID: creator, Limit: 2}, client.MaxCredits(150)) {
		if last = err; err == nil {
			n++
		}
	}
	if n != 2 || client.KindOf(last) != client.KindOverCap || len(s.requests()) != 1 {
		t.Errorf("%d posts, then %v, after %d requests", n, last, len(s.requests()))
	}
}
