package search

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"greenroom/api"
	"greenroom/ui/widget"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// A fit is strong from nine of ten on, whatever its score, and weak where the service says so.
func TestWordsOfAFit(t *testing.T) {
	for want, m := range map[string]api.Match{
		"strong": {Confidence: 0.9}, "fair": {Confidence: 0.8999}, "weak": {Confidence: 1, LowConfidence: true},
	} {
		if got := fitWord(m).String(); got != want {
			t.Errorf("%+v: %s", m, got)
		}
	}
}

// What does not fit into a query is counted.
func TestALongQueryIsCut(t *testing.T) {
	for more, says := range map[int]string{0: "", 1: "A query can have %d characters: the last 1 was left out.", 3: "A query can have %d characters: the last 3 were left out."} {
		s := asking(viewtest.On(t, &service{}))
		s.input.SetValue(strings.Repeat("ä", api.SearchQueryMax-2))
		out := s.Type(tea.PasteMsg{Content: strings.Repeat("ö", 2+more)})
		want := says
		if says != "" {
			want = fmt.Sprintf(says, api.SearchQueryMax)
		}
		if got := out.Toast.Text.String(); got != want || len([]rune(s.input.Value())) != api.SearchQueryMax {
			t.Errorf("%d more: %q", more, got)
		}
	}
}

// A search that is asked for anew leads back where it came from when it is declined, and is not
// asked for twice.
func TestASearchAnewThatIsDeclined(t *testing.T) {
	s := New(viewtest.On(t, &service{pages: many(1)}), view.Page{Kind: view.Search, ID: sessionID, Query: query, Again: 25})
	out := s.Init()
	ask := view.As[*view.Ask](out)
	if ask == nil || !strings.Contains(ask.What.String(), "up to 25 creators") || !ask.No().Nav.Back {
		t.Fatalf("%+v", out)
	}
	if again := s.Init(); view.As[*view.Ask](again) != nil {
		t.Error("asked twice")
	}
}

// What reads like a brief is offered to be read as one; as it is it is searched for, cut where
// it is too long.
func TestABriefInAQuery(t *testing.T) {
	words := "Campaign: oat drink\nBudget: 5,000 EUR\nWe look for home baristas in Berlin and Vienna.\nNo dairy brands.\n- Deliverables: two reels and a story."
	for long, offers := range map[bool]string{false: "Search for it as it is: ≤75 cr", true: fmt.Sprintf("Search for its first %d of", api.SearchQueryMax)} {
		env := viewtest.On(t, &service{pages: many(1)})
		var read string
		env.Brief = func(words string) view.Screen { read = words; return New(env, view.Page{Kind: view.Search}) }
		s := asking(env)
		text := words
		if long {
			text += strings.Repeat(" and so on", 200)
		}
		out := s.Type(tea.PasteMsg{Content: text})
		p := view.As[*view.Pick](out)
		if p == nil || len(p.Items) != 2 || !strings.HasPrefix(p.Items[1].String(), offers) {
			t.Fatalf("%+v", out)
		}
		if over, ok := p.Done(0, "").Next.(view.Over); !ok || over.Screen == nil || read != text {
			t.Errorf("read as %q", read)
		}
		if p.Done(1, ""); !strings.HasPrefix(s.input.Value(), "Campaign: oat drink") || !strings.Contains(s.input.Value(), "No dairy brands., Deliv") {
			t.Errorf("%q", s.input.Value())
		}
	}
}

// The price of a search gives way to its words, part by part, and stays.
func TestThePriceBesideAQuery(t *testing.T) {
	var b strings.Builder
	s, last := open(t, &service{pages: many(1), interpretation: losing("who dance")}), ""
	for w := 10; w <= 140; w++ {
		if got := widget.Joined(s.priceIn(w)).String(); got != last {
			last = got
			fmt.Fprintf(&b, "%s from %d cells on\n", got, w)
		}
	}
	golden.RequireEqual(t, b.String())
}

// Beside results that are kept stands what asking again costs, and beside their query that it is free.
func TestThePriceOfWhatIsKept(t *testing.T) {
	s := open(t, &service{pages: many(1), interpretation: losing()})
	s.env.Looked = map[string]view.Look{s.offer().Key: {Kept: true}}
	if all := s.Offers(); len(all) == 0 || all[0].Key != s.offer().Key { // the memory is asked of it
		t.Errorf("what is on show is not offered: %v", all)
	}
	if got := widget.Joined(s.priceIn(120)).String(); !strings.Contains(got, "again up to 75 cr") {
		t.Errorf("beside the results: %q", got)
	}
	s.typing = true
	if got := widget.Joined(s.priceIn(120)).String(); got != " limit ◂ 25 ▸   kept, free " {
		t.Errorf("beside the query: %q", got)
	}
	s.typing = false
	s.input.SetValue("another query")
	s.env.Looked[s.offer().Key] = view.Look{Kept: true}
	if got := widget.Joined(s.priceIn(120)).String(); got != " limit ◂ 25 ▸   kept, free " {
		t.Errorf("of another query than the one on show: %q", got)
	}
}

// The cursor of a query stands in the drawing, or nowhere.
func TestWhereTheCursorStands(t *testing.T) {
	s := asking(viewtest.On(t, &service{}))
	write(s, "vegan cooks in Berlin who never mention sugar")
	for w := 1; w < 60; w += 3 {
		for h := 0; h < 12; h++ {
			x, y, ok := s.Cursor(w, h)
			if ok && (x < 0 || x >= w || y < 0 || y >= h) || h <= 1 && ok || h > 3 && w > 20 && !ok {
				t.Errorf("%d by %d: %d, %d, %v", w, h, x, y, ok)
			}
			if lines := strings.Split(viewtest.Draw(s, w, h), "\n"); ok && w > 20 && !strings.Contains(lines[y], "sugar") {
				t.Errorf("%d by %d: line %d is %q", w, h, y, lines[y])
			}
		}
	}
}

// Where there are no rows there are no titles to press.
func TestTitlesOfNoRows(t *testing.T) {
	s := open(t, &service{pages: many(0)})
	s.env.Cols, s.env.Rows = 120, 30
	s.arrange()
	s.Render(120, 30)
	for y := range 8 {
		for x := 0; x < 120; x += 4 {
			s.Click(x, y, 120, 30)
		}
	}
	if !s.look.own() {
		t.Error("nothing is sorted, by a title that is not drawn")
	}
}
