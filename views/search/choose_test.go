package search

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// titles are the columns that are drawn, from the left.
func titles(s *Screen) string {
	var all []string
	for _, f := range s.look.drawn {
		all = append(all, f.id)
	}
	return strings.Join(all, " ")
}

func chosen(t *testing.T) (*Screen, *chooser) {
	t.Helper()
	s := open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
	c, ok := view.As[view.Over](s.Do(keymap.Choose)).Screen.(*chooser)
	if !ok {
		t.Fatal("no columns to choose from")
	}
	return s, c
}

// Columns are hidden, shown and moved; rows, export and state follow.
func TestColumnsAreChosen(t *testing.T) {
	s, c := chosen(t)
	if got := titles(s); got != "creator networks followers engagement age fit why" {
		t.Fatal(got)
	}
	draw(s, 80, 24)
	viewtest.Shows(t, "what has no room", viewtest.Draw(c, 40, 20), "Place all empty", "Why no room")
	if why := c.Can(keymap.ShowHide); why == "" || c.Do(keymap.ShowHide).Toast.Text.String() != why {
		t.Error("the name can be hidden")
	}
	for range 3 {
		c.Do(keymap.Down)
	}
	c.Do(keymap.Earlier)
	c.Do(keymap.Earlier)
	c.Do(keymap.Earlier)
	if got := titles(s); got != "followers creator networks engagement age fit why" || c.Can(keymap.Earlier) == "" {
		t.Fatal(got)
	}
	c.Do(keymap.Bottom)
	c.Do(keymap.ShowHide)
	if got := titles(s); got != "followers creator networks engagement age fit" {
		t.Fatal(got)
	}
	if got := strings.Join(s.sheet().Columns, " "); got != "followers creator handle network creator_id networks engagement age fit" {
		t.Fatalf("exported are %s", got)
	}
	again := New(s.env, view.Page{Kind: view.Search, ID: sessionID, Query: query})
	again.Resume(viewtest.State(t, s))
	viewtest.Run(again, again.Init())
	if titles(again) != titles(s) {
		t.Fatalf("after a restart: %s", titles(again))
	}
	if c.Do(keymap.AsItCame); titles(s) != "creator networks followers engagement age fit why" {
		t.Fatal(titles(s))
	}
	if !c.Do(keymap.No).Nav.Back {
		t.Error("the dialog does not close")
	}
}

// Rows are sorted by several columns, each falling, rising or not.
func TestSeveralSortKeys(t *testing.T) {
	s, c := chosen(t)
	s.found.rows[1].result.PrimaryProfile.Followers = new(int64(48_200)) // as many as the first
	at := func(id string) {
		c.table.SetCursor(slices.IndexFunc(s.look.columns, func(c plan.Column) bool { return c.ID == id }))
	}
	at("followers")
	c.Do(keymap.SortNext)
	if got := names(s); !strings.HasPrefix(got, "Zoë Brandt, Lena Vogt, Amara Obi, Ben Sommer") {
		t.Fatal(got)
	}
	at("engagement")
	c.Do(keymap.SortNext)
	if got := names(s); !strings.HasPrefix(got, "Zoë Brandt, Amara Obi, Lena Vogt, Ben Sommer") {
		t.Fatalf("by followers, then engagement: %s", got)
	}
	viewtest.Shows(t, "keys", viewtest.Draw(c, 40, 20), "1▼", "2▼", "[x] ")
	viewtest.Shows(t, "foot", draw(s, 120, 36), "by Followers, then ER/foll")
	c.Do(keymap.SortNext)
	if got := names(s); !strings.HasPrefix(got, "Zoë Brandt, Lena Vogt, Amara Obi") {
		t.Fatalf("and the other way round: %s", got)
	}
	if got := names(s); s.sheet().Rows[1][0] != "Lena Vogt" {
		t.Fatalf("the rows are %s, the export begins %v", got, s.sheet().Rows)
	}
	c.Do(keymap.SortNext)
	if len(s.look.order) != 1 {
		t.Fatal(s.look.order)
	}
}

// A view is columns, order and filter by a name.
func TestViewsAreSavedByName(t *testing.T) {
	s, c := chosen(t)
	if s.Can(keymap.TakeView) == "" {
		t.Error("takes a view where none was saved")
	}
	c.table.SetCursor(3)
	c.Do(keymap.SortNext)
	filter(s, "followers>20k")
	c.Do(keymap.Bottom)
	c.Do(keymap.ShowHide)
	was, shown := titles(s), names(s)
	change := view.As[*view.Prompt](c.Do(keymap.SaveView)).Done("Reach").Change
	if err := change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	viewtest.Shows(t, "saved", draw(s, 160, 36), "view “Reach”")
	pick := view.As[*view.Pick](s.Do(keymap.TakeView))
	pick.Done(0, "")
	if titles(s) == was || s.filter.on() || len(s.look.order) != 0 {
		t.Fatalf("as it came: %s by %v", titles(s), s.look.order)
	}
	pick.Done(1, "")
	if titles(s) != was || names(s) != shown || s.worn() != "Reach" {
		t.Fatalf("%s, want %s; rows %s, want %s", titles(s), was, names(s), shown)
	}
	c.Do(keymap.AsItCame)
	if s.env.Plan.Views[0].Order == nil || s.worn() != "" {
		t.Fatal("changing the rows changed the view")
	}
	if err := pick.Done(2, "").Change.Edit(s.env.Plan); err != nil || len(s.env.Plan.Views) != 0 {
		t.Fatalf("%v, %v", err, s.env.Plan.Views)
	}
	if out := view.As[*view.Prompt](s.saveView()).Done(""); !out.Toast.Bad {
		t.Error("saves a view without a name")
	}
}

func TestTheChooserFitsEverySize(t *testing.T) {
	s, c := chosen(t)
	for w := 0; w < 60; w += 3 {
		for h := 0; h < 20; h++ {
			lines := c.Render(w, h)
			if len(lines) > h {
				t.Fatalf("%d lines in %d", len(lines), h)
			}
			if x, y := c.Stand(w, h, chooserCols, len(lines)); x < 0 || y < 0 {
				t.Fatalf("stands at %d, %d", x, y)
			}
		}
	}
	viewtest.Draw(c, 60, 20)
	c.Click(3, 2, 36, 10)
	if c.table.Cursor() != 1 {
		t.Fatal(c.table.Cursor())
	}
	if c.Click(3, 2, 36, 10); !s.look.columns[1].Hidden {
		t.Fatal("a click on the selected column does not hide it")
	}
}

// A mark far down comes back with its row, behind a filter and above the selected
// row too: what is done with the marked is done with all of them.
func TestMarksOfLaterPagesComeBack(t *testing.T) {
	s := open(t, &service{pages: many(5), interpretation: understood()})
	for range 34 {
		viewtest.Run(s, s.Do(keymap.Down))
	}
	s.Do(keymap.Mark)
	for range 30 {
		viewtest.Run(s, s.Do(keymap.Up))
	}
	s.Do(keymap.Mark)
	filter(s, "creator")
	again := New(s.env, view.Page{Kind: view.Search, ID: sessionID, Query: query})
	again.Resume(viewtest.State(t, s))
	viewtest.Run(again, again.Init())
	if got := again.Chosen(); len(s.Chosen()) != 2 || len(got) != 2 {
		t.Fatalf("%d were marked, %d are", len(s.Chosen()), len(got))
	}
}
