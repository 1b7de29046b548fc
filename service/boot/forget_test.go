//go:build linux || darwin

package boot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	"greenroom/service/live"
	"greenroom/service/store"
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
		f, err := Forgetting{Store: d.app.Store}.Live(t.Context(), who)
		if err != nil || f.Judged != 1 {
			t.Errorf("%s: %+v, %v", who, f, err)
		}
	}
	if err := (Forgetting{Store: d.app.Store}).End(t.Context()); err != nil {
		t.Fatal(err)
	}
	// While the service runs: what it has written ahead counts, too.
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

// A creator who is forgotten whole stands in no byte of the store, also none that was given
// free before, nor in the search index, while a service runs on it.
func TestAForgottenCreatorIsNoByteOfTheStore(t *testing.T) {
	var path string
	d := liveDoor(t, func(c *Config) { path = c.StorePath })
	at := time.Now().UTC()
	write := func(name string, n int) service.Profile {
		t.Helper()
		says := fmt.Sprintf("%s says %d ", name, n) + strings.Repeat(name+" and flour. ", 1+37*n%400)
		media := fmt.Sprint("v-", name, n)
		b := service.Bundle{Creator: service.Creator{Name: name, Bio: says, UpdatedAt: at.Add(time.Duration(n) * time.Hour)},
			Profiles:    []service.Profile{{Platform: api.VideoPlatform, Username: name, ExternalID: "UC" + name, URL: "https://v.example/@" + name, Bio: says, UpdatedAt: at.Add(time.Duration(n) * time.Hour)}},
			Posts:       []service.Post{{Platform: api.VideoPlatform, PlatformID: media, Type: api.PostVideo, Caption: says, PostedAt: at}},
			Transcripts: []service.Transcript{{Platform: api.VideoPlatform, MediaID: media, Language: "en", Source: api.SourceManual, Text: says, SeenAt: at}}}
		if _, err := d.app.Store.Write(t.Context(), []service.Bundle{b}); err != nil {
			t.Fatal(err)
		}
		p, err := d.app.Store.ProfileByName(t.Context(), api.VideoPlatform, name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	run, err := d.app.Store.BeginRun(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	var gone service.Profile
	for n := range 30 {
		gone, _ = write("maxfive", n), write("anaone", n)
	}
	index := path + ".photoplatform.index"
	if err := errors.Join(d.app.Store.EndRun(t.Context(), service.ImportRun{ID: run, EndedAt: at, Merges: []service.ImportMerge{{Username: "maxfive", Platform: api.VideoPlatform}}}), os.WriteFile(index, []byte("maxfive"), 0o600)); err != nil {
		t.Fatal(err)
	}
	forgetting := Forgetting{Store: d.app.Store, Path: path}
	f, err := forgetting.Creator(t.Context(), gone.CreatorID)
	err = errors.Join(err, forgetting.End(t.Context()))
	if err != nil || f.Profiles != 1 || f.Posts != 30 || f.Transcripts != 30 {
		t.Errorf("%+v, %v", f, err)
	}
	files, _ := filepath.Glob(path + "*")
	found := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, who := range []string{"maxfive", "anaone"} {
			if bytes.Contains(bytes.ToLower(text), []byte(who)) {
				found[who] = true
				t.Log(filepath.Base(name), "names", who)
			}
		}
	}
	if found["maxfive"] || !found["anaone"] {
		t.Errorf("named in the files: %v", found)
	}
	if err := os.WriteFile(index, []byte("maxfive"), 0o600); err != nil {
		t.Fatal(err)
	}
	failing := Forgetting{Store: unrenewed{d.app.Store}, Path: path}
	if _, err := failing.Creator(t.Context(), gone.CreatorID); !errors.Is(err, errUnrenewed) {
		t.Errorf("%v", err)
	}
	if err := failing.End(t.Context()); !errors.Is(err, errUnrenewed) || !strings.Contains(err.Error(), "greenroom live forget NAME") {
		t.Errorf("what is left to do: %v", err)
	}
	if _, err := os.Stat(index); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the index after a failure: %v", err)
	}
	if _, err := forgetting.Creator(t.Context(), gone.CreatorID); !errors.Is(err, service.ErrNotFound) {
		t.Errorf("once more: %v", err)
	}
}

// unrenewed is a store that drops and cannot write its file anew.
type unrenewed struct{ store.Store }

var errUnrenewed = errors.New("held by another")

func (unrenewed) DropLive(context.Context, live.Drop) (live.Dropped, error) {
	return live.Dropped{}, errUnrenewed
}

func (unrenewed) Renew(context.Context) error { return errUnrenewed }
