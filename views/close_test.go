package views_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/view"
)

// waiting is a service that answers when nobody waits any more.
type waiting struct{ asked, left chan string }

func (w waiting) RoundTrip(r *http.Request) (*http.Response, error) {
	w.asked <- r.URL.Path
	<-r.Context().Done()
	w.left <- r.URL.Path
	return nil, r.Context().Err()
}

// What the workbench asks by itself, such as whether the service is there, does not keep it
// from closing.
func TestWhatTheRootAsksEndsWithIt(t *testing.T) {
	on := waiting{make(chan string, 1), make(chan string, 1)}
	c, err := client.New(client.Config{
		BaseURL: "http://test", Key: func(context.Context) (string, error) { return "cds_test_key", nil }, HTTP: &http.Client{Transport: on},
	})
	if err != nil {
		t.Fatal(err)
	}
	root := views.New(views.Config{Client: c, Styles: theme.None(), Keys: keymap.Default(), Start: view.Page{Kind: view.Search}, Tick: tick, Clock: time.Now})
	run(root.Init())
	path := <-on.asked
	root.Close()
	select {
	case <-on.left:
	default:
		t.Errorf("%s is still waited for", path)
	}
}

// run runs a command, and those that it is made of, each by itself.
func run(c tea.Cmd) {
	if c == nil {
		return
	}
	go func() {
		batch, _ := c().(tea.BatchMsg)
		for _, one := range batch {
			run(one)
		}
	}()
}
