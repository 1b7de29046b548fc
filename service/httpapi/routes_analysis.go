package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"greenroom/api"
	"greenroom/service/access"
	"greenroom/service/rules"
)

const asAsked = "Results are in request order. Unknown items are in not_found and are free; duplicates are returned twice and charged once."

func lookupRoutes() []Route {
	lookup := Route{Method: http.MethodPost, Operation: api.OpProfileLookupDetailed, handle: fromBody((*rules.Service).LookupProfiles),
		Doc: Doc{Summary: "Look up profiles by name", About: asAsked, Body: api.ProfileLookupRequest{},
			Answer: api.Found[api.Profile, api.ProfileRef]{}, Codes: []api.Code{api.CodeGetProfiles}, Meaning: true,
			Most: upTo(api.OpProfileLookupDetailed, api.BatchMax), Features: []api.Operation{api.OpProfileLookupLite}}}
	return append(lookup.under("/v1/profiles", "/v1/profiles/lookup"), []Route{
		{Method: http.MethodGet, Pattern: "/v1/creators", Operation: api.OpCreator, handle: readCreators, Params: []Param{
			{Name: "ids", Required: true, List: true, About: fmt.Sprintf("UUIDs of 1 to %d creators, comma-separated.", api.BatchMax), Limits: Limits{Format: "uuid", Pattern: api.FormUUID, MinItems: 1, MaxItems: api.BatchMax}}, paramInclude},
			Doc: Doc{Summary: "Read many creators", About: asAsked, Answer: api.Found[api.Creator, string]{},
				Codes: []api.Code{api.CodeGetProfiles}, Most: upTo(api.OpCreator, api.BatchMax)}},
		{Method: http.MethodGet, Pattern: "/v1/profiles/{platform}/{username}", Operation: api.OpProfileLookupDetailed, handle: readProfile, Params: []Param{paramMode},
			Doc: Doc{Summary: "Read one profile by name", Single: true, Answer: api.One[api.Profile]{}, Codes: []api.Code{api.CodeNotFound, api.CodeGetProfiles}, Meaning: true,
				Features: []api.Operation{api.OpProfileLookupLite}}},
		{Method: http.MethodPost, Pattern: "/v1/creator-emails/lookup", Operation: api.OpEmails, handle: fromBody((*rules.Service).Emails),
			Doc: Doc{Summary: "Look up public e-mail addresses of creators",
				About:  "Addresses come from the bios and links of a creator. Only creators with at least one address are charged, each once.",
				Body:   api.EmailRequest{},
				Answer: api.One[api.EmailAnswer]{}, Meaning: true, Most: upTo(api.OpEmails, api.EmailCreatorsMax)}},
	}...)
}

func analysisRoutes() []Route {
	match := Route{Method: http.MethodPost, Operation: api.OpMatch, handle: fromBody((*rules.Service).Match),
		Doc: Doc{Summary: "Match creators with a brief",
			About: "Every reason names its evidence; quotes are verbatim. " + asAsked, Body: api.MatchRequest{},
			Answer: api.Found[api.MatchResult, api.CreatorRef]{}, Codes: []api.Code{api.CodeMatch}, Meaning: true, Most: upTo(api.OpMatch, api.BatchMax)}}
	alike := Route{Method: http.MethodPost, Operation: api.OpLookalike, handle: fromBody((*rules.Service).Lookalike),
		Doc: Doc{Summary: "Find lookalikes",
			About:  "Compares themes, languages, location, audience size, engagement, networks and account type. Seeds are never among the results. Detailed mode adds at most ten profiles per creator, charged individually. A cursor is valid for the same seeds, filters and mode.",
			Body:   api.LookalikeRequest{},
			Answer: api.Page[api.LookalikeResult]{}, Codes: []api.Code{api.CodeInvalidSeeds, api.CodeSeedNotFound, api.CodeSeedResolution, api.CodeLookalike}, Meaning: true,
			Least: upTo(api.OpLookalike, 1), Most: upTo(api.OpLookalike, api.LimitMax) + upTo(api.OpLookalikeProfiles, api.LimitMax*api.AccountsMax),
			Features: []api.Operation{api.OpLookalikeProfiles}}}
	return slices.Concat(safetyRoutes(), match.under("/v1/creators/match", "/v1/match"), alike.under("/v1/lookalike", "/v1/creators/lookalike"), []Route{
		{Method: http.MethodPost, Pattern: "/v1/posts/analyze", Operation: api.OpAnalyze, handle: fromBody((*rules.Service).AnalyzePosts),
			Doc: Doc{Summary: "Analyze posts",
				About:  "Topics, tone, sponsorship and brands of each post. The feature ai_analysis adds the evidence, brand_safety a brand safety rating; each adds to the price. " + asAsked,
				Body:   api.AnalyzeRequest{},
				Answer: api.Found[api.PostAnalysis, api.PostRef]{}, Codes: []api.Code{api.CodePostAnalysis},
				Least: upTo(api.OpAnalyze, 1), Most: upTo(api.OpAnalyze, api.AnalysisMax) + upTo(api.OpAnalyzeAI, api.AnalysisMax) + upTo(api.OpAnalyzeSafety, api.AnalysisMax),
				Features: []api.Operation{api.OpAnalyzeAI, api.OpAnalyzeSafety}}},
	})
}

