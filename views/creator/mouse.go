package creator

import (
	"slices"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Click selects a row, opens the one that is selected, turns to a tab, or sorts.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if y < view.HeadRows || s.tab == overview || !s.answers[s.tab].asked {
		return s.Acts.Click(x, y, w, h)
	}
	if i, ok := s.table().Header(layout.Rect{W: w, H: h - view.HeadRows}, x, y-view.HeadRows); ok && !s.reading() {
		return s.sortAt(i)
	}
	i, ok := s.rowAt(x, y-view.HeadRows, w, h)
	if !ok {
		return view.Out{}
	}
	if i == s.table().Cursor() && s.Can(keymap.Open) == "" {
		return s.Do(keymap.Open)
	}
	s.table().SetCursor(i)
	return view.Out{}
}

// sortAt sorts posts or talks by the column whose title was clicked, where that
// costs nothing.
func (s *Screen) sortAt(column int) view.Out {
	switch s.tab {
	case posts:
		by := postSorts()[column]
		switch {
		case by == "":
		case s.posts.pages.More():
			return view.Say(text.Format("Not all posts are loaded: %s sorts on the service, %s.", s.env.Keys.KeyOf(keymap.SortNext, keymap.Creator), s.Price(keymap.SortNext)))
		default:
			s.posts.resort(by)
			s.talks.refresh()
		}
	case talks:
		if i := slices.IndexFunc(talkOrders(), func(o talkOrder) bool { return o.column == column && o.column > 0 || column == 0 && o.dated }); i >= 0 {
			s.talks.orderBy(i)
		}
	}
	return view.Out{}
}

// postSorts are the orders of the columns of posts, "" where there is none.
func postSorts() []api.PostSort {
	return []api.PostSort{api.SortRecent, "", "", "", api.SortMostLikes, api.SortMostComments, api.SortMostViews, api.SortTopEngagement}
}

// rowAt is the row drawn at a place of the tab.
func (s *Screen) rowAt(x, y, w, h int) (int, bool) {
	if s.tab == profiles && !s.profiles.brief {
		return s.profiles.cardAt(y)
	}
	if s.reading() {
		return 0, false
	}
	list := layout.Rect{W: w, H: h}
	if s.tab == posts || s.tab == talks {
		list, _ = panes(w, h)
	}
	i, ok := s.table().Click(y)
	return i, ok && x < list.W
}
