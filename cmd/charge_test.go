package cmd

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/boot"
)

// Creators with more accounts than networks, and with more than one answer holds.
const severalAccounts, manyAccounts = "00000000-0000-4000-8000-00000000aaaa", "00000000-0000-4000-8000-00000000bbbb"

// metered is a home at a service that counts what it charges.
func metered(t *testing.T) (*shell, *atomic.Int64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "service.db")
	writeWorld(t, file)
	app, err := boot.Open(t.Context(), boot.Config{StorePath: file, Sample: true, PlatformsAll: true})
	if err != nil {
		t.Fatal(err)
	}
	for id, n := range map[string]int{severalAccounts: 5, manyAccounts: api.AccountsMax + 4} {
		b := service.Bundle{Creator: service.Creator{ID: id, Name: "Net " + id[len(id)-4:], Kind: api.KindInfluencer, UpdatedAt: time.Now()}}
		for i := range n {
			name := fmt.Sprintf("net%s%d", id[len(id)-4:], i)
			b.Profiles = append(b.Profiles, service.Profile{ID: fmt.Sprintf("00000000-0000-4000-8000-%s%08d", id[len(id)-4:], i), CreatorID: id,
				Platform: api.Platforms()[i%2], Username: name, Followers: new(int64(1000 * (i + 1))), UpdatedAt: time.Now()})
		}
		if _, err := app.Store.Write(t.Context(), []service.Bundle{b}); err != nil {
			t.Fatal(err)
		}
	}
	charged := &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder() // counted before anybody reads it
		app.Handler().ServeHTTP(answer, r)
		if c, err := api.ParseCredits(answer.Header().Get(api.HeaderCharged)); err == nil {
			charged.Add(int64(c))
		}
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(func() { server.Close(); _ = app.Close() })
	key, err := newKey(t, app, api.Tier3)
	if err != nil {
		t.Fatal(err)
	}
	return remoteShell(t, server.URL, key), charged
}

// dice throw command lines.
type dice struct {
	*rand.Rand
	ids, handles, posts, codes, videos []string
}

func oneOf[T any](d dice, all ...T) T { return all[d.IntN(len(all))] }

// creators are up to n that are there, may be named twice, or are not there.
func (d dice) creators(n int) (some []string) {
	for range 1 + d.IntN(n) {
		some = append(some, oneOf(d, oneOf(d, d.ids...), oneOf(d, d.handles...), severalAccounts, manyAccounts, oneOf(d, d.ids...), "00000000-0000-4000-8000-0000000000ff"))
	}
	return some
}

func (d dice) some(all []string, n int) (some []string) {
	for range 1 + d.IntN(n) {
		some = append(some, oneOf(d, all...))
	}
	return some
}

func (d dice) accounts(n int) (some []string) {
	for range 1 + d.IntN(n) {
		some = append(some, string(oneOf(d, api.PhotoPlatform, api.VideoPlatform))+":"+strings.TrimPrefix(oneOf(d, append(slices.Clone(d.handles), "@netbbbb3", "@nobodyatall")...), "@"))
	}
	return some
}

func (d dice) line() []string {
	limit := fmt.Sprint(1 + d.IntN(30))
	query := oneOf(d, "vegan food", "vegan cooks in Berlin", "vegan food creators in Berlin over 3% engagement", "find me creators", "knitting in Berlin above 100m followers", "chess")
	switch d.IntN(15) {
	case 0, 1:
		return []string{"search", query, "--limit", limit, "--everybody"}
	case 2, 3:
		return append([]string{"profiles", "--mode", oneOf(d, "lite", "detailed")}, oneOf(d, d.creators(2), d.accounts(3), d.creators(1))...)
	case 4:
		return append([]string{"creator"}, d.creators(4)...)
	case 5:
		return append([]string{"match", "--query", query}, d.creators(4)...)
	case 6:
		return append([]string{"safety", "creators"}, d.creators(2)...)
	case 7:
		return append([]string{"emails"}, d.creators(3)...)
	case 8:
		return append([]string{"lookalike", "--limit", limit, "--mode", oneOf(d, "lite", "detailed")}, d.creators(2)...)
	case 9:
		return []string{"posts", oneOf(d, d.creators(1)[0], d.accounts(1)[0]), "--limit", limit}
	case 10:
		return append([]string{"post"}, d.some(append(slices.Clone(d.codes), "NoSuchCode1"), 4)...)
	case 11:
		args := []string{"transcript"}
		for range 1 + d.IntN(3) {
			args = append(args, oneOf(d, "photoplatform:"+oneOf(d, d.codes...), "videoplatform:"+oneOf(d, d.videos...)))
		}
		return args
	case 12:
		return oneOf(d, []string{"videos", query, "--limit", limit}, []string{"suggest", query}, []string{"channel", "lenacooks", "--videos", fmt.Sprint(1 + d.IntN(4))})
	case 13:
		return append([]string{"video"}, d.some(d.videos, 2)...)
	}
	return append([]string{"analyze"}, oneOf(d, []string{d.posts[0]}, d.posts[:3], []string{d.posts[1], "--ai"})...)
}

