package boot

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"greenroom/api"
	"greenroom/service"
)

// elsewhere is an authorisation server that is not ours, with its way to sign.
func elsewhere(t *testing.T) (issuer *httptest.Server, sign func(subject string) string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key := jose.JSONWebKey{Key: private, KeyID: "k", Algorithm: "ES256", Use: "sig"}
	issuer = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/.well-known/oauth-authorization-server":
			_ = json.NewEncoder(w).Encode(map[string]string{"issuer": "http://" + r.Host, "jwks_uri": "http://" + r.Host + "/keys"})
		case "/keys":
			_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{key.Public()}})
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(issuer.Close)
	return issuer, func(subject string) string {
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, (&jose.SignerOptions{}).WithType("at+jwt"))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := jwt.Signed(signer).Claims(jwt.Claims{Issuer: issuer.URL, Subject: subject, Audience: jwt.Audience{"https://creators.example/api"}, ID: "1",
			IssuedAt: jwt.NewNumericDate(noon), Expiry: jwt.NewNumericDate(noon.Add(time.Hour))}).Claims(struct {
			ClientID string `json:"client_id"`
			Scope    string `json:"scope"`
		}{"app", "read write"}).Serialize()
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
}

func asking(a *App, method, path, token, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if token != "" {
		r.Header.Set(api.HeaderAuthorization, "Bearer "+token)
	}
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)
	return w
}

// Users of another issuer are known by what it calls them, are paid for by the account
// that was named, and can be kept out here.
func TestUsersOfAnotherIssuer(t *testing.T) {
	issuer, sign := elsewhere(t)
	path := filepath.Join(t.TempDir(), "g.db")
	first := openAt(t, path, noon, false)
	account := service.NewAccount("agency", api.Tier1, noon)
	if err := first.Store.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	_ = first.Close()
	a, err := Open(context.Background(), Config{StorePath: path, Clock: func() time.Time { return noon }, PlatformsAll: true,
		OAuth: OAuth{PublicURL: "https://creators.example/api/", Issuer: issuer.URL, Account: "agency"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	w := asking(a, http.MethodGet, "/.well-known/oauth-protected-resource/api", "", "")
	var told struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
		Scopes   []string `json:"scopes_supported"`
		Methods  []string `json:"bearer_methods_supported"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || told.Resource != "https://creators.example/api" || len(told.Servers) != 1 || told.Servers[0] != issuer.URL ||
		strings.Join(told.Scopes, " ") != "read write" || strings.Join(told.Methods, " ") != "header" {
		t.Errorf("told %d %s", w.Code, w.Body)
	}
	if w := asking(a, http.MethodGet, "/v1/shortlists", "", ""); w.Header().Get(api.HeaderChallenge) != `Bearer resource_metadata="https://creators.example/.well-known/oauth-protected-resource/api", scope="read"` {
		t.Errorf("challenged by %q", w.Header().Get(api.HeaderChallenge))
	}
	const list = `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":"ana"}]}`
	if w := asking(a, http.MethodPost, "/v1/shortlists", sign("mia"), list); w.Code != http.StatusCreated {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := asking(a, http.MethodGet, "/v1/shortlists", sign("mia"), ""); !strings.Contains(w.Body.String(), `"name":"n"`) || w.Header().Get(api.HeaderPlan) != "tier_1" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := asking(a, http.MethodGet, "/v1/shortlists", sign("ben"), ""); w.Code != http.StatusOK || strings.Contains(w.Body.String(), `"name":"n"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := asking(a, http.MethodGet, "/sign-in", "", ""); w.Code != http.StatusNotFound {
		t.Errorf("a page to sign in, though another issuer does that: %d", w.Code)
	}
	users, err := a.Store.Users(t.Context())
	if err != nil || len(users) != 2 || users[0].AccountID != account.ID || users[0].Subject != "mia" {
		t.Fatalf("%+v, %v", users, err)
	}
	if err := a.Store.DisableUser(t.Context(), users[0].ID, &users[0].CreatedAt); err != nil {
		t.Fatal(err)
	}
	for subject, want := range map[string]int{"mia": http.StatusUnauthorized, "ben": http.StatusOK} {
		if w := asking(a, http.MethodGet, "/v1/shortlists", sign(subject), ""); w.Code != want {
			t.Errorf("%s: %d %s", subject, w.Code, w.Body)
		}
	}
	issuer.Close()
	if w := asking(a, http.MethodGet, "/v1/shortlists", sign("ben"), ""); w.Code != http.StatusOK {
		t.Errorf("its keys are known: %d %s", w.Code, w.Body)
	}
	_, stranger := elsewhere(t)
	if w := asking(a, http.MethodGet, "/v1/shortlists", stranger("ben"), ""); w.Code == http.StatusOK {
		t.Error("a token of a third issuer opens")
	}
}

func TestSignInThatCannotBe(t *testing.T) {
	for name, o := range map[string]OAuth{
		"no public address":       {SignIn: true},
		"passwords without https": {SignIn: true, PublicURL: "http://creators.example"},
		"an address with a query": {SignIn: true, PublicURL: "https://creators.example?x=1"},
		"both":                    {SignIn: true, Issuer: "https://id.example", Account: "a", PublicURL: "https://creators.example"},
		"an issuer without https": {Issuer: "http://id.example", Account: "a", PublicURL: "https://creators.example"},
		"nobody pays":             {Issuer: "https://id.example", PublicURL: "https://creators.example"},
		"an account nobody knows": {Issuer: "https://id.example", Account: "a", PublicURL: "https://creators.example"},
	} {
		a, err := Open(t.Context(), Config{StorePath: filepath.Join(t.TempDir(), "g.db"), OAuth: o})
		if err == nil {
			_ = a.Close()
			t.Errorf("%s: the service starts", name)
		} else if len(err.Error()) < 40 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
