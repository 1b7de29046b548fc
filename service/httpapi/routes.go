package httpapi

import (
	"net/http"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/httpapi/openapi"
	"greenroom/service/rules"
)

var (
	paramLimit    = Param{Name: "limit", About: "Page size.", Limits: Limits{Type: "integer", Min: api.LimitMin, Max: api.LimitMax, Default: api.LimitDefault}}
	paramCursor   = Param{Name: "cursor", About: "The next_cursor of the previous page, unchanged. Leave out for the first page.", Limits: openapi.LimitsCursor}
	paramLanguage = Param{Name: "language", About: "Language code, or auto for the spoken language.", Limits: languageUnless(api.LanguageAuto)}
	paramPlatform = Param{Name: "platform", About: "The network of the profile."}
	paramUsername = Param{Name: "username", About: "Username on the platform.", Limits: openapi.LimitsUsername}
	paramSort     = Param{Name: "sort", Enum: api.Names(api.PostSorts()), About: "Order of the posts. A cursor is valid for one sort only. top_engagement is (likes + comments) / views; posts without a view count come last.", Limits: Limits{Default: string(api.SortRecent)}}
	paramMode     = Param{Name: "mode", Enum: []string{string(api.ModeLite), string(api.ModeDetailed)}, About: "How much detail; the price differs.", Limits: Limits{Default: string(api.ModeDetailed)}}
	paramBy       = Param{Name: "by", About: "Your name as a reviewer, where no one is signed in.", Limits: Limits{Pattern: api.FormText, MinLength: 1, MaxLength: api.SheetNameMax}}
	paramInclude  = Param{Name: "include", Enum: []string{rules.IncludeProfiles}, About: "What to include with the creator."}
)

// Routes is the route table: every endpoint, once.
func Routes() []Route {
	return slices.Concat(
		openRoutes(),
		searchRoutes(),
		creatorRoutes(),
		postRoutes(),
		liveRoutes(),
		lookupRoutes(),
		analysisRoutes(),
		shortlistRoutes(),
	)
}

// openRoutes need no key and are free.
func openRoutes() []Route {
	return []Route{
		{Method: http.MethodGet, Pattern: "/health", open: health,
			Doc: Doc{Summary: "Check that the service is up", About: "503 while it is shutting down.", Answer: api.One[api.Health]{},
				Codes: []api.Code{api.CodeUnavailable}}},
		{Method: http.MethodGet, Pattern: "/openapi.json", page: func(d *documents) document { return d.description },
			Doc: Doc{Summary: "Read this description", About: "The document itself, not wrapped in data.", Media: "application/json"}},
		{Method: http.MethodGet, Pattern: "/docs", page: func(d *documents) document { return d.manual },
			Doc: Doc{Summary: "Read this description as a page", Media: "text/html"}},
	}
}

func searchRoutes() []Route {
	return []Route{
		{Method: http.MethodPost, Pattern: "/v1/search", Operation: api.OpSearch, handle: fromBody((*rules.Service).Search),
			Doc: Doc{Summary: "Search creators in plain words",
				About:  "Creates a search session and returns its first page. limit is the most creators the session returns and charges for; paging is free. The order of results never changes. interpretation shows how the query was understood.",
				Body:   api.SearchRequest{},
				Answer: api.SearchPage{}, Meaning: true, Most: upTo(api.OpSearch, api.LimitMax)}},
		{Method: http.MethodPost, Pattern: "/v1/search/interpret", Operation: api.OpSearchPage, handle: fromBody((*rules.Service).Interpret),
			Doc: Doc{Summary: "Preview a search for free",
				About:  "Takes the body of a search; creates no session. good_matches counts the good matches among the creators the session would return; credits_at_most is the most the search can cost.",
				Body:   api.SearchRequest{},
				Answer: api.One[api.SearchPreview]{}, Meaning: true}},
		{Method: http.MethodGet, Pattern: "/v1/search/{id}", Operation: api.OpSearchPage, handle: readSearch, early: true, paged: true, Params: []Param{paramCursor},
			Doc: Doc{Summary: "Read a page of a search session",
				About:  "Sessions are private to the account and readable until they expire.",
				Answer: api.SearchPage{}, Codes: []api.Code{api.CodeNotFound}}},
	}
}

