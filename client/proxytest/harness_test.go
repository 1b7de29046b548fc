// Package proxytest_test holds the client and its memory against the real
// service, with a proxy between them that does harm. Each test has an account,
// a proxy, a clock and a file of its own; the service is one for all. What the
// client and the journal say is compared with the ledger of the service. Time is
// moved by the tests and by what the client sleeps, never waited for.
package proxytest_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	_ "greenroom/internal/gctest"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/boot"
	"greenroom/service/store/storetest"
)

// start is three seconds before a minute ends: short enough to be waited for.
var start = time.Date(2026, 3, 4, 12, 0, 57, 0, time.UTC)

func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "16") // they wait for disks, not for processors
	os.Exit(func() int {
		if err := house.open(); err != nil {
			fmt.Println(err)
			return 1
		}
		defer house.close()
		return m.Run()
	}())
}

// house is the service on a socket. Its clock stands still.
var house real

type real struct {
	folder string
	app    *boot.App
	server *httptest.Server
	memory *local.Memory // that rigs write into, each in a scope of its own
	people []string      // ids of its creators
	posts  []string      // ids of posts of the first
	joined atomic.Int32
}

func (h *real) open() (err error) {
	if h.folder, err = os.MkdirTemp("", "greenroom"); err != nil {
		return err
	}
	config := boot.Config{StorePath: filepath.Join(h.folder, "g.db"), Clock: func() time.Time { return start }, PlatformsAll: true}
	ctx := context.Background()
	plain, err := boot.Open(ctx, config)
	if err != nil {
		return err
	}
	var cooks []service.Bundle
	for i := range 30 {
		cooks = append(cooks, storetest.Cook(i, 3, start))
	}
	_, err = plain.Store.Write(ctx, cooks)
	if err = errors.Join(err, plain.Close()); err != nil {
		return err
	}
	config.Sample = true // live data comes from the store; it is not empty and gets no sample world
	if h.app, err = boot.Open(ctx, config); err != nil {
		return err
	}
	h.server = httptest.NewServer(h.app.Handler())
	if h.memory, err = local.Open(ctx, local.Config{Path: filepath.Join(h.folder, "memory.db"), Clock: func() time.Time { return start }}); err != nil {
		return err
	}
	return h.meet(ctx)
}

// meet looks up who is there.
func (h *real) meet(ctx context.Context) error {
	c, err := client.New(client.Config{BaseURL: h.server.URL, Key: keyOf(h.app.Demo().Key)})
	if err != nil {
		return err
	}
	refs := make([]api.ProfileRef, 30)
	for i := range refs {
		refs[i] = api.ProfileRef{Platform: api.PhotoPlatform, Username: fmt.Sprintf("anna%d", i)}
	}
	found, _, err := c.Profiles(ctx, refs, api.ModeLite)
	for _, p := range found.Data {
		h.people = append(h.people, p.CreatorID)
	}
	page, _, errPosts := c.Posts(ctx, client.PostsParams{Platform: api.PhotoPlatform, Username: "anna0"})
	for _, p := range page.Data {
		h.posts = append(h.posts, p.ID)
	}
	if err := errors.Join(err, errPosts); err != nil || len(h.people) != 30 || len(h.posts) != 3 {
		return fmt.Errorf("%d creators, %d posts: %w", len(h.people), len(h.posts), err)
	}
	return nil
}

func (h *real) close() {
	h.server.Close()
	_ = h.memory.Close()
	_ = h.app.Close()
	_ = os.RemoveAll(h.folder)
}

// join makes an account with a budget that no test uses up.
func (h *real) join(t testing.TB) (id, key string) {
	t.Helper()
	a := service.NewAccount(fmt.Sprintf("account %d", h.joined.Add(1)), api.Tier3, start)
	if err := h.app.Store.CreateAccount(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	return a.ID, h.app.Service.LocalKey(a.ID)
}

// ledger returns the charges of an account.
func (h *real) ledger(t testing.TB, account string) (rows []billing.Row) {
	t.Helper()
	err := h.app.Store.Rows(context.Background(), account, func(r billing.Row) error {
		if r.Credits > 0 {
			rows = append(rows, r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func keyOf(key string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return key, nil }
}

// fakeTime moves when somebody sleeps.
type fakeTime struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (f *fakeTime) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fakeTime) Sleep(_ context.Context, d time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slept = append(f.slept, d)
	f.now = f.now.Add(d)
	return nil
}

// rig is a client behind a proxy, and what it writes down.
type rig struct {
	account string
	key     string
	proxy   *proxy
	clock   *fakeTime
	memory  *purses // in a scope of the account's name
	client  *client.Client
	session string // a search session of the account, once it was made
	older   int    // rows of the ledger that are older than the test
}

// purses is a memory that notes whose budget calls take from.
type purses struct {
	client.Memory
	mu    sync.Mutex
	purse string
}

func (p *purses) Begin(ctx context.Context, e client.Exchange, t client.Terms) (client.Begun, error) {
	if e.Purse != "" {
		p.mu.Lock()
		p.purse = e.Purse
		p.mu.Unlock()
	}
	return p.Memory.Begin(ctx, e, t)
}

func newRig(t testing.TB, change ...func(*client.Config)) *rig {
	t.Helper()
	r := &rig{clock: &fakeTime{now: start}}
	r.account, r.key = house.join(t)
	r.proxy = newProxy(t, r.clock)
	r.memory = &purses{Memory: house.memory.Scope(r.account, "")}
	cfg := client.Config{
		BaseURL: r.proxy.server.URL, Key: keyOf(r.key), Clock: r.clock.Now, Sleep: r.clock.Sleep,
		HTTP: &http.Client{Transport: r.proxy.transport()}, Memory: r.memory, MaxBody: 1 << 20,
	}
	for _, f := range change {
		f(&cfg)
	}
	var err error
	if r.client, err = client.New(cfg); err != nil {
		t.Fatal(err)
	}
	return r
}

// search makes a session that the memory does not know.
func (r *rig) search(t testing.TB) {
	t.Helper()
	direct, err := client.New(client.Config{BaseURL: house.server.URL, Key: keyOf(r.key)})
	if err != nil {
		t.Fatal(err)
	}
	limit := 12
	page, _, err := direct.Search(t.Context(), api.SearchRequest{Query: "vegan food", Limit: &limit})
	if err != nil || page.Total != limit {
		t.Fatalf("%d results, %v", page.Total, err)
	}
	r.session, r.older = page.SearchID, len(house.ledger(t, r.account))
}

// entries are the journal's rows of requests that were to be sent, the oldest
// first.
func (r *rig) entries(t testing.TB) (list []local.Entry) {
	t.Helper()
	for e, err := range house.memory.Journal(context.Background(), local.JournalQuery{Service: r.account}) {
		if err != nil {
			t.Fatal(err)
		}
		if !e.Kept {
			list = append([]local.Entry{e}, list...)
		}
	}
	return list
}

// charged returns the account's charges since the test began.
func (r *rig) charged(t testing.TB) []billing.Row { return house.ledger(t, r.account)[r.older:] }

func sum(rows []billing.Row) (all api.Credits) {
	for _, row := range rows {
		all += row.Credits
	}
	return all
}
