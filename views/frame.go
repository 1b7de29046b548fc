package views

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// The rows of the root: one line on top, then the screen, then hints and the
// status bar.
const headRows, footRows = 1, 2

// View draws the whole terminal. It changes nothing and asks nothing.
func (r *Root) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.WindowTitle = "greenroom"
	if r.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if r.size.Empty() {
		return v
	}
	body := r.body()
	lines, area := r.lines(body), body
	if b := r.greeting(body); b != nil {
		lines = layout.Overlay(lines, b.lines, b.X, b.Y)
	}
	for _, b := range r.boxes(body) {
		lines, area = layout.Overlay(lines, b.lines, b.X, b.Y), b.Rect
	}
	if r.size.H-body.Y-body.H == footRows {
		said := r.said(r.size.W, body.H) // over all: a dialog may ask for what it says
		copy(lines[len(lines)-1-len(said):], said)
	}
	v.Content = strings.Join(lines, "\n")
	v.Cursor = r.cursor(area)
	return v
}

// cursor is that of the field which is typed in, else a still one on the
// selected row.
func (r *Root) cursor(area layout.Rect) *tea.Cursor {
	s := r.focus().screen
	if x, y, shown := s.Cursor(area.W, area.H); shown && inside(area, x, y) {
		return tea.NewCursor(area.X+x, area.Y+y)
	}
	if x, y, shown := s.Row(area.W, area.H); shown && inside(area, x, y) {
		c := tea.NewCursor(area.X+x, area.Y+y)
		c.Shape, c.Blink = tea.CursorUnderline, false
		return c
	}
	return nil
}

// inside says whether a cell of an area is in it: of what does not fit only a part is
// drawn.
func inside(area layout.Rect, x, y int) bool { return x >= 0 && x < area.W && y >= 0 && y < area.H }

// lines are the page and what stands around it.
func (r *Root) lines(body layout.Rect) []string {
	w := r.size.W
	lines := make([]string, 0, r.size.H)
	if body.Y > 0 {
		lines = append(lines, bar(w, r.env.Styles.Text, r.topParts(w)))
	}
	lines = append(lines, r.top().Render(w, body.H)...)
	switch r.size.H - len(lines) {
	case 1:
		lines = append(lines, r.statusBar(w))
	case 2:
		lines = append(lines, r.hintLine(w), r.statusBar(w))
	}
	return lines
}

// said is the message for a moment, in as many lines as it takes: it stands in place
// of the hints, and where it is long of the page's last lines.
func (r *Root) said(w, most int) []string {
	if r.toast.Text.Empty() {
		return nil
	}
	style, sign := r.env.Styles.Toast, text.Const(" ✓ ")
	if r.toast.Bad {
		style, sign = r.env.Styles.ToastBad, text.Const(" ! ")
	}
	var out []string
	for _, l := range r.toast.Text.Wrap(max(1, w-sign.Width()-1)) {
		if len(out) <= most {
			out = append(out, style.Fit(text.Cat(sign, l), w))
		}
		sign = text.Const("   ")
	}
	return out
}

// topParts say what service this is, where the planner is, and the way to
// everything.
func (r *Root) topParts(w int) []part {
	st, keys := r.env.Styles, r.env.Keys
	left := []piece{{words: text.Const(" greenroom "), style: st.Title}}
	if r.cfg.Demo {
		left = append(left, piece{words: text.Const(" DEMO "), style: st.Demo})
	} else {
		left = append(left, piece{words: text.Format(" %s ", r.cfg.Service), style: st.Dim, rank: 3})
	}
	if r.cfg.Stage {
		left = append(left, piece{words: text.Const(" PRESENT "), style: st.Demo})
	}
	top, elsewhere := r.stack[len(r.stack)-1], true
	for i, p := range r.places() {
		style, rank := st.Dim, namesFrom+i // the names go one by one, the last first
		switch here := p.holds(top.page.Kind); {
		case here:
			style, rank = st.Accent, 2
		case p.page.Kind == view.Archive: // the line is full
			continue
		}
		elsewhere = elsewhere && p.page.Kind != top.page.Kind
		left = append(left, piece{text.Format("  %s", keys.KeyOf(p.action, keymap.Global)), style, 1, p.action}, piece{text.Format(" %s", p.name), style, rank, p.action})
	}
	right := append(r.listPiece(), []piece{
		{text.Format("  %s ", keys.KeyOf(keymap.Palette, keymap.Global)), st.Dim, 3, keymap.Palette}, {text.Const("commands "), st.Dim, wordsFrom + 1, keymap.Palette},
		{text.Format("  %s ", keys.KeyOf(keymap.Help, keymap.Global)), st.Dim, 3, keymap.Help}, {text.Const("help "), st.Dim, wordsFrom, keymap.Help}}...)
	if titled, ok := top.screen.(view.Titled); ok && elsewhere {
		lead := text.Const("   › ")
		room := w - width(left) - width(right) - lead.Width()
		left = append(left, piece{lead, st.Faint, wordsFrom - 1, ""}, piece{titled.Title().Truncate(min(max(room, titleLeast), titleMost), text.Ellipsis), st.Text, wordsFrom - 1, ""})
	}
	return parts(w, left, right)
}

// titleLeast and titleMost are what the title of a page may take of the top line.
const titleLeast, titleMost = 12, 36

// The ranks of what the top line can do without: first what is only words, then
// the names of places, whose numbers stay.
const namesFrom, wordsFrom = 4, 10

// hintLine lists what can be done here and what it costs.
func (r *Root) hintLine(w int) string {
	st, f := r.env.Styles, r.focus()
	var left []piece
	if keys := r.casting(); len(keys) > 0 {
		left = each.Of(keys, func(k text.Text) piece { return piece{text.Format(" %s ", k), st.Key, 0, ""} })
		return bar(w, st.Text, parts(w, left, nil))
	}
	i := -1 // the rank: the last hint goes first
	for b := range r.env.Keys.In(f.scopes...) {
		i++
		hint := hintOf(f.screen, b)
		if hint == "" || !r.means(f, b.Action) || b.Action == keymap.Quit && len(r.stack) > 1 { // there it goes back, as Esc does
			continue
		}
		left = append(left, piece{text.Format(" %s", b.Key()), st.Key, i, ""}, piece{text.Format(" %s ", hint), st.Dim, i, ""})
		if price := f.screen.Price(b.Action); price != "" {
			left = append(left, piece{text.Format("%s ", price), st.Cost(price), i, ""})
		}
	}
	return bar(w, st.Text, parts(w, left, nil))
}

// means says whether a key does anything now.
func (r *Root) means(f focus, a keymap.Action) bool {
	if f.dialog || f.types {
		return f.screen.Can(a) == ""
	}
	return r.cannot(f.screen, a) == ""
}

func (r *Root) quit() tea.Cmd {
	r.cancel()
	return tea.Quit
}

// drainTime bounds the time for writing a cancelled call down.
const drainTime = 2 * time.Second

// Close ends what is under way, and waits until it is written down.
func (r *Root) Close() {
	r.cancel()
	fetch.Drain(drainTime)
}

func (r *Root) cancel() {
	r.probe.Close()
	r.portraits.slot.Close()
	for _, s := range r.screens() {
		s.Close()
	}
}
