package boot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/bearer"
	"greenroom/service/httpapi"
	"greenroom/service/httpapi/openapi"
	"greenroom/service/signin"
	"greenroom/service/signinweb"
	"greenroom/service/store"
)

// OAuth says who may come in without a key; the zero value is nobody.
type OAuth struct {
	// PublicURL is the address under which callers know the service.
	PublicURL string
	// SignIn serves the pages and endpoints of an authorisation server of our own.
	SignIn bool
	// Register lets programs register themselves with it.
	Register bool
	// Issuer is another authorisation server whose tokens are taken, and Account the
	// name of the account that pays for its users.
	Issuer, Account string
}

// PublicURLSetting is the setting of a store that holds the public address of the
// service with sign-in that ran on it last, for the command that makes invitations.
const PublicURLSetting = "public_url"

func (o OAuth) on() bool { return o.SignIn || o.Issuer != "" }

// entrance adds signing in to the front door.
type entrance struct {
	admitted access.OAuth
	told     *httpapi.OAuth
	beside   []httpapi.Beside
}

// entrance makes what signing in needs; nil where nobody signs in.
func (c Config) entrance(ctx context.Context, kept store.Store) (*entrance, error) {
	o := c.OAuth
	switch {
	case !o.on() && !o.Register:
		return nil, nil
	case o.Register && !o.SignIn:
		return nil, errors.New("programs register where people sign in: use it together with sign-in")
	case o.SignIn && o.Issuer != "":
		return nil, errors.New("use either --sign-in or --issuer for people to sign in, not both")
	}
	public, err := bearer.Safe(strings.TrimRight(o.PublicURL, "/"))
	if err != nil {
		return nil, fmt.Errorf("the public address of the service: %w", err)
	}
	if public.RawQuery != "" {
		return nil, fmt.Errorf("the public address %s must not have a query", public)
	}
	e := &entrance{admitted: access.OAuth{Users: kept}, told: &httpapi.OAuth{Metadata: public.Scheme + "://" + public.Host + signinweb.WellKnown(signinweb.ResourceName, public)}}
	var routes []signinweb.Route
	if o.SignIn {
		routes, err = e.own(ctx, c, kept, public)
	} else {
		err = e.far(ctx, c, kept, public)
	}
	if err != nil {
		return nil, err
	}
	for _, r := range append(routes, signinweb.ResourceRoute(public, e.told.Server.Issuer)) {
		e.beside = append(e.beside, httpapi.Beside{Method: r.Method, Pattern: r.Pattern, Handler: r.HandlerFunc})
	}
	return e, nil
}

// own puts up a server of our own.
func (e *entrance) own(ctx context.Context, c Config, kept store.Store, public *url.URL) ([]signinweb.Route, error) {
	if err := kept.SetSetting(ctx, PublicURLSetting, public.String()); err != nil {
		return nil, err
	}
	server := signin.New(signin.Config{Store: kept, Clock: c.Clock, Issuer: public.String(), Register: c.OAuth.Register})
	m := server.Metadata()
	e.told.Server = openapi.OAuth{Issuer: m.Issuer, Authorize: m.Authorize, Token: m.Token, Device: m.Device}
	e.admitted.Tokens = bearer.New(bearer.Config{Issuer: m.Issuer, Resource: public.String(), Clock: c.Clock, Keys: ownKeys{server}})
	return signinweb.Routes(signinweb.Config{Server: server, Logger: c.Logger,
		Address: func(r *http.Request) string { return httpapi.Address(r, c.TrustedProxies) }})
}

// ownKeys are the keys of a server in the same process. A store that cannot be read
// is no fault of a token.
type ownKeys struct{ *signin.Server }

func (k ownKeys) VerifySignature(ctx context.Context, raw string) ([]byte, error) {
	payload, err := k.Server.VerifySignature(ctx, raw)
	if err != nil && !errors.Is(err, signin.ErrUnsigned) {
		err = &bearer.Unreachable{Cause: err}
	}
	return payload, err
}

// far trusts another issuer. All its users are at the expense of one account.
func (e *entrance) far(ctx context.Context, c Config, kept store.Store, public *url.URL) error {
	if _, err := bearer.Safe(c.OAuth.Issuer); err != nil {
		return fmt.Errorf("the issuer of tokens: %w", err)
	}
	if c.OAuth.Account == "" {
		return errors.New("--issuer also needs --issuer-account, the account that pays for its users")
	}
	a, err := kept.AccountByName(ctx, c.OAuth.Account)
	if errors.Is(err, service.ErrNotFound) {
		return fmt.Errorf("no account named %s to pay for the users of %s; run greenroom accounts list to see all", c.OAuth.Account, c.OAuth.Issuer)
	}
	if err != nil {
		return err
	}
	e.admitted.Account = a.ID
	e.told.Server = openapi.OAuth{Issuer: c.OAuth.Issuer}
	e.admitted.Tokens = bearer.New(bearer.Config{Issuer: c.OAuth.Issuer, Resource: public.String(), Clock: c.Clock})
	return nil
}
