// Package peers measures the search engine beside others that could have been
// used: SQLite's FTS5 and bleve. It is a module of its own, so that what it
// needs is no part of the program.
//
//	cd .ci/peers && PEERS_CREATORS=1000000 go test -v -timeout 2h .
package peers

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	_ "modernc.org/sqlite"

	"greenroom/api"
	"greenroom/service/search"
)

const vocabulary = 30_000

// creator is a made-up creator: a bio of 25 words of a Zipf vocabulary.
type creator struct {
	name, country, bio string
	followers          int64
	engagement         float64
}

type corpus struct {
	words    []string
	creators []creator
}

func syllables(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte("bcdfghklmnprstvw"[rng.IntN(16)])
		b.WriteByte("aeiou"[rng.IntN(5)])
	}
	return b.String()
}

var countries = map[string]string{"DE": "Germany", "FR": "France", "TR": "Turkey", "BR": "Brazil", "JP": "Japan"}

func newCorpus(n int) *corpus {
	rng := rand.New(rand.NewPCG(7, 1))
	c := &corpus{}
	for range vocabulary {
		c.words = append(c.words, syllables(rng, 2+rng.IntN(3)))
	}
	codes := []string{"DE", "FR", "TR", "BR", "JP"}
	zipf := rand.NewZipf(rng, 1.1, 3, vocabulary-1)
	for i := range n {
		bio := make([]string, 25)
		for k := range bio {
			bio[k] = c.words[zipf.Uint64()]
		}
		c.creators = append(c.creators, creator{syllables(rng, 2) + " " + syllables(rng, 3), codes[rng.IntN(len(codes))], strings.Join(bio, " "),
			int64(n-i) * 97, float64(rng.IntN(800)) / 100})
	}
	return c
}

// question is one query in the terms of every engine. Country is "" for any.
type question struct {
	words   []string
	country string
	rate    float64 // engagement at least
}

func (c *corpus) questions(n int) (out []question) {
	rng := rand.New(rand.NewPCG(4, 4))
	zipf := rand.NewZipf(rng, 1.1, 3, vocabulary-1)
	for i := range n {
		q := question{words: []string{c.words[zipf.Uint64()]}}
		if i%2 == 0 {
			q.words = append(q.words, c.words[zipf.Uint64()])
		}
		switch i % 3 {
		case 1:
			q.country = "DE"
		case 2:
			q.country, q.rate = "DE", 3
		}
		out = append(out, q)
	}
	return out
}

func (c *corpus) prefixes(n int) (out []string) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range n {
		out = append(out, syllables(rng, 3)[:2+rng.IntN(5)])
	}
	return out
}

// engine is one way to search.
type engine struct {
	search   func(question) int // how many of the page were found
	complete func(prefix string) int
}

const page = 25

func greenroom(t *testing.T, c *corpus) engine {
	var docs iter.Seq2[search.Doc, error] = func(yield func(search.Doc, error) bool) {
		for i, v := range c.creators {
			d := search.Doc{ID: fmt.Sprintf("%08x-0000-4000-8000-000000000000", i), Name: v.name, Country: v.country, Kind: api.KindInfluencer,
				Followers: v.followers, EngagementRate: v.engagement, Units: []search.UnitDoc{{Unit: search.Unit{Row: int64(i)}, Text: v.bio}}}
			if !yield(d, nil) {
				return
			}
		}
	}
	x, err := search.Build(context.Background(), docs)
	if err != nil {
		t.Fatal(err)
	}
	return engine{
		search: func(q question) int {
			text := strings.Join(q.words, " ")
			if q.country != "" {
				text += " in " + countries[q.country]
			}
			ask := search.Query{Text: text, Limit: page}
			if q.rate > 0 {
				ask.Filters = &api.SearchFilters{EngagementRate: &api.Range{Min: &q.rate}}
			}
			return len(x.Search(ask).Hits)
		},
		complete: func(p string) int { return len(x.Complete(search.Completion{Prefix: p, Limit: 10})) },
	}
}

