package httpapi

import (
	"errors"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/httpapi/openapi"
)

// OAuth lets callers in with an access token instead of a key.
type OAuth struct {
	// Metadata is the address of the document about this resource (RFC 9728).
	Metadata string
	// Server describes the server that gives out tokens, for the description.
	Server openapi.OAuth
}

func (r *Route) permission() api.Permission {
	if r.writes {
		return api.PermissionWrite
	}
	return api.PermissionRead
}

// authenticate finds out who asks: by a key, or by an access token where those are
// taken.
func (c *call) authenticate() (access.Caller, error) {
	oauth := c.config.OAuth
	if oauth == nil {
		return c.service.Authenticate(c.ctx, c.key(), c.address(c.r))
	}
	token, sent := bearerToken(c.r.Header.Values(api.HeaderAuthorization))
	if sent && c.key() != "" {
		return access.Caller{}, service.Invalid(api.HeaderAuthorization, "Send either an API key or an access token, not both.")
	}
	if !sent {
		caller, err := c.service.Authenticate(c.ctx, c.key(), c.address(c.r))
		if unauthorized(err) {
			c.challenge("")
		}
		return caller, err
	}
	caller, err := c.service.Bearer(c.ctx, token, c.address(c.r))
	if unauthorized(err) {
		c.challenge(`, error="invalid_token"`)
	}
	return caller, err
}

func (c *call) permitted(caller access.Caller) error {
	needs := c.route.permission()
	if caller.Permits(needs) {
		return nil
	}
	c.challenge(`, error="insufficient_scope"`)
	return &service.Error{Code: api.CodeForbidden,
		Message: fmt.Sprintf("The access token lacks the scope %s. Sign in again and allow it.", needs)}
}

func unauthorized(err error) bool {
	var known *service.Error
	return errors.As(err, &known) && known.Code == api.CodeUnauthorized
}

// challenge says where a token is to be had, and for which scope (RFC 6750, RFC 9728).
func (c *call) challenge(why string) {
	c.w.Header().Add(api.HeaderChallenge, fmt.Sprintf(`Bearer resource_metadata="%s"%s, scope="%s"`, c.config.OAuth.Metadata, why, c.route.permission()))
}

// bearerToken is the access token among the values of the Authorization header. Other
// ways to authorise are not ours to read. Two tokens are none that fits.
func bearerToken(values []string) (token string, sent bool) {
	for _, v := range values {
		scheme, rest, _ := strings.Cut(v, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			continue
		}
		if sent {
			return "", true
		}
		token, sent = strings.TrimLeft(rest, " "), true
	}
	return token, sent
}

// described returns the part of the description about tokens; nil where none are taken.
func described(o *OAuth) *openapi.OAuth {
	if o == nil {
		return nil
	}
	return &o.Server
}
