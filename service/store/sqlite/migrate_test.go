package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/store"
)

// A file of the first version keeps its accounts, and what they used until then
// is unpaid.
func TestMoneyComesToAnOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	db := oldFile(t, path, 1)
	_, err := db.Exec(`INSERT INTO accounts (id, name, tier) VALUES ('a', 'Agency', 'tier_2'), ('b', 'Bureau', 'free');
		INSERT INTO ledger (request_id, account, endpoint, features, credits, at) VALUES ('r1', 'a', '', '', 40, 0), ('r2', 'a', '', '', 2, 0)`)
	if err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	s, err := Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for id, unpaid := range map[string]api.Credits{"a": 42, "b": 0} {
		a, err := s.Account(t.Context(), id)
		if err != nil || a.Unpaid != unpaid || a.Balance != nil || a.Suspended != "" || a.IngestQuota != api.IngestsDaily {
			t.Errorf("%+v, %v", a, err)
		}
	}
	if _, err := s.Charge(t.Context(), billing.Row{RequestID: "r3", AccountID: "a", Credits: 1}, api.TierLimits{Minute: 1, Hour: 1}); err != nil {
		t.Fatal(err)
	}
	if a, err := billing.Check(t.Context(), s); err != nil || a.Unchecked != 2 || a.Checked != 1 || len(a.Wrong) > 0 {
		t.Errorf("the rows from before: %+v, %v", a, err)
	}
}

// oldFile is a file as a program of that version left it.
func oldFile(t *testing.T, path string, version int) *sql.DB {
	t.Helper()
	db, err := sqlite.Pool(path, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range ours.Steps {
		statements, err := migrationFiles.ReadFile(step.File)
		if err == nil && step.Version <= version {
			_, err = db.Exec(string(statements))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// The chain that all accounts had together stays checkable beside those of each, and
// what is done to it is found.
func TestTheCommonChainStaysCheckable(t *testing.T) {
	for tamper, want := range map[string]int{"": 0, "UPDATE ledger SET credits = 9 WHERE id = 2": 1, "DELETE FROM ledger WHERE id = 3": 1} {
		path := filepath.Join(t.TempDir(), "old.db")
		db := oldFile(t, path, 200)
		var head billing.Head
		for i, account := range []string{"a", "b", "a"} {
			row := billing.Row{RequestID: "r" + account + string(rune('0'+i)), AccountID: account, Credits: 5}
			head = head.Add(row)
			if _, err := db.Exec("INSERT INTO ledger (request_id, account, endpoint, features, credits, at, sum) VALUES (?, ?, '', '', 5, ?, ?)",
				row.RequestID, account, row.At.UnixMicro(), head.Last[:]); err != nil {
				t.Fatal(err)
			}
		}
		_, err := db.Exec("INSERT INTO settings VALUES ('ledger_head', ?)", head.String())
		if err == nil && tamper != "" {
			_, err = db.Exec(tamper)
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
		s := storeAt(t, path)
		for _, id := range []string{"new1", "new2"} {
			if _, err := s.Charge(t.Context(), billing.Row{RequestID: id, AccountID: "a", Credits: 1}, api.TierLimits{Minute: 100, Hour: 100}); err != nil {
				t.Fatal(err)
			}
		}
		if a, err := billing.Check(t.Context(), s); err != nil || len(a.Wrong) != want {
			t.Errorf("%s: %+v, %v", tamper, a, err)
		}
		_ = s.Close()
	}
}

// Who only works beside a service leaves a file of an older program as it is; one that was
// left in the middle of a load is no such file.
func TestAnOldFileIsLeftAsItIs(t *testing.T) {
	beside := func(path string) (version int, err error) {
		s, err := Open(t.Context(), store.Config{Path: path, Existing: true, Standing: true})
		if err == nil {
			_ = s.Close()
		}
		db, _ := sqlite.Pool(path, nil, 1)
		defer db.Close()
		return version, errors.Join(err, db.QueryRow("PRAGMA user_version").Scan(&version))
	}
	for version, refused := range map[int]bool{200: true, ours.Last() - 1: false, ours.Last(): false} {
		path := filepath.Join(t.TempDir(), "old.db")
		db := oldFile(t, path, version)
		if _, err := db.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", ours.Mark, version)); err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
		after, err := beside(path)
		if refused != (err != nil && strings.Contains(err.Error(), "greenroom store migrate")) || refused != (after < ours.Last()) {
			t.Errorf("version %d became %d: %v", version, after, err)
		}
	}
}

// A file of every version before is brought to this one.
func TestOldFilesOpen(t *testing.T) {
	for _, version := range []int{1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 140, 160, 180, 190, 200} {
		path := filepath.Join(t.TempDir(), "old.db")
		db := oldFile(t, path, version)
		if _, err := db.Exec(`INSERT INTO accounts (id, name, tier) VALUES ('a', 'Agency', 'tier_2')`); err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
		s, err := Open(t.Context(), store.Config{Path: path})
		if err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
		before, err := s.Access(t.Context())
		if err != nil {
			t.Errorf("version %d: %v", version, err)
		}
		if _, err := s.ChangeAccount(t.Context(), "a", func(a *service.Account) error { a.Tier = api.TierFree; return nil }); err != nil {
			t.Errorf("version %d: %v", version, err)
		}
		if after, err := s.Access(t.Context()); err != nil || after == before {
			t.Errorf("version %d: access is %d after %d, %v", version, after, before, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
