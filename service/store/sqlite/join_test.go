package sqlite

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

var joinedAt = time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)

// people are two creators with an account each, and one with two.
func people(t *testing.T) (s *Store, path string, account func(api.Platform, string) service.Profile) {
	path = filepath.Join(t.TempDir(), "store.db")
	s = storeAt(t, path)
	t.Cleanup(func() { _ = s.Close() })
	profile := func(p api.Platform, name string, followers int64) service.Profile {
		return service.Profile{Platform: p, Username: name, DisplayName: "Name of " + name, Followers: &followers, UpdatedAt: joinedAt}
	}
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	_, err := s.Write(t.Context(), []service.Bundle{
		{Creator: service.Creator{Name: "Lena", Country: "DE", UpdatedAt: joinedAt}, Profiles: []service.Profile{profile(api.PhotoPlatform, "lena", 900)},
			Posts:       []service.Post{{Platform: api.PhotoPlatform, PlatformID: "9", PostedAt: at}},
			Transcripts: []service.Transcript{{Platform: api.PhotoPlatform, MediaID: "9", Language: "de", Source: "manual", Text: "salt"}}},
		{Creator: service.Creator{Name: "Lena Holt", Country: "AT", Languages: []string{"de"}, Bio: "bread", UpdatedAt: joinedAt}, Profiles: []service.Profile{profile(api.ShortVideoPlatform, "lenatok", 100)},
			Posts:       []service.Post{{Platform: api.ShortVideoPlatform, PlatformID: "7", PostedAt: at}, {Platform: api.ShortVideoPlatform, PlatformID: "8", PostedAt: at}},
			Transcripts: []service.Transcript{{Platform: api.ShortVideoPlatform, MediaID: "7", Language: "de", Source: "manual", Text: "flour"}}},
		{Creator: service.Creator{Name: "Otto", UpdatedAt: joinedAt}, Profiles: []service.Profile{profile(api.PhotoPlatform, "otto", 50), profile(api.VideoPlatform, "ottotube", 70)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, path, func(p api.Platform, name string) service.Profile {
		t.Helper()
		found, err := s.ProfileByName(t.Context(), p, name)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
}

// kept are the contents of the tables whose rows an undo restores.
func kept(t *testing.T, path string) map[string][]string {
	all := dump(t, path)
	maps.DeleteFunc(all, func(query string, _ []string) bool {
		return !strings.HasPrefix(query, "SELECT json_array(") || strings.Contains(query, "import_") || strings.Contains(query, "FROM sqlite_") ||
			strings.Contains(query, "FROM generation") || strings.Contains(query, "FROM changes")
	})
	return all
}

// sameTables tells the first table that differs.
func sameTables(t *testing.T, before, after map[string][]string) {
	t.Helper()
	for query, rows := range before {
		if strings.Join(rows, "\n") != strings.Join(after[query], "\n") {
			t.Errorf("%s:\n%s\nwas\n%s", query, strings.Join(after[query], "\n"), strings.Join(rows, "\n"))
		}
	}
}

// Joined in either order, two creators are one, and an undo leaves no trace.
func TestTwoCreatorsAreJoinedAndParted(t *testing.T) {
	for _, turned := range []bool{false, true} {
		s, path, account := people(t)
		before := kept(t, path)
		a, b := account(api.PhotoPlatform, "lena"), account(api.ShortVideoPlatform, "lenatok")
		if turned {
			a, b = b, a
		}
		run, err := s.Join(t.Context(), a, b, joinedAt)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []service.Profile{a, b} {
			if got := account(p.Platform, p.Username); got.CreatorID != a.CreatorID || got.ID != p.ID {
				t.Errorf("%s is of %s, not %s", p.Username, got.CreatorID, a.CreatorID)
			}
		}
		c, err := s.Creator(t.Context(), a.CreatorID)
		if err != nil || c.Country != map[bool]string{false: "DE", true: "AT"}[turned] || c.Bio != "bread" || len(c.Languages) != 1 {
			t.Errorf("%+v, %v", c, err)
		}
		if _, err := s.Creator(t.Context(), b.CreatorID); !errors.Is(err, service.ErrNotFound) {
			t.Errorf("the other creator is still there: %v", err)
		}
		post, err := s.Post(t.Context(), api.ShortVideoPlatform, "7")
		if err != nil || post.CreatorID != a.CreatorID {
			t.Errorf("%+v, %v", post, err)
		}
		told, err := all(t.Context(), s, "SELECT reach || ' ' || (SELECT count(*) FROM transcripts WHERE creator = creators.id) FROM creators WHERE uuid = '"+a.CreatorID+"'")
		if err != nil || strings.Join(told, ",") != "900 2" {
			t.Errorf("reach and transcripts: %s, %v", told, err)
		}
		parted, err := s.Part(t.Context(), account(api.ShortVideoPlatform, "lenatok"), joinedAt)
		if err != nil {
			t.Fatal(err)
		}
		if x, y := account(api.PhotoPlatform, "lena"), account(api.ShortVideoPlatform, "lenatok"); x.CreatorID == y.CreatorID {
			t.Error("they are one still")
		}
		for _, run := range []int64{parted, run} {
			if _, err := s.UndoRun(t.Context(), run, "", joinedAt); err != nil {
				t.Fatal(err)
			}
		}
		sameTables(t, before, kept(t, path))
	}
}

// An import that came before cannot be undone below what was joined, nor a join in part.
func TestAJoinIsUndoneFirstAndWhole(t *testing.T) {
	s, path, account := people(t)
	first, err := s.BeginRun(t.Context(), joinedAt)
	if err != nil {
		t.Fatal(err)
	}
	followers := int64(5)
	_, err = s.Write(t.Context(), []service.Bundle{{Creator: service.Creator{Name: "New", UpdatedAt: joinedAt}, Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: "new", Followers: &followers, UpdatedAt: joinedAt}}}})
	if err = errors.Join(err, s.EndRun(t.Context(), service.ImportRun{ID: first, EndedAt: joinedAt, Files: []service.ImportedFile{{Path: "a.csv"}}})); err != nil {
		t.Fatal(err)
	}
	before := kept(t, path)
	run, err := s.Join(t.Context(), account(api.PhotoPlatform, "otto"), account(api.PhotoPlatform, "new"), joinedAt)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(err error, why string) {
		t.Helper()
		if e, ok := errors.AsType[service.UndoError](err); !ok || !strings.Contains(e.Why, why) {
			t.Errorf("refused with %v, want %q", err, why)
		}
	}
	_, err = s.UndoRun(t.Context(), first, "", joinedAt)
	refused(err, "undo it first")
	_, err = s.UndoRun(t.Context(), run, account(api.PhotoPlatform, "new").ID, joinedAt)
	refused(err, "as a whole")
	_, err = s.Join(t.Context(), account(api.PhotoPlatform, "otto"), account(api.VideoPlatform, "ottotube"), joinedAt)
	refused(err, "one creator already")
	_, err = s.Part(t.Context(), account(api.PhotoPlatform, "lena"), joinedAt)
	refused(err, "only account")
	if _, err := s.UndoRun(t.Context(), run, "", joinedAt); err != nil {
		t.Fatal(err)
	}
	sameTables(t, before, kept(t, path))
}

// The index hears of both creators, when they are joined and when that is undone.
func TestAJoinTellsTheIndex(t *testing.T) {
	s, _, account := people(t)
	a, b := account(api.PhotoPlatform, "lena"), account(api.ShortVideoPlatform, "lenatok")
	heard := func() string {
		list, err := all(t.Context(), s, "SELECT creator FROM changes WHERE n = (SELECT n FROM generation) ORDER BY creator")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(list, " ")
	}
	run, err := s.Join(t.Context(), a, b, joinedAt)
	if got := heard(); err != nil || !strings.Contains(got, a.CreatorID) || !strings.Contains(got, b.CreatorID) {
		t.Errorf("joined: %s, %v", got, err)
	}
	_, err = s.UndoRun(t.Context(), run, "", joinedAt)
	if got := heard(); err != nil || !strings.Contains(got, a.CreatorID) || !strings.Contains(got, b.CreatorID) {
		t.Errorf("undone: %s, %v", got, err)
	}
}

func all(ctx context.Context, s *Store, query string) ([]string, error) {
	return sqlio.All(ctx, sqlio.NewReader(s.DB, s.Engine), sqlio.Text, query)
}