func creatorRoutes() []Route {
	return []Route{
		{Method: http.MethodGet, Pattern: "/v1/creators/autocomplete", Operation: api.OpAutocomplete, handle: autocomplete, Params: []Param{
			{Name: "q", Required: true, About: "Start of a name, username or display name.", Limits: Limits{Pattern: api.FormTwo, MinLength: api.AutocompleteMin, MaxLength: api.AutocompleteMax}},
			paramPlatform,
			{Name: "scope", Enum: []string{string(api.ScopeCreatorOnly), string(api.ScopeMatchedPlatforms), string(api.ScopeAllPlatforms)}, About: "Which profiles to return: none, the matching ones, or all.", Limits: Limits{Default: string(api.ScopeAllPlatforms)}},
			{Name: "limit", About: "Most creators to return.", Limits: Limits{Type: "integer", Min: 1, Max: api.AutocompleteLimitMax, Default: api.AutocompleteLimitDefault}}},
			Doc: Doc{Summary: "Find creators by the start of a name", Answer: api.One[[]api.Suggestion]{}}},
		{Method: http.MethodGet, Pattern: "/v1/creators/{id}", Operation: api.OpCreator, handle: readCreator, Params: []Param{paramInclude},
			Doc: Doc{Summary: "Read one creator", Single: true, Answer: api.One[api.Creator]{}, Codes: []api.Code{api.CodeNotFound}}},
		{Method: http.MethodGet, Pattern: "/v1/creators/{id}/profiles", Operation: api.OpProfilesDetailed, handle: readProfiles, Params: []Param{paramMode},
			Doc: Doc{Summary: "Read the profiles of a creator", About: "At most ten, most followers first; others by their names.", Answer: api.One[[]api.Profile]{}, Codes: []api.Code{api.CodeNotFound},
				Features: []api.Operation{api.OpProfilesLite}}},
	}
}

func postRoutes() []Route {
	return []Route{
		{Method: http.MethodGet, Pattern: "/v1/posts", Operation: api.OpPosts, handle: listPosts, Params: []Param{
			{Name: "creator_id", About: "Whose posts; or platform and username.", Limits: openapi.LimitsUUID}, paramPlatform, paramUsername, paramSort, paramLimit, paramCursor},
			Doc: Doc{Summary: "List the posts of a creator or a profile",
				About:  "Give either creator_id, or platform and username.",
				Answer: api.Page[api.Post]{}, Codes: []api.Code{api.CodeNotFound}, Meaning: true, Most: upTo(api.OpPosts, api.LimitMax)}},
		{Method: http.MethodGet, Pattern: "/v1/posts/by-creator", Operation: api.OpPosts, handle: listPosts, Params: []Param{
			{Name: "creator_id", Required: true, About: "Whose posts.", Limits: openapi.LimitsUUID}, paramSort, paramLimit, paramCursor},
			Doc: Doc{Summary: "List the posts of a creator", Answer: api.Page[api.Post]{}, Codes: []api.Code{api.CodeNotFound}, Most: upTo(api.OpPosts, api.LimitMax)}},
	}
}

