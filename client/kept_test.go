package client_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

const session = `{"data":[{"creator":{"id":"a"}}],"search_id":"s1","total":1,"filtered_total":1,"has_more":false,"next_cursor":null}`

func TestKeptAnswersCostNothing(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	s := newService(t, say(200, oneCreator, "X-Credits-Charged", "0.1"))
	c, clock := dial(t, s, remembering(m), capped(client.Caps{Session: new(api.Credits)}))
	if _, _, err := c.Creator(ctx, creator, false, client.KeptOnly()); client.KindOf(err) != client.KindNotKept || len(m.entries()) != 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	paying, _ := dial(t, s, remembering(m))
	if _, _, err := paying.Creator(ctx, creator, false); err != nil {
		t.Fatal(err)
	}
	clock.now = noon.Add(time.Hour)
	var seen client.Receipt
	got, receipt, err := c.Creator(ctx, creator, false, client.Observe(func(r client.Receipt) { seen = r }))
	if err != nil || got.Name != "Ada" || len(s.requests()) != 1 {
		t.Fatalf("%v, %+v after %d requests", err, got, len(s.requests()))
	}
	if !receipt.Kept || !receipt.KeptAt.Equal(noon) || receipt.Saved != 100 || receipt.Outcome != client.OutcomeFree || receipt.High != 0 || receipt.Attempts != 0 || !seen.Kept {
		t.Errorf("%+v", receipt)
	}
	rows := m.entries()
	if last := rows[1]; len(rows) != 2 || last.began || !last.ended || !last.receipt.Kept || last.answer != nil || last.Subject != creator {
		t.Errorf("the journal says %+v", rows)
	}
	if _, receipt, err := c.Creator(ctx, creator, false, client.KeptOnly(), client.NotOlder(time.Hour)); err != nil || !receipt.Kept {
		t.Errorf("%v, %+v", err, receipt)
	}
	if _, _, err := c.Creator(ctx, creator, true); client.KindOf(err) != client.KindOverCap {
		t.Errorf("another question was answered: %v", err)
	}
}

func TestRefreshAndAge(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	named := func(name string) string { return `{"data":{"id":"` + creator + `","name":"` + name + `"}}` }
	s := newService(t, say(200, named("one")), say(500, `{"error":{"code":"internal_error","message":"m"}}`), say(200, named("two")), say(200, named("three")))
	c, clock := dial(t, s, remembering(m))
	read := func(opts ...client.Option) string {
		got, _, err := c.Creator(ctx, creator, false, opts...)
		if err != nil {
			return "failed"
		}
		return got.Name
	}
	got := []string{read(), read(client.Refresh()), read(), read(client.Refresh()), read()}
	clock.now = noon.Add(time.Minute)
	got = append(got, read(client.NotOlder(time.Minute)), read(client.NotOlder(time.Minute-1)), read(client.NotOlder(0)))
	if want := []string{"one", "failed", "one", "two", "two", "two", "three", "three"}; !slices.Equal(got, want) || len(s.requests()) != 4 {
		t.Errorf("%v after %d requests", got, len(s.requests()))
	}
}

// TestSameQuestionUnderOtherNames: what was asked of a service that calls the
// networks otherwise is the same question, and its kept body is read with the
// names it is kept in.
func TestSameQuestionUnderOtherNames(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	asks := func(c *client.Client) {
		_, _, _ = c.Posts(ctx, client.PostsParams{Platform: api.VideoPlatform, Username: "ada_makes"})
		_, _, _ = c.PhotoTranscript(ctx, "Cabcdefghij", "")
		_, _, _ = c.Search(ctx, api.SearchRequest{Query: "q", Platforms: []api.Platform{api.VideoPlatform}})
	}
	s := newService(t, say(200, `{"data":[{"platform":"vidnet"}]}`), say(200, whole(shapes["photo transcript"], `{"data":{"shortcode":"Cabcdefghij"}}`)), say(200, session))
	c, _ := dial(t, s, remembering(m), branded)
	asks(c)
	posts, receipt, err := c.Posts(ctx, client.PostsParams{Platform: api.VideoPlatform, Username: "ada_makes"})
	if err != nil || !receipt.Kept || posts.Data[0].Platform != api.VideoPlatform {
		t.Errorf("%v, %+v", err, posts)
	}
	plain, _ := dial(t, s, remembering(m))
	asks(plain)
	if n := len(s.requests()); n != 3 {
		t.Errorf("%d requests for three questions", n)
	}
	if page := m.entries()[0].answer.Value.(api.Page[api.Post]); page.Data[0].Platform != api.VideoPlatform {
		t.Errorf("kept in other words: %+v", page)
	}
}

// TestSearchAnswersItsFirstPage: the session can be read again after the service
// forgot it.
func TestSearchAnswersItsFirstPage(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	s := newService(t, say(200, session, "X-Credits-Charged", "27"), say(404, `{"error":{"code":"not_found","message":"m"}}`))
	c, _ := dial(t, s, remembering(m))
	if _, _, err := c.Search(ctx, api.SearchRequest{Query: "q"}); err != nil {
		t.Fatal(err)
	}
	page, receipt, err := c.SearchPage(ctx, "s1", "")
	if err != nil || !receipt.Kept || receipt.Saved != 0 || page.Data[0].Creator.ID != "a" || len(s.requests()) != 1 {
		t.Errorf("%v, %+v", err, receipt)
	}
	if _, _, err := c.SearchPage(ctx, "s1", "next"); !client.Is(err, api.CodeNotFound) {
		t.Errorf("another page: %v", err)
	}
}

