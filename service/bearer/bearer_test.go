package bearer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"greenroom/service/access"
)

var noon = time.Date(2026, 3, 14, 12, 0, 10, 0, time.UTC)

const resource = "https://creators.example"

// issuer is an authorisation server that this one trusts.
type issuer struct {
	*testing.T
	*httptest.Server
	path string // of the issuer

	mu      sync.Mutex
	now     time.Time
	keys    []jose.JSONWebKey // published, the first signs
	claims  string            // the name in its metadata; "" its own
	openid  bool              // it has metadata of OpenID alone
	broken  int               // it answers so; 0 as it should
	fetched int               // how often its keys were
}

func newIssuer(t *testing.T) *issuer {
	i := &issuer{T: t, now: noon}
	i.Server = httptest.NewServer(i)
	t.Cleanup(i.Close)
	i.rotate("k1")
	return i
}

func (i *issuer) name() string { return i.URL + i.path }

func (i *issuer) clock() time.Time { i.mu.Lock(); defer i.mu.Unlock(); return i.now }

func (i *issuer) advance(d time.Duration) { i.mu.Lock(); i.now = i.now.Add(d); i.mu.Unlock() }

// rotate puts a new key in the place of all others.
func (i *issuer) rotate(id string) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		i.Fatal(err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.keys = []jose.JSONWebKey{{Key: private, KeyID: id, Algorithm: string(jose.ES256), Use: "sig"}}
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	name := i.claims
	if name == "" {
		name = i.URL + i.path
	}
	switch {
	case i.broken != 0:
		w.WriteHeader(i.broken)
	case r.URL.Path == "/.well-known/oauth-authorization-server"+i.path && !i.openid, r.URL.Path == i.path+"/.well-known/openid-configuration" && i.openid:
		_ = json.NewEncoder(w).Encode(map[string]any{"issuer": name, "jwks_uri": i.URL + "/keys", "id_token_signing_alg_values_supported": []string{"ES256"}})
	case r.URL.Path == "/keys":
		i.fetched++
		set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: []byte("a key that both sides know, long enough"), KeyID: "shared"}}}
		for _, k := range i.keys {
			set.Keys = append(set.Keys, k.Public())
		}
		_ = json.NewEncoder(w).Encode(set)
	default:
		http.NotFound(w, r)
	}
}

// right are the claims of a token that is.
func (i *issuer) right() map[string]any {
	now := i.clock().Unix()
	return map[string]any{"iss": i.name(), "sub": "user-7", "aud": resource, "client_id": "app", "scope": "read write", "jti": "1", "iat": now, "exp": now + 600}
}

// signed is a token as the issuer signs it.
func (i *issuer) signed(claims map[string]any, kind string, with ...jose.SigningKey) string {
	i.Helper()
	key := jose.SigningKey{Algorithm: jose.ES256, Key: i.keys[0]}
	if len(with) > 0 {
		key = with[0]
	}
	options := &jose.SignerOptions{}
	if kind != "" {
		options = options.WithType(jose.ContentType(kind))
	}
	signer, err := jose.NewSigner(key, options)
	if err != nil {
		i.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		i.Fatal(err)
	}
	made, err := signer.Sign(payload)
	if err != nil {
		i.Fatal(err)
	}
	raw, err := made.CompactSerialize()
	if err != nil {
		i.Fatal(err)
	}
	return raw
}

func (i *issuer) verifier() *Verifier {
	return New(Config{Issuer: i.name(), Resource: resource, Clock: i.clock})
}

