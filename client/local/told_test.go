package local_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/pay"
)

var update = flag.Bool("update", false, "write testdata/told.txt anew")

// furnish fills a memory with something of everything.
func furnish(t *testing.T, m *local.Memory) {
	t.Helper()
	s, other := m.Scope("svc", "1"), m.Scope("other", "1")
	caption := func(id, words string, day int, rate float64) api.Post {
		p := written(id, words)
		p.ProfileID, p.PostedAt, p.Metrics = "profile-1", time.Date(2026, 2, day, 9, 0, 0, 0, time.UTC), api.PostMetrics{EngagementRate: &rate}
		return p
	}
	keepAsked(t, s, "/v1/posts", "lena-id", "posts", api.Page[api.Post]{Data: []api.Post{caption("p1", "Oat milk, oats and more oat milk: a recipe.", 3, 4.5), caption("p2", "Nothing about it.", 2, 1), caption("p3", "", 1, 2)}})
	keepAsked(t, s, "/v1/posts", "lena", "by name", api.Page[api.Post]{Data: []api.Post{caption("p4", "Asked by name: Café crème.", 5, 3)}})
	keepAsked(t, s, "/v1/raw/videoplatform/transcript/{video_id}", "v1", "said", spoken("v1", "en-US", "Morning milk", strings.Repeat("before ", 40)+"we pour the oat milk", strings.Repeat("behind ", 40)+"and drink"))
	keepAsked(t, s, "/v1/raw/videoplatform/transcript/{video_id}", "v2", "said 2", spoken("v2", "de", "Hafermilch", "wir trinken Hafermilch"))
	keepAsked(t, other, "/v1/raw/videoplatform/transcript/{video_id}", "v3", "said 3", spoken("v3", "en", "Elsewhere", "oat milk there"))
	one := api.Creator{CreatorBasic: api.CreatorBasic{ID: "c1", Name: "Lena"}}
	one.Profiles = []api.ProfileSummary{{Platform: api.PhotoPlatform, Username: "Lena", Followers: new(int64(900))}}
	keepAsked(t, s, "/v1/creators/{id}", "c1", "creator", one)
	found := func(cursor *string, ids ...string) api.SearchPage {
		p := api.SearchPage{SearchID: "s-1", Total: 3, FilteredTotal: 9, HasMore: cursor != nil, NextCursor: cursor}
		for _, id := range ids {
			p.Data = append(p.Data, api.SearchResult{Creator: api.CreatorBasic{ID: id}})
		}
		return p
	}
	keepAsked(t, s, "/v1/search", "vegan", "search", found(new("x"), "c1", "c2"))
	keepAsked(t, s, "/v1/search/{id}/results", "s-1", "page", found(nil, "c3"))
	keepFree(t, s, "free", nil, []byte("{}"))
	e := paid("brief")
	e.Brief, e.Origin, e.At = "oat", "mcp", noon.Add(-25*time.Hour)
	if err := begin(s, e); err != nil {
		t.Fatal(err)
	}
	if err := s.End(t.Context(), e, client.Receipt{Outcome: client.OutcomeUnknown, Status: 503, Took: 1500 * time.Microsecond, Attempts: 2, At: noon}, &client.Error{Kind: client.KindAPI, Code: api.CodeUnavailable}, nil); err != nil {
		t.Fatal(err)
	}
	kept := paid("kept")
	if err := begin(s, kept); err != nil {
		t.Fatal(err)
	}
	if err := s.End(t.Context(), kept, client.Receipt{Outcome: client.OutcomeFree, Kept: true, KeptAt: noon.Add(-time.Hour), Saved: 3 * api.Credit, At: noon}, nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := begin(s, paid("runs")); err != nil {
		t.Fatal(err)
	}
	if err := s.Learn(t.Context(), client.Lessons{PaidRefusals: true, Idempotent: true, Prices: []api.Price{{Operation: api.OpMatch, Base: 7}}}); err != nil {
		t.Fatal(err)
	}
	book := m.Book("svc")
	for i, state := range []pay.State{pay.Spent, pay.Unknown} {
		p := pay.Payment{ID: fmt.Sprint("pay", i), Call: "kept", Request: fmt.Sprint("r", i), At: noon, State: pay.Reserved, Terms: pay.Terms{Protocol: "x402", Amount: 500, Units: "500", Network: "eip155:84532", PayTo: "0x1", Payer: "0x2"}, Nonce: "n"}
		if _, ok, err := book.Reserve(t.Context(), p, pay.Day{Begins: noon.Add(-time.Hour), Cap: 2000, Payer: "0x2"}); err != nil || !ok {
			t.Fatal(ok, err)
		}
		if p.State, p.Credential, p.Reference, p.Note = state, "secret", "0xabc", "odd"; state == pay.Spent {
			p.Credential = ""
		}
		if err := book.Write(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
}

// reads are what is asked of a memory.
var reads = []struct {
	name string
	ask  func(context.Context, *local.Memory) (any, error)
}{
	{"stats", func(ctx context.Context, m *local.Memory) (any, error) {
		s, err := m.Stats(ctx)
		return s.Services, err
	}},
	{"sessions", func(ctx context.Context, m *local.Memory) (any, error) { return m.Sessions(ctx, "svc") }},
	{"snapshots", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Snapshots(ctx, "svc", api.PhotoPlatform, "LENA")
	}},
	{"latest", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Latest(ctx, "svc", local.KindTranscript, 5)
	}},
	{"spent for", func(ctx context.Context, m *local.Memory) (any, error) { return m.SpentFor(ctx, "svc", "oat") }},
	{"totals", func(ctx context.Context, m *local.Memory) (any, error) { return m.Totals(ctx, "svc", time.Time{}) }},
	{"totals of a day", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Totals(ctx, "", noon.Add(-time.Hour).In(time.FixedZone("x", 5400)))
	}},
	{"paid", func(ctx context.Context, m *local.Memory) (any, error) { return m.Paid(ctx, "svc", noon) }},
	{"counted", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Book("svc").Counted(ctx, pay.Day{Begins: noon.Add(-time.Hour), Payer: "0x2"})
	}},
	{"outstanding", func(ctx context.Context, m *local.Memory) (any, error) {
		p, found, err := m.Book("svc").Outstanding(ctx, "r1")
		return []any{found, p.ID, p.State, p.Nonce, p.Terms}, err
	}},
	{"written", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Written(ctx, "svc", []local.Author{{Creator: "lena-id", Platform: api.PhotoPlatform, Username: "lena"}})
	}},
	{"posts", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Posts(ctx, "svc", []local.Author{{Creator: "lena-id", Platform: api.PhotoPlatform, Username: "Lena"}, {Creator: "x"}})
	}},
	{"owners", func(ctx context.Context, m *local.Memory) (any, error) {
		hits, err := m.Find(ctx, local.FindQuery{Service: "svc", Text: "oat"})
		if err != nil {
			return nil, err
		}
		return m.Owners(ctx, "svc", hits)
	}},
	{"text", func(ctx context.Context, m *local.Memory) (any, error) { return m.Text(ctx, 1) }},
	{"holds", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Scope("svc", "1").(interface {
			Holds(context.Context, []string) ([]bool, error)
		}).Holds(ctx, []string{api.Digest("c1"), api.Digest("c3"), api.Digest("c9")})
	}},
	{"recall", func(ctx context.Context, m *local.Memory) (any, error) {
		a, ok, err := m.Scope("svc", "1").Recall(ctx, "page")
		return []any{ok, string(a.Body), a.Charged, a.At}, err
	}},
	{"spent", func(ctx context.Context, m *local.Memory) (any, error) {
		return m.Scope("svc", "1").Spent(ctx, "svc", noon.AddDate(0, 0, -9), noon.AddDate(0, 0, 9))
	}},
	{"lessons", func(ctx context.Context, m *local.Memory) (any, error) { return m.Scope("svc", "1").Lessons(ctx) }},
	{"journal", func(ctx context.Context, m *local.Memory) (any, error) {
		var out []string
		for e, err := range m.Journal(ctx, local.JournalQuery{Since: noon.AddDate(0, 0, -9), Until: noon.AddDate(0, 0, 9)}) {
			if err != nil {
				return nil, err
			}
			out = append(out, fmt.Sprintf("%s %s %s %s of %s: %s, %s of %s to %s, saved %s, %d in %s, %d tries, %s %s, kept %v, for %q by %q, paid %s %s %s", e.At.Format("2.1. 15:04"), e.Service, e.Method, e.Endpoint, e.Subject, e.Outcome, e.Charged, e.Low, e.High, e.Saved, e.Status, e.Took, e.Attempts, e.Kind, e.Code, e.Kept, e.Brief, e.Origin, e.Payment.ID, e.Payment.State, e.Payment.Amount))
		}
		return out, nil
	}},
}

