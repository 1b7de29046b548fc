package quality

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"greenroom/service/boot"
	"greenroom/service/importer"
	"greenroom/service/search"
)

var tables = flag.String("tables", "", "count blind_tables.txt over the public tables in this folder, which are not kept here")

// TestTables holds what is told of imported creators against grades that a reader gave. Names
// stand in the file as digests, since the tables are somebody's.
func TestTables(t *testing.T) {
	if *tables == "" {
		t.Skip("the tables are named with -tables")
	}
	b := &bench{now: open(t).now}
	app, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "t.db"), PlatformsAll: true, Clock: b.clock})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.Close() }()
	if _, err := importer.Import(t.Context(), app.Store, []string{*tables}, importer.Options{Clock: b.clock}); err != nil {
		t.Fatal(err)
	}
	x, err := search.Build(t.Context(), search.Sorted("", app.Store.Corpus(context.Background())))
	if err != nil {
		t.Fatal(err)
	}
	b.app = app
	for _, class := range []string{"sight", "aside"} {
		grades, n := gradesOf(t, "blind_tables.txt", class), gradedLot{name: "tables, " + class}
		for _, query := range slices.Sorted(maps.Keys(grades)) {
			n.count(t, query, grades[query], b.digested(t, x, query, grades[query]))
		}
		n.tell(t)
	}
}

// digested asks a query and returns those of its results that were graded, by digest.
func (b *bench) digested(t *testing.T, x *search.Segments, query string, grades map[string]int) map[string]gradedResult {
	t.Helper()
	out := map[string]gradedResult{}
	for rank, h := range x.Search(search.Query{Text: query, Limit: 100, Now: b.now}).Hits {
		profiles, err := b.app.Store.Profiles(t.Context(), h.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range profiles[h.ID] {
			sum := sha256.Sum256([]byte(query + "|" + string(p.Platform) + "/" + p.Username))
			if digest := hex.EncodeToString(sum[:])[:12]; slices.Contains(slices.Collect(maps.Keys(grades)), digest) {
				out[digest] = gradedResult{rank, h.Confidence, !h.Low, grades[digest]}
			}
		}
	}
	return out
}
