package postgres_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/rules"
	"greenroom/service/signin"
	"greenroom/service/store"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
	"greenroom/service/store/storetest"
)

// moment is when charges are booked: of now, as what is long over is not remembered.
var moment = time.Now().UTC().Truncate(time.Second)

// Three stores stand for three nodes: however they charge, together they stop at the
// limit exactly, every answer is in the ledger, and each chain is whole.
func TestNodesShareBudgets(t *testing.T) {
	address := pgtest.Database(t)
	nodes := []*postgres.Store{openAt(t, address), openAt(t, address), openAt(t, address)}
	limits := api.TierLimits{Minute: 300, Hour: 300}
	var told, refused atomic.Int64
	var all sync.WaitGroup
	for w := range 24 {
		all.Go(func() {
			for i := range 60 {
				row := billing.Row{RequestID: fmt.Sprint(w, "-", i), AccountID: fmt.Sprint("a", (w+i)%4), Credits: 1, At: moment}
				switch _, err := nodes[w%3].Charge(t.Context(), row, limits); {
				case err == nil:
					told.Add(1)
				case errors.Is(err, billing.ErrOverBudget):
					refused.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if total := storetest.Agree(t, nodes[0], 4, moment); total != 1200 || told.Load() != 1200 || refused.Load() != 240 {
		t.Errorf("the ledger has %s of 1200, %d were told, %d refused", total, told.Load(), refused.Load())
	}
}

// Two nodes propose for one list at once.
func TestNodesLoseNoProposal(t *testing.T) {
	address := pgtest.Database(t)
	storetest.Together(t, openAt(t, address), openAt(t, address))
}

// What one node changes of an account holds for the next charge of another, which has it
// in mind.
func TestAChangeHoldsOnOtherNodes(t *testing.T) {
	address := pgtest.Database(t)
	a, b := openAt(t, address), openAt(t, address)
	if err := a.CreateAccount(t.Context(), service.Account{ID: "a0", Name: "A", Tier: api.TierFree, CreatedAt: moment}); err != nil {
		t.Fatal(err)
	}
	wide := api.TierLimits{Minute: 1 << 40, Hour: 1 << 40}
	charge := func(s *postgres.Store, id string, c api.Credits) error {
		_, err := s.Charge(t.Context(), billing.Row{RequestID: id, AccountID: "a0", Credits: c, At: moment}, wide)
		return err
	}
	for i := range 3 {
		if err := charge(b, fmt.Sprint("r", i), 1); err != nil {
			t.Fatal(err)
		}
	}
	ten := api.Credits(10)
	if _, err := a.ChangeAccount(t.Context(), "a0", func(x *service.Account) error { x.Balance = &ten; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := charge(b, "dear", 11); !errors.Is(err, billing.ErrNoCredits) {
		t.Errorf("more than the balance: %v", err)
	}
	if err := charge(b, "fits", 10); err != nil {
		t.Error(err)
	}
	got, err := a.Account(t.Context(), "a0")
	if err != nil || *got.Balance != 0 || got.Spent != 10 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The same request through several nodes is charged once, and its answer kept once.
func TestOneRequestThroughManyNodes(t *testing.T) {
	address := pgtest.Database(t)
	nodes := []*postgres.Store{openAt(t, address), openAt(t, address), openAt(t, address)}
	limits := api.TierLimits{Minute: 300, Hour: 300}
	var charged, answered atomic.Int64
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			row := billing.Row{RequestID: fmt.Sprint("r", i), AccountID: "a0", Credits: 1, At: moment, Keep: &billing.Keep{Key: fmt.Sprint("k", i%5), Body: []byte("{}")}}
			switch _, err := nodes[i%3].Charge(t.Context(), row, limits); {
			case err == nil:
				charged.Add(1)
			case errors.Is(err, billing.ErrAnswered):
				answered.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if charged.Load() != 5 || answered.Load() != 25 {
		t.Errorf("%d were charged, %d answered", charged.Load(), answered.Load())
	}
	storetest.Agree(t, nodes[0], 1, moment)
}

// A request that comes to several nodes at once is worked by one; the others are told to
// come again, and get its answer when it is there.
func TestOneRequestAtOnceIsWorkedOnce(t *testing.T) {
	address := pgtest.Database(t)
	var nodes [3]*rules.Service
	for i := range nodes {
		s := openAt(t, address)
		nodes[i] = rules.New(rules.Config{Store: s, Clock: s.Now})
		defer nodes[i].Close()
	}
	caller, asked := access.Caller{Account: service.Account{ID: "a0"}}, [sha256.Size]byte{1}
	for range 20 {
		var began, running atomic.Int64
		var all sync.WaitGroup
		ends := make(chan func(), 30)
		for i := range 30 {
			all.Go(func() {
				switch row, end, err := nodes[i%3].Once(t.Context(), caller, "k", asked); {
				case errors.Is(err, rules.ErrRunning):
					running.Add(1)
				case err == nil && row == nil:
					began.Add(1)
					ends <- end
				default:
					t.Error(row, err)
				}
			})
		}
		all.Wait()
		if began.Load() != 1 || running.Load() != 29 {
			t.Fatalf("%d began, %d were told to come again", began.Load(), running.Load())
		}
		(<-ends)()
	}
}

// A turn is over with its request, or when its time is: then another node has it, and who
// had it before does not end it.
func TestATurnEnds(t *testing.T) {
	address := pgtest.Database(t)
	a, b := openAt(t, address), openAt(t, address)
	o := billing.Owner{AccountID: "a0"}
	_, taken, err := a.TakeTurn(t.Context(), o, "k", time.Minute)
	if _, twice, again := b.TakeTurn(t.Context(), o, "k", time.Minute); !taken || twice || errors.Join(err, again) != nil {
		t.Fatalf("taken %v, and by another %v: %v, %v", taken, twice, err, again)
	}
	late, taken, err := a.TakeTurn(t.Context(), o, "late", -time.Second) // its time is over
	end, now, again := b.TakeTurn(t.Context(), o, "late", time.Minute)
	if !taken || !now || errors.Join(err, again) != nil {
		t.Fatalf("taken %v, and when it was over %v: %v, %v", taken, now, err, again)
	}
	if err := late(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, taken, err := a.TakeTurn(t.Context(), o, "late", time.Minute); taken || err != nil {
		t.Errorf("taken %v: the one that is over ended another: %v", taken, err)
	}
	if err := end(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, taken, err := a.TakeTurn(t.Context(), o, "late", time.Minute); !taken || err != nil {
		t.Errorf("taken %v after the end: %v", taken, err)
	}
}

// A free answer that another node kept meanwhile is found by a charge that asks for
// nothing before it writes.
func TestAnAnswerKeptElsewhereIsFound(t *testing.T) {
	address := pgtest.Database(t)
	a, b := openAt(t, address), openAt(t, address)
	row := func(id, key string, c api.Credits) billing.Row {
		return billing.Row{RequestID: id, AccountID: "a0", Credits: c, At: moment, Keep: &billing.Keep{Key: key, Body: []byte("{}")}}
	}
	for i := range 3 { // the first asks, the others remember
		if _, err := a.Charge(t.Context(), row(fmt.Sprint("r", i), fmt.Sprint("k", i), 1), wide); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Keep(t.Context(), row("free", "k", 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Charge(t.Context(), row("late", "k", 1), wide); !errors.Is(err, billing.ErrAnswered) {
		t.Errorf("it was charged: %v", err)
	}
	if total := storetest.Agree(t, a, 1, moment); total != 3 {
		t.Errorf("the ledger has %s", total)
	}
}

// A node that is up all the time notices that the connections of its pool were cut, and
// charges on.
func TestCutConnectionsAreMade(t *testing.T) {
	address := pgtest.Database(t)
	s := openAt(t, address)
	var told atomic.Int64
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for i := range 40 {
				if _, err := s.Charge(t.Context(), billing.Row{RequestID: fmt.Sprint(w, "-", i), AccountID: fmt.Sprint("a", w%2), Credits: 1, At: moment}, api.TierLimits{Minute: 9999, Hour: 9999}); err != nil {
					t.Error(err)
				} else {
					told.Add(1)
				}
				if w == 0 && i%10 == 5 {
					pgtest.Do(t, address, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'greenroom'")
				}
			}
		})
	}
	all.Wait()
	if total := storetest.Agree(t, s, 2, moment); int64(total) != told.Load() || told.Load() != 320 {
		t.Errorf("%d told, the ledger has %d", told.Load(), total)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	address := pgtest.Database(t)
	foreign := pgtest.Database(t)
	pgtest.Do(t, foreign, "CREATE TABLE songs (id int)")
	openAt(t, address)
	newer := pgtest.Database(t)
	openAt(t, newer).Close()
	pgtest.Do(t, newer, "INSERT INTO greenroom_versions VALUES (9999)")
	older := pgtest.Database(t)
	openAt(t, older).Close()
	pgtest.Do(t, older, "DELETE FROM greenroom_versions WHERE version > 1")
	standing := store.Config{Existing: true, Standing: true}
	for name, c := range map[string]struct {
		address, want string
		with          store.Config
	}{
		"no address":         {"postgres://u:secret%zz@h/d", "no address of PostgreSQL", store.Config{}},
		"nobody there":       {"postgres://u:secret@127.0.0.1:1/d", "cannot be reached", store.Config{}},
		"another program":    {foreign, "another program's database", store.Config{}},
		"a newer program":    {newer, "update this program", store.Config{}},
		"an older program":   {older, "greenroom store migrate", standing},
		"older, to serve":    {older, "greenroom store migrate", store.Config{}},
		"older, and brought": {older, "bring it to version", store.Config{Migrate: true}}, // its tables are there already
		"an empty one":       {pgtest.Database(t), "there is none in it", standing},
		"no such database":   {strings.Split(address, "?")[0] + "_nonesuch", "createdb", store.Config{}},
		"several hosts too":  {"postgres://u:secret@127.0.0.1:1,127.0.0.1:2/d", "cannot be reached", store.Config{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.with.Path = c.address
			s, err := postgres.Open(context.Background(), c.with)
			if err == nil {
				s.Close()
				t.Fatal("it opened")
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q does not say %q in one line", err, c.want)
			}
		})
	}
}

func TestManyNodesMakeOneStore(t *testing.T) {
	address := pgtest.Database(t)
	var all sync.WaitGroup
	for i := range 5 {
		all.Go(func() {
			s, err := postgres.Open(context.Background(), store.Config{Path: address})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.SetSetting(context.Background(), fmt.Sprint(i), "here"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestThePasswordIsNotShown(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://u:secret@h/d?sslmode=disable&password=secret": "postgres://h/d",
		"postgres://u@h1:5432,h2/d":                               "postgres://h1:5432,h2/d",
		"postgresql://h/d":                                        "postgresql://h/d",
		"postgres://u:se@cret@h/d":                                "postgres://h/d",
	} {
		if got := postgres.Shown(address); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The clock is the database's, and goes on while that is not asked.
func TestTheClockIsTheDatabases(t *testing.T) {
	s := openAt(t, pgtest.Database(t))
	if off := time.Since(s.Now()).Abs(); off > time.Second {
		t.Errorf("%v off, on one machine", off)
	}
}

// 1,000 wrong passwords over three nodes at once: ten are heard.
func TestPasswordsGuessedThroughManyNodes(t *testing.T) {
	address := pgtest.Database(t)
	var servers [3]*signin.Server
	for i := range servers {
		s := openAt(t, address)
		servers[i] = signin.New(signin.Config{Store: s, Clock: s.Now, Issuer: "http://h"})
	}
	var heard, slowed atomic.Int64
	var all sync.WaitGroup
	for i := range 1000 {
		all.Go(func() {
			_, err := servers[i%3].SignIn(t.Context(), fmt.Sprint("name", i), "wrong password", "10.0.0.1")
			if _, ok := errors.AsType[*signin.Slowed](err); ok {
				slowed.Add(1)
			} else if _, ok := errors.AsType[*signin.Mistake](err); ok {
				heard.Add(1)
			} else {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if heard.Load() != 10 || slowed.Load() != 990 {
		t.Errorf("%d were heard, %d slowed", heard.Load(), slowed.Load())
	}
}

// A database that was started again has ended the connection that writes: the next write
// takes another one.
func TestWritingGoesOnAfterTheDatabaseCameBack(t *testing.T) {
	address := pgtest.Database(t)
	s := openAt(t, address)
	account := func(id string) error {
		return s.CreateAccount(t.Context(), service.Account{ID: id, Name: id, Tier: api.TierFree, CreatedAt: moment})
	}
	if err := account("a0"); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	if _, err := other.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"); err != nil {
		t.Fatal(err)
	}
	if err := account("a1"); err != nil {
		t.Errorf("the next write: %v", err)
	}
}
