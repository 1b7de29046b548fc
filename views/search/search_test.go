package search

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func TestPagesAreReadWhileRowsDoNotFill(t *testing.T) {
	service := &service{pages: many(12)}
	s := open(t, service)
	if got := strings.Join(service.calls, ","); got != "GET ,GET 1,GET 2,GET 3,GET 4,GET 5,GET 6" || len(s.found.rows) != 40 || len(s.found.ahead) != lead {
		t.Fatalf("for 36 rows and a few ahead: %s", got)
	}
	viewtest.Run(s, s.Do(keymap.Down))
	if len(service.calls) != 4+lead {
		t.Fatalf("read on though the end is far: %v", service.calls)
	}
	if got := draw(s, 120, 36); !strings.Contains(got, "page 5 free") || strings.Contains(got, "being kept") {
		t.Fatalf("what is read ahead shows:\n%s", got)
	}
	for range 8 {
		viewtest.Run(s, s.Do(keymap.Bottom))
	}
	if got := len(service.calls); got != 12 {
		t.Fatalf("to the end: %v", service.calls)
	}
	allRows(t, s, 120)
}

// allRows fails unless there are so many rows, each in its place.
func allRows(t *testing.T, s *Screen, want int) {
	t.Helper()
	if len(s.found.rows) != want {
		t.Fatalf("%d rows", len(s.found.rows))
	}
	for i, r := range s.found.rows {
		if r.result.Creator.ID != viewtest.ID(i) {
			t.Fatalf("row %d is creator %s", i, r.result.Creator.ID)
		}
	}
}

func TestOnePageAtATime(t *testing.T) {
	service := &service{pages: many(12)}
	s := open(t, service)
	first := s.Do(keymap.Bottom)
	if first.Cmd == nil {
		t.Fatal("does not read on near the end")
	}
	for len(s.found.ahead) > 0 {
		if s.Busy() != "" {
			t.Fatalf("%q is waited for, with rows to come", s.Busy())
		}
		if second := s.Do(keymap.Bottom); second.Cmd != nil {
			t.Fatal("the page is read twice")
		}
	}
	if s.Do(keymap.Bottom); s.Busy() != "next page" {
		t.Fatal(s.Busy())
	}
	s.Update(first.Cmd())
	if len(s.found.rows) != 80 {
		t.Fatalf("%d rows", len(s.found.rows))
	}
}

func TestAFailedPageKeepsTheRows(t *testing.T) {
	service := &service{pages: many(12)}
	s := open(t, service)
	service.refuse = viewtest.Broken()
	for range 4 {
		viewtest.Run(s, s.Do(keymap.Bottom))
	}
	if shown := draw(s, 120, 36); len(s.found.rows) != 70 || !strings.Contains(shown, "Creator 69") || !strings.Contains(shown, "could not be read") {
		t.Fatal(shown)
	}
	service.refuse = nil
	viewtest.Run(s, s.Do(keymap.Bottom))
	if len(s.found.rows) != 80 || strings.Contains(draw(s, 120, 36), "could not be read") {
		t.Fatalf("%d rows", len(s.found.rows))
	}
}

func TestASearchNamesItsPriceAndBecomesThePage(t *testing.T) {
	service := &service{pages: [][]api.SearchResult{results()}, interpretation: understood()}
	s := asking(viewtest.On(t, service))
	if out := s.Do(keymap.Accept); view.As[*view.Ask](out) != nil || !out.Toast.Bad {
		t.Fatalf("nothing was written: %+v", out)
	}
	write(s, " "+query+" ")
	s.Do(keymap.NextItem)
	out := s.Do(keymap.Accept)
	if view.As[*view.Ask](out) == nil || view.As[*view.Ask](out).High != 125*api.Credit || !strings.Contains(view.As[*view.Ask](out).What.String(), "up to 50") || len(service.calls) != 0 {
		t.Fatalf("%+v, %v", view.As[*view.Ask](out), service.calls)
	}
	cmd := view.As[*view.Ask](out).Run().Cmd
	if again := view.As[*view.Ask](out).Run(); again.Cmd != nil {
		t.Fatal("the same search is paid twice")
	}
	if out = s.Update(cmd()); out.Here.ID != sessionID || out.Here.Kind != view.Search || s.Typing() {
		t.Fatalf("%+v", out)
	}
	if k := s.env.Known[viewtest.ID(0)]; k.Primary == nil || k.Match == nil {
		t.Fatal("what was found is not known elsewhere")
	}
}

func TestAFailedSearchLeavesTheLastOneStanding(t *testing.T) {
	service := &service{pages: [][]api.SearchResult{results()}, interpretation: understood()}
	s := open(t, service)
	service.refuse = &api.ErrorBody{Code: api.CodeRateLimited, Message: "The minute is used up."}
	s.Do(keymap.EditQuery)
	write(s, " and dogs")
	viewtest.Run(s, s.Do(keymap.Accept))
	if shown := draw(s, 120, 36); !strings.Contains(shown, "Lena Vogt") || !strings.Contains(shown, "used up") || !strings.Contains(shown, "and dogs") {
		t.Fatal(shown)
	}
}

