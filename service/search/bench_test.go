package search

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/words/topics"
)

// generated is a made-up corpus: names of two words, bios of 25 words drawn
// from a Zipf vocabulary that contains the thesaurus, posts where asked for.
type generated struct {
	creators, posts, transcripts int
	seed                         uint64
	zipf                         bool // followers as networks have them, not evenly apart
}

// followers of the creator in this place.
func (g generated) followers(n int) int64 {
	if g.zipf {
		return int64(6e8 / math.Pow(float64(n+1), 0.9))
	}
	return int64(g.creators-n) * 97
}

const generatedVocabulary = 30_000

func (g generated) vocabulary(rng *rand.Rand) []string {
	var list []string
	for _, g := range topics.Groups() {
		for _, w := range g.Same {
			if !strings.ContainsAny(w, " *") && w[0] < 0x80 && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	for len(list) < generatedVocabulary {
		list = append(list, syllables(rng, 2+rng.IntN(3)))
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func syllables(rng *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte("bcdfghklmnprstvw"[rng.IntN(16)])
		b.WriteByte("aeiou"[rng.IntN(5)])
	}
	return b.String()
}

func (g generated) docs() iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		rng := rand.New(rand.NewPCG(g.seed, 1))
		words := g.vocabulary(rng)
		zipf := rand.NewZipf(rng, 1.1, 3, generatedVocabulary-1)
		text := func(n int) string {
			var b strings.Builder
			for i := range n {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(words[zipf.Uint64()])
			}
			return b.String()
		}
		countries := []string{"DE", "US", "FR", "TR", "BR", "IN", "JP", "GB", "ES", ""}
		var row int64
		for n := range g.creators {
			first, last := syllables(rng, 2), syllables(rng, 3)
			d := Doc{ID: fmt.Sprintf("%08x-0000-4000-8000-%012x", n, n), Name: first + " " + last, Country: countries[rng.IntN(len(countries))],
				Followers: g.followers(n), EngagementRate: float64(rng.IntN(800)) / 100, Verified: rng.IntN(10) == 0,
				Kind: api.KindInfluencer, Names: []Name{{Platform: api.Platforms()[rng.IntN(3)], Username: first + last, DisplayName: first + " " + last, Followers: g.followers(n)}}}
			add := func(kind UnitKind, words int) {
				d.Units = append(d.Units, UnitDoc{Unit: Unit{kind, row}, Text: text(words)})
				row++
			}
			add(UnitBio, 25)
			for range g.posts {
				add(UnitPost, 30)
			}
			if n < g.transcripts {
				add(UnitTranscript, 500)
			}
			if !yield(d, nil) {
				return
			}
		}
	}
}

func (g generated) index(tb testing.TB) *Segments {
	tb.Helper()
	kept := filepath.Join(os.Getenv("GREENROOM_BENCH_KEEP"), fmt.Sprintf("%d-%d-%v.index", g.creators, g.posts, g.zipf))
	if data, err := os.ReadFile(kept); err == nil {
		if x, err := Load(data, "bench"); err == nil {
			return x
		}
	}
	x, err := Build(context.Background(), g.docs())
	if err != nil {
		tb.Fatal(err)
	}
	if os.Getenv("GREENROOM_BENCH_KEEP") != "" {
		if err := os.WriteFile(kept, saved(tb, x, "bench"), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return x
}

// report runs f for every query and reports the percentiles.
func report[T any](b *testing.B, queries []T, f func(T)) {
	b.ReportAllocs()
	reportTimes(b, queries, func(q T) time.Duration {
		start := time.Now()
		f(q)
		return time.Since(start)
	})
}

// reportTimes reports the percentiles of what f tells.
func reportTimes[T any](b *testing.B, queries []T, f func(T) time.Duration) {
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		took = append(took, f(queries[i%len(queries)]))
	}
	b.StopTimer()
	slices.Sort(took)
	at := func(p float64) float64 {
		return float64(took[min(len(took)-1, int(p*float64(len(took))))].Nanoseconds()) / 1000
	}
	b.ReportMetric(at(0.50), "p50-µs")
	b.ReportMetric(at(0.95), "p95-µs")
	b.ReportMetric(at(0.99), "p99-µs")
}

// benchSizes returns the numbers of creators to measure: 10,000 and 100,000, or those
// named in the environment, as in GREENROOM_BENCH_CREATORS=1000000.
func benchSizes(b *testing.B) (out []int) {
	list := os.Getenv("GREENROOM_BENCH_CREATORS")
	if list == "" {
		list = "10000,100000"
	}
	for s := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

var benchIndexes = map[int]*Segments{}

func benchmarkSizes(b *testing.B, f func(b *testing.B, x *Segments, g generated)) {
	for _, n := range benchSizes(b) {
		g := generated{creators: n, seed: 7, zipf: os.Getenv("GREENROOM_BENCH_ZIPF") != ""}
		if benchIndexes[n] == nil {
			benchIndexes[n] = g.index(b)
		}
		b.Run(fmt.Sprintf("creators=%d", n), func(b *testing.B) { f(b, benchIndexes[n], g) })
	}
}

func BenchmarkBuild(b *testing.B) {
	sizes := map[string]generated{"creators=2000,posts": {creators: 2_000, posts: 8, transcripts: 1_200, seed: 7}}
	for _, n := range benchSizes(b) {
		sizes[fmt.Sprintf("creators=%d", n)] = generated{creators: n, seed: 7}
	}
	for name, g := range sizes {
		var docs []Doc
		for d := range g.docs() {
			docs = append(docs, d)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Build(context.Background(), sequence(docs...)); err != nil {
					b.Fatal(err)
				}
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			x, _ := Build(context.Background(), sequence(docs...))
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "heap-MB")
			runtime.KeepAlive(x)
		})
	}
}

func sequence(docs ...Doc) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, x *Segments, g generated) {
		rng := rand.New(rand.NewPCG(3, 3))
		var prefixes []string
		for range 1000 {
			prefixes = append(prefixes, syllables(rng, 3)[:2+rng.IntN(5)])
		}
		report(b, prefixes, func(p string) { x.Complete(Completion{Prefix: p, Limit: 10}) })
	})
}

