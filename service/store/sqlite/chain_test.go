package sqlite_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"greenroom/service/billing"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

// Two stores stand for two processes: many charges at once, through both, make one
// chain for each account.
func TestProcessesWriteOneChainEach(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	stores := []*sqlite.Store{openAt(t, path), openAt(t, path)}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			if _, err := stores[i%2].Charge(t.Context(), billing.Row{RequestID: fmt.Sprint(i / 2), AccountID: fmt.Sprint(i % 3), Features: []string{"search"},
				Credits: 1, At: storetest.Noon}, wide); err != nil {
				t.Error(err)
			}
			if i%10 == 0 { // other writes between them
				if err := stores[i%2].SetSetting(t.Context(), "a", fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if a, err := billing.Check(t.Context(), stores[0]); err != nil || a.Checked != 20 || len(a.Wrong) > 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Each thing that somebody with the file open can do to the rows is found; the rows
// of an old file are said to be unchecked.
func TestWhatIsDoneToTheFileIsFound(t *testing.T) {
	for statement, want := range map[string]string{
		"":                              "",
		"UPDATE accounts SET spent = 1": "",
		"UPDATE ledger SET sum = NULL WHERE id = 1":                "row 1 of account a",
		"UPDATE ledger SET credits = 0 WHERE id = 2":               "row 2 of account a (request r2",
		"UPDATE ledger SET at = at + 1 WHERE id = 2":               "row 2",
		"UPDATE ledger SET features = '' WHERE id = 2":             "row 2",
		"UPDATE ledger SET account = 'b' WHERE id = 2":             "1 row is missing before row 3 of account a",
		"DELETE FROM ledger WHERE id = 2":                          "1 row is missing before row 3",
		"DELETE FROM ledger WHERE id = 4":                          "the end",
		"DELETE FROM ledger":                                       "the end of account a is not where it was written to be: 4 rows were, and 0 are there",
		"DELETE FROM ledger_heads WHERE account = 'a'":             "the end of account a",
		"UPDATE ledger SET n = 9 - n; UPDATE ledger SET n = n - 4": "row 1",
		"UPDATE ledger SET n = NULL WHERE id = 2":                  "row 2 (request r2, 2025-03-14T12:00:00Z) is in no chain",
		"INSERT INTO ledger (request_id, account, endpoint, features, credits, at, n, sum) SELECT 'x', account, endpoint, features, credits, at, n, sum FROM ledger WHERE id = 2": "row 2 of account a",
		"INSERT INTO ledger (request_id, account, endpoint, features, credits, at) VALUES ('x', 'a', '', '', 1, 1)":                                                               "row 5 (request x, 1970-01-01T00:00:00Z) is in no chain",
	} {
		path := filepath.Join(t.TempDir(), "store.db")
		s := openAt(t, path)
		for i := range 4 {
			row := billing.Row{RequestID: fmt.Sprint("r", i+1), AccountID: "a", Endpoint: "e", Features: []string{"f"}, Credits: 5, At: storetest.Noon}
			if _, err := s.Charge(t.Context(), row, wide); err != nil {
				t.Fatal(err)
			}
		}
		done(t, path, statement)
		a, err := billing.Check(t.Context(), s)
		if found := strings.Join(a.Wrong, "\n"); err != nil || !strings.HasPrefix(found, want) || (want == "") != (found == "") {
			t.Errorf("%s: %q, %v, want %q", statement, found, err, want)
		}
	}
}

func done(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(statement, err)
	}
}
