package httpapi_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/boot"
	"greenroom/service/signin"
)

// signIn lets a new user of the account of a stage allow a program some scopes.
func (s *stage) signIn(name, scopes string) service.User {
	s.t.Helper()
	ctx := context.Background()
	token, err := signin.Invite(ctx, s.store, service.Invitation{AccountID: s.account.ID, CreatedAt: s.clock.Now()})
	if err != nil {
		s.t.Fatal(err)
	}
	u := service.User{ID: googleuuid.NewString(), AccountID: s.account.ID, Name: name, CreatedAt: s.clock.Now()}
	u.Subject = u.ID
	sum := sha256.Sum256([]byte(token))
	if err := s.store.Accept(ctx, sum[:], u, s.clock.Now()); err != nil {
		s.t.Fatal(err)
	}
	s.tokens[name] = s.grant(u, scopes)
	return u
}

// grant is an access token of a user.
func (s *stage) grant(u service.User, scopes string) string {
	s.t.Helper()
	const verifier = "a-verifier-of-forty-three-characters-or-more-0"
	sum := sha256.Sum256([]byte(verifier))
	server := signin.New(signin.Config{Store: s.store, Clock: s.clock.Now, Issuer: s.url})
	asked, err := server.Authorization(context.Background(), url.Values{"client_id": {signin.CLI}, "redirect_uri": {"http://127.0.0.1:1/callback"}, "response_type": {"code"},
		"scope": {scopes}, "code_challenge_method": {"S256"}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}})
	if err != nil {
		s.t.Fatal(err)
	}
	to, err := server.Allow(context.Background(), asked, u)
	if err != nil {
		s.t.Fatal(err)
	}
	at, _ := url.Parse(to)
	given, err := server.Token(context.Background(), url.Values{"client_id": {signin.CLI}, "grant_type": {signin.KindCode}, "code": {at.Query().Get("code")},
		"redirect_uri": {"http://127.0.0.1:1/callback"}, "code_verifier": {verifier}})
	if err != nil {
		s.t.Fatal(err)
	}
	return given.Access
}

// Every endpoint takes a token that allows what the description says it needs, and
// refuses one that does not, and says where one is to be had.
func TestConformanceOfUsers(t *testing.T) {
	s := openStageFor(t, boot.OAuth{SignIn: true})
	description := s.get("/openapi.json").body
	c := newConformance(t, description)
	good := asks{}
	for _, area := range []asks{coreAsks, liveAsks, analysisAsks} {
		maps.Copy(good, area)
	}
	s.signIn("reader", "read")
	s.signIn("writer", "write")
	s.signIn("both", "read write")
	metadata := fmt.Sprintf(`resource_metadata="%s/.well-known/oauth-protected-resource"`, s.url)
	for _, name := range slices.Sorted(maps.Keys(c.routes)) {
		route := c.routes[name]
		if route.Operation == "" {
			continue
		}
		needs := c.scope(t, route.Method, route.Pattern)
		other := map[string]string{"read": "writer", "write": "reader"}[needs]
		allowed := map[string]string{"read": "reader", "write": "writer"}[needs]
		for _, who := range []string{allowed, "both"} {
			ask := s.askOf(good[name], who)
			r := s.send(route.Method, ask, who)
			if r.status >= 300 {
				t.Errorf("%s with a token for %s answers %d %.200s", name, needs, r.status, r.body)
			}
			c.validate(t, route, ask, r)
		}
		ask := s.askOf(good[name], other)
		r := s.send(route.Method, ask, other)
		if r.status != http.StatusForbidden || r.failure(t).Code != api.CodeForbidden ||
			r.header.Get("WWW-Authenticate") != fmt.Sprintf(`Bearer %s, error="insufficient_scope", scope="%s"`, metadata, needs) {
			t.Errorf("%s without %s answers %d %s", name, needs, r.status, r.header.Get("WWW-Authenticate"))
		}
		c.validate(t, route, ask, r)
		r = s.send(route.Method, ask, nobody)
		if r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") != fmt.Sprintf(`Bearer %s, scope="%s"`, metadata, needs) {
			t.Errorf("%s with nothing answers %d %q", name, r.status, r.header.Get("WWW-Authenticate"))
		}
		c.validate(t, route, ask, r)
	}
	if len(description) >= 64<<10 {
		t.Logf("openapi.json has %d bytes", len(description))
	}
}

// askOf is a request that works for somebody who signed in: what it names is theirs.
func (s *stage) askOf(good func(*stage, string) request, who string) request {
	s.t.Helper()
	ask := good(s, "")
	for _, what := range []struct{ path, table string }{{"/v1/shortlists/", "shortlist"}, {"/v1/search/", "session"}} {
		id, found := strings.CutPrefix(ask.path, what.path)
		if !found || id == "interpret" {
			continue
		}
		rest := id[min(len(id), len(noUUID)):]
		owner, own := s.theirs(what.table, who)
		if strings.HasPrefix(rest, "/sheet") && ask.body == "" {
			s.storeSheet(owner, own)
		}
		ask.path = what.path + own + map[bool]string{true: rest}[strings.HasPrefix(rest, "/")]
	}
	return ask
}

