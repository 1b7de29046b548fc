package signinweb

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/signin"
)

//go:embed pages/pages.html
var pageSource string

//go:embed pages/style.css
var style string

var templates = template.Must(template.New("pages").Parse(pageSource))

// styleHash lets the browser take our style and no other.
var styleHash = func() string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// sheet holds the values a page is drawn from.
type sheet struct {
	Title  string
	Style  template.CSS
	Base   string
	CSRF   string
	User   string // who is signed in; "" nobody
	Error  string
	Field  string // that the error is about
	Name   string // as it was typed
	Then   string
	Query  template.URL // of the page, for its form
	Ask    *asking
	Text   string
	Invite *invite
}

// asking describes a program's request to the person who decides.
type asking struct {
	Program string
	Code    string // of a device; "" where the answer goes to an address
	Answer  string // where the answer goes
	Lets    []string
	// Stranger has registered itself; Here says that it answers on this computer.
	Stranger, Here bool
}

type invite struct {
	Token string
	Reset bool
	Least int // characters of a password
}

// draw answers with a page. forms is where its form may lead besides here.
func (v *visit) draw(status int, name string, s sheet, forms ...string) {
	s.Style, s.Base, s.CSRF = template.CSS(style), v.base(), v.csrf()
	if v.known {
		s.User = v.user.Name
	}
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, s); err != nil {
		v.report(v.out, err)
		http.Error(v.out, "The page could not be made.", http.StatusInternalServerError)
		return
	}
	h := v.out.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src "+styleHash+"; form-action "+strings.Join(append([]string{"'self'"}, forms...), " ")+
		"; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	v.out.WriteHeader(status)
	_, _ = v.out.Write(page.Bytes()) // who has gone is not told
}

func (v *visit) message(status int, title, text string) {
	v.draw(status, "message", sheet{Title: title, Text: text})
}

// wrong draws a page again with what is wrong on it.
func (v *visit) wrong(name string, s sheet, err error) {
	var mistake *signin.Mistake
	var slowed *signin.Slowed
	switch {
	case errors.As(err, &mistake):
		s.Error, s.Field = mistake.Sentence, mistake.Field
		v.draw(http.StatusUnprocessableEntity, name, s)
	case errors.As(err, &slowed):
		v.out.Header().Set(api.HeaderRetryAfter, strconv.Itoa(service.Seconds(slowed.Wait)))
		s.Error = fmt.Sprintf("Too many attempts. Wait %s before you try again: until then even the right answer is refused.", slowed.Wait.Round(time.Second))
		v.draw(http.StatusTooManyRequests, name, s)
	default:
		v.broken(err)
	}
}

func (v *visit) askSignIn() {
	if v.known {
		v.draw(http.StatusOK, "signed-in", sheet{Title: "You are signed in"})
		return
	}
	v.draw(http.StatusOK, "sign-in", sheet{Title: "Sign in", Then: back(v.r.URL.Query().Get("then"))})
}

func (v *visit) signIn() {
	name, then := strings.TrimSpace(v.form.Get("name")), v.form.Get("then")
	cookie, err := v.Server.SignIn(v.r.Context(), name, v.form.Get("password"), v.Address(v.r))
	if err != nil {
		v.wrong("sign-in", sheet{Title: "Sign in", Name: name, Then: back(then)}, err)
		return
	}
	v.welcome(cookie, then)
}

func (v *visit) signOut() {
	if err := v.Server.SignOut(v.r.Context(), v.cookie); err != nil {
		v.broken(err)
		return
	}
	v.set("", false)
	v.redirect(v.base() + "/sign-in")
}

func (v *visit) askInvitation() {
	token := v.r.URL.Query().Get("token")
	name, err := v.Server.Invited(v.r.Context(), token, v.Address(v.r))
	if err != nil {
		v.noInvitation(err)
		return
	}
	v.draw(http.StatusOK, "invitation", invitationSheet(token, name))
}

func invitationSheet(token, name string) sheet {
	s := sheet{Title: "Welcome", Name: name, Invite: &invite{Token: token, Reset: name != "", Least: signin.PasswordMin}}
	if name != "" {
		s.Title = "A new password"
	}
	return s
}

func (v *visit) noInvitation(err error) {
	v.wrong("message", sheet{Title: "This invitation cannot be used"}, err)
}

func (v *visit) invitation() {
	a := signin.Arrival{Token: v.form.Get("token"), Name: strings.TrimSpace(v.form.Get("name")), Password: v.form.Get("password"), Again: v.form.Get("again"),
		Address: v.Address(v.r)}
	cookie, err := v.Server.Accept(v.r.Context(), a)
	if mistake, ok := errors.AsType[*signin.Mistake](err); ok && mistake.Field != "" {
		known, _ := v.Server.Invited(v.r.Context(), a.Token, a.Address)
		s := invitationSheet(a.Token, known)
		if known == "" {
			s.Name = a.Name
		}
		v.wrong("invitation", s, err)
		return
	}
	if err != nil {
		v.noInvitation(err)
		return
	}
	v.welcome(cookie, "")
}

