package search

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// The peer of the index is full text search of the database that the service
// rests on: the same 100,000 creators in memory, prepared statements, one
// connection. Both answer ten names, or the best hundred creators.

const (
	peerCreators = 100_000
	peerNames    = 10
	peerHits     = 100
)

type peer struct{ db *sql.DB }

func openPeer(b *testing.B, g generated) peer {
	b.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		b.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	b.Cleanup(func() { _ = db.Close() })
	p := peer{db}
	p.run(b, `CREATE TABLE creators (n INTEGER PRIMARY KEY, id TEXT, name TEXT, username TEXT, country TEXT, followers INTEGER, rate REAL, verified INTEGER)`)
	p.run(b, `CREATE VIRTUAL TABLE names USING fts5(name, content='', detail=none, prefix='2 3 4 5 6')`)
	p.run(b, `CREATE VIRTUAL TABLE texts USING fts5(body, content='')`)
	p.run(b, `BEGIN`)
	creator, name, text := p.prepare(b, `INSERT INTO creators VALUES (?,?,?,?,?,?,?,?)`),
		p.prepare(b, `INSERT INTO names (rowid, name) VALUES (?,?)`), p.prepare(b, `INSERT INTO texts (rowid, body) VALUES (?,?)`)
	n := 0
	for d := range g.docs() {
		n++
		exec(b, creator, n, d.ID, d.Name, d.Names[0].Username, d.Country, d.Followers, d.EngagementRate, d.Verified)
		exec(b, name, n, d.Name+" "+d.Names[0].Username)
		exec(b, text, n, d.Units[0].Text)
	}
	p.run(b, `COMMIT`)
	p.run(b, `INSERT INTO names(names) VALUES ('optimize')`)
	p.run(b, `INSERT INTO texts(texts) VALUES ('optimize')`)
	return p
}

func (p peer) run(b *testing.B, statement string) {
	b.Helper()
	if _, err := p.db.Exec(statement); err != nil {
		b.Fatal(err)
	}
}

func (p peer) prepare(b *testing.B, statement string) *sql.Stmt {
	b.Helper()
	s, err := p.db.Prepare(statement)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func exec(b *testing.B, s *sql.Stmt, args ...any) {
	b.Helper()
	if _, err := s.Exec(args...); err != nil {
		b.Fatal(err)
	}
}

// read runs a statement that answers ids and names, and counts them.
func (p peer) read(b *testing.B, s *sql.Stmt, args ...any) (n int) {
	b.Helper()
	rows, err := s.Query(args...)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	var id, name, username string
	for ; rows.Next(); n++ {
		if err := rows.Scan(&id, &name, &username); err != nil {
			b.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return n
}

// BenchmarkPeerComplete completes prefixes of two to six letters.
func BenchmarkPeerComplete(b *testing.B) {
	g := generated{creators: peerCreators, seed: 7}
	rng := rand.New(rand.NewPCG(3, 3))
	var prefixes []string
	for range 1000 {
		prefixes = append(prefixes, syllables(rng, 3)[:2+rng.IntN(5)])
	}
	x, p := g.index(b), openPeer(b, g)
	found := p.prepare(b, fmt.Sprintf(`SELECT c.id, c.name, c.username FROM names JOIN creators c ON c.n = names.rowid
		WHERE names MATCH ? ORDER BY names.rowid LIMIT %d`, peerNames))
	b.Run("index", func(b *testing.B) {
		answered := 0
		report(b, prefixes, func(s string) { answered += len(x.Complete(Completion{Prefix: s, Limit: peerNames})) })
		b.ReportMetric(float64(answered)/float64(b.N), "names")
	})
	b.Run("fts5", func(b *testing.B) {
		answered := 0
		report(b, prefixes, func(s string) { answered += p.read(b, found, `"`+s+`"*`) })
		b.ReportMetric(float64(answered)/float64(b.N), "names")
	})
}

// condition is a filter in plain words and in the peer's language.
type condition struct{ words, where string }

var peerConditions = []condition{
	{"", ""},
	{" in Germany", " AND c.country = 'DE'"},
	{" 10k-100k followers", " AND c.followers BETWEEN 10000 AND 100000"},
	{" over 3% engagement", " AND c.rate > 3"},
	{" in France, over 100k followers", " AND c.country = 'FR' AND c.followers > 100000"},
	{" verified", " AND c.verified"},
}

// peerQuery is one question: one, two or three words and a condition.
type peerQuery struct {
	words     []string
	condition condition
	statement *sql.Stmt
}

func (q peerQuery) text() string { return strings.Join(q.words, " ") + q.condition.words }

func (q peerQuery) match(operator string) string {
	return `"` + strings.Join(q.words, `"`+operator+`"`) + `"`
}

func peerQueries(b *testing.B, g generated, p peer) []peerQuery {
	b.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	words := g.vocabulary(rand.New(rand.NewPCG(g.seed, 1)))
	zipf := rand.NewZipf(rng, 1.1, 3, generatedVocabulary-1)
	var queries []peerQuery
	for i := range 600 {
		q := peerQuery{condition: peerConditions[i%len(peerConditions)]}
		for range 1 + i/len(peerConditions)%3 {
			q.words = append(q.words, words[zipf.Uint64()])
		}
		queries = append(queries, q)
	}
	statements := map[string]*sql.Stmt{}
	for _, c := range peerConditions {
		statements[c.where] = p.prepare(b, fmt.Sprintf(`SELECT c.id, c.name, c.username FROM texts JOIN creators c ON c.n = texts.rowid
			WHERE texts MATCH ?%s ORDER BY bm25(texts) LIMIT %d`, c.where, peerHits))
	}
	for i := range queries {
		queries[i].statement = statements[queries[i].condition.where]
	}
	return queries
}

// BenchmarkPeerSearch answers the best hundred creators of plain words with a
// condition. The index also takes words that mean the same, the numbers and the
// popularity of a creator into its order, and says why; the peer does not.
func BenchmarkPeerSearch(b *testing.B) {
	g := generated{creators: peerCreators, seed: 7}
	x, p := g.index(b), openPeer(b, g)
	queries := peerQueries(b, g, p)
	measure := func(name string, answer func(peerQuery) int) {
		b.Run(name, func(b *testing.B) {
			answered := 0
			report(b, queries, func(q peerQuery) { answered += answer(q) })
			b.ReportMetric(float64(answered)/float64(b.N), "hits")
		})
	}
	measure("index", func(q peerQuery) int { return len(x.Search(Query{Text: q.text(), Limit: peerHits}).Hits) })
	measure("fts5, any word", func(q peerQuery) int { return p.read(b, q.statement, q.match(" OR ")) })
	measure("fts5, all words", func(q peerQuery) int { return p.read(b, q.statement, q.match(" AND ")) })
}
