package view

import tea "charm.land/bubbletea/v2"

// NoField is the part of a Screen in which nothing is ever typed.
type NoField struct{}

// Type takes nothing.
func (NoField) Type(tea.Msg) Out { return Out{} }

// Typing is never true.
func (NoField) Typing() bool { return false }

// Cursor is nowhere.
func (NoField) Cursor(int, int) (x, y int, ok bool) { return 0, 0, false }
