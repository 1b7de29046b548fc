package boot

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"greenroom/service/httpapi"
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
}

func (o OAuth) on() bool { return o.SignIn }

// PublicURLSetting is the setting of a store that holds the public address of the
// service with sign-in that ran on it last, for who makes invitations.
const PublicURLSetting = "public_url"

// publicURL reads a public address: https, or on this machine.
func publicURL(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return nil, fmt.Errorf("the public address %q is not one: it reads https://host, with a path where the service has one", text)
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return nil, fmt.Errorf("the public address %s is not safe: passwords and tokens need https, except on this machine", text)
	}
	return u, nil
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// besides are the routes of signing in.
func (c Config) besides(ctx context.Context, kept store.Store) ([]httpapi.Beside, error) {
	if !c.OAuth.on() {
		return nil, nil
	}
	public, err := publicURL(c.OAuth.PublicURL)
	if err != nil {
		return nil, err
	}
	if err := kept.SetSetting(ctx, PublicURLSetting, public.String()); err != nil {
		return nil, err
	}
	server := signin.New(signin.Config{Store: kept, Clock: c.Clock, Issuer: public.String()})
	routes, err := signinweb.Routes(signinweb.Config{Server: server, Logger: c.Logger,
		Address: func(r *http.Request) string { return httpapi.Address(r, c.TrustedProxies) }})
	if err != nil {
		return nil, err
	}
	routes = append(routes, signinweb.ResourceRoute(public, server.Issuer()))
	out := make([]httpapi.Beside, len(routes))
	for i, r := range routes {
		out[i] = httpapi.Beside{Method: r.Method, Pattern: r.Pattern, Handler: r.HandlerFunc}
	}
	return out, nil
}
