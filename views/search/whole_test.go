package search

import (
	"slices"
	"strings"
	"testing"

	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// paid is a search that was just made for a service of so many pages.
func paid(t *testing.T, service *service) *Screen {
	t.Helper()
	s := asking(viewtest.On(t, service))
	write(s, query)
	return s
}

const toTheEnd = "POST ,GET 1,GET 2,GET 3,GET 4,GET 5"

func TestAPaidSessionIsReadToItsEnd(t *testing.T) {
	service := &service{pages: many(6)}
	s := paid(t, service)
	viewtest.Run(s, s.Do(keymap.Accept))
	if got := strings.Join(service.calls, ","); got != toTheEnd || len(s.found.rows) != 40 || s.table.Cursor() != 0 {
		t.Fatalf("%s, %d rows, cursor %d", got, len(s.found.rows), s.table.Cursor())
	}
	if shown := draw(s, 120, 36); !strings.Contains(shown, "page 5 free") || s.Busy() != "" {
		t.Fatalf("%s:\n%s", s.Busy(), shown)
	}
	for range 3 {
		viewtest.Run(s, s.Do(keymap.Bottom))
	}
	if got := strings.Join(service.calls, ","); got != toTheEnd {
		t.Fatal(got)
	}
	allRows(t, s, 60)
}

// What the planner does meanwhile neither stops the reading nor is disturbed
// by it.
func TestKeepingGoesOnBehindAFilterAndASort(t *testing.T) {
	service := &service{pages: many(6)}
	s := paid(t, service)
	out := s.Update(view.As[*view.Ask](s.Do(keymap.Accept)).Run().Cmd())
	if s.Busy() != "next page" {
		t.Fatal(s.Busy())
	}
	s.Do(keymap.SortNext)
	filter(s, "creator0")
	before := names(s)
	viewtest.Run(s, out)
	// All that was paid for is filtered, and what was on show stays in front.
	if got := strings.Join(service.calls, ","); got != toTheEnd || !strings.HasPrefix(names(s), before+", Creator 10, Creator 20") {
		t.Fatalf("%s, shows %s, want %s and more", got, names(s), before)
	}
	if s.further() || len(s.found.rows) != 60 {
		t.Fatalf("%d rows, %d pages wait", len(s.found.rows), len(s.found.ahead))
	}
}

func TestKeepingStopsAtAnError(t *testing.T) {
	service := &service{pages: many(9)}
	s := paid(t, service)
	out := s.Update(view.As[*view.Ask](s.Do(keymap.Accept)).Run().Cmd())
	for range 4 {
		out = s.Update(out.Cmd())
	}
	if shown := draw(s, 120, 36); s.Busy() != "" || !strings.Contains(shown, "page 5 free, the rest is being kept") {
		t.Fatalf("%q with %d rows:\n%s", s.Busy(), len(s.found.rows), shown)
	}
	service.refuse = viewtest.Broken()
	calls := len(service.calls)
	viewtest.Run(s, out)
	if len(service.calls) != calls+1 || !strings.Contains(draw(s, 120, 36), "could not be read") {
		t.Fatalf("%v", service.calls)
	}
	service.refuse = nil
	for range 5 {
		viewtest.Run(s, s.Do(keymap.Bottom))
	}
	if len(s.found.rows) != 90 {
		t.Fatalf("%d rows when asked for again", len(s.found.rows))
	}
}

func TestKeepingStopsWithTheScreen(t *testing.T) {
	service := &service{pages: many(9)}
	s := paid(t, service)
	out := s.Update(view.As[*view.Ask](s.Do(keymap.Accept)).Run().Cmd())
	s.Close()
	viewtest.Run(s, out)
	if len(slices.DeleteFunc(service.calls, func(c string) bool { return c == "GET 1" })) != 1 {
		t.Fatalf("%v", service.calls)
	}
}

// TestAServiceThatLeadsInACircle: a session whose pages lead back is read once,
// and the screen says so.
func TestAServiceThatLeadsInACircle(t *testing.T) {
	service := &service{pages: many(2), circle: true}
	s := open(t, service)
	viewtest.Run(s, s.Do(keymap.Bottom))
	if got := strings.Join(service.calls, ","); got != "GET ,GET 1" || len(s.found.rows) != 20 {
		t.Fatalf("%d rows by %s", len(s.found.rows), got)
	}
	viewtest.Shows(t, "circle", viewtest.Draw(s, 250, 40), "repeats a page that was already read")
}
