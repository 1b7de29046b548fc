package signin

import (
	"context"

	"github.com/go-jose/go-jose/v4"
)

// Metadata is the document a client reads first (RFC 8414, RFC 9207).
type Metadata struct {
	Issuer      string   `json:"issuer"`
	Authorize   string   `json:"authorization_endpoint"`
	Device      string   `json:"device_authorization_endpoint"`
	Token       string   `json:"token_endpoint"`
	Revoke      string   `json:"revocation_endpoint"`
	Who         string   `json:"userinfo_endpoint"`
	Keys        string   `json:"jwks_uri"`
	Scopes      []string `json:"scopes_supported"`
	Responses   []string `json:"response_types_supported"`
	Modes       []string `json:"response_modes_supported"`
	Kinds       []string `json:"grant_types_supported"`
	Auth        []string `json:"token_endpoint_auth_methods_supported"`
	RevokeAuth  []string `json:"revocation_endpoint_auth_methods_supported"`
	Challenges  []string `json:"code_challenge_methods_supported"`
	NamesIssuer bool     `json:"authorization_response_iss_parameter_supported"`
	Manual      string   `json:"service_documentation"`
	Register    string   `json:"registration_endpoint,omitempty"` // where programs may
}

// Metadata describes the server.
func (s *Server) Metadata() Metadata {
	at := func(path string) string { return s.config.Issuer + path }
	none := []string{"none"}
	register := ""
	if s.config.Register {
		register = at("/oauth/register")
	}
	return Metadata{Register: register, Issuer: s.config.Issuer, Authorize: at("/oauth/authorize"), Device: at("/oauth/device_authorization"), Token: at("/oauth/token"),
		Revoke: at("/oauth/revoke"), Who: at("/oauth/userinfo"), Keys: at("/oauth/jwks"), Scopes: Scopes(), Responses: []string{"code"}, Modes: []string{"query"},
		Kinds: Kinds(), Auth: none, RevokeAuth: none, Challenges: []string{"S256"}, NamesIssuer: true, Manual: at("/docs")}
}

// PublicKeys are those that tokens are checked with.
func (s *Server) PublicKeys(ctx context.Context) (jose.JSONWebKeySet, error) {
	return s.keys.public(ctx)
}

// VerifySignature is the payload of a token that this server signed.
func (s *Server) VerifySignature(ctx context.Context, raw string) ([]byte, error) {
	return s.keys.VerifySignature(ctx, raw)
}
