package views_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/views/drive"
	"greenroom/views/history"
	"greenroom/views/ledger"
)

// shelf is a memory that forgets when the program ends.
type shelf struct {
	mu      sync.Mutex
	answers map[string]client.Answer
	broken  error // why an answer cannot be kept
	learned client.Lessons
}

func (s *shelf) Begin(context.Context, client.Exchange, client.Terms) (client.Begun, error) {
	return client.Begun{}, nil
}

func (*shelf) Unsettled(context.Context, time.Time) ([]client.Unsettled, error) { return nil, nil }

func (s *shelf) Await(context.Context, string) error { return nil }

func (s *shelf) End(_ context.Context, _ client.Exchange, _ client.Receipt, _ error, a *client.Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a == nil || s.broken != nil {
		return s.broken
	}
	for _, key := range append([]string{a.Key}, a.Also...) {
		s.answers[key] = *a
	}
	return nil
}

func (s *shelf) Recall(_ context.Context, key string) (client.Answer, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.answers[key]
	return a, ok, nil
}

func (s *shelf) Spent(context.Context, string, time.Time, time.Time) (api.Credits, error) {
	return 0, nil
}

// Holds of creators who were searched for is asked of no disk here.
func (s *shelf) Holds(_ context.Context, digests []string) ([]bool, error) {
	return make([]bool, len(digests)), nil
}

func (s *shelf) Lessons(context.Context) (client.Lessons, error) { return s.learned, nil }

func (s *shelf) Learn(_ context.Context, l client.Lessons) error {
	s.learned.Prices = append(s.learned.Prices, l.Prices...)
	return nil
}

// keeping is a counter whose answers are kept.
func keeping() *counter {
	s := roomy()
	s.memory = &shelf{answers: map[string]client.Answer{}}
	return s
}

func (s *counter) times(call string) int {
	return len(slices.DeleteFunc(slices.Clone(s.calls), func(c string) bool { return c != call }))
}

func TestWhatIsKeptIsNotAskedAbout(t *testing.T) {
	d := openDesk(t, keeping())
	d.keys("i", "enter")
	d.sees(asks)
	d.keys("y")
	d.sees("last 45 cr", "session 45 cr")
	d.bench.clock.Move(75 * time.Hour)
	d.keys("i", "enter")
	d.lacks(asks)
	d.sees("▸  Creator 00", "kept, 3 d old", "last kept, free", "session 45 cr · saved 45 cr")
	if d.searches() != 1 {
		t.Fatalf("%d searches", d.searches())
	}
}

func TestReloadingAsksAnew(t *testing.T) {
	d := openDesk(t, keeping())
	d.keys("i", "enter", "y", "r")
	d.sees(asks, "It costs up to 75 credits")
	d.keys("n")
	if d.searches() != 1 {
		t.Fatal("paid after a no")
	}
	d.keys("r", "y")
	if d.searches() != 2 {
		t.Fatalf("%d searches", d.searches())
	}
	d.sees("last 45 cr", "session 90 cr", "cost 45 cr")

	d.keys("enter")
	one := "GET /creators/" + creator(0).ID
	if d.times(one) != 1 {
		t.Fatalf("%v", d.calls)
	}
	d.keys("r")
	if d.times(one) != 2 {
		t.Fatalf("r takes what is kept: %v", d.calls)
	}
}

// A screen that was never open in this session takes what an earlier one kept.
func TestAnotherStartTakesWhatIsKept(t *testing.T) {
	d := openDesk(t, keeping())
	d.keys("enter", "tab")
	d.sees("last 0.05 cr", "[Profiles 1]")
	again := roomy()
	again.memory = d.counter.memory
	d = openDesk(t, again)
	d.bench.clock.Move(2 * time.Hour)
	d.keys("enter", "tab")
	d.sees("Profiles 1 kept, 2 h old", "last kept, free", "session 0 cr · saved 0.15 cr")
	for _, c := range again.calls {
		if strings.HasPrefix(c, "GET /creators") {
			t.Fatalf("asks again: %v", again.calls)
		}
	}
}

// What the budget cannot hold is not asked about either, if it is kept.
func TestWhatIsKeptNeedsNoBudget(t *testing.T) {
	s := keeping()
	s.minute = 100 * api.Credit
	d := openDesk(t, s)
	d.keys("i", "enter", "y", "i", "enter")
	d.lacks(asks)
	d.sees("last kept, free")
	d.keys("r")
	d.sees(asks, "It is over your remaining budget; it fits in 0:40.")
}

