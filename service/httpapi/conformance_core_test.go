package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"greenroom/api"
	"greenroom/service"
)

const noUUID = "00000000-0000-4000-8000-000000000000"

// coreAsks are requests that work: search, creators, posts, stored
// transcripts, shortlists, and what describes the service.
var coreAsks = asks{
	"GET /health":       at("/health"),
	"GET /openapi.json": at("/openapi.json"),
	"GET /docs":         at("/docs"),
	"POST /v1/search": func(*stage, string) request {
		return request{path: "/v1/search", body: `{"query":"vegan food","limit":2,"platforms":["photoplatform"],"creator_kinds":["INFLUENCER"],"filters":{"followers":{"min":10,"max":90000000},"engagement_rate":{"min":0.1,"max":99},"verified":false}}`}
	},
	"POST /v1/search/interpret": func(*stage, string) request {
		return request{path: "/v1/search/interpret", body: `{"query":"vegan cooks, not Berlin, women","limit":10}`}
	},
	"GET /v1/search/{id}": func(s *stage, as string) request { return request{path: "/v1/search/" + s.sessionOf(as, 2)} },
	"GET /v1/creators/autocomplete": func(s *stage, _ string) request {
		return request{path: "/v1/creators/autocomplete?limit=2&q=" + s.username(0)[:3]}
	},
	"GET /v1/creators/{id}": func(s *stage, _ string) request {
		return request{path: "/v1/creators/" + s.creator(0) + "?include=profiles"}
	},
	"GET /v1/creators/{id}/profiles": func(s *stage, _ string) request {
		return request{path: "/v1/creators/" + s.creator(0) + "/profiles"}
	},
	"GET /v1/posts": func(s *stage, _ string) request {
		return request{path: "/v1/posts?limit=2&platform=photoplatform&username=" + s.username(0)}
	},
	"GET /v1/posts/by-creator": func(s *stage, _ string) request {
		return request{path: "/v1/posts/by-creator?limit=1&creator_id=" + s.creator(0)}
	},
	"GET /v1/raw/photoplatform/transcript/{shortcode}": func(s *stage, _ string) request {
		return request{path: "/v1/raw/photoplatform/transcript/" + s.transcribed(api.PhotoPlatform, 0)}
	},
	"GET /v1/raw/videoplatform/transcript/{video_id}": func(s *stage, _ string) request {
		return request{path: "/v1/raw/videoplatform/transcript/" + s.transcribed(api.VideoPlatform, 0)}
	},
	"GET /v1/shortlists": func(s *stage, as string) request {
		s.shortlistOf(as)
		return request{path: "/v1/shortlists?limit=1"}
	},
	"POST /v1/shortlists": func(s *stage, _ string) request { return request{path: "/v1/shortlists", body: s.shortlistBody("")} },
	"GET /v1/shortlists/{id}": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.shortlistOf(as)}
	},
	"PUT /v1/shortlists/{id}": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.shortlistOf(as), body: s.shortlistBody(`,"version":1`)}
	},
	"DELETE /v1/shortlists/{id}": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.shortlistOf(as)}
	},
	"GET /v1/shortlists/{id}/sheet": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.sheetOf(as) + "/sheet?by=Mia"}
	},
	"GET /v1/shortlists/{id}/sheet/versions": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.sheetOf(as) + "/sheet/versions"}
	},
	"DELETE /v1/shortlists/{id}/sheet": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.sheetOf(as) + "/sheet?by=Mia&version=2"}
	},
	"PUT /v1/shortlists/{id}/sheet": func(s *stage, as string) request {
		return request{path: "/v1/shortlists/" + s.shortlistOf(as) + "/sheet", body: s.sheetBody("Mia", 1)}
	},
}

func asking(path, body string) func(*stage) request {
	return func(*stage) request { return request{path: path, body: body} }
}