// mix is queries as planners ask them: half are topics, half are words of the
// corpus as often as the corpus has them; one or two of them, most with filters.
func (g generated) mix(filters ...string) (out []string) {
	rng := rand.New(rand.NewPCG(4, 4))
	words := g.vocabulary(rand.New(rand.NewPCG(g.seed, 1)))
	zipf := rand.NewZipf(rng, 1.1, 3, generatedVocabulary-1)
	groups := topics.Groups()
	for i := range 600 {
		word := func() string {
			if rng.IntN(2) == 0 {
				return groups[rng.IntN(len(groups))].Label
			}
			return words[zipf.Uint64()]
		}
		q := word()
		if i/len(filters)%2 == 0 {
			q += " " + word()
		}
		out = append(out, q+filters[i%len(filters)])
	}
	return out
}

func BenchmarkSearch(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, x *Segments, g generated) {
		for _, kind := range []struct {
			name    string
			filters []string
		}{
			{"plain", []string{""}},
			{"filters", []string{" in Germany", " 10k-100k followers", " over 3% engagement", " on TikTok", " in France 100k-1m followers over 2% engagement"}},
			{"without", []string{" without politics", " not gaming"}},
			{"mixed", []string{"", " in Germany", " 10k-100k followers", " over 3% engagement", " on TikTok", " without politics"}},
		} {
			benchmarkQueries(b, kind.name, g.mix(kind.filters...), x)
		}
		benchmarkQueries(b, "onlyfilters", []string{"in Germany", "10k-100k followers", "3-5% engagement", "verified on TikTok", "in France 100k-1m followers over 2% engagement"}, x)
	})
}

// benchmarkQueries takes the time on the clock, and the processor time of one goroutine and
// of the longest of two, which is what a query takes on two processors of its own.
func benchmarkQueries(b *testing.B, name string, queries []string, x *Segments) {
	b.Run(name, func(b *testing.B) {
		report(b, queries, func(q string) { x.Search(Query{Text: q, Limit: 25}) })
	})
	for _, helpers := range []int{0, 1} {
		b.Run(fmt.Sprintf("%s,processor,goroutines=%d", name, 1+helpers), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			total := time.Duration(0)
			reportTimes(b, queries, func(q string) time.Duration {
				start := threadTime()
				longest := searchByTurns(x, Query{Text: q, Limit: 25}, helpers)
				total += threadTime() - start
				return longest
			})
			b.ReportMetric(float64(total.Microseconds())/float64(b.N), "all-µs")
		})
	}
}

// searchByTurns does what search does, all in one goroutine: each next chunk goes to who has
// worked least so far. It tells how long the longest worked, with what only one does.
func searchByTurns(x *Segments, q Query, helpers int) time.Duration {
	start := threadTime()
	i := x.inquire(q, scratches.Get().(*scratch))
	defer scratches.Put(i.s)
	if helpers == 0 {
		i.scan(0)
		i.explain(i.top())
		return threadTime() - start
	}
	workers := append(i.spread(helpers), &i.worker)
	alone, worked := threadTime()-start, make([]time.Duration, len(workers))
	for n, more := 0, true; more; n++ {
		at := slices.Index(worked, slices.Min(worked))
		start = threadTime()
		more = workers[at].scanChunk(n)
		worked[at] += threadTime() - start
	}
	start = threadTime()
	for _, w := range workers[:helpers] {
		i.take(w)
	}
	i.explain(i.top())
	return alone + slices.Max(worked) + threadTime() - start
}
