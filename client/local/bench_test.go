package local_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

// speech makes texts of words that are as unequally frequent as those of a
// language: the n-th word is about n times rarer than the first.
type speech struct {
	words []string
	draw  *rand.Zipf
	from  *rand.Rand
}

func newSpeech(n int) *speech {
	r := rand.New(rand.NewPCG(1, 2))
	s := &speech{from: r, draw: rand.NewZipf(r, 1.07, 4, uint64(n-1))}
	for i := range n {
		s.words = append(s.words, syllables(i))
	}
	return s
}

func syllables(n int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for n += 3; n > 0; n /= len(consonants) * len(vowels) {
		i := n % (len(consonants) * len(vowels))
		b.WriteByte(consonants[i%len(consonants)])
		b.WriteByte(vowels[i/len(consonants)])
	}
	return b.String()
}

// transcript is 500 to 1500 words in captions of eight.
func (s *speech) transcript(i int) api.VideoTranscript {
	n := 500 + s.from.IntN(1001)
	said := make([]string, n)
	for j := range said {
		said[j] = s.words[s.draw.Uint64()]
	}
	if i%2500 == 0 {
		said[n/2] = "kombucha"
	}
	if i%100 == 0 {
		said[n/3], said[n/3+1] = "oat", "milk"
	}
	t := api.VideoTranscript{VideoID: fmt.Sprintf("v%010d", i), Title: strings.Join(said[:5], " "), Language: "en", FullText: strings.Join(said, " "), WordCount: n}
	for chunk := range slices.Chunk(said, 8) {
		t.Transcript = append(t.Transcript, api.Segment{Text: strings.Join(chunk, " "), Start: float64(len(t.Transcript)) * 3, Duration: 3})
	}
	return t
}

func BenchmarkFind(b *testing.B) {
	m := openAt(b, b.TempDir()+"/memory.db", func(c *local.Config) { c.MaxBytes = -1 })
	c, s := m.Scope("svc", ""), newSpeech(30000)
	begun := time.Now()
	for i := range 10000 {
		t := s.transcript(i)
		keepFree(b, c, fmt.Sprint(i), t, encode(b, api.One[api.VideoTranscript]{Data: t}))
		if i%500 == 0 {
			flush(b, m)
		}
	}
	flush(b, m)
	stats, _ := m.Stats(b.Context())
	b.Logf("kept %d transcripts in %s, %d MB on disk", stats.Services[0].Transcripts, time.Since(begun).Round(time.Millisecond), stats.Bytes>>20)
	for _, q := range []struct{ name, text string }{
		{"rare word", "kombucha "}, {"common word", s.words[0] + " "}, {"middling word", s.words[500] + " "}, {"two common words", s.words[1] + " " + s.words[2] + " "},
		{"rare and common", "kombucha " + s.words[0] + " "}, {"phrase", `"oat milk"`}, {"common phrase", `"` + s.words[0] + " " + s.words[1] + `"`},
		{"begun word", "kom"}, {"narrowed word", s.words[0] + " "}, {"narrowed phrase", `"` + s.words[0] + " " + s.words[1] + `"`}, {"begun common word", s.words[0][:2]}, {"nothing", "xylophone "},
	} {
		b.Run(q.name, func(b *testing.B) {
			var took []time.Duration
			hits := 0
			for b.Loop() {
				begun := time.Now()
				query := local.FindQuery{Text: q.text}
				if strings.HasPrefix(q.name, "narrowed") {
					query.Service, query.Kind, query.Language = "svc", local.KindTranscript, "en"
				}
				found, err := m.Find(context.Background(), query)
				if err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(begun))
				hits = len(found)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(hits), "hits")
		})
	}
}

// A kept creator, asked for through the client: nothing is sent.
func BenchmarkRecall(b *testing.B) {
	s := serve(b, 1)
	m := newMemory(b, func(c *local.Config) { c.Clock = time.Now })
	c, err := dial(m.Scope("svc", ""), s.url, s.key, http.DefaultTransport)
	if err != nil {
		b.Fatal(err)
	}
	if _, _, err := c.Creator(b.Context(), s.ids[0], true); err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		_, receipt, err := c.Creator(context.Background(), s.ids[0], true)
		took = append(took, time.Since(begun))
		if err != nil || !receipt.Kept || receipt.NotKept != nil {
			b.Fatal(receipt, err)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-µs")
	b.ReportMetric(float64(took[len(took)*95/100].Nanoseconds())/1000, "p95-µs")
}

// What a paid call waits for its journal and its answer, alone and among others.
func BenchmarkBeginEnd(b *testing.B) {
	for _, callers := range []int{1, 16} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			s := newMemory(b).Scope("svc", "")
			var n atomic.Int64
			b.SetParallelism(callers/2 + callers%2)
			body := []byte(strings.Repeat("creator ", 100))
			call := func() {
				id := fmt.Sprint(n.Add(1))
				if err := errors.Join(begin(s, paid(id)),
					s.End(context.Background(), paid(id), charged(5), nil, &client.Answer{Key: id, Body: body, Charged: 5, At: noon})); err != nil {
					b.Error(err)
				}
			}
			if callers == 1 {
				for b.Loop() {
					call()
				}
				return
			}
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					call()
				}
			})
		})
	}
}

func BenchmarkFirstUse(b *testing.B) {
	path := b.TempDir() + "/memory.db"
	flush(b, openAt(b, path))
	for b.Loop() {
		m, err := local.Open(context.Background(), local.Config{Path: path})
		if err != nil {
			b.Fatal(err)
		}
		if got, ok, err := m.Scope("svc", "").Recall(context.Background(), "k"); ok || err != nil {
			b.Fatal(got, err)
		}
		b.StopTimer()
		_ = m.Close()
		b.StartTimer()
	}
}
