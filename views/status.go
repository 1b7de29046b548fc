package views

import (
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/ledger"
	"greenroom/views/view"
)

// statusBar says what is left, to the credit, as the service said it last. It
// never guesses: what was not said is "unknown".
func (r *Root) statusBar(w int) string {
	left, right := r.status()
	return bar(w, r.env.Styles.Bar, parts(w, left, right))
}

func (r *Root) status() (left, right []piece) {
	st := r.env.Styles
	left = append(r.window(text.Const(" minute "), r.env.Budget.Minute, 0), r.window(text.Const("   hour "), r.env.Budget.Hour, 3)...)
	if !r.env.Budget.Minute.Known && !r.env.Budget.Hour.Known {
		left = []piece{{text.Const(" budget unknown until the first call"), st.BarDim, 0, ""}}
		if r.env.Pays {
			left = nil // there is none: each call is paid for
		}
	}
	left = append(left, r.dollarsLeft()...)
	left = append(left, r.spent()...)
	if names := r.running(); len(names) > 0 {
		moving := widget.Spinner(r.spin())
		if r.cfg.Calm {
			moving = text.Const("working:")
		}
		right = append(right, piece{text.Format("%s %s ", moving, names[0]), st.Bar, 1, ""})
	}
	right = append(right, r.agreement()...)
	return left, append(right, r.queuePiece()...)
}

// making tells how much of the sample world is made; nothing of nothing once it is there.
func (r *Root) making() (made, of int) {
	if r.cfg.Making == nil {
		return 0, 0
	}
	return r.cfg.Making()
}

// spent tells the cost of the last call and of the session, and what the memory saved it.
func (r *Root) spent() []piece {
	st, a := r.env.Styles, &r.account
	last := credits(a.last)
	switch {
	case a.kept:
		last = text.Const("kept, free")
	case a.last == 0 && a.saved == 0:
		return nil
	}
	pieces := []piece{
		{text.Const("   last "), st.BarDim, 5, ""}, {last, st.Bar, 5, ""},
		{text.Const("   session "), st.BarDim, 2, ""}, {credits(a.spent), st.Bar, 2, ""},
	}
	if a.saved > 0 {
		pieces = append(pieces, piece{text.Const(" · saved "), st.BarDim, 6, ""}, piece{credits(a.saved), st.Bar, 6, ""})
	}
	return pieces
}

func credits(c api.Credits) text.Text { return text.Format("%s cr", view.Amount(c)) }

// window draws one budget; rank is that of its figures, its gauge goes sooner.
func (r *Root) window(label text.Text, win client.Window, rank int) []piece {
	st := r.env.Styles
	if !win.Known {
		return []piece{{label, st.BarDim, rank, ""}, {text.Const("unknown"), st.BarDim, rank, ""}}
	}
	pieces := []piece{{label, st.BarDim, rank, ""}}
	style := st.Bar
	if win.LimitKnown && win.Limit > 0 {
		gauge := st.Gauge
		if win.Remaining*5 < win.Limit {
			style, gauge = st.BarWarn, st.Low
		}
		pieces = append(pieces, piece{widget.Gauge(8, int64(win.Remaining), int64(win.Limit)), gauge, 7, ""}, piece{text.Const(" "), st.Bar, 7, ""})
	}
	pieces = append(pieces, piece{view.Amount(win.Remaining), style, rank, ""})
	if win.LimitKnown {
		pieces = append(pieces, piece{text.Format("/%s", view.Amount(win.Limit)), st.BarDim, rank + 1, ""})
	}
	if counts(win) && win.Reset.After(r.env.Now) && !r.cfg.Stage {
		pieces = append(pieces, piece{text.Format(" %s", r.left(win.Reset)), st.BarDim, rank, ""})
	}
	return pieces
}

// left is the time until a moment, rounded up to what a countdown counts by.
func (r *Root) left(t time.Time) text.Text {
	step := r.countStep()
	return text.Countdown((t.Sub(r.env.Now) + step - 1).Truncate(step))
}

// spin is the frame of the spinner at this moment.
func (r *Root) spin() int { return int(r.env.Now.UnixNano() / int64(spinnerStep)) }

// account sums this session's spending and holds the budgets left, as the service said
// them.
type account struct {
	last    api.Credits // the last charge that was one
	kept    bool        // after it something came from the memory that would have cost
	spent   api.Credits
	saved   api.Credits // by answers that are kept
	entries []ledger.Entry
}

// add takes one receipt. A call that never left the machine has none.
func (a *account) add(r client.Receipt, err error) {
	if r.Endpoint == "" {
		return
	}
	if r.Saved > 0 {
		a.kept = true
		a.saved += r.Saved
	}
	a.enter(r, err)
	if r.ChargedKnown && r.Charged > 0 {
		a.last, a.kept = r.Charged, false
		a.spent += r.Charged
	}
}

// spentFor returns this session's spending for a brief, unknown costs at their most.
func (a *account) spentFor(brief string) (sum api.Credits) {
	for _, e := range a.entries {
		switch {
		case e.Brief != brief:
		case e.Outcome == client.OutcomeUnknown:
			sum += e.High
		default:
			sum += e.Charged
		}
	}
	return sum
}

// enter writes each call into the ledger as the service charged it; the last of
// several is the one that failed.
func (a *account) enter(r client.Receipt, err error) {
	if len(r.Parts) == 0 {
		a.entries = append(a.entries, ledger.Of(r, err))
		return
	}
	for i, part := range r.Parts {
		entry := ledger.Of(part, nil)
		if i == len(r.Parts)-1 {
			entry.Err = err
		}
		a.entries = append(a.entries, entry)
	}
}

// piece is a run of words in one style. The lower its rank, the longer it stays
// when the line gets narrow. A click on it runs its action, if it has one.
type piece struct {
	words  text.Text
	style  theme.Style
	rank   int
	action keymap.Action
}

// part is a piece where it stands in a line.
type part struct {
	piece
	x int
}

// parts lays pieces from the left and from the right into w cells, and leaves
// out what finds no room, highest rank first.
func parts(w int, left, right []piece) []part {
	for width(left)+width(right) > w {
		left, right = dropOne(left, right)
	}
	var out []part
	x := 0
	put := func(ps []piece) {
		for _, p := range ps {
			out = append(out, part{p, x})
			x += p.words.Width()
		}
	}
	put(left)
	x = w - width(right)
	put(right)
	return out
}

// bar draws parts in exactly w cells upon a style.
func bar(w int, base theme.Style, ps []part) string {
	var b strings.Builder
	at := 0
	for _, p := range ps {
		b.WriteString(base.Apply(text.Spaces(p.x - at)))
		b.WriteString(p.style.On(base).Text(p.words))
		at = p.x + p.words.Width()
	}
	b.WriteString(base.Apply(text.Spaces(w - at)))
	return b.String()
}

func width(ps []piece) int {
	w := 0
	for _, p := range ps {
		w += p.words.Width()
	}
	return w
}

// dropOne leaves out the pieces of the highest rank: all of them, since a
// figure without its label would mislead.
func dropOne(left, right []piece) (l, r []piece) {
	top := 0
	for _, p := range slices.Concat(left, right) {
		top = max(top, p.rank)
	}
	least := func(p piece) bool { return p.rank == top }
	return slices.DeleteFunc(left, least), slices.DeleteFunc(right, least)
}
