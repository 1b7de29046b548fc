package sqlite

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/store"
	"greenroom/service/store/tables"
)

const many = 1 << 20

func account(n int) service.Bundle {
	followers := int64(n)
	p := service.Profile{Platform: api.PhotoPlatform, Username: fmt.Sprintf("acct%d", n), Followers: &followers, UpdatedAt: time.Unix(int64(n), 0).UTC()}
	if n%3 == 0 {
		p.ExternalID = fmt.Sprintf("id%d", n)
	}
	return service.Bundle{Creator: service.Creator{Name: p.Username}, Profiles: []service.Profile{p}}
}

func storeAt(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), store.Config{Path: path, Bulk: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func indexed(t *testing.T, s *Store) (found int64) {
	t.Helper()
	found, err := sqlio.One(t.Context(), sqlio.NewReader(s.DB, s.Engine), sqlio.Int,
		"SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND (name LIKE 'creators%' OR name LIKE 'profiles%')")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func write(t *testing.T, s *Store, numbers ...int) service.Written {
	t.Helper()
	var bundles []service.Bundle
	for _, n := range numbers {
		bundles = append(bundles, account(n))
	}
	w, err := s.Write(t.Context(), bundles)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func begin(t *testing.T, s *Store) {
	t.Helper()
	if ok, err := s.BeginLoad(t.Context(), many); !ok || err != nil {
		t.Fatalf("no load: %v", err)
	}
}

func TestALoadKnowsWhatIsStored(t *testing.T) {
	s := storeAt(t, filepath.Join(t.TempDir(), "x.db"))
	defer s.Close()
	whole := indexed(t, s)
	if whole != int64(len(indexes())) {
		t.Fatalf("%d indexes, the step names %d", whole, len(indexes()))
	}
	write(t, s, 1, 2, 3)
	begin(t, s)
	if n := indexed(t, s); n != 0 {
		t.Errorf("%d indexes during a load", n)
	}
	write(t, s, 4, 5, 6)
	for _, c := range []struct {
		of   service.Profile
		want bool
	}{
		{service.Profile{Platform: api.PhotoPlatform, Username: "ACCT1"}, true},
		{service.Profile{Platform: api.PhotoPlatform, ExternalID: "id3"}, true},
		{service.Profile{Platform: api.PhotoPlatform, Username: "acct6"}, true},
		{service.Profile{Platform: api.PhotoPlatform, ExternalID: "id6"}, true},
		{service.Profile{Platform: api.VideoPlatform, Username: "acct1"}, false},
		{service.Profile{Platform: api.PhotoPlatform, Username: "acct7"}, false},
	} {
		if got := s.MayHold(c.of); got != c.want {
			t.Errorf("%+v: %t", c.of, got)
		}
	}
	if err := s.EndLoad(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if n := indexed(t, s); n != whole {
		t.Errorf("%d indexes after it, not %d", n, whole)
	}
	if w := write(t, s, 1, 4, 6, 7); w.New.Profiles != 1 || w.Unchanged.Profiles != 3 {
		t.Errorf("%+v", w)
	}
}

// A write that meets what is stored ends the load and comes out as ever; so does
// one after another program has written.
func TestALoadEndsWhenItMust(t *testing.T) {
	for name, before := range map[string]func(t *testing.T, path string){
		"an account again": func(*testing.T, string) {},
		"another program": func(t *testing.T, path string) {
			db, err := sqlite.Pool(path, nil, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.Exec("INSERT INTO creators SELECT 99, 'u99', reach, name, bio, avatar_url, kind, country, city, location_unverified, languages, themes, summary, key_facts, brand_alignment, audience, aesthetics, analysed_at, updated_at FROM creators LIMIT 1"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			s := storeAt(t, path)
			defer s.Close()
			write(t, s, 1, 2)
			begin(t, s)
			write(t, s, 3)
			before(t, path)
			numbers := []int{4, 5}
			if name == "an account again" {
				numbers = []int{3, 4}
			}
			if w := write(t, s, numbers...); w.New.Profiles+w.Unchanged.Profiles != 2 {
				t.Errorf("%+v", w)
			}
			if n := indexed(t, s); n != int64(len(indexes())) {
				t.Errorf("%d indexes: the load goes on", n)
			}
			if s.MayHold(service.Profile{Platform: api.PhotoPlatform, Username: "nobody"}) == false {
				t.Error("something is known without a load")
			}
		})
	}
}

// A program that ended in the middle of a load leaves a file that the next one
// makes whole; nothing that was written is missing.
func TestALoadCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := storeAt(t, path)
	begin(t, s)
	write(t, s, 1, 2, 3, 4)
	if err := s.Close(); err != nil { // without EndLoad, as a kill leaves it
		t.Fatal(err)
	}
	s = storeAt(t, path)
	defer s.Close()
	if n := indexed(t, s); n != int64(len(indexes())) {
		t.Errorf("%d indexes", n)
	}
	if w := write(t, s, 1, 4, 5); w.New.Profiles != 1 || w.Unchanged.Profiles != 2 {
		t.Errorf("%+v", w)
	}
}

// A few rows, or a large catalogue, are not worth a load.
func TestALoadHasToPay(t *testing.T) {
	s := storeAt(t, filepath.Join(t.TempDir(), "x.db"))
	defer s.Close()
	if ok, err := s.BeginLoad(t.Context(), tables.LoadFrom-1); ok || err != nil {
		t.Errorf("%t, %v", ok, err)
	}
	if n := indexed(t, s); n != int64(len(indexes())) {
		t.Errorf("%d indexes", n)
	}
}

// Records of a file from before stand where others point to them.
func TestPlainTablesKeepTheirRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	db := oldFile(t, path, 80)
	if _, err := db.Exec(`INSERT INTO creators SELECT 7, 'c', 5, 'Ana', '', '', '', 'DE', '', 0, '', '', '', '', '', '', '', NULL, 1;
		INSERT INTO profiles (id, uuid, creator, platform, username_key, username, display_name, url, bio, avatar_url, external_urls, category, pronouns, verified, private, business, followers)
			VALUES (9, 'p', 7, 'photoplatform', 'ana', 'Ana', '', '', '', '', '', '', '', 0, 0, 0, 5);
		INSERT INTO profile_history (profile, at, followers) VALUES (9, 1, 4)`); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	s := storeAt(t, path)
	defer s.Close()
	p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ANA")
	if err != nil || p.ID != "p" || p.CreatorID != "c" || *p.Followers != 5 {
		t.Errorf("%+v, %v", p, err)
	}
	if h, err := s.History(t.Context(), "p"); err != nil || len(h) != 1 {
		t.Errorf("%+v, %v", h, err)
	}
	rows, err := s.DB.Query("PRAGMA foreign_key_check")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if rows.Next() {
		t.Error("a row points to nothing")
	}
}
