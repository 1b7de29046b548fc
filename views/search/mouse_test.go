package search

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/viewtest"
)

// clickOn presses the left button on the first of the words on show.
func clickOn(t *testing.T, s *Screen, w, h int, words string) {
	t.Helper()
	for y, line := range strings.Split(viewtest.Draw(sized{s}, w, h), "\n") {
		if i := strings.Index(line, words); i >= 0 {
			viewtest.Run(s, s.Click(len([]rune(line[:i])), y, w, h))
			return
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", words, viewtest.Draw(sized{s}, w, h))
}

// A click takes a condition out of the query as its key does.
func TestAClickTakesAConditionOut(t *testing.T) {
	found := func() *Screen {
		return open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
	}
	for n, words := range []string{"followers 10K", "verified ✕", "in Berlin ✕"} {
		byKey, byClick := found(), found()
		for byKey.chip < 0 || !strings.HasPrefix(byKey.found.chips[byKey.chip].label.String(), words[:8]) {
			byKey.Do(keymap.DropChip)
		}
		viewtest.Run(byKey, byKey.Do(keymap.Open))
		clickOn(t, byClick, 200, 36, words)
		if got, want := byClick.input.Value(), byKey.input.Value(); got != want || want == query || !byClick.typing {
			t.Errorf("%d: a click leaves %q, the key %q", n, got, want)
		}
	}
	s := found()
	clickOn(t, s, 120, 36, "not theme")
	if s.input.Value() != query || s.typing {
		t.Errorf("a condition without words took %q", s.input.Value())
	}
	y := 1
	if out := s.Click(len([]rune(" followers 10K–100K")), y, 120, 36); out.Cmd == nil && s.input.Value() == query {
		t.Error("the cross of a condition is no part of it")
	}
}

// The arrows beside the limit change it.
func TestAClickOnAnArrowChangesTheLimit(t *testing.T) {
	s := open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
	for _, c := range []struct {
		on   string
		want int
	}{{"▸ ", 50}, {"◂", 25}, {"◂", 10}, {"◂", 10}} {
		line := strings.Split(viewtest.Draw(sized{s}, 120, 36), "\n")[1]
		x := len([]rune(line[:strings.Index(line, c.on)]))
		s.Click(x, 1, 120, 36)
		if s.limit != c.want {
			t.Errorf("%s: %d, want %d", c.on, s.limit, c.want)
		}
	}
	if s.Click(100, 1, 120, 36); s.limit != 10 || s.typing {
		t.Errorf("a click on the price does something: %d", s.limit)
	}
}

// A click on a title sorts, another turns the order round.
func TestAClickOnATitleSorts(t *testing.T) {
	s := open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
	clickOn(t, s, 120, 36, "Followers")
	first := names(s)
	clickOn(t, s, 120, 36, "Followers")
	if !strings.HasPrefix(first, "Zoë Brandt") || strings.HasPrefix(names(s), "Zoë Brandt") {
		t.Fatalf("%s, then %s", first, names(s))
	}
}
