package history

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/views/fetch"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var now = viewtest.Now

// shelf keeps sessions, newest first.
type shelf struct {
	list  []Session
	fails error
	asked int
}

func (s *shelf) Sessions(context.Context) ([]Session, error) {
	s.asked++
	return s.list, s.fails
}

func searches() []Session {
	return []Session{
		{ID: "b", Query: "vegan cooks in Berlin, 10k-100k followers", At: now.Add(-2 * time.Hour), Limit: 50, Results: 50, Kept: 50, Cost: 125 * api.Credit},
		{ID: "a", Query: "trail runners in Spain", At: now.Add(-75 * time.Hour), Results: 25, Kept: 10, Cost: 75 * api.Credit},
		{ID: "0", Query: "nobody at all", At: now.Add(-900 * time.Hour), Limit: 10, Cost: 25 * api.Credit},
	}
}

func unread(kept Sessions) *Screen {
	env := viewtest.Alone()
	return New(&env.Frame, &env.Money, kept)
}

func read(kept Sessions) *Screen {
	s := unread(kept)
	s.Update(s.Init().Cmd())
	return s
}

func states() map[string]*Screen {
	hostile := searches()
	hostile[0].Query = viewtest.Hostile
	hostile[0].Results, hostile[0].Kept, hostile[0].Cost = -1, -5, -1
	failedAfter := &shelf{list: searches()}
	all := map[string]*Screen{
		"unread": unread(&shelf{}), "empty": read(&shelf{}), "searches": read(&shelf{list: searches()}),
		"one": read(&shelf{list: searches()[:1]}), "hostile": read(&shelf{list: hostile}),
		"failed": read(&shelf{fails: errors.New("disk \x1b[2Jfull")}), "failed after": read(failedAfter),
	}
	failedAfter.fails = errors.New("disk full")
	again := all["failed after"]
	again.Update(again.Init().Cmd())
	return all
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for name, s := range states() {
		viewtest.Fits(t, name, s)
	}
}

func TestGoldens(t *testing.T) {
	all := states()
	for _, name := range []string{"empty", "searches", "failed"} {
		viewtest.Goldens(t, name, viewtest.Plain(all[name]))
	}
}

func TestWhatItSaysInEachState(t *testing.T) {
	for name, words := range map[string][]string{
		"unread":       {"Loading searches"},
		"empty":        {"No searches yet"},
		"searches":     {"3 searches · 225 cr", "opening one again is free", "10 of 25", "whole", "3 d ago"},
		"one":          {"1 search"},
		"failed":       {"could not be read. disk full"},
		"failed after": {"could not be read. disk full", "trail runners"},
	} {
		viewtest.Shows(t, name, viewtest.Draw(states()[name], 120, 40), words...)
	}
}

func TestOpeningIsFreeAndAskingAnewIsNot(t *testing.T) {
	s := read(&shelf{list: searches()})
	if s.Price(keymap.Open) != "kept, free" || s.Price(keymap.Reload) != "≤125 cr" {
		t.Fatalf("open %s, again %s", s.Price(keymap.Open), s.Price(keymap.Reload))
	}
	s.Do(keymap.Down)
	if s.Price(keymap.Open) != "free" || s.Price(keymap.Reload) != "≤75 cr" {
		t.Fatalf("open %s, again %s", s.Price(keymap.Open), s.Price(keymap.Reload))
	}
	if to := s.Do(keymap.Open).Nav.To; to != (view.Page{Kind: view.Search, ID: "a", Query: "trail runners in Spain"}) {
		t.Fatalf("%+v", to)
	}
	if to := s.Do(keymap.Reload).Nav.To; to != (view.Page{Kind: view.Search, ID: "a", Query: "trail runners in Spain", Again: api.LimitDefault}) {
		t.Fatalf("%+v", to)
	}
}

// A search that is made elsewhere in the workbench joins the list; what is
// selected stays selected.
func TestTheListFollowsSearches(t *testing.T) {
	kept := &shelf{list: searches()}
	s := read(kept)
	s.Do(keymap.Down)
	kept.list = append([]Session{{ID: "new", Query: "bakers"}}, kept.list...)
	var slot fetch.Slot[int]
	answer := func(endpoint string) any {
		return slot.Start(0, func(context.Context, ...client.Option) (int, client.Receipt, error) {
			return 0, client.Receipt{Endpoint: endpoint}, nil
		})()
	}
	if s.Update(answer("/v1/creators/{id}")).Cmd != nil {
		t.Fatal("read again for a creator")
	}
	s.Update(s.Update(answer("/v1/search")).Cmd())
	if one, _ := s.selected(); len(s.list) != 4 || one.ID != "a" {
		t.Fatalf("%d searches, %+v is selected", len(s.list), one)
	}
}

func TestClicks(t *testing.T) {
	s := read(&shelf{list: searches()})
	s.Render(80, 24)
	if out := s.Click(3, 5, 80, 24); out.Nav.Go || s.table.Cursor() != 1 {
		t.Fatalf("%+v, cursor %d", out, s.table.Cursor())
	}
	if out := s.Click(3, 5, 80, 24); out.Nav.To.ID != "a" {
		t.Fatalf("%+v", out)
	}
}

func TestNothingCanBeDoneWithoutASearch(t *testing.T) {
	s := read(&shelf{})
	for _, a := range []keymap.Action{keymap.Open, keymap.Reload, keymap.Copy, keymap.Down} {
		if s.Can(a) == "" {
			t.Errorf("%s can run", a)
		}
	}
	wordless := read(&shelf{list: []Session{{ID: "a", Results: 3, Kept: 1}}})
	if wordless.Can(keymap.Reload) == "" || wordless.Can(keymap.Open) != "" || !strings.Contains(viewtest.Draw(wordless, 80, 24), "with an unknown query") {
		t.Error("a search without words")
	}
	if s.Price(keymap.Open) != "" || read(&shelf{list: searches()}).Can(keymap.Find) == "" {
		t.Error("a price of nothing, or an action that is not here")
	}
}

// Searches go into a file in their order; a cost that is not known is no zero.
func TestSearchesAreExported(t *testing.T) {
	list := searches()
	list[2].Cost = 0
	s := read(&shelf{list: list})
	if s.Can(keymap.Export) != "" || view.As[*view.Pick](s.Do(keymap.Export)) == nil {
		t.Fatal("no format is asked for")
	}
	table := s.sheet()
	if len(table.Rows) != 3 || table.Rows[0][0] != "vegan cooks in Berlin, 10k-100k followers" || table.Rows[0][4] != "125" || table.Rows[2][4] != nil {
		t.Errorf("%v", table.Rows)
	}
}
