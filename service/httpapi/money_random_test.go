package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
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

// seedVariable repeats one run of TestMoneyUnderRandomLoad.
const seedVariable = "GREENROOM_TEST_SEED"

// Many accounts, many callers at once, two services on one file, faults in
// every part of the store, callers who hang up, operators who top up, suspend
// and pay, and a clock that crosses minutes, hours and a midnight: at the end
// every credit must be where it belongs.
func TestMoneyUnderRandomLoad(t *testing.T) {
	seeds := []uint64{1, 2, rand.Uint64()}
	if given, err := strconv.ParseUint(os.Getenv(seedVariable), 10, 64); err == nil {
		seeds = []uint64{given}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Logf("repeat with %s=%d", seedVariable, seed)
			m := newMoneyWorld(t, seed)
			m.run()
			m.check()
		})
	}
}

const (
	moneyCallers  = 12
	moneyRequests = 100 // of each caller
	moneyCooks    = 40
	moneyHot      = 6 // the account that many ask with at once
)

// moneyWorld is the accounts, the services, and what callers were told.
type moneyWorld struct {
	*testing.T
	seed     uint64
	clock    *testClock
	store    store.Store
	services []*rules.Service
	doors    []http.Handler
	accounts []*moneyAccount
	creators []string

	mu      sync.Mutex
	told    map[string]api.Credits // by request id, of callers who waited
	lost    map[string]bool        // request ids of callers who did not
	status  map[int]int
	session map[string]string // by account id, the last search
}

type moneyAccount struct {
	id, key string
	prepaid bool
	topped  api.Credits // all that was ever put into the balance; guarded by mu
	mu      sync.Mutex
}

func newMoneyWorld(t *testing.T, seed uint64) *moneyWorld {
	m := &moneyWorld{T: t, seed: seed, clock: &testClock{now: time.Date(2026, 3, 14, 23, 57, 30, 0, time.UTC)},
		told: map[string]api.Credits{}, lost: map[string]bool{}, status: map[int]int{}, session: map[string]string{}}
	path := filepath.Join(t.TempDir(), "g.db")
	var shared sync.Mutex
	for i := range 2 {
		kept, err := sqlite.Open(t.Context(), store.Config{Path: path, Clock: m.clock.Now})
		if err != nil {
			t.Fatal(err)
		}
		s := rules.New(rules.Config{Clock: m.clock.Now, Store: faults{kept, &shared, rand.New(rand.NewPCG(seed, uint64(i)))}})
		t.Cleanup(func() { s.Close(); _ = kept.Close() })
		m.store, m.services = kept, append(m.services, s)
		m.doors = append(m.doors, httpapi.New(httpapi.Config{Service: s, Clock: m.clock.Now}))
	}
	if _, err := m.store.Write(t.Context(), cooks(moneyCooks)); err != nil {
		t.Fatal(err)
	}
	for i := range moneyCooks {
		p, err := m.store.ProfileByName(t.Context(), api.PhotoPlatform, fmt.Sprintf("vegancook%02d", i))
		if err != nil {
			t.Fatal(err)
		}
		m.creators = append(m.creators, p.CreatorID)
	}
	m.open()
	return m
}

// open makes accounts of every kind.
func (m *moneyWorld) open() {
	small := &api.TierLimits{Minute: 60 * api.Credit, Hour: 90 * api.Credit, Invoice: 40 * api.Credit}
	for i, kind := range []struct {
		tier    api.Tier
		own     *api.TierLimits
		balance api.Credits // 0: by invoice
		lacks   []string
	}{
		{tier: api.TierFree}, {tier: api.TierFree}, {tier: api.Tier1}, {tier: api.Tier2}, {tier: api.TierEnterprise, own: small},
		{tier: api.TierFree, balance: 80 * api.Credit}, {tier: api.Tier1, balance: 300*api.Credit + 37}, {tier: api.Tier3, balance: 1},
		{tier: api.Tier1, lacks: []string{"search"}}, {tier: api.Tier1, balance: 49_999 * api.Credit},
	} {
		a := service.NewAccount(fmt.Sprint("account ", i), kind.tier, m.clock.Now())
		a.Lacks = kind.lacks
		a.SetTier(kind.tier, kind.own)
		if kind.balance > 0 {
			a.Balance = &kind.balance
		}
		if i == 9 {
			a.Spent = api.Tier2Spend - 20*api.Credit
		}
		k, plain := access.NewKey(a.ID, m.clock.Now())
		if err := errors.Join(m.store.CreateAccount(m.Context(), a), m.store.CreateKey(m.Context(), k)); err != nil {
			m.Fatal(err)
		}
		m.accounts = append(m.accounts, &moneyAccount{id: a.ID, key: plain, prepaid: kind.balance > 0, topped: kind.balance + a.Spent})
	}
}

