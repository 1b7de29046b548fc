package signin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// server describes the server that signs in for a service.
type server struct {
	Issuer    string   `json:"issuer"`
	Resource  string   `json:"resource"` // what the service is called there
	Authorize string   `json:"authorize,omitempty"`
	Device    string   `json:"device,omitempty"`
	Token     string   `json:"token"`
	Revoke    string   `json:"revoke,omitempty"`
	UserInfo  string   `json:"userinfo,omitempty"`
	NamesSelf bool     `json:"-"` // it says iss when it sends a browser back
	NoS256    bool     `json:"-"`
	scopes    []string // that are asked for
}

// resourceMetadata is a service's description of itself (RFC 9728).
type resourceMetadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// serverMetadata is a sign-in server's description of itself (RFC 8414).
type serverMetadata struct {
	Issuer     string   `json:"issuer"`
	Authorize  string   `json:"authorization_endpoint"`
	Device     string   `json:"device_authorization_endpoint"`
	Token      string   `json:"token_endpoint"`
	Revoke     string   `json:"revocation_endpoint"`
	UserInfo   string   `json:"userinfo_endpoint"`
	Scopes     []string `json:"scopes_supported"`
	Challenges []string `json:"code_challenge_methods_supported"`
	NamesSelf  bool     `json:"authorization_response_iss_parameter_supported"`
}

// discover finds who signs in for the service.
func (s *Session) discover(ctx context.Context) (server, error) {
	if !s.secure(s.cfg.Service) {
		return server{}, fmt.Errorf("sign-in needs https://: over http:// others could read the tokens; give %s an https:// address", s.cfg.Name)
	}
	about, err := s.resource(ctx)
	if err != nil {
		return server{}, err
	}
	m, err := s.metadata(ctx, about.Servers[0])
	if err != nil {
		return server{}, err
	}
	sv := server{
		Issuer: m.Issuer, Resource: about.Resource, Authorize: m.Authorize, Device: m.Device, Token: m.Token,
		Revoke: m.Revoke, UserInfo: m.UserInfo, NamesSelf: m.NamesSelf,
		NoS256: len(m.Challenges) > 0 && !slices.Contains(m.Challenges, "S256"),
	}
	sv.scopes = s.wanted(about.Scopes, m.Scopes)
	if sv.Token == "" {
		return sv, fmt.Errorf("%s does not say where to get tokens, so sign-in is not possible", host(m.Issuer))
	}
	for _, address := range []string{sv.Authorize, sv.Device, sv.Token, sv.Revoke, sv.UserInfo} {
		if address != "" && !s.secure(address) {
			return sv, fmt.Errorf("%s names an address that is not https://; no token is sent there", host(m.Issuer))
		}
	}
	return sv, nil
}

// wanted are the scopes to ask for: those of the connection, else all that the
// service knows; and what a server takes to keep a session and to tell whose it
// is.
func (s *Session) wanted(ofService, ofServer []string) []string {
	scopes := slices.Clone(s.cfg.Scopes)
	if len(scopes) == 0 {
		scopes = slices.Clone(ofService)
	}
	for _, extra := range []string{"openid", "profile", "offline_access"} {
		if slices.Contains(ofServer, extra) && !slices.Contains(scopes, extra) {
			scopes = append(scopes, extra)
		}
	}
	return scopes
}

var metadataParam = regexp.MustCompile(`(?i)resource_metadata\s*=\s*"([^"\\]*)"`)

// pointed is the address of its metadata that a service names when it refuses a
// request without a key; "" where it does not.
func (s *Session) pointed(ctx context.Context) (string, error) {
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.cfg.Service+"/v1/shortlists?limit=1", nil)
	if err != nil {
		return "", errors.New("the address of the service is not a URL")
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return "", fmt.Errorf("the service at %s: %s", host(s.cfg.Service), trouble(err))
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, answerMost)
	for _, challenge := range resp.Header.Values("WWW-Authenticate") {
		if found := metadataParam.FindStringSubmatch(challenge); found != nil {
			return found[1], nil
		}
	}
	return "", nil
}

// resource fetches the service's description of itself.
func (s *Session) resource(ctx context.Context) (resourceMetadata, error) {
	address, err := s.pointed(ctx)
	if err != nil {
		return resourceMetadata{}, err
	}
	tries := []string{address}
	if address == "" {
		tries = wellKnown(s.cfg.Service, "oauth-protected-resource")
	}
	if !sameOrigin(tries[0], s.cfg.Service) {
		return resourceMetadata{}, fmt.Errorf("the service at %s refers to another host for its sign-in settings, which is not followed", host(s.cfg.Service))
	}
	var about resourceMetadata
	status := 0
	for _, try := range tries {
		if status, err = s.get(ctx, try, "", &about); err == nil {
			break
		}
	}
	switch {
	case status == http.StatusNotFound || err == nil && len(about.Servers) == 0:
		return about, fmt.Errorf("the service at %s does not offer sign-in; use a key: greenroom connection add", host(s.cfg.Service))
	case err != nil:
		return about, fmt.Errorf("the sign-in settings of %s could not be read: %s", host(s.cfg.Service), trouble(err))
	case !covers(about.Resource, s.cfg.Service):
		return about, fmt.Errorf("the sign-in settings of %s are for another service, %q", host(s.cfg.Service), clean(about.Resource, nil))
	}
	return about, nil
}

// metadata fetches a sign-in server's description of itself. It must give the name under
// which the service knows it, or one server could speak for another.
func (s *Session) metadata(ctx context.Context, issuer string) (m serverMetadata, err error) {
	if !s.secure(issuer) {
		return m, errors.New("the sign-in server of the service is not https://")
	}
	root := strings.TrimRight(issuer, "/")
	tries := append(wellKnown(root, "oauth-authorization-server")[:1], root+"/.well-known/openid-configuration")
	for _, try := range tries {
		m = serverMetadata{}
		if _, err = s.get(ctx, try, "", &m); err == nil {
			break
		}
	}
	switch {
	case err != nil:
		return m, fmt.Errorf("the sign-in server %s: %s", host(issuer), trouble(err))
	case m.Issuer != issuer:
		return m, fmt.Errorf("the sign-in server calls itself %q, but the service calls it %q; nothing is sent to it", clean(m.Issuer, nil), clean(issuer, nil))
	}
	return m, nil
}

// wellKnown are the addresses of a document of a site: between host and path,
// then at the host itself.
func wellKnown(address, name string) []string {
	u, err := url.Parse(address)
	if err != nil {
		return []string{""}
	}
	path := strings.TrimRight(u.Path, "/")
	var all []string
	for _, p := range slices.Compact([]string{path, ""}) {
		all = append(all, u.Scheme+"://"+u.Host+"/.well-known/"+name+p)
	}
	return all
}

func sameOrigin(a, b string) bool {
	u, err := url.Parse(a)
	v, failed := url.Parse(b)
	return err == nil && failed == nil && u.Scheme == v.Scheme && u.Host == v.Host
}

// covers says whether the name of a resource means the service: it is its
// address, or stands before it.
func covers(resource, service string) bool {
	u, err := url.Parse(resource)
	if err != nil || !sameOrigin(resource, service) {
		return false
	}
	v, _ := url.Parse(service)
	path, of := strings.TrimRight(u.Path, "/")+"/", strings.TrimRight(v.Path, "/")+"/v1/"
	return strings.HasPrefix(of, path)
}
