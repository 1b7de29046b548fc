package boot

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
)

// BenchmarkGrowth makes billed requests with idempotency keys through the front door:
// searches of 25 creators, profiles, posts and suggestions in turn. It reports what a
// request adds to the store, and how much of that is its kept answer.
func BenchmarkGrowth(b *testing.B) {
	path := filepath.Join(b.TempDir(), "g.db")
	app, err := Open(context.Background(), Config{StorePath: path, Sample: true, PlatformsAll: true})
	if err != nil {
		b.Fatal(err)
	}
	defer app.Close()
	account := service.NewAccount("load", api.Tier1, time.Now())
	account.Limits.Minute, account.Limits.Hour, account.Limits.Invoice = 1<<50, 1<<50, 0
	key, plain := access.NewKey(account.ID, time.Now())
	if err := app.Store.CreateAccount(b.Context(), account); err != nil {
		b.Fatal(err)
	}
	if err := app.Store.CreateKey(b.Context(), key); err != nil {
		b.Fatal(err)
	}
	n := 0
	ask := func(method, path, body string) []byte {
		n++
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set(api.HeaderKey, plain)
		r.Header.Set(api.HeaderIdempotencyKey, fmt.Sprint("request-", n))
		w := httptest.NewRecorder()
		app.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatalf("%s %s answers %d: %s", method, path, w.Code, w.Body)
		}
		return w.Body.Bytes()
	}
	topics := []string{"vegan cooking", "running shoes", "home gardens", "street photography", "board games", "skin care", "mountain bikes", "baking bread"}
	found := struct{ Data []api.SearchResult }{}
	search := func(i int) []byte {
		return ask("POST", "/v1/search", fmt.Sprintf(`{"query":"%s with over %d followers","limit":25}`, topics[i%len(topics)], 1000+i))
	}
	if err := json.Unmarshal(search(0), &found); err != nil || len(found.Data) == 0 {
		b.Fatal(err, len(found.Data))
	}
	before := sizes(b, path)
	var answers int64
	i := 0
	for b.Loop() {
		id := found.Data[i%len(found.Data)].Creator.ID
		for _, answer := range [][]byte{search(i), ask("GET", "/v1/creators/"+id+"/profiles", ""), ask("GET", "/v1/posts?creator_id="+id, ""),
			ask("GET", "/v1/creators/autocomplete?q="+topics[i%len(topics)][:3], "")} {
			answers += int64(len(answer))
		}
		i++
	}
	requests := float64(4 * i)
	after := sizes(b, path)
	for name, size := range after {
		if grew := size - before[name]; float64(grew)/requests >= 50 {
			b.ReportMetric(float64(grew)/requests, name+"-B/request")
		}
	}
	b.ReportMetric(float64(answers)/requests, "answer-B/request")
}

// sizes are the bytes of each table with its indexes, and of the file.
func sizes(b *testing.B, path string) map[string]int64 {
	b.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		b.Fatal(err)
	}
	out := map[string]int64{}
	rows, err := db.Query("SELECT s.tbl_name, sum(d.pgsize) FROM dbstat d JOIN sqlite_schema s ON s.name = d.name GROUP BY 1")
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var size int64
		if err := rows.Scan(&name, &size); err != nil {
			b.Fatal(err)
		}
		out[name] = size
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	out["file"] = info.Size()
	return out
}
