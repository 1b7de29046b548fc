package signinweb

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/signin"
)

// visit is one request of a browser.
type visit struct {
	*web
	out    http.ResponseWriter
	r      *http.Request
	cookie string
	form   url.Values
	user   service.User
	known  bool // user is
}

// cookieMax is the longest cookie that is looked at.
const cookieMax = 128

// page is a page that is asked for.
func (w *web) page(show func(*visit)) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		if v := w.enter(out, r); v != nil {
			show(v)
		}
	}
}

// form is a form that somebody sent from one of our pages. What another site sends in
// the name of a browser has no right token, or says where it comes from.
func (w *web) form(do func(*visit)) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		v := w.enter(out, r)
		if v == nil {
			return
		}
		form, err := readForm(out, r)
		if err != nil {
			v.message(http.StatusBadRequest, "The form could not be read", "The form did not arrive completely. Go back and send it again.")
			return
		}
		v.form = form
		if w.cross.Check(r) != nil || subtle.ConstantTimeCompare([]byte(form.Get("csrf")), []byte(v.csrf())) != 1 {
			v.message(http.StatusForbidden, "Nothing was done",
				"This form was not opened in this browser, or you signed in or out in the meantime. Go back, reload the page and send it again. Cookies must be allowed for this address.")
			return
		}
		do(v)
	}
}

// enter tells who is asking; nil where that failed and was answered.
func (w *web) enter(out http.ResponseWriter, r *http.Request) *visit {
	v := &visit{web: w, out: out, r: r}
	if c, err := r.Cookie(w.cookie); err == nil && len(c.Value) <= cookieMax {
		v.cookie = c.Value
	}
	u, err := w.Server.Visitor(r.Context(), v.cookie)
	switch {
	case err == nil:
		v.user, v.known = u, true
	case !errors.Is(err, service.ErrNotFound):
		v.broken(err)
		return nil
	case v.cookie == "":
		v.set(rand.Text(), false)
	}
	return v
}

// set gives the browser a cookie: one that nobody knew before, so that a cookie
// planted beforehand opens nothing.
func (v *visit) set(value string, lasting bool) {
	v.cookie = value
	c := &http.Cookie{Name: v.web.cookie, Value: value, Path: "/", HttpOnly: true, Secure: v.secure(), SameSite: http.SameSiteLaxMode}
	if lasting {
		c.MaxAge = int(signin.VisitLife().Seconds())
	}
	http.SetCookie(v.out, c)
}

// csrf returns the token in the forms of this visit: it is made from the cookie, which
// other sites cannot read.
func (v *visit) csrf() string {
	m := hmac.New(sha256.New, []byte(v.cookie))
	m.Write([]byte("greenroom form"))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// welcome goes on after signing in.
func (v *visit) welcome(cookie, then string) {
	v.set(cookie, true)
	if then = back(then); then == "" {
		then = "/sign-in"
	}
	v.redirect(v.base() + then)
}

func (v *visit) redirect(to string) {
	v.out.Header().Set("Cache-Control", "no-store")
	v.out.Header().Set("Referrer-Policy", "no-referrer")
	v.out.Header().Set("Location", to)
	v.out.WriteHeader(http.StatusSeeOther)
}

// base returns the prefix of every path, where the public address has a path.
func (w *web) base() string { return strings.TrimSuffix(w.issuer.EscapedPath(), "/") }

// signInFirst leads who is not known to the page that signs in, and back again. The
// name of the page alone is trusted with the way back.
func (v *visit) signInFirst(path string, q url.Values) {
	then := path
	if len(q) > 0 {
		then += "?" + q.Encode()
	}
	v.redirect(v.base() + "/sign-in?" + url.Values{"then": {then}}.Encode())
}

// broken answers what went wrong inside.
func (v *visit) broken(err error) {
	v.report(v.out, err)
	v.message(http.StatusInternalServerError, "That did not work",
		"Internal error. Try again later; if it happens again, give this id to the operator of the service: "+v.out.Header().Get(api.HeaderRequestID)+".")
}
