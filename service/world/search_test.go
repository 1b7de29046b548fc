package world_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	_ "greenroom/internal/gctest"
	"greenroom/service/boot"
	"greenroom/service/world"
)

// asked is the sample world behind the front door of a service.
type asked struct {
	app       *boot.App
	now       time.Time
	of, named map[string]string // what creators are about, and name once
}

var folder string

func TestMain(m *testing.M) {
	code := m.Run()
	if folder != "" {
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}

var opened = sync.OnceValues(func() (*asked, error) {
	dir, err := os.MkdirTemp("", "world")
	if err != nil {
		return nil, err
	}
	folder = dir
	a := &asked{now: time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC)}
	a.of, a.named = world.Truth(world.Seed)
	a.app, err = boot.Open(context.Background(), boot.Config{StorePath: filepath.Join(dir, "world.db"), Sample: true, PlatformsAll: true, Clock: func() time.Time { return a.now }})
	return a, err
})

// ask sends a request and decodes its answer.
func (a *asked) ask(t *testing.T, method, path string, body, into any) {
	t.Helper()
	a.now = a.now.Add(time.Hour)
	raw, _ := json.Marshal(body)
	r := httptest.NewRequest(method, path, bytes.NewReader(raw))
	r.Header.Set(api.HeaderKey, a.app.Demo().Key)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	a.app.Handler().ServeHTTP(w, r)
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%v: %d %.300s", body, w.Code, w.Body)
	}
}

// find asks for creators in plain words, and reads as many as there are pages.
func (a *asked) find(t *testing.T, query string, limit int) (good, weak []api.SearchResult) {
	t.Helper()
	var page api.SearchPage
	a.ask(t, http.MethodPost, "/v1/search", api.SearchRequest{Query: query, Limit: &limit}, &page)
	for found := page.Data; ; found = page.Data {
		for _, r := range found {
			if r.Match.LowConfidence {
				weak = append(weak, r)
			} else {
				good = append(good, r)
			}
		}
		if !page.HasMore || len(weak) > 0 {
			return good, weak
		}
		path := "/v1/search/" + page.SearchID + "?cursor=" + *page.NextCursor
		page = api.SearchPage{}
		a.ask(t, http.MethodGet, path, nil, &page)
	}
}

// homes lists the places where every niche has creators of three sizes, as people say
// them.
var homes = []string{"the UK", "the US", "Germany", "Spain", "France", "Italy"}

// kin are niches and topics whose creators are right, too, for who asks for a niche.
var kin = map[string][]string{
	"coffee": {"of all coffee"}, "yoga": {"of all yoga"}, "interior design": {"of all interior"}, "zero waste": {"of all sustainable"},
	"vegetable gardening": {"of all gardening"}, "book reviews": {"of all books"}, "programming": {"of all code"}, "makeup": {"of all makeup"},
	"personal finance": {"of all finance", "investing"}, "investing": {"of all finance", "personal finance"}, "vintage clothing": {"of all thrift"},
	"pastry": {"of all baking", "sourdough", "gluten-free baking"}, "sourdough": {"of all baking"}, "gluten-free baking": {"of all baking"},
	"guitar": {"of all music"}, "piano": {"of all music"}, "music production": {"of all music"}, "street photography": {"of all photography"},
	"train travel": {"of all travel"}, "cats": {"of all pets"}, "dog training": {"of all pets"}, "solo travel": {"of all travel"}, "meditation": {"of all yoga"},
	"trail running": {"of all running", "of all hiking"}, "meal prep": {"of all cooking", "of all vegan"}, "cargo bikes": {"of all cycling"},
	"retro gaming": {"of all gaming"}, "game development": {"of all gaming", "of all code"}, "classic cars": {"of all cars"}, "electric cars": {"of all cars"},
	"smart home": {"of all tech"}, "self-hosting": {"of all tech", "of all code"}, "teaching": {"language learning"}, "astronomy": {"of all science"},
}

// Of each niche somebody good is found in each country and of each size, and who is told as
// good is of it: not who names it once.
func TestEveryNicheFindsItsCreators(t *testing.T) {
	a, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	cells, full, good, right, passing := 0, 0, 0, 0, 0
	wrong := map[string]int{}
	niches, homely := world.Niches()
	for _, name := range niches[:homely] {
		missed := []string{}
		for _, home := range homes {
			query := name + " creators in " + home
			found, _ := a.find(t, query, api.LimitMax)
			sizes := map[int]bool{}
			for _, r := range found {
				good++
				of := a.of[r.Creator.ID]
				if of == name || slices.Contains(kin[name], of) {
					right++
					if n := size(r); n > 0 {
						sizes[n] = true
					}
					continue
				}
				wrong[name+" > "+of]++
				if a.named[r.Creator.ID] == name {
					passing++
				}
			}
			cells += 3
			full += len(sizes)
			if len(sizes) < 3 {
				missed = append(missed, home)
			}
		}
		if len(missed) > 0 {
			t.Logf("%s: not of all sizes in %s", name, strings.Join(missed, ", "))
		}
	}
	for _, w := range slices.Sorted(maps.Keys(wrong)) {
		t.Logf("wrong: %s %d", w, wrong[w])
	}
	t.Logf("%d of %d cells of niche, country and size have somebody good; %d of %d told as good are of the niche; %d only name it", full, cells, right, good, passing)
	if 100*full < 97*cells || 100*right < 90*good || passing > 1 {
		t.Error("that is too few, or somebody who names a niche once is told as good")
	}
}

// Of each niche somebody good is found in whatever country is asked for, tried in six
// countries each.
func TestEveryNicheIsFoundInEachCountry(t *testing.T) {
	a, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	niches, _ := world.Niches()
	lands := world.Lands()
	asked, found, good, right := 0, 0, 0, 0
	for n, name := range niches {
		var missed, wrong []string
		for k := range 6 {
			land := lands[(n+6*k)%len(lands)]
			list, _ := a.find(t, name+" creators in "+land, api.LimitMax)
			were := right
			for _, r := range list {
				good++
				if of := a.of[r.Creator.ID]; of == name || slices.Contains(kin[name], of) {
					right++
				} else {
					wrong = append(wrong, of)
				}
			}
			asked++
			if right > were {
				found++
			} else {
				missed = append(missed, land)
			}
		}
		if len(missed)+len(wrong) > 0 {
			t.Logf("%s: nobody in %s; wrong are %s", name, strings.Join(missed, ", "), strings.Join(wrong, ", "))
		}
	}
	t.Logf("%d of %d find somebody good of the niche; %d of %d told as good are of it", found, asked, right, good)
	if 100*found < 95*asked || 100*right < 90*good {
		t.Error("that is too few")
	}
}

// size is the number of a size: nano, micro, macro; others are of none.
func size(r api.SearchResult) int {
	p := r.PrimaryProfile
	switch {
	case p == nil || p.Followers == nil:
		return 0
	case *p.Followers < 10_000:
		return 1
	case *p.Followers < 100_000:
		return 2
	}
	return 3
}
