package views

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// The rows of the root: one line on top, then the screen, then hints and the
// status bar.
const headRows, footRows = 1, 2

// View draws the whole terminal. It changes nothing and asks nothing.
func (r *Root) View() tea.View {
	w, h := r.width, r.height
	v := tea.NewView(strings.Join(r.lines(w, h), "\n"))
	v.AltScreen = true
	v.WindowTitle = "greenroom"
	if r.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if x, y, ok := r.cursor(w, h); ok {
		v.Cursor = tea.NewCursor(x, y)
	}
	return v
}

func (r *Root) lines(w, h int) []string {
	if w <= 0 || h <= 0 {
		return nil
	}
	head, body, foot := layout.Rect{W: w, H: h}.Rows(headRows, footRows)
	lines := make([]string, 0, h)
	if head.H > 0 {
		lines = append(lines, r.topLine(w))
	}
	lines = append(lines, r.top().Render(w, body.H)...)
	switch foot.H {
	case 1:
		lines = append(lines, r.statusBar(w))
	case 2:
		lines = append(lines, r.hintLine(w), r.statusBar(w))
	}
	return r.overlays(lines, body)
}

// topLine says what service this is, where the planner is, and the way to
// everything.
func (r *Root) topLine(w int) string {
	st := r.env.Styles
	left := []piece{{text.Const(" greenroom "), st.Title, 0}}
	if r.cfg.Demo {
		left = append(left, piece{text.Const(" DEMO "), st.Demo, 1})
	} else {
		left = append(left, piece{text.Format(" %s ", r.cfg.Service), st.Dim, 3})
	}
	for _, p := range r.places() {
		style := st.Dim
		if p.holds(r.stack[len(r.stack)-1].page.Kind) {
			style = st.Accent
		}
		left = append(left, piece{text.Format("  %s %s", r.env.Keys.KeyOf(p.action, keymap.Global), p.name), style, 4})
	}
	if top := r.stack[len(r.stack)-1].page; !slices.ContainsFunc(r.places(), func(p place) bool { return p.page.Kind == top.Kind }) {
		left = append(left, piece{text.Const("   › "), st.Faint, 5}, piece{r.top().Title().Truncate(36, text.Ellipsis), st.Text, 5})
	}
	keys := r.env.Keys
	everything := text.Format("  %s commands   %s help ", keys.KeyOf(keymap.Palette, keymap.Global), keys.KeyOf(keymap.Help, keymap.Global))
	right := []piece{{everything, st.Dim, 2}}
	return bar(w, st.Text, left, right)
}

// place is one of the places of the top line.
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
	return append(all, place{keymap.GoLedger, text.Const("Ledger"), view.Page{Kind: view.Ledger}})
}

func (p place) holds(k view.Kind) bool {
	return k == p.page.Kind || k == view.Shortlist && p.page.Kind == view.Shortlists
}

// hintLine lists what can be done here and what it costs; a message stands in
// its place for a moment.
func (r *Root) hintLine(w int) string {
	st := r.env.Styles
	if !r.toast.Text.Empty() {
		style, sign := st.Toast, text.Const(" ✓ ")
		if r.toast.Bad {
			style, sign = st.ToastBad, text.Const(" ! ")
		}
		return style.Fit(text.Cat(sign, r.toast.Text), w)
	}
	s, scopes := r.inFront()
	var left []piece
	for i, b := range r.env.Keys.In(scopes...) {
		if b.Hint == "" || !r.means(s, b.Action) {
			continue
		}
		left = append(left, piece{text.Format(" %s", b.Key()), st.Key, i}, piece{text.Format(" %s ", b.Hint), st.Dim, i})
		if s == nil {
			continue
		}
		if price := s.Price(b.Action); price != "" {
			left = append(left, piece{text.Format("%s ", price), st.Price, i})
		}
	}
	return bar(w, st.Text, left, nil)
}

// means says whether a key does anything now.
func (r *Root) means(s view.Screen, a keymap.Action) bool {
	switch {
	case r.asking != nil:
		return slices.Contains(r.asking.choices(), a)
	case s == nil:
		return true
	case a == keymap.Back:
		return len(r.stack) > 1 || r.waiting != nil || s.Can(keymap.Cancel) == "" || s.Busy() != ""
	case a == keymap.Quit:
		return len(r.stack) == 1
	}
	return s.Can(a) == ""
}

// inFront is the screen whose keys hold now, if one does, and their scopes.
func (r *Root) inFront() (view.Screen, []keymap.Scope) {
	s := r.top()
	if r.complete != nil {
		s = r.complete
	}
	switch {
	case r.asking != nil:
		return nil, []keymap.Scope{keymap.Dialog}
	case r.over != nil:
		return nil, r.over.scopes()
	case s.Typing():
		return s, []keymap.Scope{keymap.Field}
	}
	return s, append(append([]keymap.Scope(nil), s.Scopes()...), keymap.Global)
}

func (r *Root) quit() tea.Cmd {
	r.Close()
	return tea.Quit
}

// Close ends what is under way.
func (r *Root) Close() {
	if r.complete != nil {
		r.complete.Close()
	}
	for _, e := range r.stack {
		e.screen.Close()
	}
}