// A page of the last session that comes after the new one must not mix in.
func TestALatePageOfTheLastSessionIsDropped(t *testing.T) {
	service := &service{pages: many(12)}
	s := open(t, service)
	s.Do(keymap.EditQuery)
	search := view.As[*view.Ask](s.Do(keymap.Accept)).Run()
	page := s.Do(keymap.Bottom)
	if page.Cmd == nil {
		t.Fatal("reads no page of the session that is on show")
	}
	late := page.Cmd()
	service.pages = [][]api.SearchResult{results()}
	viewtest.Run(s, s.Update(search.Cmd()))
	s.Update(late)
	for i, r := range s.found.rows {
		if r.since == "gone" != (i >= 6) || i < 6 && strings.HasPrefix(r.name.String(), "Creator") {
			t.Fatalf("%d %s %s", i, r.name, r.since)
		}
	}
	viewtest.Shows(t, "again", draw(s, 200, 60), "0 new, 44 gone, 0 moved", "gone")
	s.filter.set("since:gone")
	s.arrange()
	if got := len(s.sheet().Rows); got != len(s.found.rows)-6 {
		t.Errorf("%d of those who are gone are exported", got)
	}
}

func TestLimitStepsAndStops(t *testing.T) {
	s := found(t)
	if got := s.Price(keymap.Reload); got != "≤75 cr" {
		t.Fatal(got)
	}
	for range 9 {
		s.Do(keymap.MoreResults)
	}
	if s.limit != 100 || s.Price(keymap.Reload) != "≤225 cr" {
		t.Fatalf("%d for %s", s.limit, s.Price(keymap.Reload))
	}
	for range 9 {
		s.Do(keymap.FewerResults)
	}
	if s.limit != 10 {
		t.Fatal(s.limit)
	}
}

func TestClicks(t *testing.T) {
	s := found(t)
	draw(s, 120, 36)
	s.Do(keymap.DropChip)
	s.Click(4, 5, 120, 36)
	if s.table.Cursor() != 1 {
		t.Fatalf("row %d", s.table.Cursor())
	}
	s.Do(keymap.DropChip)
	if out := s.Click(4, 5, 120, 36); out.Nav.To.ID != viewtest.ID(1) || s.input.Value() != query {
		t.Fatalf("%+v, query %q", out, s.input.Value())
	}
	for _, at := range [][2]int{{100, 5}, {4, 8}, {4, 30}, {4, 35}} {
		if out := s.Click(at[0], at[1], 120, 36); out.Nav.Go || s.table.Cursor() != 1 {
			t.Errorf("%v: %+v, row %d", at, out, s.table.Cursor())
		}
	}
	s.Do(keymap.LocalFilter)
	s.Click(4, 0, 120, 36)
	if write(s, "!"); s.input.Value() != query+"!" || s.filter.input.Value() != "" {
		t.Fatalf("query %q, filter %q", s.input.Value(), s.filter.input.Value())
	}
	if out := s.Do(keymap.Accept); view.As[*view.Ask](out) == nil {
		t.Fatal("Enter in the query does not search")
	}
}

func TestHandlesAndAddressesAreOfTheSelected(t *testing.T) {
	s := found(t)
	if s.Can(keymap.Browse) == "" {
		t.Fatal("opens a browser that is not there")
	}
	var opened string
	s.env.Browse = func(url string) tea.Cmd { opened = url; return nil }
	s.Do(keymap.Browse)
	if got := view.As[*view.Copy](view.As[*view.Pick](s.Do(keymap.Copy)).Done(0, "")).Words; got != "@lenacooks" || opened != "https://photos.example/lenacooks" {
		t.Fatalf("%q, %q", got, opened)
	}
	s.Do(keymap.Bottom)
	if s.Can(keymap.Copy) == "" || s.Can(keymap.Browse) == "" {
		t.Fatal("a creator without a profile has neither")
	}
}

// What is listed for this screen can run, or says why it cannot.
func TestEveryBindingDoesSomethingOrSaysWhy(t *testing.T) {
	for name, s := range states(t) {
		for b := range s.env.Keys.In(s.Scopes()...) {
			if s.Typing() || s.peek || s.Can(b.Action) != "" {
				continue
			}
			before := draw(s, 120, 36)
			out := s.Do(b.Action)
			if b.Scope == keymap.Search && b.Action != keymap.MarkRange && draw(s, 120, 36) == before && out.Cmd == nil && view.As[*view.Ask](out) == nil && view.As[*view.Pick](out) == nil && view.As[*view.Prompt](out) == nil && view.As[view.Over](out).Screen == nil && !out.Nav.Go &&
				out.Toast.Text.Empty() && !s.Typing() {
				t.Errorf("%s: %s does nothing and gives no reason", name, b.Action)
			}
			if s.Typing() {
				s.Do(keymap.Cancel)
			}
			s.chip = -1
		}
	}
}
