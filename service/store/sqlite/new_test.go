package sqlite

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"greenroom/internal/sqlio"
	"greenroom/internal/sqlite"
	"greenroom/service/store"
)

var update = flag.Bool("update", false, "write new.db.gz anew")

// The file that is ready for a new store is what the steps make of an empty one.
func TestTheReadyFileIsWhatTheStepsMake(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made.db")
	if err := os.WriteFile(made, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	openAndClose(t, made)
	if *update {
		makeReady(t, made)
	}
	ready := filepath.Join(t.TempDir(), "ready.db")
	openAndClose(t, ready)
	if got, want := dump(t, ready), dump(t, made); !reflect.DeepEqual(got, want) {
		t.Errorf("the ready file has\n%q\nthe steps make\n%q", got, want)
	}
}

func openAndClose(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func makeReady(t *testing.T, made string) {
	t.Helper()
	raw, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, _ = w.Write(raw)
	_ = w.Close()
	if err := os.WriteFile("new.db.gz", packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	ours.New = packed.Bytes()
}

// A store that was removed may have left its log. A new one is not mixed with it.
func TestANewStoreKnowsNothingOfOneThatIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	old := storeAt(t, path)
	if err := old.SetSetting(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadFile(path + "-wal")
	if err != nil || len(left) == 0 {
		t.Fatalf("%d bytes, %v", len(left), err)
	}
	if err := errors.Join(old.Close(), os.Remove(path), os.WriteFile(path+"-wal", left, 0o600)); err != nil {
		t.Fatal(err)
	}
	s := storeAt(t, path)
	defer s.Close()
	if v, err := s.Setting(t.Context(), "a"); err == nil {
		t.Errorf("it holds %q of the old one", v)
	}
}

// dump is all that is in a file: its marks, its tables, and every row.
func dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	db, err := sqlite.Pool(path, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r := sqlio.NewReader(db, sqlite.File{Kind: ours, Path: path})
	defer r.Close()
	all := map[string][]string{}
	read := func(query string) []string {
		list, err := sqlio.All(t.Context(), r, sqlio.Text, query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		all[query] = list
		return list
	}
	for _, pragma := range []string{"application_id", "user_version", "journal_mode", "default_cache_size", "page_size", "encoding", "auto_vacuum", "integrity_check"} {
		read("PRAGMA " + pragma)
	}
	read("SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")
	for _, table := range read("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
		var columns string
		for i, column := range read("SELECT name FROM pragma_table_info('" + table + "')") {
			if i > 0 {
				columns += ", "
			}
			columns += column
		}
		read("SELECT json_array(" + columns + ") FROM " + table)
	}
	return all
}
