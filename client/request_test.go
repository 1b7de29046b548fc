package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func TestEveryEndpoint(t *testing.T) {
	t.Parallel()
	ctx, limit := context.Background(), 7
	body := api.ShortlistBody{Name: "n", Brief: "b", Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "ada"}}}
	for _, test := range []struct {
		name, method, path, query, reply string
		status                           int
		call                             func(c *client.Client) (client.Receipt, error)
	}{
		{"health", "GET", "/health", "", healthy, 200, func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.Health(ctx)
			return r, err
		}},
		{"autocomplete", "GET", "/v1/creators/autocomplete", "limit=7&platform=photoplatform&q=a+b%26c&scope=creator_only", `{"data":null}`, 200,
			func(c *client.Client) (client.Receipt, error) {
				_, r, err := c.Autocomplete(ctx, client.AutocompleteParams{Q: "a b&c", Platform: api.PhotoPlatform, Limit: 7, Scope: api.ScopeCreatorOnly})
				return r, err
			}},
		{"search", "POST", "/v1/search", "", `{"data":[],"search_id":"s","has_more":false,"next_cursor":null}`, 200,
			func(c *client.Client) (client.Receipt, error) {
				_, r, err := c.Search(ctx, api.SearchRequest{Query: "q", Limit: &limit})
				return r, err
			}},
		{"search page", "GET", "/v1/search/s%2F1", "cursor=x%2By", emptyList, 200, func(c *client.Client) (client.Receipt, error) {
			p, r, err := c.SearchPage(ctx, "s/1", "x+y")
			if p.SearchID != "s/1" {
				t.Errorf("search id %q", p.SearchID)
			}
			return r, err
		}},
		{"creator", "GET", "/v1/creators/" + creator, "include=profiles", oneCreator, 200, func(c *client.Client) (client.Receipt, error) {
			v, r, err := c.Creator(ctx, creator, true)
			if v.Name != "Ada" {
				t.Errorf("creator %+v", v)
			}
			return r, err
		}},
		{"dots", "GET", "/v1/creators/%2E%2E", "", oneCreator, 200, func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.Creator(ctx, "..", false)
			return r, err
		}},
		{"odd segment", "GET", "/v1/creators/a%3Fb%23c%20%25%2F..%2Fd/profiles", "mode=lite", emptyList, 200,
			func(c *client.Client) (client.Receipt, error) {
				_, r, err := c.CreatorProfiles(ctx, "a?b#c %/../d", api.ModeLite)
				return r, err
			}},
		{"posts", "GET", "/v1/posts", "cursor=c&limit=5&platform=videoplatform&sort=most_likes&username=ada", emptyList, 200,
			func(c *client.Client) (client.Receipt, error) {
				_, r, err := c.Posts(ctx, client.PostsParams{Platform: api.VideoPlatform, Username: "ada", Sort: api.SortMostLikes, Limit: 5, Cursor: "c"})
				return r, err
			}},
		{"photo transcript", "GET", "/v1/raw/photoplatform/transcript/Cabc", "language=en", `{"data":{"shortcode":"Cabc"}}`, 200,
			func(c *client.Client) (client.Receipt, error) {
				_, r, err := c.PhotoTranscript(ctx, "Cabc", "en")
				return r, err
			}},
		{"video transcript", "GET", "/v1/raw/videoplatform/transcript/abcdefghijk", "", `{"data":{"video_id":"abcdefghijk"}}`, 200,
			func(c *client.Client) (client.Receipt, error) {
				_, r, err := c.VideoTranscript(ctx, "abcdefghijk", "")
				return r, err
			}},
		{"shortlist", "GET", "/v1/shortlists/l", "", `{"data":{"id":"l"}}`, 200, func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.Shortlist(ctx, "l")
			return r, err
		}},
		{"shortlists", "GET", "/v1/shortlists", "cursor=c&limit=3", emptyList, 200, func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.Shortlists(ctx, "c", 3)
			return r, err
		}},
		{"create", "POST", "/v1/shortlists", "", `{"data":{"id":"l"}}`, 201, func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.CreateShortlist(ctx, body)
			return r, err
		}},
		{"replace", "PUT", "/v1/shortlists/l", "", `{"data":{"id":"l"}}`, 200, func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.ReplaceShortlist(ctx, "l", body)
			return r, err
		}},
		{"delete", "DELETE", "/v1/shortlists/l", "", "", 204, func(c *client.Client) (client.Receipt, error) { return c.DeleteShortlist(ctx, "l") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newService(t, say(test.status, test.reply, "X-Request-Id", "req_1", "X-Credits-Charged", "0.05", "X-Credits-Features", "a, b", "X-Billing-Plan", "tier_1"))
			c, _ := dial(t, s)
			r, err := test.call(c)
			if err != nil {
				t.Fatal(err)
			}
			got := s.requests()[0]
			if got.Method != test.method || got.Path != test.path || got.Query != test.query {
				t.Errorf("sent %s %s?%s", got.Method, got.Path, got.Query)
			}
			if r.RequestID != "req_1" || r.Charged != 50 || !r.ChargedKnown || r.Plan != "tier_1" || len(r.Features) != 2 || r.Attempts != 1 || r.Outcome != client.OutcomeCharged {
				t.Errorf("receipt %+v", r)
			}
			if wantsKey := test.name != "health"; wantsKey != (got.Header.Get("X-API-Key") == secret) {
				t.Errorf("key header %q", got.Header.Get("X-API-Key"))
			}
			if got.Header.Get("Content-Length") != "" || len(got.Header["Transfer-Encoding"]) > 0 {
				if got.Body == "" {
					t.Errorf("an empty body was announced: %v", got.Header)
				}
			}
		})
	}
}

