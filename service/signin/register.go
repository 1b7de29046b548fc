package signin

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"greenroom/internal/each"
	"greenroom/service"
)

// Limits of programs that register themselves.
const (
	redirectsMost  = 5
	redirectMax    = 512 // bytes
	clientNameMax  = 60  // characters
	registeredMost = 10_000
	// registrations limits how many one address may make within five minutes.
	registrations = 5
	// unusedLife is the life of a program that nobody has allowed anything; one with a
	// grant lives as long as that.
	unusedLife = 24 * time.Hour
)

// The codes of registrations that are refused (RFC 7591).
const (
	InvalidRedirect = "invalid_redirect_uri"
	InvalidMetadata = "invalid_client_metadata"
)

// Registration holds a program's data about itself. Further fields are ignored.
type Registration struct {
	Name      string   `json:"client_name"`
	Redirects []string `json:"redirect_uris"`
	Auth      string   `json:"token_endpoint_auth_method"`
	Kinds     []string `json:"grant_types"`
	Responses []string `json:"response_types"`
}

// Registered is a program as it is known from then on.
type Registered struct {
	ID       string `json:"client_id"`
	IssuedAt int64  `json:"client_id_issued_at"` // seconds
	Registration
	Scope string `json:"scope"`
}

// Registers reports whether programs may register themselves.
func (s *Server) Registers() bool { return s.config.Register }

// Register makes a program known that answers to its redirect addresses, without a
// secret: it has to use PKCE. Nobody has checked what it says of itself.
func (s *Server) Register(ctx context.Context, r Registration, address string) (Registered, error) {
	if err := r.check(); err != nil {
		return Registered{}, err
	}
	if _, err := s.attempt(ctx, counter{&s.registrations, address}); err != nil {
		return Registered{}, err
	}
	now := s.now()
	c := service.Client{ID: "client-" + strings.ToLower(rand.Text()), Name: shownName(r.Name), CreatedAt: now, ExpiresAt: now.Add(unusedLife)}
	c.Redirects = each.Of(r.Redirects, portless)
	if err := s.store.CreateClient(ctx, c, registeredMost); errors.Is(err, service.ErrQuota) {
		return Registered{}, &Slowed{time.Hour}
	} else if err != nil {
		return Registered{}, err
	}
	r.Name, r.Auth, r.Kinds, r.Responses = c.Name, "none", []string{KindCode, KindRefresh}, []string{"code"}
	return Registered{ID: c.ID, IssuedAt: now.Unix(), Registration: r, Scope: strings.Join(Scopes(), " ")}, nil
}

func (r Registration) check() error {
	switch {
	case len(r.Redirects) == 0 || len(r.Redirects) > redirectsMost:
		return fail(InvalidRedirect, "redirect_uris holds one to five addresses.")
	case !slices.ContainsFunc(r.Redirects, badRedirect):
	default:
		return fail(InvalidRedirect, "A redirect address is https, or http on a loopback address, without a query, a fragment or a user, and written in its usual form.")
	}
	switch {
	case r.Auth != "" && r.Auth != "none":
		return fail(InvalidMetadata, "Clients here have no secret: token_endpoint_auth_method is none.")
	case !within(r.Kinds, []string{KindCode, KindRefresh}):
		return fail(InvalidMetadata, "grant_types are authorization_code and refresh_token.")
	case !within(r.Responses, []string{"code"}):
		return fail(InvalidMetadata, "response_types is code.")
	case !utf8.ValidString(r.Name) || utf8.RuneCountInString(r.Name) > clientNameMax:
		return fail(InvalidMetadata, "client_name has at most 60 characters.")
	}
	return nil
}

// redirectForm is a redirect address without what a policy of a page, or a page, could
// read otherwise.
var redirectForm = regexp.MustCompile(`^https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?(/[A-Za-z0-9._~%!$&'()+,=:@/-]*)?$`)

// badRedirect refuses what answers may not be sent to. Whatever could be read in two
// ways is refused: an address is its own text.
func badRedirect(to string) bool {
	u, err := url.Parse(to)
	if err != nil || len(to) > redirectMax || u.String() != to || u.Host == "" || u.Hostname() == "" || u.User != nil || u.Opaque != "" ||
		!redirectForm.MatchString(to) {
		return true
	}
	return u.Scheme != "https" && !(u.Scheme == "http" && (u.Hostname() == "localhost" || isLoopback(u.Hostname())))
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// shownName is a name as people may be shown it: letters that are seen, on one line, in
// the order in which they stand.
func shownName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1
		}
		return r
	}, name)
	return cmp.Or(strings.Join(strings.Fields(clean), " "), "a program without a name")
}
