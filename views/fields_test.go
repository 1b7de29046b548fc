package views_test

import (
	"context"
	"net/http"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/view"
)

// In a new connection, where nothing was searched for yet, the keys of places lead on
// from each: no place opens in a field.
func TestTheKeysOfPlacesLeadOnInANewConnection(t *testing.T) {
	for _, left := range []string{"", `{"Pages":[{"Page":{"Kind":"search"},"State":{"Query":"bakers"}}]}`} {
		service, err := client.New(client.Config{BaseURL: "http://test", Key: func(context.Context) (string, error) { return "gr_test", nil }, HTTP: &http.Client{Transport: &counter{clock: &clock{}, fault: notOffered}}})
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{t: t, clock: &clock{}, where: memo{[]byte(left)}}
		b.root = views.New(views.Config{
			Client: service, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("agency"), Start: view.Page{Kind: view.Search},
			Clock: b.clock.now, KeyTime: b.keyTime, Tick: tick, Disk: views.Disk{History: archive{}, Place: &b.where},
		})
		b.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		b.run(b.root.Init())
		b.sees("i begins a query")
		for key, shows := range map[string]string{"2": "does not list shortlists", "3": "No searches yet", "4": "single calls", "5": "writes a query", "1": "i begins a query"} {
			b.keys(key)
			b.sees(shows)
		}
		b.keys("1", "i", "3")
		b.sees("3")
		b.lacks("i begins a query")
	}
}

// notOffered is a service that has none of the endpoints.
func notOffered(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: http.NoBody}, nil
}