func TestAnAnswerThatCannotBeKeptIsShownAndSaidSo(t *testing.T) {
	s := keeping()
	s.memory.broken = context.DeadlineExceeded
	d := openDesk(t, s)
	d.keys("enter")
	d.sees("Fact of Creator 00", "could not be kept")
}

// The pages of a session that was paid are all read, each once, and join the
// rows when the planner comes near their end.
func TestASessionThatWasPaidIsKeptWhole(t *testing.T) {
	d := openDesk(t, roomy())
	before := len(d.calls)
	d.keys("i", "enter", "y")
	page := "GET /search/" + deskSession
	want := []string{"POST /search", page, page, page, page}
	if got := d.calls[before:]; !slices.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	d.sees("1 of 40", "page 5 free", "▸  Creator 00")
	d.lacks("is being kept")
	d.keys("G", "G")
	d.sees(" of 50 · ", "all 50 of this search")
	if got := d.calls[before:]; !slices.Equal(got, want) {
		t.Fatalf("scrolling asks again: %v", got)
	}
}

func TestKeepingASessionWholeEndsWithItsScreen(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	d.hold = true
	d.keys("y")
	before := len(d.calls)
	for range 2 {
		held := d.held
		d.held = nil
		for _, m := range held {
			d.Send(m)
		}
	}
	d.sees("next page")
	d.keys("esc")
	d.deliver()
	if got := len(d.calls) - before; got != 2 {
		t.Fatalf("%d pages were read", got)
	}
}

// The budget that the root knows may be spoken for by a call under way.
func TestWhatTheClientRefusesIsOfferedForLater(t *testing.T) {
	s := &counter{minute: 75*api.Credit + 50, hour: 7500 * api.Credit}
	d := openDesk(t, s)
	d.keys("i", "enter")
	answers := d.hanging(drive.Key("y"))
	s.hang = nil
	d.keys("enter")
	d.sees(asks, "It is over your remaining budget; it fits in 0:40.")
	d.keys("w")
	if n := d.times("GET /creators/" + creator(0).ID); n != 0 {
		t.Fatal("sent though the client said no")
	}
	d.keys("esc", "esc")
	d.Root().Update(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
	<-answers
}

// Prices follow what the service charges.
func TestPricesAreTheServices(t *testing.T) {
	s := roomy()
	s.creators = 300
	d := openDesk(t, s)
	d.sees("open 0.1 cr")
	d.keys("enter", "esc", "j")
	d.sees("open 0.3 cr")
}

// archive keeps one session.
type archive []history.Session

func (a archive) Sessions(context.Context) ([]history.Session, error) { return a, nil }

func (a archive) Entries(context.Context, time.Time) ([]ledger.Entry, error) {
	return []ledger.Entry{{Method: "GET", Endpoint: "/v1/videos", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), Charged: 200, ChargedKnown: true}}, nil
}

func TestHistoryOpensForNothingAndAsksAnew(t *testing.T) {
	s := keeping()
	s.archive = archive{{ID: deskSession, Query: "bakers in Rome", Limit: 10, Results: 50, Kept: 50, Cost: 45 * api.Credit}}
	d := openDesk(t, s)
	d.sees("3 History")
	d.keys("3")
	d.sees("bakers in Rome", "open kept, free", "search again ≤45 cr")
	d.keys("enter")
	d.sees("┃ bakers in Rome", "▸  Creator 00")
	if d.searches() != 0 {
		t.Fatal("paid for opening")
	}
	d.keys("esc", "r")
	d.sees(asks, "Search for up to 10 creators: “bakers in Rome”", "It costs up to 45 credits")
	d.keys("y")
	d.sees("last 45 cr", "▸  Creator 00", "limit ◂ 10 ▸")
	if last := string(d.place); d.searches() != 1 || !strings.Contains(last, deskSession) || !strings.Contains(last, "bakers in Rome") {
		t.Fatalf("%d searches, on %+v", d.searches(), last)
	}
}

func TestWithoutAMemoryThereIsNoHistory(t *testing.T) {
	d := openDesk(t, roomy())
	d.lacks("History")
	d.keys("3")
	d.sees("Searches are not kept:", "▸  Creator 00")
}

func TestTheLedgerReachesBack(t *testing.T) {
	s := keeping()
	s.archive = archive{}
	d := openDesk(t, s)
	d.keys("4", "tab", "tab")
	d.sees("[7 days]", "videos  ", "Sun 1 Mar 2026 · 1 call · 0.2 cr")
	if strings.Contains(d.Screen(), "Search results, next page") {
		t.Fatal("the calls of this session stand there twice")
	}
}