func (m *moneyWorld) run() {
	var callers sync.WaitGroup
	for i := range moneyCallers {
		callers.Go(func() {
			random := rand.New(rand.NewPCG(m.seed, uint64(100+i)))
			for range moneyRequests {
				m.ask(random)
				if random.IntN(8) == 0 {
					m.operate(random)
				}
				if random.IntN(20) == 0 {
					m.clock.advance(step(random, m.clock.Now()))
				}
			}
		})
	}
	callers.Wait()
}

// step is some seconds, or just before the next minute or hour.
func step(random *rand.Rand, now time.Time) time.Duration {
	switch random.IntN(20) {
	case 0, 1, 2:
		return now.Truncate(time.Minute).Add(time.Minute - time.Millisecond).Sub(now)
	case 3:
		return now.Truncate(time.Hour).Add(time.Hour - time.Millisecond).Sub(now)
	}
	return time.Duration(random.IntN(9000)) * time.Millisecond
}

func (m *moneyWorld) path(random *rand.Rand, a *moneyAccount) (method, path, body string) {
	creator := m.creators[random.IntN(len(m.creators))]
	switch random.IntN(12) {
	case 0, 1, 2:
		return "POST", "/v1/search", fmt.Sprintf(`{"query":"vegan food","limit":%d}`, 1+random.IntN(35))
	case 3:
		m.mu.Lock()
		defer m.mu.Unlock()
		return "GET", "/v1/search/" + m.session[a.id], ""
	case 4, 5:
		return "GET", "/v1/creators/" + creator, ""
	case 6:
		return "GET", "/v1/creators/" + creator + "/profiles?mode=" + []string{"lite", "detailed", "none"}[random.IntN(3)], ""
	case 7, 8:
		return "GET", fmt.Sprintf("/v1/posts?creator_id=%s&limit=%d", creator, 1+random.IntN(110)), ""
	case 9:
		return "GET", "/v1/creators/autocomplete?q=ve", ""
	case 10:
		return "GET", fmt.Sprintf("/v1/raw/photoplatform/transcript/P%02d0", random.IntN(2*moneyCooks)), ""
	}
	return "GET", []string{"/v1/shortlists", "/v1/creators/" + unknownID, "/v1/nothing"}[random.IntN(3)], ""
}

func (m *moneyWorld) ask(random *rand.Rand) {
	a := m.accounts[random.IntN(len(m.accounts))]
	if random.IntN(3) == 0 {
		a = m.accounts[moneyHot] // two services on one balance that is nearly used up
	}
	method, path, body := m.path(random, a)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := httptest.NewRequestWithContext(context.WithValue(ctx, cancelKey{}, cancel), method, path, strings.NewReader(body))
	r.Header.Set(api.HeaderKey, a.key)
	w := httptest.NewRecorder()
	m.doors[random.IntN(len(m.doors))].ServeHTTP(w, r)
	m.answered(a, reply{w.Code, w.Header(), w.Body.Bytes()}, ctx.Err() != nil)
}

