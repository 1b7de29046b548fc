package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	_ "greenroom/internal/gctest"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/world"
)

// staged counts the creators of the sample world on a stage.
const staged = 60

// stage is the whole service with a part of the sample world, behind a socket.
type stage struct {
	house
	app     *boot.App
	bundles []service.Bundle
	keys    map[string]string
	tokens  map[string]string // by who signed in
	made    int
}

func openStage(t *testing.T, options ...func(*boot.Config)) *stage {
	t.Helper()
	return openStageFor(t, boot.OAuth{}, options...)
}

// openStageFor lets people in with tokens, too.
func openStageFor(t *testing.T, people boot.OAuth, options ...func(*boot.Config)) *stage {
	t.Helper()
	s := &stage{keys: map[string]string{}, tokens: map[string]string{}}
	s.t, s.clock = t, &testClock{now: noon}
	path := filepath.Join(t.TempDir(), "g.db")
	s.fill(path)
	server := httptest.NewUnstartedServer(nil)
	people.PublicURL = "http://" + server.Listener.Addr().String()
	cfg := boot.Config{StorePath: path, Clock: s.clock.Now, Sample: true, OAuth: people}
	for _, o := range options {
		o(&cfg)
	}
	app, err := boot.Open(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = app.Handler()
	server.Start()
	t.Cleanup(func() { server.Close(); s.nothingReserved(); _ = app.Close() })
	s.app, s.store, s.service, s.url = app, app.Store, app.Service, server.URL
	s.account, s.keys[""] = s.open("rich", func(a *service.Account) {
		a.SetTier(api.TierEnterprise, &api.TierLimits{Minute: 1_000_000 * api.Credit, Hour: 10_000_000 * api.Credit})
		a.IngestQuota = 10_000
	})
	s.key = s.keys[""]
	return s
}

// fill writes a part of the sample world; a service that finds it adds no more.
func (s *stage) fill(path string) {
	s.t.Helper()
	kept, err := sqlite.Open(context.Background(), store.Config{Path: path, Clock: s.clock.Now})
	if err != nil {
		s.t.Fatal(err)
	}
	for b := range world.Generate(world.Seed, noon) {
		if s.bundles = append(s.bundles, b); len(s.bundles) == staged {
			break
		}
	}
	if _, err := kept.Write(context.Background(), s.bundles); err != nil {
		s.t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		s.t.Fatal(err)
	}
}

// open makes an account and a key for it.
func (s *stage) open(name string, change func(*service.Account)) (service.Account, string) {
	s.t.Helper()
	a := service.NewAccount(name, api.Tier1, noon)
	if change != nil {
		change(&a)
	}
	if err := s.store.CreateAccount(context.Background(), a); err != nil {
		s.t.Fatal(err)
	}
	return a, s.service.LocalKey(a.ID)
}

// as opens an account for the rows that name it.
func (s *stage) as(name string, change func(*service.Account)) service.Account {
	a, key := s.open(name, change)
	s.keys[name] = key
	return a
}

const (
	nobody   = "nobody"   // has no key
	stranger = "stranger" // has a wrong one
)

func (s *stage) send(method string, r request, as string) reply {
	s.t.Helper()
	key, ok := s.keys[as]
	token, signed := s.tokens[as]
	switch {
	case signed:
	case as == stranger:
		key = "gr_nobody_0000000000000000000000000000000000000000000"
	case !ok && as != nobody:
		s.t.Fatalf("there is no account %q", as)
	}
	asked, err := http.NewRequest(method, s.url+r.path, strings.NewReader(r.body))
	if err != nil {
		s.t.Fatal(err)
	}
	if key != "" {
		asked.Header.Set(api.HeaderKey, key)
	}
	if signed {
		asked.Header.Set(api.HeaderAuthorization, "Bearer "+token)
	}
	if r.once != "" {
		asked.Header.Set(api.HeaderIdempotencyKey, r.once)
	}
	if r.etag != "" {
		asked.Header.Set("If-None-Match", r.etag)
	}
	return s.round(asked)
}

// creator is the id of the i-th creator.
func (s *stage) creator(i int) string {
	s.t.Helper()
	p := s.bundles[i].Profiles[0]
	found, err := s.store.ProfileByName(context.Background(), p.Platform, p.Username)
	if err != nil {
		s.t.Fatal(err)
	}
	return found.CreatorID
}

// username is the name of the i-th creator who is on the photo network.
func (s *stage) username(i int) string {
	for _, b := range s.bundles {
		for _, p := range b.Profiles {
			if p.Platform != api.PhotoPlatform {
				continue
			}
			if i--; i < 0 {
				return p.Username
			}
		}
	}
	s.t.Fatal("there are not so many")
	return ""
}

// transcribed is the i-th post or video that there is a transcript of.
func (s *stage) transcribed(p api.Platform, i int) string {
	for _, b := range s.bundles {
		for _, found := range b.Transcripts {
			if found.Platform != p {
				continue
			}
			if i--; i < 0 {
				return found.MediaID
			}
		}
	}
	s.t.Fatalf("nothing is said on %s", p)
	return ""
}

// posted is the i-th post of a network.
func (s *stage) posted(p api.Platform, i int) string {
	for _, b := range s.bundles {
		for _, found := range b.Posts {
			if found.Platform != p {
				continue
			}
			if i--; i < 0 {
				return found.PlatformID
			}
		}
	}
	s.t.Fatalf("nothing is posted on %s", p)
	return ""
}

func (s *stage) shortlistBody(more string) string {
	return fmt.Sprintf(`{"name":"Spring","brief":"An oat drink is launched.","notes":"","profiles":[{"platform":"photoplatform","username":%q}]%s}`, s.username(0), more)
}
