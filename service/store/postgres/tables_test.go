package postgres_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store"
	"greenroom/service/store/postgres/pgtest"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

func tablesOf(t *testing.T, s store.Movable) []store.Table {
	t.Helper()
	shot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer shot.Close()
	all, err := shot.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A table that one engine has not, or keeps in other columns, is a step of migrations
// that was forgotten. What is copied there and back is the same, by its marks.
func TestEnginesKeepTheSame(t *testing.T) {
	there := openAt(t, pgtest.Database(t))
	var files [2]*sqlite.Store
	for i, name := range []string{"a.db", "b.db"} {
		var err error
		if files[i], err = sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), name)}); err != nil {
			t.Fatal(err)
		}
		defer files[i].Close()
	}
	want, got := map[string]store.Table{}, map[string]store.Table{}
	for _, table := range tablesOf(t, files[0]) {
		want[table.Name] = table
	}
	for _, table := range tablesOf(t, there) {
		got[table.Name] = table
	}
	for name := range want {
		if !reflect.DeepEqual(want[name], got[name]) {
			t.Errorf("%s is %+v in a file and %+v in a database", name, want[name], got[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d tables in a file, %d in a database", len(want), len(got))
	}
	if _, err := files[0].Write(t.Context(), storetest.Bundles(30, 5)); err != nil {
		t.Fatal(err)
	}
	// A file may hold what a database does not keep.
	if err := files[0].CreateShortlist(t.Context(), service.Shortlist{Shortlist: api.Shortlist{ID: "a", Name: "a\x00b", CreatedAt: storetest.Noon, UpdatedAt: storetest.Noon}, AccountID: "a"}); err != nil {
		t.Fatal(err)
	}
	quiet := func(store.Progress) {}
	lost := int64(0)
	first, err := store.Copy(t.Context(), files[0], there, "first", func(at store.Progress) { lost = at.Lost })
	if err != nil {
		t.Fatal(err)
	}
	back, err := store.Copy(t.Context(), there, files[1], "back", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(first, func(m store.Mark) bool { return m.NULs > 0 }); lost != 1 || i < 0 || first[i].Table != "shortlists" || first[i].NULs != 1 {
		t.Errorf("%d NULs were told to be lost, of %v", lost, first)
	} else {
		first[i].NULs = 0
	}
	if !reflect.DeepEqual(first, back) {
		t.Errorf("there %v\nand back %v", first, back)
	}
}

// A snapshot outlasts the writing of another store, however long nothing is asked of it.
func TestASnapshotStaysOpen(t *testing.T) {
	address := pgtest.Database(t)
	join := "?"
	if strings.Contains(address, "?") {
		join = "&"
	}
	openAt(t, address) // makes the tables, which may take longer
	s := openAt(t, address+join+"idle_in_transaction_session_timeout=50")
	shot, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Do(t, address, "SELECT pg_sleep(0.2)")
	if _, err := shot.Tables(t.Context()); err != nil {
		t.Error(err)
	}
	if err := shot.Close(); err != nil {
		t.Error(err)
	}
}
