package views_test

import (
	"net/http"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// A planner who changed keys is told the changed ones.
func TestTheTopLineTellsTheKeysAsTheyAre(t *testing.T) {
	keys, err := keymap.Default().With([]keymap.Change{
		{Action: keymap.Palette, Keys: []string{"ctrl+x"}}, {Action: keymap.Help, Keys: []string{"f9"}}, {Action: keymap.GoLists, Keys: []string{"f2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	service, err := client.New(client.Config{BaseURL: "http://test", HTTP: &http.Client{Transport: http.NewFileTransport(http.Dir(t.TempDir()))}})
	if err != nil {
		t.Fatal(err)
	}
	clock := drive.NewClock(viewtest.Now)
	root := views.New(views.Config{
		Client: service, Styles: theme.None(), Keys: keys, Service: text.Const("test"), Start: view.Page{Kind: view.Search}, Clock: clock.Now, Tick: tick,
	})
	root.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	top, _, _ := strings.Cut(ansi.Strip(root.View().Content), "\n")
	for _, want := range []string{"^x commands", "f9 help", "1 Search", "f2 Shortlists"} {
		if !strings.Contains(strings.ToLower(top), strings.ToLower(want)) {
			t.Errorf("%q is not in %q", want, top)
		}
	}
	for _, old := range []string{": commands", "? help", "2 Shortlists"} {
		if strings.Contains(top, " "+old) {
			t.Errorf("%q is still in %q", old, top)
		}
	}
}