func fts5(t *testing.T, c *corpus) engine {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "fts.db")+"?_pragma=journal_mode(off)&_pragma=synchronous(off)&_pragma=cache_size(-262144)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	do := func(s string) {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	do("CREATE TABLE creators(id INTEGER PRIMARY KEY, country TEXT, engagement REAL)")
	do("CREATE VIRTUAL TABLE bios USING fts5(bio, content='', tokenize='porter unicode61')")
	do("CREATE VIRTUAL TABLE names USING fts5(name, content='', detail=none, prefix='2 3 4 5 6')")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range c.creators {
		for _, s := range []struct {
			sql  string
			args []any
		}{
			{"INSERT INTO creators VALUES(?,?,?)", []any{i + 1, v.country, v.engagement}},
			{"INSERT INTO bios(rowid,bio) VALUES(?,?)", []any{i + 1, v.bio}},
			{"INSERT INTO names(rowid,name) VALUES(?,?)", []any{i + 1, v.name}},
		} {
			if _, err := tx.Exec(s.sql, s.args...); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	rows := func(s string, args ...any) (n int) {
		r, err := db.Query(s, args...)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for id := 0; r.Next(); n++ {
			if err := r.Scan(&id); err != nil {
				t.Fatal(err)
			}
		}
		return n
	}
	return engine{
		search: func(q question) int {
			match := strings.Join(q.words, " OR ")
			if q.country == "" {
				return rows("SELECT rowid FROM bios WHERE bios MATCH ? ORDER BY rank LIMIT ?", match, page)
			}
			return rows("SELECT bios.rowid FROM bios JOIN creators ON creators.id = bios.rowid WHERE bios MATCH ? AND country = ? AND engagement >= ? ORDER BY rank LIMIT ?",
				match, q.country, q.rate, page)
		},
		complete: func(p string) int { return rows("SELECT rowid FROM names WHERE names MATCH ? LIMIT 10", p+"*") },
	}
}

func bleves(t *testing.T, c *corpus) engine {
	m := bleve.NewIndexMapping()
	doc := bleve.NewDocumentStaticMapping()
	field := func(name string, f *mapping.FieldMapping) {
		f.Store, f.IncludeTermVectors, f.DocValues = false, false, name != "bio"
		doc.AddFieldMappingsAt(name, f)
	}
	field("bio", bleve.NewTextFieldMapping())
	field("name", bleve.NewTextFieldMapping())
	field("country", bleve.NewKeywordFieldMapping())
	field("followers", bleve.NewNumericFieldMapping())
	field("engagement", bleve.NewNumericFieldMapping())
	m.DefaultMapping = doc
	index, err := bleve.New(filepath.Join(t.TempDir(), "bleve"), m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = index.Close() })
	batch := index.NewBatch()
	for i, v := range c.creators {
		_ = batch.Index(strconv.Itoa(i), map[string]any{"bio": v.bio, "name": v.name, "country": v.country, "followers": float64(v.followers), "engagement": v.engagement})
		if batch.Size() == 5000 || i == len(c.creators)-1 {
			if err := index.Batch(batch); err != nil {
				t.Fatal(err)
			}
			batch.Reset()
		}
	}
	ask := func(q query.Query, size int, sort ...string) int {
		r := bleve.NewSearchRequestOptions(q, size, 0, false)
		if len(sort) > 0 {
			r.SortBy(sort)
		}
		found, err := index.Search(r)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Hits)
	}
	return engine{
		search: func(q question) int {
			words := bleve.NewMatchQuery(strings.Join(q.words, " "))
			words.SetField("bio")
			if q.country == "" {
				return ask(words, page)
			}
			country := bleve.NewTermQuery(q.country)
			country.SetField("country")
			all := bleve.NewConjunctionQuery(words, country)
			if q.rate > 0 {
				rate := bleve.NewNumericRangeQuery(&q.rate, nil)
				rate.SetField("engagement")
				all.AddQuery(rate)
			}
			return ask(all, page)
		},
		complete: func(p string) int {
			q := bleve.NewPrefixQuery(p)
			q.SetField("name")
			return ask(q, 10, "-followers")
		},
	}
}

func percentiles[T any](list []T, f func(T) int) (text string, found int) {
	took := make([]time.Duration, len(list))
	for i, v := range list {
		began := time.Now()
		found += f(v)
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	at := func(p float64) time.Duration { return took[int(p*float64(len(took)-1))].Round(time.Microsecond / 10) }
	return fmt.Sprintf("p50 %v, p95 %v, p99 %v", at(0.5), at(0.95), at(0.99)), found
}

func TestPeers(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("PEERS_CREATORS"))
	if err != nil {
		t.Skip("PEERS_CREATORS says how many creators to measure with")
	}
	c := newCorpus(n)
	questions, prefixes := c.questions(300), c.prefixes(300)
	for _, e := range []struct {
		name string
		open func(*testing.T, *corpus) engine
	}{{"greenroom", greenroom}, {"fts5", fts5}, {"bleve", bleves}} {
		t.Run(e.name, func(t *testing.T) {
			began := time.Now()
			engine := e.open(t, c)
			t.Logf("build %v", time.Since(began).Round(time.Millisecond))
			runtime.GC()
			took, found := percentiles(questions, engine.search)
			t.Logf("search %s (%d hits)", took, found)
			took, found = percentiles(prefixes, engine.complete)
			t.Logf("complete %s (%d hits)", took, found)
		})
	}
}
