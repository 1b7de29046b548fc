package httpapi

import (
	"net/http"

	"greenroom/api"
	"greenroom/service/httpapi/openapi"
	"greenroom/service/rules"
)

// Route is one row of the route table: how a request gets to its rule, and
// all that the description says about it.
type Route struct {
	Method  string
	Pattern string // path with {wildcards}; pathParams has what each may hold
	// Operation is the key of its price; "" for what needs no key and is free.
	Operation api.Operation
	Params    []Param
	Doc       Doc
	// handle decodes a request and hands it to its rule.
	handle func(*call) (rules.Job, error)
	// writes says that a request changes something that lasts.
	writes bool
	// early routes do not need the catalogue, and never wait for it.
	early bool
	// shared routes take an address in their path. What was added to it when it was
	// shared stands in the query, and is left out.
	shared bool
	// paged routes read what a payment has bought, by its id alone.
	paged bool
	// open answers a route that needs no key.
	open func(*rules.Service) (any, error)
	// page picks a document that anybody may read as it is.
	page func(*documents) document
	// beside answers in words of its own.
	beside http.Handler
	// same are the endpoints that this one and its other paths make up; empty
	// where it has one path.
	same []string
}

// endpoint names the route in the ledger and in logs.
func (r *Route) endpoint() string { return r.Method + " " + r.Pattern }

func (r *Route) charges() bool { return api.PriceOf(r.Operation).Cost(1) > 0 }

// least returns the cost of the smallest request, 0 for free ones.
func (r *Route) least() api.Credits { return r.described().Least() }

// Endpoints lists what a name such as "POST /v1/lookalike" stands for in a
// plan: the endpoint under each of its paths. It is empty for a name that no
// endpoint with a key has.
func Endpoints(name string) []string {
	for _, r := range Routes() {
		if r.Operation == "" || r.endpoint() != name {
			continue
		}
		if len(r.same) > 0 {
			return r.same
		}
		return []string{name}
	}
	return nil
}

// What a route says about itself, in the words of the description.
type (
	Param  = openapi.Param
	Limits = openapi.Limits
	Doc    = openapi.Doc
)

// languageUnless is a language code, and what is meant without one.
func languageUnless(unset string) Limits {
	l := openapi.LimitsLanguage
	l.Default = unset
	return l
}

// pathParams describes the allowed values of each wildcard of a path.
var pathParams = map[string]Param{
	"id":        {About: "UUID of the record.", Limits: openapi.LimitsUUID},
	"shortcode": {About: "Shortcode of the post, from its /p/, /reel/ or /tv/ URL.", Limits: Limits{Pattern: api.FormShortcode, MinLength: 1, MaxLength: api.ShortcodeMax}},
	"video_id":  {About: "Id of the video.", Limits: Limits{Pattern: api.FormVideoID, MinLength: api.VideoIDLen, MaxLength: api.VideoIDLen}},
	"handle":    {About: "A handle, an @handle, or the URL of the channel.", Limits: Limits{Pattern: api.FormChannel, MinLength: 1}},
	"username":  {About: "Username on the platform.", Limits: openapi.LimitsUsername},
	"platform":  {About: "The network of the profile."},
}
