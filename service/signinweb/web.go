// Package signinweb serves what programs and browsers see of signing in: the endpoints
// of OAuth, what is told about them, and the pages on which people sign in and
// allow a program. It owns cookies, forms and headers, and no rule. The pages work
// without script, load nothing from elsewhere, and say so to the browser.
package signinweb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/signin"
)

// Config holds everything the pages are made of. Server and Address are required.
type Config struct {
	Server *signin.Server
	// Address returns the address of a request.
	Address func(*http.Request) string
	Logger  *slog.Logger // nil: nothing is logged
}

// Route is one method of one path.
type Route struct {
	Method, Pattern string
	http.HandlerFunc
}

type web struct {
	Config
	issuer *url.URL
	cookie string // its name
	cross  *http.CrossOriginProtection
}

// Routes are the endpoints and pages of a server.
func Routes(c Config) ([]Route, error) {
	issuer, err := url.Parse(c.Server.Issuer())
	if err != nil {
		return nil, err
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	w := &web{Config: c, issuer: issuer, cookie: "greenroom-sign-in", cross: http.NewCrossOriginProtection()}
	if w.secure() { // a name that no other host and no plain page can set
		w.cookie = "__Host-greenroom"
	}
	if err := w.cross.AddTrustedOrigin(issuer.Scheme + "://" + issuer.Host); err != nil {
		return nil, err
	}
	routes := []Route{
		{http.MethodGet, WellKnown("oauth-authorization-server", issuer), func(out http.ResponseWriter, _ *http.Request) { WriteDocument(out, w.Server.Metadata()) }},
		{http.MethodGet, "/oauth/jwks", w.keys},
		{http.MethodPost, "/oauth/token", w.program(func(r *http.Request, form url.Values) (any, error) { return w.Server.Token(r.Context(), form) })},
		{http.MethodPost, "/oauth/device_authorization", w.program(func(r *http.Request, form url.Values) (any, error) {
			return w.Server.DeviceAuthorization(r.Context(), form, w.Address(r))
		})},
		{http.MethodPost, "/oauth/revoke", w.program(func(r *http.Request, form url.Values) (any, error) {
			return struct{}{}, w.Server.Revoke(r.Context(), form)
		})},
		{http.MethodGet, "/oauth/userinfo", w.who},
		{http.MethodGet, "/oauth/authorize", w.page((*visit).askConsent)},
		{http.MethodPost, "/oauth/authorize", w.form((*visit).consent)},
		{http.MethodGet, "/sign-in", w.page((*visit).askSignIn)},
		{http.MethodPost, "/sign-in", w.form((*visit).signIn)},
		{http.MethodPost, "/sign-out", w.form((*visit).signOut)},
		{http.MethodGet, "/device", w.page((*visit).askDevice)},
		{http.MethodPost, "/device", w.form((*visit).device)},
		{http.MethodGet, "/invitation", w.page((*visit).askInvitation)},
		{http.MethodPost, "/invitation", w.form((*visit).invitation)},
	}
	if w.Server.Registers() {
		routes = append(routes, Route{http.MethodPost, "/oauth/register", w.register})
	}
	return routes, nil
}

// register makes a program known that says what it is in JSON.
func (w *web) register(out http.ResponseWriter, r *http.Request) {
	out.Header().Set("Cache-Control", "no-store")
	out.Header().Set("Pragma", "no-cache")
	var asked signin.Registration
	body, err := io.ReadAll(http.MaxBytesReader(out, r.Body, formMax))
	if media, _, bad := mime.ParseMediaType(r.Header.Get("Content-Type")); bad != nil || media != "application/json" || err != nil || json.Unmarshal(body, &asked) != nil {
		w.refuse(out, &signin.Failure{Code: signin.InvalidMetadata, Description: "The body is one JSON object of at most 16 KiB: send it as application/json."})
		return
	}
	known, err := w.Server.Register(r.Context(), asked, w.Address(r))
	if err != nil {
		w.refuse(out, err)
		return
	}
	writeJSON(out, http.StatusCreated, known)
}

func (w *web) secure() bool { return w.issuer.Scheme == "https" }

// WellKnown is the path of a document about an identifier: its own path comes after
// the name (RFC 8414, RFC 9728).
func WellKnown(name string, of *url.URL) string {
	return "/.well-known/" + name + strings.TrimSuffix(of.EscapedPath(), "/")
}

// report logs what went wrong inside, under the id of the request.
func (w *web) report(out http.ResponseWriter, err error) {
	w.Logger.Error("sign-in failed", slog.String("request_id", out.Header().Get(api.HeaderRequestID)), slog.String("error", err.Error()))
}

// WriteDocument answers with a document that anybody may read and keep for a while.
func WriteDocument(out http.ResponseWriter, v any) {
	out.Header().Set("Cache-Control", "public, max-age=300")
	out.Header().Set("Access-Control-Allow-Origin", "*")
	writeJSON(out, http.StatusOK, v)
}

func (w *web) keys(out http.ResponseWriter, r *http.Request) {
	set, err := w.Server.PublicKeys(r.Context())
	if err != nil {
		w.refuse(out, err)
		return
	}
	WriteDocument(out, set)
}

func writeJSON(out http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"server_error"}`)
	}
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("X-Content-Type-Options", "nosniff")
	out.Header().Set("Content-Length", strconv.Itoa(len(body)))
	out.WriteHeader(status)
	_, _ = out.Write(body) // a caller who has gone is not told
}

// program is an endpoint for programs: it reads a form and answers JSON that is kept
// nowhere.
func (w *web) program(do func(*http.Request, url.Values) (any, error)) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Cache-Control", "no-store")
		out.Header().Set("Pragma", "no-cache")
		if r.Header.Get(api.HeaderAuthorization) != "" {
			out.Header().Set(api.HeaderChallenge, `Basic realm="greenroom"`)
			w.refuseAs(out, http.StatusUnauthorized, &signin.Failure{Code: signin.InvalidClient, Description: "Clients here have no secret: send client_id in the body and no Authorization header."})
			return
		}
		form, err := readForm(out, r)
		if err == nil {
			var answer any
			if answer, err = do(r, form); err == nil {
				writeJSON(out, http.StatusOK, answer)
				return
			}
		}
		w.refuse(out, err)
	}
}

// challenge says where a token is to be had.
func (w *web) challenge() string {
	return fmt.Sprintf(`Bearer resource_metadata="%s://%s%s"`, w.issuer.Scheme, w.issuer.Host, WellKnown(ResourceName, w.issuer))
}

// who answers a program whose token it has.
func (w *web) who(out http.ResponseWriter, r *http.Request) {
	out.Header().Set("Cache-Control", "no-store")
	scheme, token, _ := strings.Cut(r.Header.Get(api.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		out.Header().Set(api.HeaderChallenge, w.challenge())
		w.refuseAs(out, http.StatusUnauthorized, &signin.Failure{Code: signin.InvalidRequest, Description: "Send an access token in the Authorization header as Bearer."})
		return
	}
	whose, err := w.Server.Who(r.Context(), strings.TrimSpace(token))
	var known *signin.Failure
	switch {
	case err == nil:
		writeJSON(out, http.StatusOK, whose)
	case errors.As(err, &known):
		out.Header().Set(api.HeaderChallenge, w.challenge()+`, error="invalid_token"`)
		w.refuseAs(out, http.StatusUnauthorized, known)
	default:
		w.refuse(out, err)
	}
}

// refuse answers a program in the words of OAuth.
func (w *web) refuse(out http.ResponseWriter, err error) {
	var known *signin.Failure
	var slowed *signin.Slowed
	switch {
	case errors.As(err, &known):
		w.refuseAs(out, http.StatusBadRequest, known)
	case errors.As(err, &slowed):
		out.Header().Set(api.HeaderRetryAfter, strconv.Itoa(service.Seconds(slowed.Wait)))
		w.refuseAs(out, http.StatusTooManyRequests, &signin.Failure{Code: signin.SlowDown, Description: "That was begun too often. Wait as long as Retry-After says."})
	default:
		w.report(out, err)
		w.refuseAs(out, http.StatusInternalServerError, &signin.Failure{Code: "server_error", Description: "Internal error. Try again later."})
	}
}

func (w *web) refuseAs(out http.ResponseWriter, status int, f *signin.Failure) {
	writeJSON(out, status, map[string]string{"error": f.Code, "error_description": f.Description})
}

// ResourceName is the document about a protected resource (RFC 9728).
const ResourceName = "oauth-protected-resource"

// resourceDocument says who gives out tokens for a service, and how they are sent.
type resourceDocument struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
	Methods  []string `json:"bearer_methods_supported"`
	Name     string   `json:"resource_name"`
	Manual   string   `json:"resource_documentation"`
}

// ResourceRoute tells clients of a service at a public address which authorisation
// server to ask.
func ResourceRoute(resource *url.URL, issuer string) Route {
	d := resourceDocument{Resource: resource.String(), Servers: []string{issuer}, Scopes: signin.Scopes(), Methods: []string{"header"},
		Name: "Creator Data Service", Manual: resource.String() + "/docs"}
	return Route{http.MethodGet, WellKnown(ResourceName, resource), func(out http.ResponseWriter, _ *http.Request) { WriteDocument(out, d) }}
}
