package httpapi

import (
	"net/http"

	"greenroom/api"
	"greenroom/service"
)

// Route is one row of the route table.
type Route struct {
	Method  string
	Pattern string // path with {wildcards}
	// Operation is the key of its price; "" for what needs no key and is free.
	Operation api.Operation
	Params    []Param
	// handle decodes a request and hands it to its rule.
	handle func(*call) (service.Job, error)
	// open answers a route that needs no key.
	open func(*service.Service) any
}

// Param is one query parameter of a route. It may be given once.
type Param struct {
	Name     string
	Required bool
	Enum     []string // nil: any value
	About    string
}

// endpoint names the route in the ledger and in logs.
func (r *Route) endpoint() string { return r.Method + " " + r.Pattern }

var (
	paramLimit    = Param{Name: "limit", About: "Size of the page, 1 to 100; 25 where nothing is said."}
	paramCursor   = Param{Name: "cursor", About: "The next_cursor of the previous page, unchanged."}
	paramLanguage = Param{Name: "language", About: "Language code, or auto."}
	paramPlatform = Param{Name: "platform", About: "A network of the platform enum."}
	paramUsername = Param{Name: "username", About: "Name of the profile on the platform."}
	paramSort     = Param{Name: "sort", Enum: names(api.PostSorts()), About: "Order of the posts; recent where nothing is said."}
	paramMode     = Param{Name: "mode", Enum: []string{string(api.ModeLite), string(api.ModeDetailed)}, About: "How much of each profile; detailed where nothing is said."}
)

// Routes is the route table: every endpoint, once.
func Routes() []Route {
	return []Route{
		{Method: http.MethodGet, Pattern: "/health", open: func(s *service.Service) any { return s.Health() }},

		{Method: http.MethodPost, Pattern: "/v1/search", Operation: api.OpSearch, handle: createSearch},
		{Method: http.MethodGet, Pattern: "/v1/search/{id}", Operation: api.OpSearchPage, handle: readSearch, Params: []Param{paramCursor}},

		{Method: http.MethodGet, Pattern: "/v1/creators/autocomplete", Operation: api.OpAutocomplete, handle: autocomplete, Params: []Param{
			{Name: "q", Required: true, About: "Beginning of a name, 2 to 100 characters."}, paramPlatform,
			{Name: "scope", Enum: []string{string(api.ScopeCreatorOnly), string(api.ScopeMatchedPlatforms), string(api.ScopeAllPlatforms)}, About: "Which profiles to answer with."},
			{Name: "limit", About: "Most creators to answer, 1 to 50; 10 where nothing is said."}}},
		{Method: http.MethodGet, Pattern: "/v1/creators/{id}", Operation: api.OpCreator, handle: readCreator, Params: []Param{
			{Name: "include", Enum: []string{service.IncludeProfiles}, About: "What to add to the creator."}}},
		{Method: http.MethodGet, Pattern: "/v1/creators/{id}/profiles", Operation: api.OpProfilesDetailed, handle: readProfiles, Params: []Param{paramMode}},

		{Method: http.MethodGet, Pattern: "/v1/posts", Operation: api.OpPosts, handle: listPosts, Params: []Param{
			{Name: "creator_id", About: "Whose posts; or platform and username."}, paramPlatform, paramUsername, paramSort, paramLimit, paramCursor}},
		{Method: http.MethodGet, Pattern: "/v1/posts/by-creator", Operation: api.OpPosts, handle: listPosts, Params: []Param{
			{Name: "creator_id", Required: true, About: "Whose posts."}, paramSort, paramLimit, paramCursor}},

		{Method: http.MethodGet, Pattern: "/v1/raw/photoplatform/transcript/{shortcode}", Operation: api.OpPhotoTranscript, handle: photoTranscript, Params: []Param{paramLanguage}},
		{Method: http.MethodGet, Pattern: "/v1/raw/videoplatform/transcript/{video_id}", Operation: api.OpVideoTranscript, handle: videoTranscript, Params: []Param{paramLanguage}},

		{Method: http.MethodGet, Pattern: "/v1/shortlists", Operation: api.OpShortlists, handle: listShortlists, Params: []Param{paramLimit, paramCursor}},
		{Method: http.MethodPost, Pattern: "/v1/shortlists", Operation: api.OpShortlists, handle: createShortlist},
		{Method: http.MethodGet, Pattern: "/v1/shortlists/{id}", Operation: api.OpShortlists, handle: readShortlist},
		{Method: http.MethodPut, Pattern: "/v1/shortlists/{id}", Operation: api.OpShortlists, handle: replaceShortlist},
		{Method: http.MethodDelete, Pattern: "/v1/shortlists/{id}", Operation: api.OpShortlists, handle: deleteShortlist},
	}
}

func names[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, a := range all {
		out[i] = string(a)
	}
	return out
}
