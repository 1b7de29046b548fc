package httpapi_test

import (
	"fmt"
	"strings"

	"greenroom/api"
)

// analysisAsks are requests that work: what answers several at once, and what
// judges.
var analysisAsks = asks{
	"GET /v1/creators": func(s *stage, _ string) request {
		return request{path: "/v1/creators?include=profiles&ids=" + s.creator(0) + "," + noUUID}
	},
	"GET /v1/profiles/{platform}/{username}": func(s *stage, _ string) request {
		return request{path: "/v1/profiles/photoplatform/" + s.username(0)}
	},
	"POST /v1/profiles":              lookingUp("/v1/profiles"),
	"POST /v1/profiles/lookup":       lookingUp("/v1/profiles/lookup"),
	"POST /v1/creator-emails/lookup": naming("/v1/creator-emails/lookup", ""),
	"POST /v1/creators/match":        naming("/v1/creators/match", `,"intent":{"query":"An oat drink for vegans","context":"Spring."}`),
	"POST /v1/match":                 naming("/v1/match", `,"intent":{"query":"An oat drink for vegans","context":"Spring."}`),
	"POST /v1/brand-safety/creators": naming("/v1/brand-safety/creators", ""),
	"POST /v1/lookalike":             resembling("/v1/lookalike"),
	"POST /v1/creators/lookalike":    resembling("/v1/creators/lookalike"),
	"POST /v1/brand-safety/profiles": func(s *stage, _ string) request {
		return request{path: "/v1/brand-safety/profiles", body: fmt.Sprintf(`{"profiles":[%s]}`, s.ref(0))}
	},
	"POST /v1/brand-safety/posts": func(s *stage, _ string) request {
		return request{path: "/v1/brand-safety/posts", body: fmt.Sprintf(`{"posts":[{"post_id":%q}]}`, s.postID(0))}
	},
	"POST /v1/posts/analyze": func(s *stage, _ string) request {
		return request{path: "/v1/posts/analyze", body: fmt.Sprintf(`{"posts":[{"post_id":%q}],"features":["ai_analysis","brand_safety"]}`, s.postID(0))}
	},
}

// ref names the i-th profile of the photo network.
func (s *stage) ref(i int) string {
	return fmt.Sprintf(`{"platform":"photoplatform","username":%q}`, s.username(i))
}

// postID is the id of the i-th post of the photo network.
func (s *stage) postID(i int) string {
	s.t.Helper()
	p, err := s.store.Post(s.t.Context(), api.PhotoPlatform, s.posted(api.PhotoPlatform, i))
	if err != nil {
		s.t.Fatal(err)
	}
	return p.ID
}

func lookingUp(path string) func(*stage, string) request {
	return func(s *stage, _ string) request {
		return request{path: path, body: fmt.Sprintf(`{"profiles":[%s,{"platform":"photoplatform","username":"nobody.at.all"}],"mode":"detailed"}`, s.ref(0))}
	}
}

func naming(path, more string) func(*stage, string) request {
	return func(s *stage, _ string) request {
		return request{path: path, body: fmt.Sprintf(`{"creators":[{"creator_id":%q}]%s}`, s.creator(0), more)}
	}
}

func resembling(path string) func(*stage, string) request {
	return func(s *stage, _ string) request {
		return request{path: path, body: fmt.Sprintf(`{"seeds":[{"creator_id":%q,"weight":0.5}],"limit":2,"mode":"detailed","filters":{"followers":{"min":1,"max":90000000},"engagement_rate":{"min":0.1,"max":99},"verified":false,"platforms":["photoplatform"]}}`, s.creator(0))}
	}
}

// referring are the endpoints that take creators, with the key they stand
// under and the rest of the body.
var referring = map[string][2]string{
	"/v1/creator-emails/lookup": {"creators", ""},
	"/v1/creators/match":        {"creators", `,"intent":{"query":"oats"}`},
	"/v1/match":                 {"creators", `,"intent":{"query":"oats"}`},
	"/v1/brand-safety/creators": {"creators", ""},
	"/v1/lookalike":             {"seeds", ""},
	"/v1/creators/lookalike":    {"seeds", ""},
}

// analysisRows are the rows of what is particular to these endpoints.
func analysisRows() []want {
	var out []want
	for path, has := range referring {
		wrong := api.CodeValidation
		if has[0] == "seeds" {
			wrong = api.CodeInvalidSeeds
		}
		body := func(ref string) func(*stage) request {
			return asking(path, `{"`+has[0]+`":[`+ref+`]`+has[1]+`}`)
		}
		out = append(out,
			want{name: "two of one", route: "POST " + path, ask: body(`{"creator_id":"` + noUUID + `","platform":"photoplatform","username":"x"}`), status: 400, code: wrong},
			want{name: "half a name", route: "POST " + path, ask: body(`{"platform":"photoplatform"}`), status: 400, code: wrong},
			want{name: "no platform", route: "POST " + path, ask: body(`{"platform":"nonsense","username":"x"}`), status: 400, code: wrong, param: "platform"},
			want{name: "no UUID", route: "POST " + path, ask: body(`{"creator_id":"x"}`), status: 400, code: wrong, param: "creator_id"},
			want{name: "bad username", route: "POST " + path, ask: body(`{"platform":"photoplatform","username":"a b"}`), status: 422, code: api.CodeValidation, param: "username"})
		if has[0] == "seeds" {
			out = append(out, want{name: "unknown seed", route: "POST " + path, ask: body(`{"creator_id":"` + noUUID + `"}`), status: 404, code: api.CodeSeedNotFound})
			continue
		}
		out = append(out, want{name: "all unknown", route: "POST " + path, ask: body(`{"creator_id":"` + noUUID + `"}`), status: 200})
	}
	for _, path := range []string{"/v1/profiles", "/v1/profiles/lookup", "/v1/brand-safety/profiles"} {
		out = append(out, want{name: "bad username", route: "POST " + path, ask: asking(path, `{"profiles":[{"platform":"photoplatform","username":"a b"}]}`), status: 422, code: api.CodeValidation, param: "username"})
	}
	return append(out,
		want{name: "unknown", route: "GET /v1/profiles/{platform}/{username}", ask: asking("/v1/profiles/photoplatform/nobody.at.all", ""), status: 404, code: api.CodeNotFound},
		want{name: "bad username", route: "GET /v1/profiles/{platform}/{username}", ask: asking("/v1/profiles/photoplatform/a%20b", ""), status: 422, code: api.CodeValidation, param: "username"},
		want{name: "too many", route: "GET /v1/creators", ask: asking("/v1/creators?ids="+strings.Repeat(noUUID+",", 100)+noUUID, ""), status: 400, code: api.CodeValidation, param: "ids"})
}