func shortlistRoutes() []Route {
	return []Route{
		{Method: http.MethodGet, Pattern: "/v1/shortlists", Operation: api.OpShortlists, handle: listShortlists, Params: []Param{paramLimit, paramCursor},
			Doc: Doc{Summary: "List your shortlists, newest first", Answer: api.Page[api.Shortlist]{}}},
		{Method: http.MethodPost, Pattern: "/v1/shortlists", Operation: api.OpShortlists, handle: fromBody((*rules.Service).CreateShortlist), writes: true,
			Doc: Doc{Summary: "Save a shortlist", About: "Listing a profile twice returns 422.", Body: api.NewShortlistBody{},
				Answer: api.One[api.Shortlist]{}, Statuses: []int{http.StatusCreated}, Meaning: true}},
		{Method: http.MethodGet, Pattern: "/v1/shortlists/{id}", Operation: api.OpShortlists, handle: fromPath("id", (*rules.Service).Shortlist),
			Doc: Doc{Summary: "Read one shortlist", Answer: api.One[api.Shortlist]{}, Codes: []api.Code{api.CodeNotFound}, Meaning: true}},
		{Method: http.MethodPut, Pattern: "/v1/shortlists/{id}", Operation: api.OpShortlists, handle: replaceShortlist, writes: true,
			Doc: Doc{Summary: "Replace a shortlist", About: "version must match the stored one; otherwise 422 with the stored record in details.",
				Body:   api.ShortlistBody{},
				Answer: api.One[api.Shortlist]{}, Codes: []api.Code{api.CodeNotFound}, Meaning: true}},
		{Method: http.MethodGet, Pattern: "/v1/shortlists/{id}/sheet", Operation: api.OpShortlists, handle: readSheet, Params: []Param{paramBy,
			{Name: "after", About: "The tag of the sheet you have: sheet is left out while that is the current one.", Limits: openapi.LimitsCursor},
			{Name: "version", About: "An earlier version.", Limits: Limits{Type: "integer", Min: 1, Max: api.VersionMax}}},
			Doc: Doc{Summary: "Read what a shortlist holds beyond its profiles",
				About:  "Brief, everybody on the list with what was decided and read, and a column for each reviewer. For its owner, and for everybody of the account where it is shared. Notes who opened it.",
				Answer: api.One[api.SheetRecord]{}, Codes: []api.Code{api.CodeNotFound}}},
		{Method: http.MethodPut, Pattern: "/v1/shortlists/{id}/sheet", Operation: api.OpShortlists, handle: putSheet, writes: true,
			Doc: Doc{Summary: "Store what a shortlist holds beyond its profiles",
				About:  "The sheet is a Sheet as the GET answers it, and moves the shortlist to its next version. Of a reviewer who does not own it only their own column is taken.",
				Body:   api.SheetBody{},
				Answer: api.One[api.SheetRecord]{}, Codes: []api.Code{api.CodeNotFound}, Meaning: true, Moves: true}},
		{Method: http.MethodDelete, Pattern: "/v1/shortlists/{id}/sheet", Operation: api.OpShortlists, handle: withdrawSheet, writes: true, Params: []Param{paramBy,
			{Name: "version", Required: true, About: "The latest version of the sheet.", Limits: Limits{Type: "integer", Min: 1, Max: api.VersionMax}}},
			Doc: Doc{Summary: "Take the latest version of a sheet back", About: "Works as long as nobody else opened it.", Codes: []api.Code{api.CodeNotFound}, Moves: true}},
		{Method: http.MethodGet, Pattern: "/v1/shortlists/{id}/sheet/versions", Operation: api.OpShortlists, handle: fromPath("id", (*rules.Service).SheetVersions),
			Doc: Doc{Summary: "List the versions of a sheet, latest first", Answer: api.Page[api.SheetVersion]{}, Codes: []api.Code{api.CodeNotFound}}},
		{Method: http.MethodDelete, Pattern: "/v1/shortlists/{id}", Operation: api.OpShortlists, handle: fromPath("id", (*rules.Service).DeleteShortlist), writes: true,
			Doc: Doc{Summary: "Delete a shortlist", Codes: []api.Code{api.CodeNotFound}}},
	}
}

