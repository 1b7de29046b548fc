package quality

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/boot"
	"greenroom/service/importer"
)

// contradictions lists where the rows of a session contradict themselves and each other.
func contradictions(rows []api.SearchResult) (out []string) {
	quotes := map[string]string{}
	say := func(bad bool, row api.SearchResult, what string) {
		if bad {
			out = append(out, row.Creator.Name+": "+what)
		}
	}
	for i, r := range rows {
		m := r.Match
		reasons := strings.Join(m.Reasons, "\n")
		unsure := r.LocationUnverified != nil && *r.LocationUnverified
		said := func(words string) bool {
			return strings.Contains(reasons, words) || slices.ContainsFunc(m.Evidence, func(e api.Evidence) bool { return strings.HasPrefix(e.Text, words) })
		}
		say(i > 0 && m.Score > rows[i-1].Match.Score, r, "the score rises")
		say(i > 0 && !m.LowConfidence && rows[i-1].Match.LowConfidence, r, "a good match below a weak one")
		say(m.LowConfidence != (m.Confidence < 0.77), r, "low_confidence does not agree with confidence")
		say(m.LowConfidence != (said("weak match") || said("may match")), r, "weak, and not said so")
		say(unsure && said("based in"), r, "not verified beside based in")
		say(unsure && !said("location not") && !said("location unknown"), r, "not verified, and not said so")
		for _, e := range m.Evidence {
			if e.EvidenceQuote == nil {
				continue
			}
			key := strings.Join(strings.Fields(strings.ToLower(*e.EvidenceQuote)), " ")
			say(quotes[key] != "", r, fmt.Sprintf("quotes %q as %s does", key, quotes[key]))
			quotes[key] = r.Creator.Name
		}
	}
	return out
}

// asked are queries put together of topics and conditions, some without either.
func asked(rng *rand.Rand) string {
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	q := pick("knitting", "vegan food", "travel", "coffee", "yoga and running", "street food", "books", "football", "people who bake bread", "Reisen", "cocina", "photography", "music videos", "verified accounts", "news")
	q += pick("", "", " in Germany", " in Hamburg", " outside Spain", " from Brazil", " in the United States", " who speak Spanish", " in London or Paris")
	return q + pick("", "", " over 20k followers", " between 10k and 500k", ", no politics", " on Instagram", " verified")
}

func (b *bench) tellOneStory(t *testing.T, queries int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 9))
	good, low, quotes, unsure := 0, 0, 0, 0
	for range queries {
		q := asked(rng)
		var page api.SearchPage
		b.post(t, "/v1/search", map[string]any{"query": q, "limit": 10}, &page)
		if c := contradictions(page.Data); c != nil {
			t.Errorf("%q: %s", q, strings.Join(c, "; "))
		}
		for _, r := range page.Data {
			if r.Match.LowConfidence {
				low++
			} else {
				good++
			}
			if r.LocationUnverified != nil && *r.LocationUnverified {
				unsure++
			}
			for _, e := range r.Match.Evidence {
				if e.EvidenceQuote != nil {
					quotes++
				}
			}
		}
	}
	t.Logf("%d queries: %d good rows, %d weak, %d of no known place, %d quotes", queries, good, low, unsure, quotes)
	if min(good, low, unsure, quotes) == 0 {
		t.Error("the queries do not reach every kind of row")
	}
}

func TestASessionOfTheSampleTellsOneStory(t *testing.T) { open(t).tellOneStory(t, 60) }

// imported is a catalogue as downloads leave it: few places, captions that several
// accounts have posted, hashtags alone, old posts.
func imported(t *testing.T) *bench {
	t.Helper()
	racetest.Once(t)
	b := &bench{now: time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC)}
	accounts := "platform,username,name,followers,engagement rate,category,country,city,bio\n"
	posts := "platform,username,shortcode,date,caption,likes\n"
	captions := []string{
		"Knitting a scarf in the train to Hamburg. #knitting #wool", "#knitting", "New beans, same small cup of coffee.", "Match day! Football in the rain.",
		"Vegan food from the night market: street food for two euros.", "Ten books that I read on the road. #books #travel", "We bake bread every Sunday; the sourdough is nine years old.",
		"Morning yoga, then a run along the river.", "Photography tip: wait for the light.", "#travel #travelgram #wanderlust",
	}
	places := []string{",", "DE,Hamburg", "DE,", "US,", "ES,Sevilla", "BR,", "GB,London"}
	for i := range 60 {
		name := fmt.Sprintf("account_%02d", i)
		accounts += fmt.Sprintf("instagram,%s,Account %d,%d,%.1f,%s,%s,%q\n", name, i, 4000*(i+1), float64(i%7)+0.5,
			[]string{"Travel", "Food", "Sports", "", "Books"}[i%5], places[i%7], captions[(i+3)%10])
		for k := range 1 + i%4 {
			posts += fmt.Sprintf("instagram,%s,CxA9k2L%02d%dq,2026-0%d-0%d,%q,%d\n", name, i, k, 1+i%2, k+1, captions[(i+k)%10], 10*i)
		}
	}
	folder := t.TempDir()
	for file, text := range map[string]string{"accounts.csv": accounts, "posts.csv": posts} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if b.app, err = boot.Open(context.Background(), boot.Config{StorePath: filepath.Join(t.TempDir(), "i.db"), PlatformsAll: true, Clock: b.clock}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.app.Close() })
	report, err := importer.Import(context.Background(), b.app.Store, []string{folder}, importer.Options{Clock: b.clock})
	if err != nil || report.New < 150 {
		t.Fatalf("%+v, %v", report, err)
	}
	account := service.NewAccount("planner", api.Tier1, b.now)
	key, plain := access.NewKey(account.ID, b.now)
	if err := errors.Join(b.app.Store.CreateAccount(context.Background(), account), b.app.Store.CreateKey(context.Background(), key)); err != nil {
		t.Fatal(err)
	}
	b.key = plain
	return b
}

func TestASessionOfAnImportedCatalogueTellsOneStory(t *testing.T) { imported(t).tellOneStory(t, 80) }
