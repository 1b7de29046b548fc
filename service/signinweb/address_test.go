package signinweb_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/service/boot"
)

// Behind a proxy the public address may have a path. It stands in all that browsers
// and programs are told, and cookies are safe from other hosts.
func TestAPublicAddressWithAPath(t *testing.T) {
	a, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "g.db"), OAuth: boot.OAuth{SignIn: true, PublicURL: "https://team.example/creators/"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	for _, name := range []string{"oauth-authorization-server", "oauth-protected-resource"} {
		if w := get("/.well-known/" + name + "/creators"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"https://team.example/creators"`) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if w := get("/.well-known/" + name); w.Code != http.StatusNotFound {
			t.Errorf("%s is told at an address of another: %d", name, w.Code)
		}
	}
	if w := get("/.well-known/openid-configuration"); w.Code != http.StatusNotFound {
		t.Errorf("it says it is OpenID, which it is not: %d", w.Code)
	}
	w := get("/sign-in")
	if cookie := w.Header().Get("Set-Cookie"); !strings.HasPrefix(cookie, "__Host-greenroom=") || !strings.Contains(cookie, "; Secure") || !strings.Contains(cookie, "; HttpOnly") ||
		!strings.Contains(cookie, "; Path=/;") || !strings.Contains(cookie, "SameSite=Lax") {
		t.Errorf("the cookie is %s", cookie)
	}
	if !strings.Contains(w.Body.String(), `action="/creators/sign-in"`) {
		t.Errorf("the form leads elsewhere: %s", w.Body)
	}
	if to := get("/device?user_code=x").Header().Get("Location"); to != "/creators/sign-in?then=%2Fdevice%3Fuser_code%3Dx" {
		t.Errorf("led to %s", to)
	}
}
