package views_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// stuck is a memory on a disk that does not answer.
type stuck struct {
	shelf
	never chan struct{}
}

func (s *stuck) Prices(context.Context) ([]api.Price, error) { <-s.never; return nil, nil }
func (s *stuck) Spent(context.Context, string, time.Time, time.Time) (api.Credits, error) {
	<-s.never
	return 0, nil
}

// Neither taking a message nor drawing waits for the disk.
func TestNothingOnTheScreenWaitsForTheDisk(t *testing.T) {
	memory := &stuck{never: make(chan struct{})}
	defer close(memory.never)
	service, err := client.New(client.Config{
		BaseURL: "http://test", Memory: memory, HTTP: &http.Client{Transport: http.NewFileTransport(http.Dir(t.TempDir()))},
	})
	if err != nil {
		t.Fatal(err)
	}
	clock, done := drive.NewClock(viewtest.Now), make(chan struct{})
	go func() {
		defer close(done)
		root := views.New(views.Config{
			Client: service, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("test"),
			Start: view.Page{Kind: view.Search}, Clock: clock.Now, Tick: tick, AskOver: 5 * api.Credit,
		})
		for _, cmd := range root.Init()().(tea.BatchMsg) {
			go cmd() // some of them never end
		}
		root.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		for _, key := range []string{"i", "v", "e", "g", "enter", "esc", ":", "esc", "@", "l", "e", "esc", "4", "2", "1"} {
			_, cmd := root.Update(drive.Key(key))
			go flow(cmd)
			root.View()
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("the screen waits")
	}
}