// answered notes what a caller was told, and checks what holds for every answer.
func (m *moneyWorld) answered(a *moneyAccount, r reply, gone bool) {
	id, header := r.header.Get(api.HeaderRequestID), r.header.Get(api.HeaderCharged)
	charged := api.Credits(0)
	if header != "" {
		var err error
		if charged, err = api.ParseCredits(header); err != nil {
			m.Error(err)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.status[r.status]++
	if gone {
		m.lost[id] = true
		return
	}
	m.told[id] = charged
	if r.status >= 400 && charged != 0 {
		m.Errorf("%s: %d charged %s", id, r.status, charged)
	}
	if left, err := api.ParseCredits(r.header.Get(api.HeaderRemainingMinute)); err == nil && left < 0 {
		m.Errorf("%s: %s left in the minute", id, left)
	}
	if r.status == http.StatusOK && strings.Contains(string(r.body), `"search_id"`) {
		var page api.SearchPage
		r.into(m.T, &page)
		m.session[a.id] = page.SearchID
	}
}

// operate is an operator who tops up, suspends, reinstates and pays.
func (m *moneyWorld) operate(random *rand.Rand) {
	a, ctx := m.accounts[random.IntN(len(m.accounts))], context.Background()
	if err := m.topUp(m.accounts[moneyHot], api.Credits(random.IntN(60_000))); err != nil {
		m.Error(err)
	}
	var err error
	switch random.IntN(10) {
	case 0:
		err = m.topUp(a, api.Credits(random.IntN(20_000)))
	case 1:
		_, err = m.store.ChangeAccount(ctx, a.id, func(a *service.Account) error { a.Suspended = api.ReasonDisputeOpened; return nil })
	case 2:
		_, err = m.store.FailPayment(ctx, a.id, m.clock.Now())
	default:
		_, err = m.store.ChangeAccount(ctx, a.id, func(a *service.Account) error { a.Suspended = ""; return nil })
		if err == nil {
			_, err = m.store.Pay(ctx, a.id, m.clock.Now())
		}
	}
	if err != nil {
		m.Error(err)
	}
}

func (m *moneyWorld) topUp(a *moneyAccount, c api.Credits) error {
	if !a.prepaid {
		return nil
	}
	_, err := m.store.ChangeAccount(context.Background(), a.id, func(stored *service.Account) error {
		if *stored.Balance < 0 {
			m.Errorf("balance of %s", stored.Balance)
		}
		more := *stored.Balance + c
		stored.Balance = &more
		return nil
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.topped += c
	return err
}

func (m *moneyWorld) check() {
	var charged, told, lost api.Credits
	byAccount := map[string][]billing.Row{}
	err := m.store.Rows(m.Context(), "", func(r billing.Row) error {
		charged += r.Credits
		byAccount[r.AccountID] = append(byAccount[r.AccountID], r)
		was, waited := m.told[r.RequestID]
		switch {
		case waited && was != r.Credits:
			m.Errorf("%s was told %s, the ledger has %s", r.RequestID, was, r.Credits)
		case !waited && !m.lost[r.RequestID]:
			m.Errorf("%s has a row and no caller", r.RequestID)
		case !waited:
			lost += r.Credits
		}
		return nil
	})
	if err != nil {
		m.Fatal(err)
	}
	for _, c := range m.told {
		told += c
	}
	if charged != told+lost || charged == 0 {
		m.Errorf("the ledger holds %s, callers were told %s and missed %s", charged, told, lost)
	}
	for _, a := range m.accounts {
		m.checkAccount(a, byAccount[a.id])
	}
	for _, s := range m.services {
		if n := s.Stats().Reservations; n != 0 {
			m.Errorf("%d reservations are left open", n)
		}
	}
	m.Logf("charged %s, of which %s unheard; statuses %v", charged, lost, m.status)
	for _, want := range []int{200, 400, 402, 403, 404, 429, 500} {
		if m.status[want] == 0 {
			m.Errorf("no answer was %d: the load is too gentle to show anything", want)
		}
	}
}

// checkAccount compares an account with its rows. Tiers only rise, so that the
// limits of the end held all the time.
func (m *moneyWorld) checkAccount(a *moneyAccount, rows []billing.Row) {
	stored, err := m.store.Account(m.Context(), a.id)
	if err != nil {
		m.Fatal(err)
	}
	var sum api.Credits
	windows := map[time.Time]api.Credits{}
	for _, r := range rows {
		sum += r.Credits
		minute, hour := billing.Windows(r.At)
		hour = hour.Add(time.Nanosecond) // told from the minute that begins with it
		windows[minute] += r.Credits
		windows[hour] += r.Credits
		if windows[minute] > stored.Limits.Minute || windows[hour] > stored.Limits.Hour {
			m.Errorf("%s is over a budget at %s", stored.Name, r.At)
		}
	}
	invoices, err := m.store.Invoices(m.Context(), a.id)
	if err != nil {
		m.Fatal(err)
	}
	if a.prepaid {
		if *stored.Balance < 0 || *stored.Balance+stored.Spent != a.topped || len(invoices) > 0 {
			m.Errorf("%s: %s left and %s spent of %s, %d invoices", stored.Name, stored.Balance, stored.Spent, a.topped, len(invoices))
		}
		return
	}
	due, paid := stored.Unpaid, api.Credits(0)
	for _, i := range invoices {
		due += i.Credits
		if i.PaidAt != nil {
			paid += i.Credits
		}
	}
	if due != sum || paid != stored.Spent {
		m.Errorf("%s: rows %s, invoiced and unpaid %s; paid %s, spent %s", stored.Name, sum, due, paid, stored.Spent)
	}
}
