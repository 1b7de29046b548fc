package view

import "greenroom/keymap"

// Mover is what has a cursor: a table, a reader.
type Mover interface {
	Move(delta int)
	Page(delta int)
	Half(delta int)
	Home()
	End()
}

// moves are the actions that move a cursor.
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
