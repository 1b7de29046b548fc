package sqlite

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store"
)

func found(n int) api.SearchResult {
	return api.SearchResult{Creator: api.CreatorBasic{ID: fmt.Sprint(n), Name: "One of many creators with a name"}}
}

// Whatever part of a session is asked for, it is that part: results are stored many
// together.
func TestPartsOfASession(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	s, err := Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db"), Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	v := service.Session{ID: "s", AccountID: "a", CreatedAt: now, ExpiresAt: now.Add(time.Hour)}
	for n := range 60 {
		v.Results = append(v.Results, found(n))
	}
	if err := s.CreateSession(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	for _, part := range [][2]int{{0, 10}, {0, 60}, {20, 10}, {24, 2}, {25, 25}, {49, 100}, {59, 1}, {60, 5}, {10, 0}} {
		got, total, err := s.Session(t.Context(), v.Owner(), "s", now, part[0], part[1])
		want := max(0, min(part[0]+part[1], 60)-part[0])
		if err != nil || total != 60 || len(got.Results) != want {
			t.Errorf("%v: %d of %d, %v", part, len(got.Results), total, err)
			continue
		}
		for i, r := range got.Results {
			if r.Creator.ID != fmt.Sprint(part[0]+i) {
				t.Errorf("%v: result %d is %s", part, i, r.Creator.ID)
			}
		}
	}
}

// A session of a program before, with a row for each result, is read on.
func TestASessionOfBefore(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "old.db"), time.Now()
	db := oldFile(t, path, 120)
	_, err := db.Exec(`INSERT INTO sessions (seq, id, account, request, interpretation, total, filtered_total, created_at, expires_at) VALUES (1, 's', 'a', '{}', '{}', 2, 2, 0, ?);
		INSERT INTO session_results VALUES (1, 0, '{"creator":{"id":"x"}}'), (1, 1, '{"creator":{"id":"y"}}')`, now.Add(time.Hour).UnixMicro())
	if err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	s, err := Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, total, err := s.Session(t.Context(), service.Owner{AccountID: "a"}, "s", now, 1, 5)
	if err != nil || total != 2 || len(got.Results) != 1 || got.Results[0].Creator.ID != "y" {
		t.Errorf("%d of %d, %v", len(got.Results), total, err)
	}
}

// What is kept of a search takes no more of the file than it has to: its results, and
// the answer that is given again for a day.
func TestASessionTakesFewPages(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	s, err := Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db"), Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	pages := func() (n int) {
		if err := s.DB.QueryRow("PRAGMA page_count").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := pages()
	for n := range 40 {
		v := service.Session{ID: fmt.Sprint(n), CreatedAt: now, ExpiresAt: now.Add(time.Hour)}
		for i := range 25 {
			r := found(1000*n + i)
			r.Creator.Bio = new(fmt.Sprintf("%0900d", n)) // larger than what a row of an index holds beside others
			v.Results = append(v.Results, r)
		}
		if err := s.CreateSession(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if grew := pages() - before; grew > 80 {
		t.Errorf("40 sessions of 25 results take %d pages", grew)
	}
}