// theirs makes something that belongs to who signed in.
func (s *stage) theirs(what, who string) (service.Owner, string) {
	s.t.Helper()
	u, err := s.store.UserByName(context.Background(), who)
	if err != nil {
		s.t.Fatal(err)
	}
	id := googleuuid.NewString()
	if what == "shortlist" {
		err = s.store.CreateShortlist(context.Background(), service.Shortlist{AccountID: u.AccountID, UserID: u.ID, Shortlist: api.Shortlist{ID: id, Name: "Spring", Brief: "b",
			Version: 1, CreatedAt: noon, UpdatedAt: noon, Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: s.username(0)}}}})
	} else {
		err = s.store.CreateSession(context.Background(), service.Session{ID: id, AccountID: u.AccountID, UserID: u.ID, CreatedAt: s.clock.Now(), ExpiresAt: s.clock.Now().Add(time.Hour)})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return u.Own(), id
}

// scope returns the scope the description asks a token for.
func (c *conformance) scope(t *testing.T, method, pattern string) string {
	t.Helper()
	ways := c.doc.Paths[pattern][strings.ToLower(method)].Security
	if ways == nil {
		ways = c.doc.Security
	}
	for _, way := range ways {
		if scopes, ok := way["oauth"]; ok && len(scopes) == 1 {
			return scopes[0]
		}
	}
	t.Fatalf("%s %s takes no token: %v", method, pattern, ways)
	return ""
}

// What a user makes is theirs: neither the account nor another user has it, and it is
// paid for by the account, with the user's name in the ledger.
func TestOwnersAreNeverMixed(t *testing.T) {
	s := openStageFor(t, boot.OAuth{SignIn: true})
	mia, ben := s.signIn("mia", "read write"), s.signIn("ben", "read write")
	_, s.keys["other"] = s.open("other", nil)
	everybody := []string{"", "mia", "ben", "other"}
	for _, who := range everybody {
		made := s.send(http.MethodPost, request{path: "/v1/shortlists", body: s.shortlistBody("")}, who)
		var list api.One[api.Shortlist]
		made.into(t, &list)
		found := s.send(http.MethodPost, request{path: "/v1/search", body: `{"query":"vegan food","limit":1}`, once: "the-same-key"}, who)
		if made.status != http.StatusCreated || found.status != http.StatusOK || found.header.Get(api.HeaderReplayed) != "false" {
			t.Fatalf("%q: %d %s, %d replayed %s", who, made.status, made.body, found.status, found.header.Get(api.HeaderReplayed))
		}
		var page api.SearchPage
		found.into(t, &page)
		for _, asks := range everybody {
			for path, method := range map[string]string{"/v1/shortlists/" + list.Data.ID: http.MethodGet, "/v1/search/" + page.SearchID: http.MethodGet} {
				want := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}[asks == who]
				if r := s.send(method, request{path: path}, asks); r.status != want {
					t.Errorf("%q asks for %s of %q: %d", asks, path, who, r.status)
				}
			}
			if asks == who {
				continue
			}
			for _, method := range []string{http.MethodPut, http.MethodDelete} {
				body := map[string]string{http.MethodPut: s.shortlistBody(`,"version":1`)}[method]
				if r := s.send(method, request{path: "/v1/shortlists/" + list.Data.ID, body: body}, asks); r.status != http.StatusNotFound {
					t.Errorf("%q sends %s to the shortlist of %q: %d", asks, method, who, r.status)
				}
			}
		}
		var all api.Page[api.Shortlist]
		s.send(http.MethodGet, request{path: "/v1/shortlists"}, who).into(t, &all)
		if len(all.Data) != 1 || all.Data[0].ID != list.Data.ID {
			t.Errorf("%q has %d shortlists", who, len(all.Data))
		}
	}
	charged := map[string]int{}
	_, rows := s.ledger(s.account.ID)
	for _, r := range rows {
		charged[r.UserID]++
	}
	if len(rows) != 3 || charged[""] != 1 || charged[mia.ID] != 1 || charged[ben.ID] != 1 {
		t.Errorf("the account is charged for %v", charged)
	}
	if a, err := billing.Check(t.Context(), s.store); err != nil || len(a.Wrong) > 0 {
		t.Errorf("the ledger: %+v, %v", a, err)
	}
}

// A cursor in what belongs to one owner opens nothing of another.
func TestCursorsBelongToOwners(t *testing.T) {
	s := openStageFor(t, boot.OAuth{SignIn: true})
	s.signIn("mia", "read write")
	for _, who := range []string{"", "mia"} {
		for range 2 {
			s.send(http.MethodPost, request{path: "/v1/shortlists", body: s.shortlistBody("")}, who)
		}
	}
	var page api.Page[api.Shortlist]
	s.send(http.MethodGet, request{path: "/v1/shortlists?limit=1"}, "mia").into(t, &page)
	for who, want := range map[string]int{"mia": http.StatusOK, "": http.StatusBadRequest} {
		if r := s.send(http.MethodGet, request{path: "/v1/shortlists?limit=1&cursor=" + *page.NextCursor}, who); r.status != want || strings.Contains(string(r.body), "deleted") {
			t.Errorf("%q: %d", who, r.status)
		}
	}
}