func init() {
	for _, q := range []local.FindQuery{
		{Text: "oat milk"}, {Text: "oat mi"}, {Text: `"oat milk" `}, {Text: `"milk oat" `}, {Text: "oat", Limit: 1}, {Text: "oat", Around: 4}, {Text: "milk", Service: "svc"}, {Text: "milk", Service: "none"}, {Text: "oat", Kind: local.KindPost},
		{Text: "oat", Platform: api.VideoPlatform}, {Text: "milk", Language: "en"}, {Text: "hafermilch", Language: "de"}, {Text: "cafe creme"}, {Text: "Morning"}, {Text: "!"}, {Text: "submarine"}, {Text: "drink before"},
	} {
		reads = append(reads, struct {
			name string
			ask  func(context.Context, *local.Memory) (any, error)
		}{fmt.Sprintf("find %+v", q), func(ctx context.Context, m *local.Memory) (any, error) { return m.Find(ctx, q) }})
	}
	for _, q := range []local.JournalQuery{{Outcome: client.OutcomeUnknown}, {Outcome: local.OutcomeRunning}, {Endpoint: "/v1/posts", Limit: 1}, {Paid: true}, {Service: "other"}, {Since: noon}, {Until: noon}} {
		reads = append(reads, struct {
			name string
			ask  func(context.Context, *local.Memory) (any, error)
		}{fmt.Sprintf("journal %+v", q), func(ctx context.Context, m *local.Memory) (any, error) {
			var ids []string
			for e, err := range m.Journal(ctx, q) {
				if err != nil {
					return nil, err
				}
				ids = append(ids, e.ID)
			}
			return ids, nil
		}})
	}
}

