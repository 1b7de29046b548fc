package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/search"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

var wide = api.TierLimits{Minute: 1 << 60, Hour: 1 << 60}

func BenchmarkOpenWarm(b *testing.B) {
	path := filepath.Join(b.TempDir(), "store.db")
	openAt(b, path).Close()
	for b.Loop() {
		s, err := sqlite.Open(context.Background(), store.Config{Path: path})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		s.Close()
		b.StartTimer()
	}
}

func BenchmarkCharge(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			s := openAt(b, filepath.Join(b.TempDir(), "store.db"))
			var n atomic.Int64
			b.SetParallelism(callers)
			if callers > 1 {
				b.SetParallelism(callers / 2) // times two processors
			}
			charge := func() {
				row := billing.Row{RequestID: fmt.Sprintf("req_%d", n.Add(1)), AccountID: "a", Endpoint: "POST /v1/search",
					Features: []string{"search"}, Credits: 1, At: storetest.Noon}
				if _, err := s.Charge(context.Background(), row, wide); err != nil {
					b.Error(err)
				}
			}
			if callers == 1 {
				for b.Loop() {
					charge()
				}
				return
			}
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					charge()
				}
			})
		})
	}
}

// The same bundles into an empty store, over themselves, and beside others in
// batches as an import writes them.
func BenchmarkWrite(b *testing.B) {
	bundles := storetest.Bundles(2000, 1)
	b.Run("empty", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s := openAt(b, filepath.Join(b.TempDir(), "store.db"))
			b.StartTimer()
			write(b, s, bundles)
			b.StopTimer()
			s.Close()
			b.StartTimer()
		}
	})
	b.Run("again", func(b *testing.B) {
		s := openAt(b, filepath.Join(b.TempDir(), "store.db"))
		write(b, s, bundles)
		for b.Loop() {
			write(b, s, bundles)
		}
	})
	b.Run("import 1000 rows", func(b *testing.B) {
		s := openAt(b, filepath.Join(b.TempDir(), "store.db"))
		write(b, s, bundles)
		for seed := uint64(2); b.Loop(); seed++ {
			b.StopTimer()
			batch := storetest.Bundles(1000, seed)
			for i := range batch {
				batch[i].Profiles, batch[i].Posts, batch[i].Transcripts = batch[i].Profiles[:1], nil, nil
			}
			b.StartTimer()
			write(b, s, batch)
		}
	})
}

func write(b *testing.B, s *sqlite.Store, bundles []service.Bundle) {
	b.Helper()
	if _, err := s.Write(context.Background(), bundles); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkOpenNew(b *testing.B) {
	for b.Loop() {
		openAt(b, filepath.Join(b.TempDir(), "store.db")).Close()
	}
}

func BenchmarkCorpus(b *testing.B) {
	s := openAt(b, filepath.Join(b.TempDir(), "store.db"))
	if _, err := s.Write(context.Background(), storetest.Bundles(20_000, 1)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, err := range s.Corpus(context.Background()) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkTexts(b *testing.B) {
	s := openAt(b, filepath.Join(b.TempDir(), "store.db"))
	if _, err := s.Write(context.Background(), storetest.Bundles(2000, 1)); err != nil {
		b.Fatal(err)
	}
	var units []search.Unit
	for doc := range s.Corpus(context.Background()) {
		for _, u := range doc.Units {
			if units = append(units, u.Unit); len(units) == 300 {
				break
			}
		}
	}
	units = units[:300]
	for b.Loop() {
		if _, err := s.Texts(context.Background(), units); err != nil {
			b.Fatal(err)
		}
	}
}
