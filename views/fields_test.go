package views_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
)

// In a new connection, where nothing was searched for yet, the keys of places lead on
// from each: no place opens in a field.
func TestTheKeysOfPlacesLeadOnInANewConnection(t *testing.T) {
	for _, left := range []string{"", `{"Pages":[{"Page":{"Kind":"search"},"State":{"Query":"bakers"}}]}`} {
		service, err := client.New(client.Config{BaseURL: "http://test", Key: func(context.Context) (string, error) { return "gr_test", nil }, HTTP: &http.Client{Transport: &counter{clock: drive.NewClock(time.Time{}), fault: notOffered}}})
		if err != nil {
			t.Fatal(err)
		}
		b := &bench{t: t, clock: drive.NewClock(time.Time{}), where: memo{[]byte(left)}}
		b.drive(80, 24, views.Config{
			Client: service, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("agency"), Start: view.Page{Kind: view.Search},
			Disk: views.Disk{History: archive{}, Place: &b.where},
		})
		b.Start()
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
