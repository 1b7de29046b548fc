package ledger

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/views/viewtest"
)

// journal tells what it has, and counts how often it was asked.
type journal struct {
	all   []Entry
	fails error
	asked []time.Time
}

func (j *journal) Entries(_ context.Context, since time.Time) ([]Entry, error) {
	j.asked = append(j.asked, since)
	var out []Entry
	for _, e := range j.all {
		if !e.At.Before(since) {
			out = append(out, e)
		}
	}
	return out, j.fails
}

// pastCalls are three days of calls, the last today.
func pastCalls() []Entry {
	on := func(days int, e Entry) Entry {
		e.At = now.AddDate(0, 0, -days)
		return e
	}
	kept := entry("/v1/creators/{id}", 0, nil)
	kept.Kept, kept.KeptAt, kept.Saved, kept.RequestID = true, now.AddDate(0, 0, -9), 100, ""
	open := entry("/v1/posts", 0, nil)
	open.Outcome, open.ChargedKnown, open.High, open.RequestID = client.OutcomeUnknown, false, 1250, ""
	search := entry("/v1/search", 45*api.Credit, nil)
	search.Method, search.Low, search.High = "POST", 25*api.Credit, 75*api.Credit
	search.Subject = "vegan cooks\x1b[2J in Berlin"
	return []Entry{
		on(40, entry("/v1/creators/{id}", 100, nil)), on(40, entry("/v1/posts", 1250, nil)),
		on(3, search), on(3, kept), on(3, open),
		on(0, entry("/v1/creators/autocomplete", 50, nil)), on(0, kept),
	}
}

func opened(j Journal) *Screen {
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, j)
	viewtest.Run(s, s.Init())
	return s
}

func has(t *testing.T, s *Screen, words ...string) {
	t.Helper()
	viewtest.Shows(t, "the ledger", viewtest.Draw(s, 120, 40), words...)
}

func TestEarlierCalls(t *testing.T) {
	j := &journal{all: pastCalls()}
	s := opened(j)
	has(t, s, "[Session]", "6 calls, 75.1 cr")
	if len(j.asked) != 0 {
		t.Fatal("the journal is read though only this session is on show")
	}
	viewtest.Run(s, s.Do(keymap.NextTab))
	has(t, s, "[Today]", "2 calls, 0.05 cr · 1 kept, saved 0.1", "kept, 9 d", "saved 0.1")
	viewtest.Run(s, s.Do(keymap.NextTab))
	has(t, s, "[7 days]", "5 calls, 45.05 cr · 2 kept, saved 0.2 · 1 may have been charged, up to 1.25 cr",
		"Tue 10 Mar 2026 · 2 calls · 0.05 cr · saved 0.1", "Sat 7 Mar 2026 · 3 calls · 45 cr", "no answer")
	viewtest.Run(s, s.Do(keymap.NextTab))
	has(t, s, "[All]", "7 calls, 46.4 cr", "Thu 29 Jan 2026 · 2 calls · 1.35 cr")
	midnight := time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
	if got, want := fmt.Sprint(j.asked), fmt.Sprint([]time.Time{midnight, midnight.AddDate(0, 0, -6), {}}); got != want {
		t.Fatalf("asked since %s, want %s", got, want)
	}
	viewtest.Run(s, s.Do(keymap.NextTab))
	has(t, s, "[Session]", "6 calls, 75.1 cr")
	viewtest.Run(s, s.Do(keymap.PrevTab))
	for range 4 {
		s.Do(keymap.Down)
	}
	has(t, s, "[All]", "Search · “vegan cooks in Berlin", "45, estimate 25 to 75")
}

// A call of this session is in the journal too: the list is read again, and what
// is selected stays selected.
func TestACallIsReadIntoTheListOnShow(t *testing.T) {
	j := &journal{all: pastCalls()}
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, j)
	viewtest.Run(s, s.Do(keymap.NextTab))
	s.Do(keymap.Down)
	one := entry("/v1/posts", 1250, nil)
	one.At = now
	entries, j.all = append(entries, one), append(j.all, one)
	viewtest.Run(s, s.Update(nil))
	if len(s.list) != 3 || s.table.Cursor() != 2 || s.sums.spent != 1300 {
		t.Fatalf("%d calls, cursor %d, %s", len(s.list), s.table.Cursor(), s.sums.spent)
	}
	asked := len(j.asked)
	viewtest.Run(s, s.Update(nil))
	if len(j.asked) != asked {
		t.Fatal("read again though nothing came")
	}
}

func TestAJournalThatCannotBeRead(t *testing.T) {
	j := &journal{all: pastCalls(), fails: errors.New("disk full")}
	s := opened(j)
	if out := viewtest.Run(s, s.Do(keymap.NextTab)); !out.Toast.Bad {
		t.Fatalf("%+v", out)
	}
	has(t, s, "The journal could not be read. disk full r reloads it.")
	j.fails = nil
	viewtest.Run(s, s.Do(keymap.Reload))
	has(t, s, "2 calls, 0.05 cr")
}

func TestTheTimesAreClicked(t *testing.T) {
	s := opened(&journal{all: pastCalls()})
	line := strings.Split(viewtest.Draw(s, 120, 40), "\n")[1]
	viewtest.Run(s, s.Click(strings.Index(line, "7 days"), 1, 120, 40))
	has(t, s, "[7 days]", "5 calls")
}

func TestWithoutAJournalThereIsNoOtherTime(t *testing.T) {
	s := opened(nil)
	if s.Can(keymap.NextTab) == "" || s.Can(keymap.Reload) == "" {
		t.Fatal("another time can be asked for")
	}
	has(t, s, "This session only")
}

func TestEarlierCallsFitEverySize(t *testing.T) {
	s := opened(&journal{all: pastCalls()})
	for range periodCount {
		viewtest.Run(s, s.Do(keymap.NextTab))
		viewtest.Fits(t, "earlier calls", s)
	}
}

func TestEarlierCallsGoldens(t *testing.T) {
	s := opened(&journal{all: pastCalls()})
	viewtest.Run(s, s.Do(keymap.NextTab))
	viewtest.Run(s, s.Do(keymap.NextTab))
	viewtest.Goldens(t, "", viewtest.Plain(s))
}

// Thousands of calls are on show at once: an entry is small, and nothing of an
// earlier reading is held by rows that a shorter one does not need.
func TestThousandsOfCallsAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(Entry{}); size > 224 {
		t.Errorf("an entry takes %d bytes", size)
	}
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, nil)
	s.show(entries[:1])
	for _, l := range s.lines[:cap(s.lines)][len(s.lines):] {
		if l.Entry != nil {
			t.Fatal("a row that is not shown holds a call")
		}
	}
}
