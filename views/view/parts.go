package view

import (
	"encoding/json"

	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/widget"
)

// Left is the row that was selected when a screen was left, to be gone back to as soon as
// it is there.
type Left struct {
	At string `json:",omitempty"` // its id; "" for none
}

// Resume takes what was left; what cannot be read is none.
func (l *Left) Resume(state []byte) {
	if json.Unmarshal(state, l) != nil {
		*l = Left{}
	}
}

// HeadRows is the height of what stands over the rows of a screen, so that these
// begin in the same line everywhere.
const HeadRows = 3

// Panes are those of most screens: what stands over the rows, the rows, and at their side
// what the selected one is, where there is room.
type Panes struct{ Head, Rows, Side layout.Rect }

// PanesOf parts w by h cells; share is the part of the width that the rows have.
func PanesOf(w, h int, share float64) Panes {
	head, body, _ := layout.Rect{W: w, H: h}.Rows(HeadRows, 0)
	rows, side := body.Split(share)
	return Panes{head, rows, side}
}

// Gathered draws what is gathered in a block.
func Gathered(gather func(*widget.Block)) func(w, h int) []string {
	return func(w, h int) []string {
		b := widget.Block{W: w}
		gather(&b)
		return layout.FitLines(b.Lines, w, h)
	}
}

// Mover has a cursor: a table, a reader.
type Mover interface {
	Move(delta int)
	Page(delta int)
	Half(delta int)
	Home()
	End()
}

var moves = map[keymap.Action]func(Mover){
	keymap.Up: func(m Mover) { m.Move(-1) }, keymap.Down: func(m Mover) { m.Move(1) },
	keymap.PageUp: func(m Mover) { m.Page(-1) }, keymap.PageDown: func(m Mover) { m.Page(1) },
	keymap.HalfUp: func(m Mover) { m.Half(-1) }, keymap.HalfDown: func(m Mover) { m.Half(1) },
	keymap.Top: Mover.Home, keymap.Bottom: Mover.End,
}

// Moves says whether an action moves a cursor.
func Moves(a keymap.Action) bool { return moves[a] != nil }

// Move moves the cursor of m, if the action does that.
func Move(m Mover, a keymap.Action) bool {
	move := moves[a]
	if move != nil {
		move(m)
	}
	return move != nil
}
