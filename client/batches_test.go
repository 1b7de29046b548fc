package client_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// echo is a service that knows whatever it is asked for, but for what is called
// unknown; each item costs a credit. It fails from a request on, if told to.
type echo struct {
	mu    sync.Mutex
	parts []int // the items of each request
	fails int   // the request that fails; 0: none
}

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked := items(r)
	e.mu.Lock()
	e.parts = append(e.parts, len(asked))
	failed := e.fails > 0 && len(e.parts) >= e.fails
	e.mu.Unlock()
	if failed {
		say(500, `{"error":{"code":"internal_error","message":"m"}}`)(w, r)
		return
	}
	answers, unknown := []any{}, []any{}
	for _, item := range asked {
		if strings.Contains(fmt.Sprint(item), "unknown") {
			unknown = append(unknown, item)
			continue
		}
		answers = append(answers, answerTo(r.URL.Path, item))
	}
	var reply any = map[string]any{"data": answers, "not_found": unknown}
	switch {
	case strings.HasSuffix(r.URL.Path, "emails/lookup"):
		billing := map[string]any{"billable_results": len(answers), "credits_charged": len(answers)}
		reply = map[string]any{"data": map[string]any{"results": answers, "billing": billing}}
	case strings.HasPrefix(r.URL.Path, "/v1/raw/"):
		reply = map[string]any{"data": map[string]any{"requested": len(answers), "succeeded": len(answers), "failed": 0, "items": answers, "scraped_at": noon}}
	}
	body, _ := json.Marshal(reply)
	say(200, string(body), "X-Credits-Charged", fmt.Sprint(len(answers)))(w, r)
}

func items(r *http.Request) (all []any) {
	if r.Method == http.MethodGet {
		for id := range strings.SplitSeq(r.URL.Query().Get("ids"), ",") {
			all = append(all, id)
		}
		return all
	}
	var body map[string]any
	_ = json.NewDecoder(r.Body).Decode(&body)
	for _, key := range []string{"creators", "profiles", "posts", "shortcodes"} {
		if list, ok := body[key].([]any); ok {
			return list
		}
	}
	return nil
}

// answerTo is an answer in the shape of an endpoint; those that show what they
// are for by themselves have no input.
func answerTo(path string, item any) any {
	switch {
	case path == "/v1/creators":
		return map[string]any{"id": item}
	case path == "/v1/profiles/lookup":
		return item
	case strings.HasPrefix(path, "/v1/raw/"):
		return map[string]any{"success": true, "shortcode": item, "data": map[string]any{}}
	}
	return map[string]any{"input": item}
}

func (e *echo) dial(t *testing.T) *client.Client {
	t.Helper()
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	c, _ := dial(t, &fake{url: server.URL})
	return c
}

func manyIDs(n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprintf("%08x-1111-4222-8333-944455556666", i))
	}
	return ids
}

// bulk is a batch method, asked for creators, profiles, posts or shortcodes by
// their ids; it tells which were answered, in order.
type bulk struct {
	name  string
	limit int
	call  func(c cl, ids []string, opts ...client.Option) ([]string, client.Receipt, error)
}

// listed names the answers of a batch by what they are for.
func listed[T, R any](f api.Found[T, R], r client.Receipt, err error, of func(T) string) ([]string, client.Receipt, error) {
	var names []string
	for _, v := range f.Data {
		names = append(names, of(v))
	}
	return names, r, err
}

func byIDs(ids []string) (refs []api.CreatorRef) {
	for _, id := range ids {
		refs = append(refs, byID(id))
	}
	return refs
}

func names(ids []string) (refs []api.ProfileRef) {
	for _, id := range ids {
		refs = append(refs, api.ProfileRef{Platform: api.PhotoPlatform, Username: id})
	}
	return refs
}

func postIDs(ids []string) (refs []api.PostRef) {
	for _, id := range ids {
		refs = append(refs, api.PostRef{PostID: &id})
	}
	return refs
}

