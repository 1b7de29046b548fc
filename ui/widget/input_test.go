package widget

import (
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

func TestInputEdits(t *testing.T) {
	in := &Input{Prompt: text.Const("┃ "), Limit: 12}
	for _, k := range []tea.Msg{
		tea.PasteMsg{Content: "vegan\r\n\x1b[31mfood\u202e"}, tea.KeyPressMsg{Code: tea.KeyLeft}, tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl},
		tea.KeyPressMsg{Code: 'é', Text: "é"}, tea.KeyPressMsg{Code: tea.KeyBackspace}, tea.KeyPressMsg{Code: 'X', Text: "X", Mod: tea.ModShift},
		tea.KeyPressMsg{Code: 'e', Mod: tea.ModCtrl}, tea.PasteMsg{Content: "1234567890"},
	} {
		if !in.Type(k) {
			t.Errorf("%v is not taken", k)
		}
	}
	if in.Value() != "vegan Xd1234" {
		t.Errorf("value %q", in.Value())
	}
	if in.Type(tea.KeyPressMsg{Code: tea.KeyEnter}) || in.Type(tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl}) {
		t.Error("takes keys that are not for editing")
	}
	if x, ok := in.Cursor(40); !ok || x != 14 {
		t.Errorf("cursor at %d %v", x, ok)
	}
}

// A letter of several runes is one step and is deleted whole; the cursor counts
// cells, not runes.
func TestInputKeepsLettersWhole(t *testing.T) {
	in := &Input{Prompt: text.Const(": ")}
	in.SetValue("日本 क्षि")
	press := func(code rune, mod tea.KeyMod) { in.Type(tea.KeyPressMsg{Code: code, Mod: mod}) }
	for i, want := range []struct {
		code  rune
		value string
		x     int
	}{
		{tea.KeyEnd, "日本 क्षि", 10}, {tea.KeyLeft, "日本 क्षि", 7}, {tea.KeyDelete, "日本 ", 7}, {tea.KeyBackspace, "日本", 6},
		{tea.KeyLeft, "日本", 4}, {tea.KeyRight, "日本", 6}, {tea.KeyBackspace, "日", 4}, {tea.KeyHome, "日", 2},
	} {
		press(want.code, tea.ModShift*tea.KeyMod(i%2))
		if x, _ := in.Cursor(40); in.Value() != want.value || x != want.x {
			t.Errorf("step %d: %q with the cursor at %d, want %q at %d", i, in.Value(), x, want.value, want.x)
		}
	}
}

func TestInputNeverReadsTheClipboard(t *testing.T) {
	in := &Input{}
	if in.Type(tea.KeyPressMsg{Code: 'v', Mod: tea.ModCtrl}) || key.Matches(tea.KeyPressMsg{Code: 'v', Mod: tea.ModCtrl}, in.field.KeyMap.Paste) {
		t.Error("ctrl+v asks the system for its clipboard")
	}
}

func TestInputAtEveryWidth(t *testing.T) {
	in := &Input{Prompt: text.Const("Key: "), Placeholder: sample(1)}
	for _, s := range append([]text.Text{{}}, hostile...) {
		in.Type(tea.PasteMsg{Content: s.String()})
		for w := -1; w <= 250; w++ {
			checkSize(t, "input", []string{in.Render(theme.Dark(), w)}, w, 1)
			if x, ok := in.Cursor(w); ok && (x < 0 || x >= w) {
				t.Fatalf("cursor at %d of %d", x, w)
			}
		}
		in.Type(tea.KeyPressMsg{Code: tea.KeyLeft, Mod: tea.ModCtrl})
		in.Type(tea.KeyPressMsg{Code: tea.KeyLeft})
	}
}

// Selected words give way to what is typed, pasted or deleted; a key that moves keeps them.
func TestInputSelected(t *testing.T) {
	letter, left, back := tea.KeyPressMsg{Code: 'x', Text: "x"}, tea.KeyPressMsg{Code: tea.KeyLeft}, tea.KeyPressMsg{Code: tea.KeyBackspace}
	for want, keys := range map[string][]tea.Msg{
		"x": {letter}, "xx": {letter, letter}, "fig pie": {tea.PasteMsg{Content: "fig pie"}}, "": {back},
		"vegaxn": {left, letter}, "vega": {left, tea.KeyPressMsg{Code: tea.KeyEnd}, back}, "vegan": {tea.PasteMsg{}},
		"vegax": {tea.KeyPressMsg{Code: tea.KeyEnter}, back, letter},
	} {
		in := &Input{Limit: 7}
		in.SetValue("vegan")
		in.Select()
		if !in.Selected() {
			t.Fatal("nothing is selected")
		}
		for _, k := range keys {
			in.Type(k)
		}
		if in.Value() != want || in.Selected() || in.Left > 0 {
			t.Errorf("%v: %q", keys, in.Value())
		}
	}
}
