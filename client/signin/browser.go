package signin

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"
)

const (
	browserTime = 5 * time.Minute // for a person to sign in
	returnPath  = "/callback"
)

// back holds the browser's answer.
type back struct {
	code string
	err  error
}

// Browser signs in with the browser of this machine (RFC 8252): show gets the
// address to open, and the browser comes back to a port of this machine that
// nobody else can reach. It returns when that is done and the session kept.
func (s *Session) Browser(ctx context.Context, show func(address string)) error {
	ctx, cancel := context.WithTimeout(ctx, browserTime)
	defer cancel()
	sv, err := s.discover(ctx)
	switch {
	case err != nil:
		return err
	case sv.Authorize == "":
		return fmt.Errorf("%s does not support sign-in with a browser on this machine; use greenroom login for a code", host(sv.Issuer))
	case sv.NoS256:
		return fmt.Errorf("%s does not support PKCE (S256), which protects the sign-in", host(sv.Issuer))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.New("no local port can be opened for the browser; use greenroom login for a code")
	}
	cfg, verifier, state := s.oauth(sv), oauth2.GenerateVerifier(), rand.Text()
	cfg.Scopes, cfg.RedirectURL = sv.scopes, "http://"+listener.Addr().String()+returnPath
	came := make(chan back, 1)
	server := &http.Server{Handler: returning(state, sv, came), ReadHeaderTimeout: answerTime}
	go func() { _ = server.Serve(listener) }()
	defer func() {
		ending, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer stop()
		_ = server.Shutdown(ending) // the page that says so is on its way
	}()
	show(cfg.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("resource", sv.Resource)))
	select {
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("the browser did not return in time; you are not signed in")
		}
		return ctx.Err()
	case b := <-came:
		if b.err != nil {
			return b.err
		}
		token, err := cfg.Exchange(s.with(ctx), b.code, oauth2.VerifierOption(verifier), oauth2.SetAuthURLParam("resource", sv.Resource))
		if err != nil {
			return fmt.Errorf("sign-in at %s failed: %s", host(sv.Issuer), trouble(err, b.code, verifier))
		}
		return s.began(ctx, sv, token)
	}
}

// returning takes the browser that comes back. What does not carry the state of
// this signing in is turned away and waited past: any page could send it.
func returning(state string, sv server, came chan<- back) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path != returnPath || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		if subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(state)) != 1 {
			page(w, http.StatusBadRequest, "Greenroom is not waiting for this sign-in. Start again in the terminal.")
			return
		}
		b := read(q, sv)
		if b.err != nil {
			page(w, http.StatusBadRequest, "You are not signed in; the terminal says why. You can close this window.")
		} else {
			page(w, http.StatusOK, "Greenroom continues in the terminal. You can close this window.")
		}
		select {
		case came <- b:
		default: // it came before
		}
	})
}

// read reads the browser's answer. An answer of another server than the one it was sent to
// is refused (RFC 9207).
func read(q url.Values, sv server) back {
	switch iss := q.Get("iss"); {
	case q.Has("iss") && iss != sv.Issuer || sv.NamesSelf && iss == "":
		return back{err: fmt.Errorf("the browser returned from a server other than %s; you are not signed in", host(sv.Issuer))}
	case q.Get("error") == "access_denied":
		return back{err: errors.New("sign-in was denied in the browser; you are not signed in")}
	case q.Get("error") != "":
		return back{err: fmt.Errorf("sign-in at %s failed: %s", host(sv.Issuer), clean(q.Get("error")+" "+q.Get("error_description"), nil))}
	case q.Get("code") == "":
		return back{err: errors.New("the browser returned without a code; you are not signed in")}
	}
	return back{code: q.Get("code")}
}

// page writes the last page of the browser.
func page(w http.ResponseWriter, status int, sentence string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`+
		`<title>Greenroom</title><style>:root{color-scheme:light dark}body{font:1.1em/1.5 system-ui,sans-serif;max-width:32em;margin:4em auto;padding:0 1em}</style>`+
		`<h1>Greenroom</h1><p>`+sentence+`</p></html>`)
}
