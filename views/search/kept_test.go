package search

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/viewtest"
)

// What failed is forgotten once a search works.
func TestAFailureEndsWithTheNextSearch(t *testing.T) {
	service := &service{pages: [][]api.SearchResult{results()}, interpretation: understood(), refuse: viewtest.Broken()}
	s := asking(viewtest.On(t, service))
	write(s, "vegan cooks")
	viewtest.Run(s, s.ask())
	viewtest.Shows(t, "failed", draw(s, 120, 36), "could not be read")
	service.refuse = nil
	viewtest.Run(s, s.ask())
	if shown := draw(s, 120, 36); strings.Contains(shown, "could not be read") || !strings.Contains(shown, "Lena Vogt") {
		t.Errorf("after a search that worked:\n%s", shown)
	}
}

// Over the rows a preview opens and closes, and a terminal with room for both ends that.
func TestAPreviewOverTheRowsEndsWithRoom(t *testing.T) {
	s := found(t)
	s.env.Cols = 80
	for _, want := range []bool{true, false, true} {
		if s.Do(keymap.Preview); s.peek != want {
			t.Fatalf("the preview is over the rows: %v, want %v", s.peek, want)
		}
	}
	s.env.Cols = 160
	s.Update(tea.WindowSizeMsg{Width: 160, Height: 36})
	if s.peek {
		t.Error("it stays over the rows beside which it has room")
	}
}

// Without a saved view none is taken, and the key that saves one is named.
func TestNoViewIsTakenWhereNoneIsSaved(t *testing.T) {
	s := found(t)
	if why := s.Can(keymap.TakeView); !strings.HasPrefix(why, "No saved views yet") {
		t.Errorf("it cannot because of %q", why)
	}
	s.env.Plan.Views = []plan.View{{Name: "Mine"}}
	if why := s.Can(keymap.TakeView); why != "" {
		t.Errorf("there is one, and it cannot because of %q", why)
	}
}
