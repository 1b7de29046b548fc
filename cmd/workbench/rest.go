package workbench

import (
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// restAfter is the time without a key before memory is given back.
const restAfter = 3 * time.Second

// giveBack returns to the system what starting and the last presses needed and
// nothing needs now: pages of the program's file, and what is free on the heap. The
// pages go first: collecting brings back many that the next press would wait for.
func giveBack() {
	releaseProgramPages()
	debug.FreeOSMemory()
}

// resting starts the rest anew with each press.
func resting(rest *time.Timer) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg.(type) {
		case tea.KeyPressMsg, tea.MouseMsg:
			rest.Reset(restAfter)
		}
		return msg
	}
}
