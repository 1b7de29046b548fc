package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/views/creator"
	"greenroom/views/history"
	"greenroom/views/ledger"
	"greenroom/views/search"
	"greenroom/views/shortlist"
	"greenroom/views/transcript"
	"greenroom/views/view"
)

// screen makes the screen of a page. It is the only place that knows them all.
func (r *Root) screen(p view.Page) view.Screen {
	switch p.Kind {
	case view.Creator:
		return creator.New(r.env, p)
	case view.Transcript:
		return transcript.New(r.env, p)
	case view.Shortlists, view.Shortlist:
		return shortlist.New(r.env, p)
	case view.History:
		return history.New(r.env, r.cfg.History)
	case view.Ledger:
		return ledger.New(r.env, &r.account.entries, r.cfg.Journal)
	default:
		return search.New(r.env, p)
	}
}

func (r *Root) navigate(n view.Nav) tea.Cmd {
	switch {
	case n.Back:
		return r.back()
	case n.Go:
		return r.open(n.To)
	}
	return nil
}

// open puts a page on the stack. A page that is on it already is returned to,
// with everything above it closed: nobody walks in circles.
func (r *Root) open(p view.Page) tea.Cmd {
	for i, e := range r.stack {
		if e.page == p {
			r.cut(i + 1)
			return nil
		}
	}
	e := entry{p, r.kept[p]}
	if e.screen == nil {
		e.screen = r.screen(p)
	}
	r.stack = append(r.stack, e)
	return r.apply(e.screen.Init())
}

// keepable says whether what a page shows was paid for: its screen is kept when
// it is closed, and opening it again costs nothing.
func keepable(p view.Page) bool { return p.Kind == view.Creator || p.Kind == view.Transcript }

// keeps says whether the screen of a page is there with what it loaded.
func (r *Root) keeps(p view.Page) bool {
	if s, ok := r.kept[p]; ok {
		return s.Loaded()
	}
	for _, e := range r.stack {
		if e.page == p {
			return e.screen.Loaded()
		}
	}
	return false
}

// place opens one of the places of the top line: the page of that kind lowest
// on the stack, or a new one at its bottom.
func (r *Root) place(p view.Page) tea.Cmd {
	for i, e := range r.stack {
		if e.page.Kind == p.Kind {
			r.cut(i + 1)
			return nil
		}
	}
	return r.open(p)
}

func (r *Root) back() tea.Cmd {
	if len(r.stack) > 1 {
		r.drop()
	}
	return nil
}

func (r *Root) drop() { r.cut(len(r.stack) - 1) }

// cut closes the pages from index n on.
func (r *Root) cut(n int) {
	for _, e := range r.stack[n:] {
		e.screen.Close()
		if keepable(e.page) {
			r.kept[e.page] = e.screen
		}
	}
	r.stack = r.stack[:n]
}
