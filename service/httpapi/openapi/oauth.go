package openapi

import "greenroom/api"

const schemeOAuth = "oauth"

// OAuth is the server that gives out access tokens.
type OAuth struct {
	Issuer string
	// Authorize, Token and Device are its endpoints; "" where it tells them itself.
	Authorize, Token, Device string
}

// about says for people that there is another way than a key.
func (o OAuth) about() string {
	return "Instead of a key, a request can carry an access token from " + o.Issuer + " in the Authorization header as Bearer. It allows what " +
		"the user granted: read, or write to save, change and delete. Shortlists and search sessions then belong to the user. A 401 " +
		"or 403 says in WWW-Authenticate where to get a token and what is wrong with this one."
}

// scheme describes how a token is had and sent. The flow of devices has no place in
// OpenAPI 3.1, so it stands in words.
func (o OAuth) scheme() SecurityScheme {
	about := "An access token from " + o.Issuer + ", whose metadata lists its endpoints. Shortlists and search sessions belong to the signed-in user; credits come from the account that invited them."
	if o.Authorize == "" {
		return SecurityScheme{Type: "http", Scheme: "bearer", BearerFormat: "at+jwt", Description: about}
	}
	scopes := map[api.Permission]string{}
	for _, p := range api.Permissions() {
		scopes[p] = p.About()
	}
	return SecurityScheme{Type: "oauth2", Flows: map[string]Flow{"authorizationCode": {AuthorizationURL: o.Authorize, TokenURL: o.Token, RefreshURL: o.Token, Scopes: scopes}},
		Description: about + " PKCE with S256 is required. Programs without a browser use the device grant, at " + o.Device + "."}
}

// needs is a security requirement of a token.
func needs(p api.Permission) map[string][]string {
	return map[string][]string{schemeOAuth: {string(p)}}
}

var challengeHeader = Header{Description: "Where to get an access token, and what is wrong with the one sent. Not present if a key was sent.", Schema: &Schema{Type: "string"}}

// security returns the schemes of an endpoint that differs from most; nil for the others.
func (b *builder) security(e Endpoint) *[]map[string][]string {
	ways := []map[string][]string{}
	if e.Operation == "" {
		return &ways
	}
	ways = append(ways, map[string][]string{schemeKey: {}})
	if b.config.OAuth != nil {
		ways = append(ways, needs(e.Permission))
	}
	switch {
	case b.open(e):
		ways = append(ways, map[string][]string{})
	case b.config.OAuth == nil || e.Permission == api.PermissionRead:
		return nil
	}
	return &ways
}