// ownRoutes are those that only who owns the data is given. They are beyond the
// contract, and the description does not have them.
func ownRoutes() []Route {
	return []Route{{Method: http.MethodGet, Pattern: api.CataloguePath, Operation: api.OpCatalogue, handle: listCatalogue, Params: []Param{
		{Name: "platform"}, {Name: "country"}, {Name: "language"}, {Name: "facets", Enum: []string{"true"}},
		{Name: "min_followers", Limits: Limits{Type: "integer"}}, {Name: "max_followers", Limits: Limits{Type: "integer"}},
		{Name: "limit", Limits: Limits{Type: "integer", Min: api.LimitMin, Max: api.CatalogueMax, Default: api.LimitDefault}}, paramCursor}}}
}

// upTo returns the highest cost of a request for so many items.
func upTo(op api.Operation, items int) api.Credits { return api.PriceOf(op).Cost(items) }

// drainRetry is the wait a client is told while the process stops, until another replaces it.
const drainRetry = 5 * time.Second

// health says no once the service is stopping, so that a balancer sends nothing
// more; what comes nevertheless is answered.
func health(s *rules.Service) (any, error) {
	if s.Draining() {
		return nil, &service.Error{Code: api.CodeUnavailable, RetryAfter: drainRetry,
			Message: "The service is shutting down. Try again in a moment.",
			Details: map[string]any{"retry_after_seconds": service.Seconds(drainRetry)}}
	}
	return s.Health(), nil
}

func readSearch(c *call) (rules.Job, error) {
	return c.service.SearchPage(c.ctx, c.caller, c.path("id"), c.query.text("cursor"))
}

func autocomplete(c *call) (rules.Job, error) {
	return c.service.Autocomplete(c.ctx, c.caller, rules.AutocompleteRequest{
		Prefix: c.query["q"], Limit: c.query.number("limit"),
		Platform: textAs[api.Platform](c.query, "platform"), Scope: textAs[api.Scope](c.query, "scope"),
	})
}

func readCreator(c *call) (rules.Job, error) {
	return c.service.Creator(c.ctx, c.caller, c.path("id"), c.query.text("include"))
}

func readProfiles(c *call) (rules.Job, error) {
	return c.service.CreatorProfiles(c.ctx, c.caller, c.path("id"), textAs[api.ProfileMode](c.query, "mode"))
}

func listPosts(c *call) (rules.Job, error) {
	return c.service.Posts(c.ctx, c.caller, rules.PostsRequest{
		CreatorID: c.query.text("creator_id"), Username: c.query.text("username"),
		Platform: textAs[api.Platform](c.query, "platform"), Sort: textAs[api.PostSort](c.query, "sort"),
		Limit: c.query.number("limit"), Cursor: c.query.text("cursor"),
	})
}

func listCatalogue(c *call) (rules.Job, error) {
	return c.service.Catalogue(c.ctx, c.caller, rules.CatalogueRequest{
		Platform: c.query.text("platform"), Country: c.query.text("country"), Language: c.query.text("language"),
		Min: c.query.number("min_followers"), Max: c.query.number("max_followers"), Limit: c.query.number("limit"),
		Cursor: c.query.text("cursor"), Facets: c.query.text("facets") != nil,
	})
}

func listShortlists(c *call) (rules.Job, error) {
	return c.service.Shortlists(c.ctx, c.caller, c.query.number("limit"), c.query.text("cursor"))
}

func replaceShortlist(c *call) (rules.Job, error) {
	var body api.ShortlistBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.ReplaceShortlist(c.ctx, c.caller, c.path("id"), body)
}

func readSheet(c *call) (rules.Job, error) {
	return c.service.Sheet(c.ctx, c.caller, rules.SheetRequest{ID: c.path("id"), By: c.query.text("by"), After: c.query.text("after"), Version: c.query.number("version")})
}

func putSheet(c *call) (rules.Job, error) {
	var body api.SheetBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.PutSheet(c.ctx, c.caller, c.path("id"), body)
}

func withdrawSheet(c *call) (rules.Job, error) {
	return c.service.WithdrawSheet(c.ctx, c.caller, c.path("id"), c.query.number("version"), c.query.text("by"))
}