func safetyRoutes() []Route {
	const about = "Flags content a brand may want to avoid. Quoted, denied or reported words alone raise no flag; every flag has verbatim evidence. The summary says what was scanned and what was not. " + asAsked
	codes := []api.Code{api.CodeBrandSafety}
	return []Route{
		{Method: http.MethodPost, Pattern: "/v1/brand-safety/creators", Operation: api.OpSafetyCreators, handle: fromBody((*rules.Service).SafetyCreators),
			Doc: Doc{Summary: "Rate brand safety of creators", About: about, Body: api.SafetyCreatorsRequest{},
				Answer: api.Found[api.CreatorSafety, api.CreatorRef]{}, Codes: codes, Meaning: true, Most: upTo(api.OpSafetyCreators, api.AnalysisMax)}},
		{Method: http.MethodPost, Pattern: "/v1/brand-safety/profiles", Operation: api.OpSafetyProfiles, handle: fromBody((*rules.Service).SafetyProfiles),
			Doc: Doc{Summary: "Rate brand safety of profiles", About: about, Body: api.SafetyProfilesRequest{},
				Answer: api.Found[api.ProfileSafety, api.ProfileRef]{}, Codes: codes, Meaning: true, Most: upTo(api.OpSafetyProfiles, api.AnalysisMax)}},
		{Method: http.MethodPost, Pattern: "/v1/brand-safety/posts", Operation: api.OpSafetyPosts, handle: fromBody((*rules.Service).SafetyPosts),
			Doc: Doc{Summary: "Rate brand safety of posts", About: about, Body: api.SafetyPostsRequest{},
				Answer: api.Found[api.PostSafety, api.PostRef]{}, Codes: codes, Most: upTo(api.OpSafetyPosts, api.AnalysisMax)}},
	}
}

// under is one route under several paths, which are one endpoint to a plan.
func (r Route) under(patterns ...string) (out []Route) {
	for _, p := range patterns {
		r.Pattern = p
		r.same = append(r.same, r.endpoint())
	}
	for _, p := range patterns {
		r.Pattern = p
		out = append(out, r)
	}
	return out
}

// fromBody is the handler of a rule that takes the body alone.
func fromBody[T any](rule func(*rules.Service, context.Context, access.Caller, T) (rules.Job, error)) func(*call) (rules.Job, error) {
	return func(c *call) (rules.Job, error) {
		var body T
		if err := c.decode(&body); err != nil {
			return rules.Job{}, err
		}
		return rule(c.service, c.ctx, c.caller, body)
	}
}

// fromPath is the handler of a rule that takes one part of the path alone.
func fromPath(part string, rule func(*rules.Service, context.Context, access.Caller, string) (rules.Job, error)) func(*call) (rules.Job, error) {
	return func(c *call) (rules.Job, error) { return rule(c.service, c.ctx, c.caller, c.path(part)) }
}

func readCreators(c *call) (rules.Job, error) {
	return c.service.Creators(c.ctx, c.caller, c.query["ids"], c.query.text("include"))
}

func readProfile(c *call) (rules.Job, error) {
	return c.service.Profile(c.ctx, c.caller, rules.ProfileRequest{
		Platform: api.Platform(c.path("platform")), Username: c.path("username"), Mode: textAs[api.ProfileMode](c.query, "mode"),
	})
}