// bearer asks with headers as they are.
func (s *stage) bearer(headers ...string) reply {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.url+"/v1/shortlists", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return s.round(r)
}

func TestTokensAtTheDoor(t *testing.T) {
	s := openStageFor(t, boot.OAuth{SignIn: true})
	mia := s.signIn("mia", "read")
	raw := s.tokens["mia"]
	invalid := `, error="invalid_token"`
	check := func(name string, status int, challenge string, headers ...string) {
		t.Helper()
		r := s.bearer(headers...)
		_, told, _ := strings.Cut(r.header.Get("WWW-Authenticate"), `/.well-known/oauth-protected-resource"`)
		if status == http.StatusUnauthorized {
			challenge += `, scope="read"`
		}
		if r.status != status || told != challenge || status == http.StatusUnauthorized && r.failure(t).Code != api.CodeUnauthorized {
			t.Errorf("%s: %d %q %s", name, r.status, r.header.Get("WWW-Authenticate"), r.body)
		}
	}
	check("right", 200, "", "Authorization", "Bearer "+raw)
	check("in any case", 200, "", "Authorization", "bearer  "+raw)
	check("altered", 401, invalid, "Authorization", "Bearer "+raw+"x")
	check("empty", 401, invalid, "Authorization", "Bearer")
	check("two of them", 401, invalid, "Authorization", "Bearer "+raw, "Authorization", "Bearer "+raw)
	check("with a key", 400, "", "Authorization", "Bearer "+raw, api.HeaderKey, s.key)
	check("another way", 401, "", "Authorization", "Basic "+raw)
	check("a key, and another way", 200, "", "Authorization", "Basic x", api.HeaderKey, s.key)
	check("a wrong key", 401, "", api.HeaderKey, "gr_x_y")
	if r := s.bearer("Authorization", "Bearer "+raw+"x"); strings.Contains(string(r.body), raw) || !strings.Contains(r.failure(t).Message, "sign in again") {
		t.Errorf("told: %s", r.body)
	}
	s.clock.advance(10*time.Minute + time.Second)
	for range 12 { // who was late does not guess
		check("expired", 401, invalid, "Authorization", "Bearer "+raw)
	}
	raw = s.grant(mia, "read")
	check("a new one", 200, "", "Authorization", "Bearer "+raw)
	s.ended(mia, raw, check)
	raw = s.grant(mia, "read")
	check("once more", 200, "", "Authorization", "Bearer "+raw)
	if err := signin.NewKey(t.Context(), s.store, s.clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.clock.advance(6 * time.Second)
	check("after the key was changed", 401, invalid, "Authorization", "Bearer "+raw)
	s.clock.advance(5 * time.Minute)
	for range 10 {
		check("guessed", 401, invalid, "Authorization", "Bearer x.y.z")
	}
	check("guessed too often", 429, "", "Authorization", "Bearer "+s.grant(mia, "read"))
}

// ended ends what a token stands for in every way there is.
func (s *stage) ended(u service.User, raw string, check func(string, int, string, ...string)) {
	s.t.Helper()
	ctx, now, invalid := context.Background(), s.clock.Now(), `, error="invalid_token"`
	must := func(err error) {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
		}
	}
	server := signin.New(signin.Config{Store: s.store, Clock: s.clock.Now, Issuer: s.url})
	must(server.Revoke(ctx, url.Values{"client_id": {signin.CLI}, "token": {raw}}))
	check("revoked", 401, invalid, "Authorization", "Bearer "+raw)
	raw = s.grant(u, "read")
	must(s.store.DisableUser(ctx, u.ID, &now))
	check("of a disabled user", 401, invalid, "Authorization", "Bearer "+raw)
	must(s.store.DisableUser(ctx, u.ID, nil))
	check("enabled again", 200, "", "Authorization", "Bearer "+raw)
	_, err := s.store.ChangeAccount(ctx, u.AccountID, func(a *service.Account) error { a.Suspended = api.ReasonDisputeOpened; return nil })
	must(err)
	check("of a suspended account", 402, "", "Authorization", "Bearer "+raw)
	_, err = s.store.ChangeAccount(ctx, u.AccountID, func(a *service.Account) error { a.Suspended = ""; return nil })
	must(err)
	must(s.store.EndUser(ctx, u.ID, now))
	check("of a user who was signed out", 401, invalid, "Authorization", "Bearer "+raw)
}

// Without OAuth a token is nothing, and nobody is told of a way to get one.
func TestTokensWithoutOAuth(t *testing.T) {
	s := openStage(t)
	r := s.bearer("Authorization", "Bearer x")
	if r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") != "" || strings.Contains(string(r.body), "sign in") {
		t.Errorf("%d %v %s", r.status, r.header, r.body)
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server", "/sign-in", "/oauth/jwks"} {
		if r := s.get(path); r.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	if d := string(s.get("/openapi.json").body); strings.Contains(d, `"oauth`) || strings.Contains(d, "WWW-Authenticate") {
		t.Error("the description speaks of tokens")
	}
}