func bulks(t *testing.T) []bulk {
	x := t.Context()
	return []bulk{
		{"creators", 100, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.Creators(x, ids, false, o...)
			return listed(f, r, err, func(v api.Creator) string { return v.ID })
		}},
		{"profiles", 100, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.Profiles(x, names(ids), "", o...)
			return listed(f, r, err, func(v api.Profile) string { return v.Username })
		}},
		{"emails", 50, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			v, r, err := c.Emails(x, byIDs(ids), o...)
			return listed(api.Found[api.EmailResult, string]{Data: v.Results}, r, err, func(v api.EmailResult) string { return *v.Input.CreatorID })
		}},
		{"match", 100, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.Match(x, byIDs(ids), api.Intent{Query: "q"}, o...)
			return listed(f, r, err, func(v api.MatchResult) string { return *v.Input.CreatorID })
		}},
		{"safety of creators", 25, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.SafetyOfCreators(x, byIDs(ids), o...)
			return listed(f, r, err, func(v api.CreatorSafety) string { return *v.Input.CreatorID })
		}},
		{"safety of profiles", 25, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.SafetyOfProfiles(x, names(ids), o...)
			return listed(f, r, err, func(v api.ProfileSafety) string { return v.Input.Username })
		}},
		{"safety of posts", 25, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.SafetyOfPosts(x, postIDs(ids), o...)
			return listed(f, r, err, func(v api.PostSafety) string { return *v.Input.PostID })
		}},
		{"analyse", 25, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			f, r, err := c.Analyze(x, postIDs(ids), nil, o...)
			return listed(f, r, err, func(v api.PostAnalysis) string { return *v.Input.PostID })
		}},
		{"live posts", 20, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			v, r, err := c.LivePosts(x, ids, o...)
			return listed(api.Found[api.BatchItem[api.FetchedPost], string]{Data: v.Items}, r, err, func(v api.BatchItem[api.FetchedPost]) string { return v.Shortcode })
		}},
		{"photo transcripts", 10, func(c cl, ids []string, o ...client.Option) ([]string, client.Receipt, error) {
			v, r, err := c.PhotoTranscripts(x, ids, "", o...)
			return listed(api.Found[api.BatchItem[api.PhotoTranscript], string]{Data: v.Items}, r, err, func(v api.BatchItem[api.PhotoTranscript]) string { return v.Shortcode })
		}},
	}
}

func TestBatchesAreSplitAndPutBackInOrder(t *testing.T) {
	t.Parallel()
	for _, b := range bulks(t) {
		e := &echo{}
		c := e.dial(t)
		ids := manyIDs(2*b.limit + 3)
		slices.Reverse(ids)
		asked := append(ids, ids[0], ids[b.limit])
		var paid []api.Credits
		got, r, err := b.call(c, asked, client.Observe(func(r client.Receipt) { paid = append(paid, r.Charged) }))
		if err != nil || !slices.Equal(got, asked) {
			t.Errorf("%s: %v, %d answers to %d", b.name, err, len(got), len(asked))
		}
		if !slices.Equal(e.parts, []int{b.limit, b.limit, 3}) {
			t.Errorf("%s: parts of %v, the limit is %d", b.name, e.parts, b.limit)
		}
		if cost := api.Credits(len(ids)) * api.Credit; r.Charged != cost || r.Attempts != 3 || len(paid) != 3 || paid[2] != 3*api.Credit {
			t.Errorf("%s: charged %s in %d requests, observed %v, want %s", b.name, r.Charged, r.Attempts, paid, cost)
		}
	}
}

func TestABatchThatBreaksKeepsWhatCame(t *testing.T) {
	t.Parallel()
	for _, b := range bulks(t) {
		e := &echo{fails: 2}
		c := e.dial(t)
		ids := manyIDs(2*b.limit + 1)
		got, r, err := b.call(c, ids)
		if !client.Is(err, api.CodeInternal) || !slices.Equal(got, ids[:b.limit]) {
			t.Errorf("%s: %v with %d answers", b.name, err, len(got))
		}
		if cost := api.Credits(b.limit) * api.Credit; r.Charged != cost || len(e.parts) != 2 {
			t.Errorf("%s: charged %s in %d requests, want %s", b.name, r.Charged, len(e.parts), cost)
		}
	}
}

func TestOneTooManyForTheCapIsNotBegun(t *testing.T) {
	t.Parallel()
	for _, b := range bulks(t) {
		e := &echo{}
		c := e.dial(t)
		_, _, err := b.call(c, manyIDs(2*b.limit), client.MaxCredits(1))
		if client.KindOf(err) != client.KindOverCap || len(e.parts) != 0 {
			t.Errorf("%s: %v after %d requests", b.name, err, len(e.parts))
		}
	}
}

func TestWhatIsNotKnownIsSaid(t *testing.T) {
	t.Parallel()
	e := &echo{}
	c := e.dial(t)
	found, r, err := c.Profiles(t.Context(), names([]string{"ada", "unknown1", "@ADA", "bob", "unknown1"}), "")
	if err != nil || len(found.Data) != 3 || found.Data[0].Username != "ada" || found.Data[1].Username != "ada" || found.Data[2].Username != "bob" {
		t.Errorf("%+v, %v", found.Data, err)
	}
	if len(found.NotFound) != 2 || found.NotFound[0].Username != "unknown1" || r.Charged != 2*api.Credit || e.parts[0] != 3 {
		t.Errorf("%+v for %s, asked for %v", found.NotFound, r.Charged, e.parts)
	}
	emails, _, err := c.Emails(t.Context(), byIDs(manyIDs(120)))
	if b := emails.Billing; err != nil || b.BillableResults != 120 || b.CreditsCharged != 120*api.Credit {
		t.Errorf("%+v, %v", b, err)
	}
	batch, _, err := c.LivePosts(t.Context(), manyIDs(45))
	if err != nil || batch.Requested != 45 || batch.Succeeded != 45 || batch.Failed != 0 || !batch.ScrapedAt.Equal(noon) {
		t.Errorf("%d of %d at %s, %v", batch.Succeeded, batch.Requested, batch.ScrapedAt, err)
	}
}
