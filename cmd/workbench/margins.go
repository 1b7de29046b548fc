package workbench

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// margins leaves free cells around a screen that is shown to others, where there is room.
type margins struct {
	Screen
	x, y, w int // how many at the left and on top, and the width of the terminal
}

// The margins, and the smallest terminal that has them.
const (
	sideMargin, topMargin    = 4, 2
	leastShownW, leastShownH = 120, 36
)

// Update is that of the screen, with its own size and places of the mouse.
func (m *margins) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch at := msg.(type) {
	case tea.WindowSizeMsg:
		m.x, m.y, m.w = 0, 0, at.Width
		if at.Width >= leastShownW && at.Height >= leastShownH {
			m.x, m.y = sideMargin, topMargin
		}
		at.Width, at.Height = at.Width-2*m.x, at.Height-2*m.y
		msg = at
	case tea.MouseClickMsg:
		at.X, at.Y = at.X-m.x, at.Y-m.y
		msg = at
	case tea.MouseWheelMsg:
		at.X, at.Y = at.X-m.x, at.Y-m.y
		msg = at
	}
	next, cmd := m.Screen.Update(msg)
	m.Screen = next.(Screen)
	return m, cmd
}

// View is that of the screen within the margins.
func (m *margins) View() tea.View {
	v := m.Screen.View()
	if m.x == 0 || v.Content == "" {
		return v
	}
	side, row := strings.Repeat(" ", m.x), strings.Repeat(" ", m.w)
	blank := slices.Repeat([]string{row}, m.y)
	lines := slices.Clone(blank)
	for line := range strings.SplitSeq(v.Content, "\n") {
		lines = append(lines, side+line+side)
	}
	v.Content = strings.Join(append(lines, blank...), "\n")
	if v.Cursor != nil {
		v.Cursor.X, v.Cursor.Y = v.Cursor.X+m.x, v.Cursor.Y+m.y
	}
	return v
}
