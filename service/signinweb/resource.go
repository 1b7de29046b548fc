package signinweb

import (
	"net/http"
	"net/url"

	"greenroom/service/signin"
)

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
