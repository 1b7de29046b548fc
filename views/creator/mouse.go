package creator

import (
	"slices"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Click selects a row, or turns to a tab.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if y == headRows-2 {
		if i, ok := widget.TabAt(s.tabs(), int(s.tab), w, x); ok {
			return s.show(tab(i))
		}
		return view.Out{}
	}
	if s.tab == overview || !s.answers[s.tab].asked {
		return view.Out{}
	}
	if i, ok := s.table().Header(layout.Rect{W: w, H: h - headRows}, x, y-headRows); ok && !s.reading() {
		return s.sortAt(i)
	}
	i, ok := s.rowAt(x, y-headRows, w, h)
	if !ok {
		return view.Out{}
	}
	if i == s.table().Cursor() && s.Can(keymap.Open) == "" {
		return s.open()
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

// Scroll moves what is open.
func (s *Screen) Scroll(lines int) view.Out {
	switch {
	case s.tab == overview:
		s.read.Scroll(lines)
	case s.tab == profiles && !s.profiles.brief:
		s.profiles.pager.Move(lines)
	case s.reading():
		s.posts.view.pager.Move(lines)
	default:
		s.table().Scroll(lines)
	}
	return view.Out{}
}
