package views_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/view"
)

// A first start says what this is and what to try, until the first key, which does what it
// always does; a click ends it and hits nothing that it hid.
func TestAFirstStartSaysWhatThisIs(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {40, 12}, {20, 6}} {
		b := openDesk(t, roomy())
		welcome := func() {
			service, err := client.New(client.Config{BaseURL: "http://test", HTTP: nil})
			if err != nil {
				t.Fatal(err)
			}
			b.drive(size[0], size[1], views.Config{Client: service, Styles: theme.None(), Keys: keymap.Default(), Demo: true, Service: text.Const("test"), Start: view.Page{Kind: view.Search}, Welcome: true})
			b.Start()
		}
		welcome()
		if size[0] >= 80 {
			b.sees("Welcome", "everybody in it is invented", "greenroom tour")
			told := ""
			for _, f := range b.Root().Where() {
				told += f.Words() + "\n"
			}
			if !strings.Contains(told, "everybody in it is invented") {
				t.Errorf("not told: %s", told)
			}
		}
		b.keys("i")
		b.lacks("Welcome")
		if !b.Root().Typing() {
			t.Error("the key that ended it did nothing else")
		}
		welcome()
		before := b.Root().Version()
		b.Send(tea.MouseClickMsg{X: 3, Y: 0, Button: tea.MouseLeft})
		b.lacks("Welcome")
		if b.Root().Version() == before {
			t.Error("the view is another one, and the version stays")
		}
	}
}