func TestTokensThatAreRight(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier()
	want := access.Token{Issuer: i.name(), Subject: "user-7", ClientID: "app", Scopes: []string{"read", "write"}}
	same := func(name, raw string) {
		t.Helper()
		got, err := v.Check(t.Context(), raw)
		if err != nil || got.Issuer != want.Issuer || got.Subject != want.Subject || got.ClientID != want.ClientID || strings.Join(got.Scopes, " ") != "read write" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	same("as it should be", i.signed(i.right(), "at+jwt"))
	same("the whole media type, in any case", i.signed(i.right(), "application/AT+JWT"))
	several := i.right()
	several["aud"] = []string{"https://other.example", resource}
	same("for several", i.signed(several, "at+jwt"))
	ahead := i.right()
	ahead["nbf"] = i.clock().Add(50 * time.Second).Unix()
	same("a clock that is a little ahead", i.signed(ahead, "at+jwt"))
}

// flip changes one character in a part of a token.
func flip(raw string, part int) string {
	parts := strings.Split(raw, ".")
	b := []byte(parts[part])
	at := len(b) / 2
	b[at] = map[bool]byte{true: 'B', false: 'A'}[b[at] == 'A']
	parts[part] = string(b)
	return strings.Join(parts, ".")
}

func TestTokensThatAreRefused(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier()
	with := func(change func(map[string]any)) string {
		claims := i.right()
		change(claims)
		return i.signed(claims, "at+jwt")
	}
	set := func(name string, value any) string { return with(func(c map[string]any) { c[name] = value }) }
	without := func(name string) string { return with(func(c map[string]any) { delete(c, name) }) }
	right := i.signed(i.right(), "at+jwt")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"at+jwt"}`)) + "." + strings.Split(right, ".")[1] + "."
	stranger, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	public, _ := i.keys[0].Public().MarshalJSON()
	foreign := func(id string) jose.SigningKey {
		return jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: stranger, KeyID: id}}
	}
	for name, c := range map[string]struct {
		raw  string
		late bool
	}{
		"empty":                     {raw: ""},
		"no JWT":                    {raw: "nothing"},
		"no algorithm":              {raw: none},
		"HS256 with a shared key":   {raw: i.signed(i.right(), "at+jwt", jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: []byte("a key that both sides know, long enough"), KeyID: "shared"}})},
		"HS256 with the public key": {raw: i.signed(i.right(), "at+jwt", jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: public, KeyID: "k1"}})},
		"another key of that id":    {raw: i.signed(i.right(), "at+jwt", foreign("k1"))},
		"a key that nobody knows":   {raw: i.signed(i.right(), "at+jwt", foreign("k9"))},
		"altered claims":            {raw: flip(right, 1)},
		"altered signature":         {raw: flip(right, 2)},
		"no signature":              {raw: right[:strings.LastIndex(right, ".")+1]},
		"wrong issuer":              {raw: set("iss", "https://evil.example")},
		"issuer with a slash":       {raw: set("iss", i.name()+"/")},
		"no issuer":                 {raw: without("iss")},
		"wrong audience":            {raw: set("aud", "https://other.example")},
		"audience is the client":    {raw: set("aud", "app")},
		"no audience":               {raw: without("aud")},
		"an id token":               {raw: i.signed(i.right(), "JWT")},
		"no type":                   {raw: i.signed(i.right(), "")},
		"a logout token":            {raw: i.signed(i.right(), "logout+jwt")},
		"expired":                   {raw: set("exp", noon.Add(-time.Second).Unix()), late: true},
		"no end":                    {raw: without("exp"), late: true},
		"not yet valid":             {raw: set("nbf", noon.Add(2*time.Minute).Unix()), late: true},
		"long not yet valid":        {raw: set("nbf", noon.Add(time.Hour).Unix())},
		"issued in the future":      {raw: set("iat", noon.Add(2*time.Minute).Unix()), late: true},
		"no subject":                {raw: without("sub")},
		"no client":                 {raw: without("client_id")},
		"no id":                     {raw: without("jti")},
		"no time of issue":          {raw: without("iat")},
		"a scope that is a list":    {raw: set("scope", []string{"read"})},
		"longer than any token":     {raw: set("scope", strings.Repeat("read ", 2000))},
	} {
		token, err := v.Check(t.Context(), c.raw)
		var wrong *access.Rejected
		if !errors.As(err, &wrong) || wrong.Why == "" || wrong.Late != c.late {
			t.Errorf("%s: %+v, %v", name, token, err)
		}
	}
	if _, err := v.Check(t.Context(), right); err != nil {
		t.Error(err)
	}
}

// A key that is not known is looked for, and not more often than every ten seconds.
func TestKeysRotate(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier()
	old := i.signed(i.right(), "at+jwt")
	if _, err := v.Check(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	i.rotate("k2")
	fresh := i.signed(i.right(), "at+jwt")
	for range 50 { // within the pace the old answer stands
		if _, err := v.Check(t.Context(), fresh); err == nil {
			t.Fatal("a key that was not fetched is known")
		}
	}
	if i.fetched != 1 {
		t.Errorf("keys were fetched %d times", i.fetched)
	}
	i.advance(pace)
	if _, err := v.Check(t.Context(), fresh); err != nil {
		t.Errorf("after the rotation: %v", err)
	}
	if _, err := v.Check(t.Context(), old); err == nil {
		t.Error("a key that is published no more is trusted")
	}
}

// A key that was withdrawn is trusted for an hour at most, though nobody brings another.
func TestKeysThatAreWithdrawn(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier()
	claims := i.right()
	claims["exp"] = noon.Add(24 * time.Hour).Unix()
	raw := i.signed(claims, "at+jwt")
	if _, err := v.Check(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	i.rotate("k2")
	i.advance(foundAge - time.Second)
	if _, err := v.Check(t.Context(), raw); err != nil || i.fetched != 1 {
		t.Errorf("within the hour: %v, fetched %d times", err, i.fetched)
	}
	i.advance(time.Second)
	if _, err := v.Check(t.Context(), raw); err == nil {
		t.Error("after it")
	}
}

// A key is used for what it says it is for, and by nobody who could sign with it.
func TestKeysThatAreNotTaken(t *testing.T) {
	i := newIssuer(t)
	raw := i.signed(i.right(), "at+jwt")
	for name, change := range map[string]func(*jose.JSONWebKey){
		"for encrypting":       func(k *jose.JSONWebKey) { k.Use = "enc" },
		"another algorithm":    func(k *jose.JSONWebKey) { k.Algorithm = "ES384" },
		"published in private": nil,
	} {
		public := i.keys[0].Public()
		if change == nil {
			public = i.keys[0]
		} else {
			change(&public)
		}
		body, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{public}})
		if err != nil {
			t.Fatal(err)
		}
		keys, err := readKeys(body)
		if err != nil {
			t.Fatal(err)
		}
		parsed, _ := jose.ParseSignedCompact(raw, algorithms)
		if verified(parsed, keys) != nil {
			t.Errorf("a key that is %s is taken", name)
		}
	}
	keys, err := readKeys([]byte(`{"keys":[{"kty":"OKP","crv":"Ed448","x":"AA"},{"kty":"new"},1,{"kty":"oct","k":"c2VjcmV0"}]}`))
	if err != nil || len(keys) != 0 {
		t.Errorf("%v, %v", keys, err)
	}
	if _, err := readKeys([]byte("<html>")); err == nil {
		t.Error("a page is taken for keys")
	}
}

func TestIssuersAreFound(t *testing.T) {
	for name, set := range map[string]func(*issuer){
		"with a path":       func(i *issuer) { i.path = "/team/one" },
		"by OpenID":         func(i *issuer) { i.openid = true },
		"by OpenID, a path": func(i *issuer) { i.openid, i.path = true, "/team" },
	} {
		i := newIssuer(t)
		set(i)
		if _, err := i.verifier().Check(t.Context(), i.signed(i.right(), "at+jwt")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An issuer that does not answer, or is another one, is no fault of a token.
func TestAnIssuerThatCannotBeAsked(t *testing.T) {
	i := newIssuer(t)
	i.claims = "https://evil.example"
	v := i.verifier()
	raw := i.signed(i.right(), "at+jwt")
	check := func(why string) {
		t.Helper()
		var gone *Unreachable
		if _, err := v.Check(t.Context(), raw); !errors.As(err, &gone) {
			t.Errorf("%s: %v", why, err)
		}
	}
	check("another name in its metadata")
	i.claims = ""
	check("asked again too soon")
	i.advance(pace)
	if _, err := v.Check(t.Context(), raw); err != nil {
		t.Errorf("when it is right: %v", err)
	}
	v = i.verifier()
	i.broken = http.StatusInternalServerError
	check("a server that fails")
	i.broken = 0
	i.advance(pace)
	if _, err := v.Check(t.Context(), raw); err != nil {
		t.Errorf("when it works again: %v", err)
	}
	// Its keys are known: it need not be there. For one that is not, it must.
	i.broken = http.StatusServiceUnavailable
	i.advance(2 * foundAge)
	raw = i.signed(i.right(), "at+jwt")
	if _, err := v.Check(t.Context(), raw); err != nil {
		t.Errorf("with keys that are known: %v", err)
	}
	i.rotate("k3")
	raw = i.signed(i.right(), "at+jwt")
	check("with a key that is not")
	for _, unsafe := range []string{"http://id.example", "ftp://id.example", "id.example", "https://user@id.example", "https://id.example#x", ""} {
		if _, err := Safe(unsafe); err == nil {
			t.Errorf("%q is taken for safe", unsafe)
		}
	}
}

func FuzzCheck(f *testing.F) {
	private, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	i := &issuer{now: noon, keys: []jose.JSONWebKey{{Key: private, KeyID: "k1"}}, Server: &httptest.Server{URL: "https://id.example"}, T: &testing.T{}}
	f.Add(i.signed(i.right(), "at+jwt"))
	f.Add(i.signed(i.right(), "JWT"))
	f.Add("a.b.c")
	f.Add("eyJhbGciOiJub25lIn0..")
	right := i.signed(i.right(), "at+jwt")
	v := New(Config{Issuer: i.name(), Resource: resource, Clock: i.clock, Keys: &oneKey{key: i.keys[0].Public()}})
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := v.Check(t.Context(), raw)
		var wrong *access.Rejected
		switch {
		case err != nil && !errors.As(err, &wrong):
			t.Errorf("%q: %v", raw, err)
		case err == nil && got.Subject != "user-7" && raw != right:
			t.Errorf("%q opens %+v", raw, got)
		}
	})
}