var coreRows = []want{
	{name: "kept", route: "GET /openapi.json", status: http.StatusNotModified,
		ask: func(s *stage) request {
			return request{path: "/openapi.json", etag: s.get("/openapi.json").header.Get("ETag")}
		}},
	{name: "kept", route: "GET /docs", status: http.StatusNotModified,
		ask: func(s *stage) request {
			return request{path: "/docs", etag: "W/" + s.get("/docs").header.Get("ETag") + `, "other"`}
		}},
	{name: "no budget left", route: "POST /v1/search", as: "spent", status: 429, code: api.CodeRateLimited, header: []string{api.HeaderRetryAfter},
		ask: asking("/v1/search", `{"query":"vegan"}`)},
	{name: "posts of a creator by id", route: "GET /v1/posts", status: 200,
		ask: func(s *stage) request { return request{path: "/v1/posts?limit=2&creator_id=" + s.creator(0)} }},
	{name: "unknown", route: "GET /v1/search/{id}", ask: asking("/v1/search/"+noUUID, ""), status: 404, code: api.CodeNotFound},
	{name: "foreign cursor", route: "GET /v1/search/{id}", status: 400, code: api.CodeValidation, param: "cursor",
		ask: func(s *stage) request { return request{path: "/v1/search/" + s.sessionOf("", 2) + "?cursor=foreign"} }},
	{name: "foreign session", route: "GET /v1/search/{id}", status: 404, code: api.CodeNotFound,
		ask: func(s *stage) request { return request{path: "/v1/search/" + s.sessionOf("suspended", 2)} }},
	{name: "min above max", route: "POST /v1/search/interpret", status: 422, code: api.CodeValidation, param: "filters.followers",
		ask: asking("/v1/search/interpret", `{"query":"vegan","filters":{"followers":{"min":5,"max":1}}}`)},
	{name: "nothing said", route: "POST /v1/search", status: 400, code: api.CodeValidation, param: "query", ask: asking("/v1/search", `{"query":"the of and !!! 😀 42","filters":{}}`)},
	{name: "nothing said", route: "POST /v1/search/interpret", status: 400, code: api.CodeValidation, param: "query", ask: asking("/v1/search/interpret", `{"query":"!!!"}`)},
	{name: "nothing said but filters", route: "POST /v1/search", status: 200, ask: asking("/v1/search", `{"query":"the","filters":{"followers":{"min":10}},"limit":1}`)},
	{name: "min above max", route: "POST /v1/search", status: 422, code: api.CodeValidation, param: "filters.followers",
		ask: asking("/v1/search", `{"query":"vegan","filters":{"followers":{"min":2,"max":1}}}`)},
	{name: "unknown", route: "GET /v1/creators/{id}", ask: asking("/v1/creators/"+noUUID, ""), status: 404, code: api.CodeNotFound},
	{name: "unknown", route: "GET /v1/creators/{id}/profiles", ask: asking("/v1/creators/"+noUUID+"/profiles", ""), status: 404, code: api.CodeNotFound},
	{name: "unknown", route: "GET /v1/posts", ask: asking("/v1/posts?creator_id="+noUUID, ""), status: 404, code: api.CodeNotFound},
	{name: "bad username", route: "GET /v1/posts", ask: asking("/v1/posts?platform=photoplatform&username=a%20b", ""), status: 422, code: api.CodeValidation, param: "username"},
	{name: "unknown", route: "GET /v1/posts/by-creator", ask: asking("/v1/posts/by-creator?creator_id="+noUUID, ""), status: 404, code: api.CodeNotFound},
	{name: "cursor of another sort", route: "GET /v1/posts", status: 400, code: api.CodeValidation, param: "cursor",
		ask: func(s *stage) request {
			var page api.Page[api.Post]
			path := "/v1/posts?limit=1&creator_id=" + s.creator(0)
			s.get(path).into(s.t, &page)
			return request{path: path + "&sort=most_likes&cursor=" + *page.NextCursor}
		}},
	{name: "unknown", route: "GET /v1/shortlists/{id}", ask: asking("/v1/shortlists/"+noUUID, ""), status: 404, code: api.CodeNotFound},
	{name: "foreign", route: "GET /v1/shortlists/{id}", status: 404, code: api.CodeNotFound,
		ask: func(s *stage) request { return request{path: "/v1/shortlists/" + s.shortlistOf("suspended")} }},
	{name: "unknown", route: "DELETE /v1/shortlists/{id}", ask: asking("/v1/shortlists/"+noUUID, ""), status: 404, code: api.CodeNotFound},
	{name: "unknown", route: "PUT /v1/shortlists/{id}", status: 404, code: api.CodeNotFound,
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + noUUID, body: s.shortlistBody(`,"version":1`)}
		}},
	{name: "unknown", route: "GET /v1/shortlists/{id}/sheet", ask: asking("/v1/shortlists/"+noUUID+"/sheet", ""), status: 404, code: api.CodeNotFound},
	{name: "unknown", route: "GET /v1/shortlists/{id}/sheet/versions", ask: asking("/v1/shortlists/"+noUUID+"/sheet/versions", ""), status: 404, code: api.CodeNotFound},
	{name: "unknown", route: "DELETE /v1/shortlists/{id}/sheet", ask: asking("/v1/shortlists/"+noUUID+"/sheet?version=1", ""), status: 404, code: api.CodeNotFound},
	{name: "unknown", route: "PUT /v1/shortlists/{id}/sheet", status: 404, code: api.CodeNotFound,
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + noUUID + "/sheet", body: s.sheetBody("Mia", 1)}
		}},
	{name: "none", route: "GET /v1/shortlists/{id}/sheet", status: 404, code: api.CodeNotFound,
		ask: func(s *stage) request { return request{path: "/v1/shortlists/" + s.shortlistOf("") + "/sheet"} }},
	{name: "moved", route: "PUT /v1/shortlists/{id}/sheet", status: 409, code: api.CodeValidation, param: "version",
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + s.shortlistOf("") + "/sheet", body: s.sheetBody("Mia", 7)}
		}},
	{name: "moved", route: "DELETE /v1/shortlists/{id}/sheet", status: 409, code: api.CodeValidation, param: "version",
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + s.sheetOf("") + "/sheet?by=Mia&version=7"}
		}},
	{name: "no column of one's own", route: "PUT /v1/shortlists/{id}/sheet", status: 422, code: api.CodeValidation, param: "sheet.columns",
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + s.sheetOf("") + "/sheet", body: s.sheetBody("Ben", 2)}
		}},
	{name: "unknown key in the sheet", route: "PUT /v1/shortlists/{id}/sheet", status: 400, code: api.CodeValidation, param: "sheet.owner",
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + s.shortlistOf("") + "/sheet", body: strings.Replace(s.sheetBody("Mia", 1), `"members"`, `"owner":"me","members"`, 1)}
		}},
	{name: "twice", route: "POST /v1/shortlists", status: 422, code: api.CodeValidation, param: "profiles[1].username",
		ask: asking("/v1/shortlists", `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":"ana"},{"platform":"photoplatform","username":"Ana"}]}`)},
	{name: "old version", route: "PUT /v1/shortlists/{id}", status: 422, code: api.CodeValidation, param: "version",
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists/" + s.shortlistOf(""), body: s.shortlistBody(`,"version":7`)}
		}},
	{name: "name twice", route: "POST /v1/shortlists", status: 400, code: api.CodeValidation, param: "name",
		ask: func(s *stage) request {
			return request{path: "/v1/shortlists", body: s.shortlistBody(`,"name":"again"`)}
		}},
}

