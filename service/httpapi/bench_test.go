package httpapi_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// Sizes of the benchmarked catalogue.
const (
	benchCreators   = 100_000
	benchWithPosts  = 4_000
	benchPostsEach  = 5
	benchBatch      = 2_000
	benchVocabulary = 20_000
)

// What the queries ask for, in which countries creators live.
var (
	benchConditions = []string{"", "in Germany", "10k-100k followers", "over 3% engagement", "in France, over 100k followers", "verified"}
	benchCountries  = []string{"DE", "US", "FR", "TR", "BR", "IN", "JP", "GB", "ES", ""}
)

// bench is a service over a generated catalogue, called without a socket.
// Budgets are as large as they can be, so that nothing is refused.
type bench struct {
	store   *instantLedger
	service *rules.Service
	handler http.Handler
	key     string
	random  *rand.Rand
}

// instantLedger leaves the durable write out of what is measured.
type instantLedger struct {
	rules.Store
	durable bool
}

func (l *instantLedger) Charge(ctx context.Context, r billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if l.durable {
		return l.Store.Charge(ctx, r, limits)
	}
	return billing.Usage{}, nil
}

func openBench(b *testing.B) *bench {
	b.Helper()
	ctx := context.Background()
	kept, err := sqlite.Open(ctx, store.Config{Path: filepath.Join(b.TempDir(), "g.db")})
	if err != nil {
		b.Fatal(err)
	}
	v := &bench{store: &instantLedger{Store: kept}, random: rand.New(rand.NewPCG(3, 4))}
	for i := 0; i < benchCreators; i += benchBatch {
		var batch []service.Bundle
		for j := range benchBatch {
			batch = append(batch, v.creator(i+j))
		}
		if _, err := kept.Write(ctx, batch); err != nil {
			b.Fatal(err)
		}
	}
	a := service.NewAccount("bench", api.TierEnterprise, time.Now())
	a.Limits = api.TierLimits{Minute: 1 << 50, Hour: 1 << 50, Invoice: 1 << 50}
	k, plain := access.NewKey(a.ID, time.Now())
	if err := kept.CreateAccount(ctx, a); err != nil {
		b.Fatal(err)
	}
	if err := kept.CreateKey(ctx, k); err != nil {
		b.Fatal(err)
	}
	s := rules.New(rules.Config{Store: v.store, Clock: time.Now, PlatformsAll: true})
	v.service, v.key, v.handler = s, plain, httpapi.New(httpapi.Config{Service: s, Clock: time.Now})
	b.Cleanup(func() { s.Close(); _ = kept.Close() })
	return v
}

func (v *bench) word() string {
	// Frequent words are short and few, as in any language.
	n := v.random.IntN(v.random.IntN(benchVocabulary) + 1)
	return string([]byte{byte('a' + n%26), byte('a' + n/26%26), byte('a' + n/676%26), "aeiou"[n%5], byte('a' + n/3380%26)})
}

func (v *bench) words(n int) (s string) {
	for range n {
		s += v.word() + " "
	}
	return s
}

func (v *bench) creator(i int) service.Bundle {
	now, followers := time.Now(), v.random.Int64N(2_000_000)
	rate := float64(v.random.IntN(800)) / 100
	b := service.Bundle{Creator: service.Creator{Name: v.words(2), Bio: v.words(12), Kind: api.KindInfluencer, Country: benchCountries[v.random.IntN(len(benchCountries))], UpdatedAt: now}}
	b.Profiles = []service.Profile{{Platform: api.PhotoPlatform, Username: fmt.Sprintf("%s%d", v.word(), i), DisplayName: v.words(2),
		Followers: &followers, EngagementRate: &rate, Verified: v.random.IntN(10) == 0, UpdatedAt: now}}
	if i >= benchWithPosts {
		return b
	}
	for j := range benchPostsEach {
		b.Posts = append(b.Posts, service.Post{Platform: api.PhotoPlatform, PlatformID: fmt.Sprintf("p%d-%d", i, j), Type: api.PostImage,
			URL: "https://photo.example/p", Caption: v.words(25), PostedAt: now})
	}
	return b
}

// measure calls ask until the benchmark ends, and reports how long calls took.
func measure(b *testing.B, ask func()) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		ask()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	for name, share := range map[string]int{"p50": 50, "p95": 95, "p99": 99} {
		b.ReportMetric(float64(took[len(took)*share/100].Nanoseconds())/1000, name+"-µs")
	}
}

func (v *bench) ask(b *testing.B, method, path, body string) {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, path, reader)
	r.Header.Set(api.HeaderKey, v.key)
	w := httptest.NewRecorder()
	if v.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
		b.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
}

// prefixes returns the texts to complete, of 2 to 6 characters.
func (v *bench) prefixes() []string {
	paths := make([]string, 512)
	for i := range paths {
		w := fmt.Sprint(v.word(), v.random.IntN(10)) // as usernames go on after their word
		paths[i] = "/v1/creators/autocomplete?q=" + w[:2+v.random.IntN(5)]
	}
	return paths
}

func BenchmarkService(b *testing.B) {
	v := openBench(b)
	v.ask(b, http.MethodGet, "/v1/creators/autocomplete?q=ab", "")
	prefixes := v.prefixes()
	complete := func(b *testing.B) {
		i := 0
		measure(b, func() { v.ask(b, http.MethodGet, prefixes[i%len(prefixes)], ""); i++ })
	}
	b.Run("autocomplete", complete)
	b.Run("autocomplete with the durable charge", func(b *testing.B) {
		v.store.durable = true
		defer func() { v.store.durable = false }()
		complete(b)
	})
	search := func(b *testing.B) {
		i := 0
		measure(b, func() {
			query := v.words(1+i%3) + benchConditions[i%len(benchConditions)]
			v.ask(b, http.MethodPost, "/v1/search", `{"query":"`+query+`","limit":25}`)
			i++
		})
	}
	b.Run("search", search)
	b.Run("search with the durable charge", func(b *testing.B) {
		v.store.durable = true
		defer func() { v.store.durable = false }()
		search(b)
	})
}
