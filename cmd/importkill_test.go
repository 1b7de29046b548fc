package cmd

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// killedRows are enough for the way on which many new rows are loaded without
// indexes.
const killedRows = 24_600

// TestAKilledImportGoesOn kills a real import without warning: among its rows, while
// the indexes of the store are made, and while the search index is. The store opens
// at once, and the next run ends with what an import in one piece ends with.
func TestAKilledImportGoesOn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	table := filepath.Join(folder, "creators.csv")
	writeMany(t, table)
	whole := filepath.Join(folder, "whole.db")
	stdout(t, "import", table, "--platform", "photoplatform", "-q", "--store", whole)
	want := contentOf(t, whole)
	if len(want) != killedRows {
		t.Fatalf("%d accounts in a whole import", len(want))
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	for name, reached := range map[string]func(db *sql.DB, store string) bool{
		"among the rows":      rowsBeyond(1 + random.IntN(killedRows-6000)),
		"at the indexes":      indexesBeyond(random.IntN(5)),
		"at the search index": func(_ *sql.DB, store string) bool { _, err := os.Stat(store + ".index.new"); return err == nil },
		"behind the rows":     rowsBeyond(killedRows - 1),
	} {
		t.Run(name, func(t *testing.T) {
			store := filepath.Join(t.TempDir(), "x.db")
			killImport(t, table, store, reached)
			stdout(t, "list", "--limit", "1", "--store", store)
			said := stdout(t, "import", table, "--platform", "photoplatform", "-q", "--store", store)
			if !strings.Contains(said, fmt.Sprint(killedRows)) {
				t.Error(said)
			}
			got := contentOf(t, store)
			if len(got) != len(want) {
				t.Fatalf("%d accounts, want %d", len(got), len(want))
			}
			for key, row := range want {
				if got[key] != row {
					t.Fatalf("%s: %s, want %s", key, got[key], row)
				}
			}
			if out := stdout(t, "search", "creators in France", "--limit", "2", "-o", "jsonl", "--store", store); strings.Count(out, "\n") != 2 {
				t.Errorf("a search finds %q", out)
			}
		})
	}
}

func writeMany(t *testing.T, path string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("username,name,bio,country,followers\n")
	for i := range killedRows {
		fmt.Fprintf(&b, "user%d,Name %d,writes about bread number %d,%s,%d\n", i, i, i, []string{"France", "Germany"}[i%2], 1000+i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

func rowsBeyond(n int) func(*sql.DB, string) bool {
	return func(db *sql.DB, _ string) bool {
		var rows int
		return db.QueryRow("SELECT coalesce(max(id), 0) FROM profiles").Scan(&rows) == nil && rows >= n
	}
}

// indexesBeyond holds where a load ends and so many of its indexes are made.
func indexesBeyond(n int) func(*sql.DB, string) bool {
	return func(db *sql.DB, _ string) bool {
		var rows, made, loading int
		err := db.QueryRow(`SELECT (SELECT coalesce(max(id), 0) FROM profiles), (SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name IN ('creators', 'profiles')),
			(SELECT count(*) FROM sqlite_master WHERE name = 'loading')`).Scan(&rows, &made, &loading)
		return err == nil && rows >= killedRows && (loading == 0 || made > n)
	}
}

// killImport kills an import as soon as it has come so far; one that was faster has
// ended well.
func killImport(t *testing.T, table, store string, reached func(*sql.DB, string) bool) {
	t.Helper()
	c := program(t, "import", table, "--platform", "photoplatform", "-q", "--store", store)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	var db *sql.DB
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			t.Log("it ended before it was killed")
			return
		case <-time.After(time.Millisecond):
		}
		if _, err := os.Stat(store); err == nil && db == nil {
			if db, err = sql.Open("sqlite", "file:"+store+"?mode=ro"); err != nil {
				t.Fatal(err)
			}
			defer db.Close()
		}
		if db != nil && reached(db, store) {
			break
		}
	}
	_ = c.Process.Kill()
	<-ended
}

// contentOf returns the stored fields of each account, and holds that the file is sound.
func contentOf(t *testing.T, store string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+store)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var sound string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&sound); err != nil || sound != "ok" {
		t.Fatalf("the file is not sound: %s, %v", sound, err)
	}
	rows, err := db.Query(`SELECT p.username, p.uuid, c.uuid, c.name, p.bio, c.country, p.followers, c.reach, count(*) OVER (PARTITION BY p.username)
		FROM profiles p JOIN creators c ON c.id = p.creator`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	content := map[string]string{}
	for rows.Next() {
		cells := make([]any, 9)
		into := make([]any, 9)
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		content[fmt.Sprint(cells[0])] = fmt.Sprint(cells...)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return content
}