func TestBaseURL(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "example.com", "ftp://example.com", "http://", "http://ada:pass@example.com", "http://example.com/?k=1", "http://exa mple"} {
		if _, err := client.New(client.Config{BaseURL: bad}); err == nil || strings.Contains(err.Error(), "pass") {
			t.Errorf("New(%q): %v", bad, err)
		}
	}
	s := newService(t, say(200, healthy))
	for _, tail := range []string{"", "/", "/v1", "/v1/"} {
		c, _ := dial(t, s, func(cfg *client.Config) { cfg.BaseURL += tail })
		if _, _, err := c.Health(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range s.requests() {
		if r.Path != "/health" {
			t.Errorf("asked for %s", r.Path)
		}
	}
}

func TestNoKeyNothingSent(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]func(context.Context) (string, error){
		"no source": nil,
		"empty":     func(context.Context) (string, error) { return " \n", nil },
		"failing":   func(context.Context) (string, error) { return "", errors.New("locked") },
		"unusable":  func(context.Context) (string, error) { return "two words", nil },
	} {
		s := newService(t, say(200, oneCreator))
		c, _ := dial(t, s, func(cfg *client.Config) { cfg.Key = source })
		_, receipt, err := c.Creator(context.Background(), creator, false)
		e := failure(t, err)
		if e.Kind != client.KindKey || !client.Is(err, api.CodeUnauthorized) || e.Outcome != client.OutcomeFree || receipt.Attempts != 0 {
			t.Errorf("%s: %+v", name, e)
		}
		if n := len(s.requests()); n != 0 {
			t.Errorf("%s: %d requests were sent", name, n)
		}
	}
}

func TestKeyIsAskedPerRequestAndTrimmed(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, oneCreator))
	asked := 0
	c, _ := dial(t, s, func(cfg *client.Config) {
		cfg.Key = func(context.Context) (string, error) { asked++; return fmt.Sprintf("key-number-%d\n", asked), nil }
	})
	for range 2 {
		if _, _, err := c.Creator(context.Background(), creator, false); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.requests()[1].Header.Get("X-API-Key"); got != "key-number-2" {
		t.Errorf("second key %q", got)
	}
}

func TestKeyIsNeverPrinted(t *testing.T) {
	t.Parallel()
	echo := `{"error":{"code":"unauthorized","message":"no such key: ` + secret + `","param":"` + secret + `","details":{"k":["` + secret + `"]}}}`
	s := newService(t, say(401, echo, "X-Request-Id", "req-"+secret, "X-Billing-Plan", secret),
		say(200, `{"data":{"analysis_updated_at":"`+secret+`"}}`), drop)
	cfg := client.Config{}
	c, _ := dial(t, s, func(given *client.Config) { cfg = *given })
	for range 3 {
		_, receipt, err := c.Creator(context.Background(), creator, false)
		if err == nil {
			t.Fatal("no error")
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			for _, v := range []any{err, *failure(t, err), failure(t, err).Details, receipt, c, cfg} {
				if printed := fmt.Sprintf(verb, v); strings.Contains(printed, secret) {
					t.Errorf("%s of %T prints the key: %s", verb, v, printed)
				}
			}
		}
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := newService(t, say(200, oneCreator))
	s := newService(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.url, http.StatusFound)
	})
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.HTTP = &http.Client{} })
	_, _, err := c.Creator(context.Background(), creator, false)
	if e := failure(t, err); e.Kind != client.KindRedirect || e.Outcome != client.OutcomeFree {
		t.Errorf("%+v", e)
	}
	if n := len(elsewhere.requests()); n != 0 {
		t.Errorf("the key went elsewhere %d times", n)
	}
}

func TestNothingIsAskedOfNobody(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, oneCreator))
	c, _ := dial(t, s)
	_, _, err := c.Creator(context.Background(), "", false)
	if e := failure(t, err); e.Kind != client.KindInvalid || len(s.requests()) != 0 {
		t.Errorf("%+v after %d requests", e, len(s.requests()))
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	c, _ := dial(t, &fake{url: gone.URL})
	_, receipt, err := c.Creator(context.Background(), creator, false)
	e := failure(t, err)
	if e.Kind != client.KindUnreachable || e.Outcome != client.OutcomeFree || receipt.Attempts != 1 || receipt.Outcome != client.OutcomeFree {
		t.Errorf("%+v after %d attempts", e, receipt.Attempts)
	}
	if _, receipt, _ = c.Health(context.Background()); receipt.Attempts != 2 {
		t.Errorf("a free call was tried %d times", receipt.Attempts)
	}
}
