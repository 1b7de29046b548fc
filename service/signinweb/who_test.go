package signinweb_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"greenroom/service/signin"
)

// who asks whose a token is.
func (s *site) who(authorization string) (status int, challenge string, w signin.Who) {
	s.T.Helper()
	r, err := http.NewRequest(http.MethodGet, s.url+"/oauth/userinfo", nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", authorization)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		if err := json.NewDecoder(resp.Body).Decode(&w); err != nil {
			s.T.Error(err)
		}
	}
	return resp.StatusCode, resp.Header.Get("WWW-Authenticate"), w
}

func TestWhoseATokenIs(t *testing.T) {
	s := openSite(t)
	b := s.browser()
	b.arrive("mia")
	token := b.tokens()
	access, refresh := token["access_token"].(string), token["refresh_token"].(string)
	status, _, w := s.who("Bearer " + access)
	if status != http.StatusOK || w.Name != "mia" || w.ID == "" || w.Account == "" {
		t.Fatalf("%d %+v", status, w)
	}
	parts := strings.Split(access, ".")
	for name, bad := range map[string]string{
		"nothing": "", "no bearer": access, "a refresh token": "Bearer " + refresh, "altered": "Bearer " + access[:len(access)-5] + "AAAAA",
		"unsigned": "Bearer eyJhbGciOiJub25lIn0." + parts[1] + ".",
	} {
		if status, challenge, w := s.who(bad); status != http.StatusUnauthorized || !strings.HasPrefix(challenge, `Bearer resource_metadata="`+s.url+`/.well-known/oauth-protected-resource"`) || w.Name != "" {
			t.Errorf("%s: %d %q %+v", name, status, challenge, w)
		}
	}
	other := b.tokens()["access_token"].(string)
	s.clock.advance(11 * time.Minute)
	if status, _, _ := s.who("Bearer " + other); status != http.StatusUnauthorized {
		t.Errorf("a token that is over: %d", status)
	}
	late := b.tokens()
	if status, _ := s.program("/oauth/revoke", map[string][]string{"client_id": {signin.CLI}, "token": {late["refresh_token"].(string)}}); status != http.StatusOK {
		t.Fatal(status)
	}
	if status, _, _ := s.who("Bearer " + late["access_token"].(string)); status != http.StatusUnauthorized {
		t.Errorf("a token that was revoked: %d", status)
	}
}