// A memory with something of everything tells what stands in told.txt:
// `go test ./client/local -run TestWhatAMemoryTells -update` writes that anew.
func TestWhatAMemoryTells(t *testing.T) {
	const path = "testdata/told.txt"
	m := newMemory(t)
	furnish(t, m)
	var out strings.Builder
	for _, r := range reads {
		v, err := r.ask(t.Context(), m)
		raw, failed := json.Marshal(v)
		if err != nil || failed != nil {
			t.Fatal(r.name, err, failed)
		}
		fmt.Fprintf(&out, "%s\n\t%s\n", r.name, raw)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	had, got := strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")
	for i := range got {
		if i >= len(had) || had[i] != got[i] {
			t.Errorf("%s\nis told\n%s", got[max(0, i-1)], got[i])
		}
	}
}

// A memory whose file is broken says so, and tells nothing that it does not know.
func TestABrokenMemoryFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	m := openAt(t, path)
	furnish(t, m)
	flush(t, m)
	s := m.Scope("svc", "1")
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"words", "texts", "holds", "documents", "questions", "sessions", "snapshots", "prices", "payments", "journal", "answers"} {
		if _, err := db.ExecContext(t.Context(), "ALTER TABLE "+table+" RENAME TO gone_"+table); err != nil {
			t.Logf("%s: %v", table, err)
		}
	}
	for _, r := range reads {
		if strings.HasPrefix(r.name, "find") && strings.Contains(r.name, "Text:!") || strings.Contains(r.name, "Service:none") {
			continue // nothing is looked up for these
		}
		if v, err := r.ask(t.Context(), m); err == nil {
			t.Errorf("%s tells %v", r.name, v)
		}
	}
	for name, write := range map[string]func() error{
		"begin": func() error { return begin(s, paid("x")) },
		"terms": func() error {
			_, err := s.Begin(t.Context(), paid("y"), client.Terms{Key: "k", Cap: new(api.Credit * 9), Day: noon})
			return err
		},
		"resume": func() error {
			e := paid("z")
			e.Question = "q"
			_, err := s.Begin(t.Context(), e, client.Terms{Resume: noon})
			return err
		},
		"unsettled": func() error { _, err := s.Unsettled(t.Context(), noon); return err },
		"await":     func() error { return s.Await(t.Context(), "q") },
		"reserve": func() error {
			_, _, err := m.Book("svc").Reserve(t.Context(), pay.Payment{ID: "p", At: noon, State: pay.Reserved}, pay.Day{Begins: noon, Cap: 9, Payer: "x"})
			return err
		},
		"write": func() error {
			return m.Book("svc").Write(t.Context(), pay.Payment{ID: "p", At: noon, State: pay.Spent})
		},
		"prune":   func() error { _, err := m.Prune(t.Context(), local.PruneQuery{OlderThan: noon}); return err },
		"prune 2": func() error { _, err := m.Prune(t.Context(), local.PruneQuery{Bytes: 1}); return err },
		"learn": func() error {
			return s.Learn(t.Context(), client.Lessons{Prices: []api.Price{{Operation: api.OpMatch, Base: 9}}})
		},
	} {
		if err := write(); err == nil {
			t.Errorf("%s works", name)
		}
	}
	for _, part := range local.Parts() {
		if _, err := m.Clear(t.Context(), part); err == nil {
			t.Errorf("%s are cleared", part)
		}
	}
}
