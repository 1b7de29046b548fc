package search

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkChanging measures searches before, while and after a thousand creators
// change again and again: on the clock, and in processor time of the thread that
// searches, which is what a search costs by itself. The change is told in processor time.
func BenchmarkChanging(b *testing.B) {
	for spread := range 2 {
		b.Run(fmt.Sprint("goroutines=", 1+spread), func(b *testing.B) { benchmarkChanging(b, spread) })
	}
}

func benchmarkChanging(b *testing.B, spread int) {
	benchmarkSizes(b, func(b *testing.B, x *Segments, g generated) {
		var docs []Doc
		for d := range (generated{creators: 1_000, seed: 9}).docs() { // other texts for the first thousand
			docs = append(docs, d)
		}
		var ids []string
		for d := range g.docs() {
			if len(ids) == len(docs) {
				break
			}
			docs[len(ids)].ID, docs[len(ids)].Row, docs[len(ids)].Followers = d.ID, d.Row, d.Followers
			ids = append(ids, d.ID)
		}
		read := func([]string) iter.Seq2[Doc, error] { return sequence(docs...) }
		queries := g.mix("", " in Germany", " 10k-100k followers", " over 3% engagement")
		searches := func(in *Segments, tell func(clock, cost time.Duration)) {
			for _, q := range queries {
				began, cost := time.Now(), threadTime()
				in.searchWith(Query{Text: q, Limit: 25}, spread)
				tell(time.Since(began), threadTime()-cost)
			}
		}
		half := func(of []time.Duration) float64 {
			slices.Sort(of)
			return float64(of[len(of)/2].Microseconds())
		}
		round := func(name string, in *Segments) {
			var clock, cost []time.Duration
			searches(in, func(c, p time.Duration) { clock, cost = append(clock, c), append(cost, p) })
			b.ReportMetric(half(clock), name+"-µs")
			b.ReportMetric(half(cost), name+"-cpu-µs")
		}
		for b.Loop() {
			runtime.LockOSThread()
			round("before", x)
			var busy sync.WaitGroup
			done := make(chan struct{})
			var changed *Segments
			var changes int
			var took time.Duration
			busy.Go(func() {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				for {
					select {
					case <-done:
						return
					default:
					}
					began := threadTime()
					next, err := x.Change(context.Background(), ids, read)
					if err != nil {
						b.Error(err)
						return
					}
					changed, changes, took = next, changes+1, took+threadTime()-began
				}
			})
			round("while", x)
			close(done)
			busy.Wait()
			round("after", changed)
			runtime.UnlockOSThread()
			b.ReportMetric(float64(took.Milliseconds())/float64(changes), "change-cpu-ms")
		}
	})
}