// What a dry run tells before is what the service charges after: never more, never less
// where it is told exactly or as a range, nothing where it is said to be kept. Commands,
// those they name and what is kept of them by then are thrown by dice.
func TestWhatIsToldIsWhatIsCharged(t *testing.T) {
	s, charged := metered(t)
	d := dice{Rand: rand.New(rand.NewPCG(24, 1))}
	for _, line := range lines(s.ok("", "search", "vegan", "--limit", "6", "-o", "csv", "--fields", "creator.id,primary_profile.username"))[1:] {
		id, handle, _ := strings.Cut(line, ",")
		d.ids, d.handles = append(d.ids, id), append(d.handles, "@"+handle)
	}
	d.posts = lines(s.ok("", "posts", d.ids[0], "--limit", "3", "-o", "csv", "--fields", "id"))[1:]
	for _, code := range lines(s.ok("", "posts", "photoplatform:lenacooks", "--limit", "5", "-o", "csv", "--fields", "platform_id"))[1:] {
		d.codes = append(d.codes, strings.Trim(code, `"`))
	}
	for _, id := range lines(s.ok("", "posts", "videoplatform:lenacooks", "--limit", "4", "-o", "csv", "--fields", "platform_id"))[1:] {
		d.videos = append(d.videos, strings.Trim(id, `"`))
	}
	paid, kept := 0, 0
	for range 300 {
		args := append(d.line(), oneOf(d, nil, nil, nil, []string{"--refresh"}, []string{"--max-age", "1h"})...)
		before := charged.Load()
		dry := s.run("", append(slices.Clone(args), "--dry-run", "-o", "jsonl")...)
		if charged.Load() != before {
			t.Fatalf("%v: a dry run is charged", args)
		}
		low, high := toldBefore(t, dry.out)
		r := s.run("", append(slices.Clone(args), "-o", "jsonl")...)
		cost := api.Credits(charged.Load() - before)
		if r.code == run.ExitUsage {
			t.Errorf("%s is no use: %s", strings.Join(args, " "), r.errs)
		}
		if cost > high || cost < low && r.code == run.ExitOK && !strings.Contains(dry.errs, "stands for") {
			t.Errorf("%s: told %s to %s, charged %s\n%s%s%s", strings.Join(args, " "), low, high, cost, dry.out, dry.errs, r.errs)
		}
		if said := "Cost " + run.InCredits(cost) + "."; cost > 0 && !strings.Contains(r.errs, said) {
			t.Errorf("%s: %q is not said:\n%s", strings.Join(args, " "), said, r.errs)
		}
		if cost > 0 {
			paid++
		} else if high == 0 {
			kept++
		}
	}
	if paid < 60 || kept < 20 {
		t.Errorf("only %d were paid and %d kept", paid, kept)
	}
	t.Logf("%d paid, %d kept", paid, kept)
}

// toldBefore adds up the prices that a dry run told.
func toldBefore(t *testing.T, out string) (low, high api.Credits) {
	t.Helper()
	for _, line := range lines(out) {
		var told struct{ Low, High api.Credits }
		if err := json.Unmarshal([]byte(line), &told); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		low, high = low+told.Low, high+told.High
	}
	return low, high
}

// The largest accounts of a creator are read at a certain price, and it is said that there may
// be more; once it is known which there are, all are.
func TestManyAccountsAreReadOnceTheyAreKnown(t *testing.T) {
	s, charged := metered(t)
	first := s.run("", "profiles", manyAccounts, "-o", "jsonl")
	if n := len(lines(first.out)); n != api.AccountsMax || !strings.Contains(first.errs, "may have more than these") {
		t.Errorf("%d accounts\n%s", n, first.errs)
	}
	s.ok("", "creator", manyAccounts)
	before := charged.Load()
	all := s.run("", "profiles", manyAccounts, "--mode", "lite", "-o", "jsonl")
	if n := len(lines(all.out)); n != api.AccountsMax+4 || charged.Load()-before != int64(api.PriceOf(api.OpProfileLookupLite).Cost(n)) {
		t.Errorf("%d accounts\n%s", n, all.errs)
	}
}