func (v *visit) askDevice() {
	code := v.r.URL.Query().Get("user_code")
	switch {
	case !v.known:
		q := url.Values{}
		if code != "" {
			q.Set("user_code", code)
		}
		v.signInFirst("/device", q)
	case code == "":
		v.draw(http.StatusOK, "device", sheet{Title: "Connect a program"})
	default:
		v.offer(code)
	}
}

// offer asks about the device that waits with a code.
func (v *visit) offer(typed string) {
	w, err := v.Server.Device(v.r.Context(), typed, v.user, v.Address(v.r))
	if err != nil {
		v.wrong("device", sheet{Title: "Connect a program", Name: typed}, err)
		return
	}
	v.draw(http.StatusOK, "consent", sheet{Title: "Allow " + w.Client.Name + "?", Ask: &asking{Program: w.Client.Name, Code: w.Code, Lets: lets(w.Scopes)}})
}

// lets says what scopes allow.
func lets(scopes []string) []string {
	var out []string
	for _, s := range scopes {
		out = append(out, api.Permission(s).About())
	}
	return out
}

func (v *visit) device() {
	typed, decision := v.form.Get("user_code"), v.form.Get("decision")
	if !v.known {
		v.signInFirst("/device", url.Values{"user_code": {typed}})
		return
	}
	if decision != "allow" && decision != "deny" {
		v.offer(typed)
		return
	}
	w, err := v.Server.Device(v.r.Context(), typed, v.user, v.Address(v.r))
	if err == nil {
		err = v.Server.AnswerDevice(v.r.Context(), w, v.user, decision == "allow")
	}
	switch {
	case err != nil:
		v.wrong("device", sheet{Title: "Connect a program", Name: typed}, err)
	case decision == "allow":
		v.message(http.StatusOK, "Allowed", w.Client.Name+" is signed in as "+v.user.Name+" in a few seconds. You can close this page.")
	default:
		v.message(http.StatusOK, "Denied", w.Client.Name+" was denied access. You can close this page.")
	}
}

// request reads the authorisation request in the address of a page, of somebody who is
// signed in; nil where it was answered, or they sign in first.
func (v *visit) request() *signin.Request {
	q, err := url.ParseQuery(v.r.URL.RawQuery)
	if err != nil {
		v.message(http.StatusBadRequest, "This address is incomplete", "Part of the address is malformed. Start again from the program that sent you here.")
		return nil
	}
	asked, err := v.Server.Authorization(v.r.Context(), q)
	var misdirected *signin.Misdirected
	var redirected *signin.Redirected
	switch {
	case err == nil && v.known:
		return asked
	case err == nil:
		v.signInFirst("/oauth/authorize", q)
	case errors.As(err, &misdirected):
		v.message(http.StatusBadRequest, "This cannot continue", misdirected.Sentence)
	case errors.As(err, &redirected):
		v.redirect(redirected.To)
	default:
		v.broken(err)
	}
	return nil
}

func (v *visit) askConsent() {
	asked := v.request()
	if asked == nil {
		return
	}
	answer, _ := url.Parse(asked.Answer()) // it was checked
	title := "Allow " + asked.Client.Name + "?"
	if asked.Client.Stranger {
		title = "Allow a program?"
	}
	v.draw(http.StatusOK, "consent", sheet{Title: title, Query: template.URL(v.r.URL.Query().Encode()), Ask: &asking{Program: asked.Client.Name, Answer: answer.Host,
		Lets: lets(asked.Scopes), Stranger: asked.Client.Stranger, Here: answer.Scheme == "http"}}, origin(answer)) // http is of loopback alone
}

// origin returns the origin a form may lead on to, as a policy names it: browsers hold
// forms to it through redirects too. A policy cannot name an address of IPv6.
func origin(answer *url.URL) string {
	if strings.Contains(answer.Hostname(), ":") {
		return answer.Scheme + ":"
	}
	return answer.Scheme + "://" + answer.Host
}

func (v *visit) consent() {
	asked := v.request()
	if asked == nil {
		return
	}
	if v.form.Get("decision") != "allow" {
		v.redirect(v.Server.Deny(asked))
		return
	}
	to, err := v.Server.Allow(v.r.Context(), asked, v.user)
	if err != nil {
		v.broken(err)
		return
	}
	v.redirect(to)
}
