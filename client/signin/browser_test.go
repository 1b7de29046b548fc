package signin_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"greenroom/client/signin"
	"greenroom/client/signin/signintest"
)

// browse plays a browser: change may alter where it is sent back to.
func browse(t *testing.T, change func(back url.Values)) (show func(string), page func() string) {
	pages := make(chan string, 1)
	return func(address string) {
		go func() {
			noFollow := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			resp, err := noFollow.Get(address)
			if err != nil {
				t.Error(err)
				return
			}
			_ = resp.Body.Close()
			back, err := resp.Location()
			if err != nil {
				t.Error(err)
				return
			}
			q := back.Query()
			change(q)
			back.RawQuery = q.Encode()
			if resp, err = http.Get(back.String()); err != nil {
				t.Error(err)
				return
			}
			body, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			pages <- string(body)
		}()
	}, func() string { return <-pages }
}

func TestTheBrowserSignsIn(t *testing.T) {
	as, place := signintest.Listen(t), &signintest.Place{}
	s := dial(as, place, func(c *signin.Config) { c.HTTP = nil })
	show, page := browse(t, func(url.Values) {})
	var asked url.Values
	err := s.Browser(t.Context(), func(address string) {
		u, _ := url.Parse(address)
		asked = u.Query()
		// Any page can send something to the port: it is waited past.
		for _, path := range []string{"/", "/callback?code=x&state=guessed", "/callback?code=x"} {
			resp, err := http.Get(strings.TrimSuffix(asked.Get("redirect_uri"), "/callback") + path)
			if err != nil || resp.StatusCode < 400 {
				t.Errorf("%s: %v %v", path, resp, err)
			}
		}
		show(address)
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := page(); !strings.Contains(p, "continues in the terminal") {
		t.Error(p)
	}
	if asked.Get("code_challenge_method") != "S256" || len(asked.Get("state")) < 20 || asked.Get("resource") != as.URL || !strings.HasPrefix(asked.Get("redirect_uri"), "http://127.0.0.1:") {
		t.Errorf("asked with %v", asked)
	}
	if _, err := s.Token(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestABrowserThatSignsNobodyIn(t *testing.T) {
	for says, change := range map[string]func(url.Values){
		"server other than":        func(q url.Values) { q.Set("iss", "https://evil.example") },
		"from a server other than": func(q url.Values) { q.Del("iss") },
		"denied in the browser":    func(q url.Values) { q.Del("code"); q.Set("error", "access_denied") },
		"invalid_scope no such":    func(q url.Values) { q.Set("error", "invalid_scope"); q.Set("error_description", "no such") },
		"without a code":           func(q url.Values) { q.Del("code") },
		"failed: invalid_grant":    func(q url.Values) { q.Set("code", "another") },
	} {
		as, place := signintest.Listen(t), &signintest.Place{}
		show, page := browse(t, change)
		err := dial(as, place, func(c *signin.Config) { c.HTTP = nil }).Browser(t.Context(), show)
		if err == nil || !strings.Contains(err.Error(), says) || place.Kept != nil {
			t.Errorf("%s: %v", says, err)
		}
		if p := page(); says != "failed: invalid_grant" && !strings.Contains(p, "You are not signed in") {
			t.Errorf("%s: the page says %s", says, p)
		}
	}
	as := signintest.Listen(t)
	m := as.Metadata()
	m["code_challenge_methods_supported"] = []string{"plain"}
	as.Wrong("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) { signintest.Say(w, 200, m) })
	never := func(string) { t.Error("an address is shown") }
	if err := dial(as, &signintest.Place{}).Browser(t.Context(), never); err == nil || !strings.Contains(err.Error(), "S256") {
		t.Error(err)
	}
}

func TestABrowserThatNeverComesBack(t *testing.T) {
	as := signintest.Listen(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := dial(as, &signintest.Place{}).Browser(ctx, func(string) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
