package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/charts"
	"greenroom/views/creator"
	"greenroom/views/history"
	"greenroom/views/kept"
	"greenroom/views/ledger"
	"greenroom/views/review"
	"greenroom/views/search"
	"greenroom/views/several"
	"greenroom/views/shortlist"
	"greenroom/views/transcript"
	"greenroom/views/videos"
	"greenroom/views/view"
)

// screen makes the screen of a page. It is the only place that knows them all.
func (r *Root) screen(p view.Page) view.Screen {
	switch p.Kind {
	case view.Creator:
		return creator.New(r.env, p)
	case view.Videos:
		return videos.New(r.env, p)
	case view.Transcript, view.Channel:
		return transcript.New(r.env, p)
	case view.Shortlists, view.Shortlist:
		return shortlist.New(r.env, p)
	case view.Review:
		return review.New(r.env, p)
	case view.Safety, view.Alike:
		return several.New(r.env, p)
	case view.Charts, view.Plot:
		return charts.New(r.env, p)
	case view.Archive:
		return kept.New(r.env, p)
	case view.History:
		return history.New(&r.env.Frame, &r.env.Money, r.cfg.History)
	case view.Ledger:
		return ledger.New(&r.env.Frame, &r.account.entries, r.cfg.Journal)
	default:
		return search.New(r.env, p)
	}
}

// place is one of the places of the top line, and the key that goes to it from everywhere.
type place struct {
	action keymap.Action
	name   text.Text
	page   view.Page
}

// places are those that are there: without a memory there is no history.
func (r *Root) places() []place {
	all := []place{
		{keymap.GoSearch, text.Const("Search"), view.Page{Kind: view.Search}},
		{keymap.GoLists, text.Const("Shortlists"), view.Page{Kind: view.Shortlists}},
	}
	if r.cfg.History != nil {
		all = append(all, place{keymap.GoHistory, text.Const("History"), view.Page{Kind: view.History}})
	}
	all = append(all, place{keymap.GoLedger, text.Const("Ledger"), view.Page{Kind: view.Ledger}}, place{keymap.GoVideos, text.Const("Videos"), view.Page{Kind: view.Videos}})
	if r.cfg.Texts != nil {
		all = append(all, place{keymap.GoKept, text.Const("Kept"), view.Page{Kind: view.Archive}})
	}
	return all
}

func (p place) holds(k view.Kind) bool {
	return k == p.page.Kind || (k == view.Shortlist || k == view.Review) && p.page.Kind == view.Shortlists || k == view.Channel && p.page.Kind == view.Videos
}

// open puts a page on the stack. A page that is on it already is returned to,
// with everything above it closed: nobody walks in circles.
func (r *Root) open(p view.Page) tea.Cmd {
	for i, e := range r.stack {
		if e.page.Is(p) {
			r.cut(i + 1)
			return tea.Batch(r.warm(), r.seek(p))
		}
	}
	kept := r.takeClosed(p)
	if kept == nil {
		e := entry{page: p, screen: r.screen(p)}
		r.stack = append(r.stack, e)
		return tea.Batch(r.apply(e.screen, e.screen.Init()), r.lists(p))
	}
	r.stack = append(r.stack, entry{page: p, screen: kept})
	return tea.Batch(r.seek(p), r.apply(kept, kept.Init()), r.lists(p))
}

// lists reads again what was decided where a page of lists opens: agents may have proposed
// something, and other windows decided.
func (r *Root) lists(p view.Page) tea.Cmd {
	if p.Kind != view.Shortlists && p.Kind != view.Review {
		return nil
	}
	return r.readPlan()
}

// seek has the page on top, which was open before, go to what p names in it.
func (r *Root) seek(p view.Page) tea.Cmd {
	if s, ok := r.top().(view.Seeker); ok {
		return r.apply(r.top(), s.Seek(p))
	}
	return nil
}

// closedPages limits the pages kept as they were left, with all they loaded. Of those
// before them only the answers are kept, by the client.
const closedPages = 12

func (r *Root) takeClosed(p view.Page) view.Screen {
	i := slices.IndexFunc(r.closed, func(e entry) bool { return e.page.Is(p) })
	if i < 0 {
		return nil
	}
	s := r.closed[i].screen
	r.closed = slices.Delete(r.closed, i, i+1)
	return s
}

// loaded says whether a screen holds answers that were paid for.
func loaded(s view.Screen) bool {
	k, ok := s.(view.Keeper)
	return ok && k.Loaded()
}

// keeps says whether the screen of a page is there with what it loaded.
func (r *Root) keeps(p view.Page) bool {
	there := func(e entry) bool { return e.page.Is(p) && loaded(e.screen) }
	return slices.ContainsFunc(r.stack, there) || slices.ContainsFunc(r.closed, there)
}

// place opens one of the places of the top line: the page of that kind lowest
// on the stack, or a new one at its bottom.
func (r *Root) place(p view.Page) tea.Cmd {
	for i, e := range r.stack {
		if e.page.Kind == p.Kind {
			r.cut(i + 1)
			return tea.Batch(r.warm(), r.lists(p))
		}
	}
	return r.open(p)
}

func (r *Root) back() tea.Cmd {
	if len(r.stack) > 1 {
		r.cut(len(r.stack) - 1)
	}
	return r.warm()
}

func (r *Root) cut(n int) {
	for _, e := range r.stack[n:] {
		e.screen.Close()
		if loaded(e.screen) {
			r.closed = append(r.closed, e)
		}
	}
	r.closed = slices.Delete(r.closed, 0, max(0, len(r.closed)-closedPages))
	r.stack = slices.Delete(r.stack, n, len(r.stack))
}
