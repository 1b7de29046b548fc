package workbench

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// panel is a screen of one letter, which notes what it was told.
type panel struct {
	w, h, x, y int
}

func (p *panel) Init() tea.Cmd     { return nil }
func (p *panel) Version() uint64   { return 0 }
func (p *panel) OnSuspend(tea.Cmd) {}
func (p *panel) Close()            {}

func (p *panel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = m.Width, m.Height
	case tea.MouseClickMsg:
		p.x, p.y = m.X, m.Y
	}
	return p, nil
}

func (p *panel) View() tea.View {
	v := tea.NewView(strings.TrimSuffix(strings.Repeat(strings.Repeat("x", p.w)+"\n", p.h), "\n"))
	v.Cursor = tea.NewCursor(0, 0)
	return v
}

func TestMarginsStandWhereThereIsRoom(t *testing.T) {
	for _, c := range []struct{ w, h, x, y int }{{120, 36, 4, 2}, {119, 36, 0, 0}, {120, 35, 0, 0}, {80, 24, 0, 0}} {
		in := &panel{}
		m := &margins{Screen: in}
		m.Update(tea.WindowSizeMsg{Width: c.w, Height: c.h})
		m.Update(tea.MouseClickMsg{X: 10, Y: 10})
		v := m.View()
		lines := strings.Split(v.Content, "\n")
		if len(lines) != c.h || len(lines[0]) != c.w || in.w != c.w-2*c.x || in.x != 10-c.x || in.y != 10-c.y || v.Cursor.X != c.x || v.Cursor.Y != c.y {
			t.Errorf("%v: %d lines of %d, inside %+v, cursor %+v", c, len(lines), len(lines[0]), *in, v.Cursor.Position)
		}
		if c.y > 0 && (strings.TrimSpace(lines[1]) != "" || lines[2] != "    "+strings.Repeat("x", c.w-8)+"    ") {
			t.Errorf("%v: %q", c, lines[:3])
		}
	}
}