// TestOnlyPagesOfSessionsLast: the same search may be answered otherwise once the
// catalogue is another one, its session may not.
func TestOnlyPagesOfSessionsLast(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	s := newService(t, say(200, session), say(200, session), say(200, oneCreator))
	c, _ := dial(t, s, remembering(m))
	_, _, _ = c.Search(ctx, api.SearchRequest{Query: "q"})
	_, _, _ = c.SearchPage(ctx, "s1", "next")
	_, _, _ = c.Creator(ctx, creator, false)
	rows := m.entries()
	if a := rows[0].answer; len(a.Also) != 1 || !slices.Equal(a.Lasting, a.Also) || a.Key == a.Also[0] {
		t.Errorf("the search: %+v", a)
	}
	if a := rows[1].answer; !slices.Equal(a.Lasting, []string{a.Key}) {
		t.Errorf("a page: %+v", a)
	}
	if a := rows[2].answer; a.Lasting != nil {
		t.Errorf("a creator: %+v", a)
	}
}

// TestWhatIsNotKept: shortlists and health are asked for each time; addresses of
// people are marked.
func TestWhatIsNotKept(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	s := newService(t, say(200, healthy), say(200, emptyList), say(200, `{"data":{"results":[],"billing":{"billable_results":1,"credits_charged":5}}}`, "X-Credits-Charged", "5"))
	c, _ := dial(t, s, remembering(m))
	_, _, _ = c.Health(ctx)
	_, _, _ = c.Shortlists(ctx, "", 0)
	id := creator
	if _, _, err := c.Emails(ctx, []api.CreatorRef{{CreatorID: &id}}); err != nil {
		t.Fatal(err)
	}
	for _, row := range m.entries()[:2] {
		if row.answer != nil {
			t.Errorf("kept %s", row.Endpoint)
		}
	}
	if a := m.entries()[2].answer; a == nil || !a.Personal {
		t.Errorf("%+v", a)
	}
}

// TestUnreadableMemory: a memory that fails, or holds what cannot be read, is
// asked past.
func TestUnreadableMemory(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, spoil := range map[string]func(*memory){
		"locked": func(m *memory) { m.recall = errors.New("locked") },
		"spoilt": func(m *memory) {
			for k, a := range m.kept {
				a.Body = []byte(`{"data":{"name":"Old","content_themes":7}}`)
				m.kept[k] = a
			}
		},
	} {
		m := &memory{}
		s := newService(t, say(200, oneCreator), say(200, `{"data":{"id":"`+creator+`","name":""}}`))
		c, _ := dial(t, s, remembering(m))
		if _, _, err := c.Creator(ctx, creator, false); err != nil {
			t.Fatal(err)
		}
		spoil(m)
		if got, receipt, err := c.Creator(ctx, creator, false); err != nil || receipt.Kept || got.Name != "" || len(s.requests()) != 2 {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
}

// A search that is told how many it finds asks for no more, can cost no more, and answers
// the question as it was put.
func TestASearchAsksForNoMoreThanItFinds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range []struct {
		limit *int
		finds int
		asks  string
		high  api.Credits
	}{
		{nil, 5, `{"query":"q","limit":5}`, 35 * api.Credit},
		{new(10), 10, `{"query":"q","limit":10}`, 45 * api.Credit},
		{new(10), 74, `{"query":"q","limit":10}`, 45 * api.Credit},
		{nil, 25, `{"query":"q"}`, 75 * api.Credit},
	} {
		m := &memory{}
		s := newService(t, say(200, session, "X-Credits-Charged", "27"))
		one, _ := dial(t, s, remembering(m))
		r := api.SearchRequest{Query: "q", Limit: c.limit}
		_, receipt, err := one.Search(ctx, r, client.Finds(c.finds))
		if got := string(s.requests()[0].Body); err != nil || receipt.High != c.high || got != c.asks {
			t.Errorf("%+v: %v, at most %s for %s", c, err, receipt.High, got)
		}
		if _, kept, err := one.Search(ctx, r, client.KeptOnly()); err != nil || !kept.Kept {
			t.Errorf("%+v: the question is not answered: %v", c, err)
		}
		if _, kept, err := one.Search(ctx, r, client.Finds(3)); err != nil || !kept.Kept {
			t.Errorf("%+v: it is asked again for another number: %v", c, err)
		}
	}
}

// A search that finds nobody, as was told, is not sent: it has no session, and is free.
func TestASearchThatFindsNobodyIsNotSent(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, session, "X-Credits-Charged", "27"))
	c, _ := dial(t, s, remembering(&memory{}))
	r := api.SearchRequest{Query: "q"}
	page, receipt, err := c.Search(t.Context(), r, client.Finds(0))
	if err != nil || page.Data == nil || page.SearchID != "" || receipt.High != 0 || receipt.Charged != 0 || len(s.requests()) != 0 {
		t.Errorf("%v, %+v, %+v, %d requests", err, page, receipt, len(s.requests()))
	}
	if _, _, err := c.Search(t.Context(), r, client.Finds(0), client.KeptOnly()); client.KindOf(err) != client.KindNotKept {
		t.Errorf("what is kept: %v", err)
	}
}
