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
		if r.Path != "/health" || r.Header.Get("Accept") != "application/json" {
			t.Errorf("asked for %s as %q", r.Path, r.Header.Get("Accept"))
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
	current := ""
	c, _ := dial(t, s, func(cfg *client.Config) {
		cfg.Key = func(context.Context) (string, error) { return current + "\n", nil }
	})
	for i, key := range []string{"first-key", "second-key"} {
		current = key
		if _, _, err := c.Creator(context.Background(), creator, false); err != nil {
			t.Fatal(err)
		}
		if got := s.requests()[i].Header.Get("X-API-Key"); got != key {
			t.Errorf("request %d carries %q", i, got)
		}
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

// A client tells which service it is of, whatever the verb.
func TestAClientIsItsService(t *testing.T) {
	t.Parallel()
	c, err := client.New(client.Config{BaseURL: "https://data.example/v1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%#v"} {
		if printed := fmt.Sprintf(verb, c); printed != "client of https://data.example" {
			t.Errorf("%s: %q", verb, printed)
		}
	}
}

// The conditions of a session of everybody come back out of its id.
func TestTheIdOfEverybody(t *testing.T) {
	t.Parallel()
	asked := client.CatalogueParams{Countries: []string{"DE", "AT"}, Languages: []string{"de"}, Platforms: []api.Platform{api.PhotoPlatform}, Followers: api.Range{Min: of(1000.0)}}
	for _, p := range []client.CatalogueParams{{}, asked} {
		if got, ok := client.OfEverything(client.EverythingOf(p)); !ok || client.EverythingOf(got) != client.EverythingOf(p) || len(got.Platforms) != len(p.Platforms) {
			t.Errorf("%+v is read as %+v, %v", p, got, ok)
		}
	}
	for _, id := range []string{creator, client.Everything + "more", client.Everything + "?%zz"} {
		if p, ok := client.OfEverything(id); ok {
			t.Errorf("%q is read as %+v", id, p)
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