// sessionOf makes a session for an account, whatever it may pay.
func (s *stage) sessionOf(as string, limit int) string {
	s.t.Helper()
	made, err := s.service.StarterSession(context.Background(), s.accountID(as), api.SearchRequest{Query: "vegan food", Limit: &limit})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.ID
}

func (s *stage) accountID(as string) string {
	s.t.Helper()
	if as == "" || as == nobody {
		return s.account.ID
	}
	a, err := s.store.AccountByName(context.Background(), as)
	if err != nil {
		s.t.Fatal(err)
	}
	return a.ID
}

// sheetOf makes a shortlist with a sheet, which Mia decides, at version 2.
func (s *stage) sheetOf(as string) string {
	s.t.Helper()
	id := s.shortlistOf(as)
	s.storeSheet(service.Owner{AccountID: s.accountID(as)}, id)
	return id
}

// storeSheet gives a shortlist of version 1 a sheet.
func (s *stage) storeSheet(o service.Owner, id string) {
	s.t.Helper()
	body := s.sheetBody("Mia", 1)
	at := strings.Index(body, `"sheet":`) + len(`"sheet":`)
	err := s.store.PutSheet(context.Background(), o, id, service.SheetVersion{Body: []byte(body[at : len(body)-1]),
		SheetVersion: api.SheetVersion{Version: 2, By: "Mia", At: noon}})
	if err != nil {
		s.t.Fatal(err)
	}
}

// sheetBody is a sheet of one creator, as it is sent.
func (s *stage) sheetBody(by string, version int) string {
	return fmt.Sprintf(`{"version":%d,"by":%q,"sheet":{"format":"greenroom-sheet/1","name":"Spring","by":"Mia","shared":false,"hidden":false,"brief":{"text":"An oat drink.","query":"oat"},
		"members":[{"name":"Ana","platform":"photoplatform","username":%q,"verdict":"yes","reason":"Fits."}],"columns":[]}}`, version, by, s.username(0))
}

// shortlistOf makes a shortlist for an account, whatever it may pay.
func (s *stage) shortlistOf(as string) string {
	s.t.Helper()
	s.made++
	id := fmt.Sprintf("00000000-0000-4000-8000-%012d", s.made)
	err := s.store.CreateShortlist(context.Background(), service.Shortlist{AccountID: s.accountID(as), Shortlist: api.Shortlist{
		ID: id, Name: "Spring", Brief: "An oat drink is launched.", Version: 1, CreatedAt: noon, UpdatedAt: noon,
		Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: s.username(0)}}}})
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}
