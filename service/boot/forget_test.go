//go:build linux || darwin

package boot

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/judge"
)

// gossip is a model that finds something in every bio, and says whose it is.
func gossip(t *testing.T) judge.Config {
	t.Helper()
	nonce, about := regexp.MustCompile(`nonce: (\w+)`), regexp.MustCompile(`Bread by (\w+) on Sunday`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Messages []struct{ Content string } }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		words := asked.Messages[1].Content
		name := about.FindStringSubmatch(words)[1]
		content, _ := json.Marshal(map[string]any{"nonce": nonce.FindStringSubmatch(words)[1], "flags": []any{},
			"added": []any{map[string]any{"type": "misc", "text": "t1", "quote": "Bread by " + name + " on Sunday", "reason": "overheard of " + strings.Repeat(name+" ", 20)}}})
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": string(content)}, "finish_reason": "stop"}}})
	}))
	t.Cleanup(server.Close)
	return judge.Config{URL: server.URL, Model: "gossip-1", Send: judge.SendAll, Day: judge.Spent{Tokens: 1e6, Micros: 1e6}}
}

// What a model said of somebody who is forgotten stands in no byte of the store, however
// they are named; what it said of others stays.
func TestForgottenIsNoByteOfTheStore(t *testing.T) {
	model := gossip(t)
	var path string
	d := liveDoor(t, func(c *Config) { c.Judge, path = &model, c.StorePath })
	at, ids := time.Now().UTC(), map[string]string{}
	for _, name := range []string{"anaone", "kimtwo", "leathree", "noafour"} {
		b := service.Bundle{Creator: service.Creator{Name: name, UpdatedAt: at},
			Profiles: []service.Profile{{Platform: api.VideoPlatform, Username: name, ExternalID: "UC" + name, DisplayName: name, URL: "https://v.example/@" + name, Bio: "Bread by " + name + " on Sunday mornings.", UpdatedAt: at}},
			Posts:    []service.Post{{Platform: api.VideoPlatform, PlatformID: "v-" + name, Type: api.PostVideo, URL: "https://v.example/watch?v=v-" + name, PostedAt: at}}}
		if _, err := d.app.Store.Write(t.Context(), []service.Bundle{b}); err != nil {
			t.Fatal(err)
		}
		p, err := d.app.Store.ProfileByName(t.Context(), api.VideoPlatform, name)
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = p.CreatorID
		r := httptest.NewRequest(http.MethodPost, "/v1/brand-safety/creators", strings.NewReader(`{"creators":[{"creator_id":"`+p.CreatorID+`"}]}`))
		r.Header.Set(api.HeaderKey, d.key)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if d.app.Handler().ServeHTTP(w, r); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "overheard of "+name) {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	for _, who := range []string{"@AnaOne", "v-kimtwo", "UCleathree"} {
		f, err := ForgetLive(t.Context(), d.app.Store, who)
		if err != nil || f.Judged != 1 {
			t.Errorf("%s: %+v, %v", who, f, err)
		}
	}
	if err := d.app.Close(); err != nil {
		t.Fatal(err)
	}
	var kept []byte
	entries, _ := filepath.Glob(path + "*")
	for _, name := range entries {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, text...)
	}
	for name := range ids {
		if has := bytes.Contains(kept, []byte("overheard of "+name)); has != (name == "noafour") {
			t.Errorf("what was said of %s is there: %t", name, has)
		}
	}
}
