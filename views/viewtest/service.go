// Package viewtest is what the tests of the screens share: a service without a
// network, a screen's world on top of it, the root's part in driving a screen,
// and what every drawing must keep to. It knows no screen, and only tests import
// it.
package viewtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
)

// Now is the moment in which every test of a screen happens.
var Now = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// ID is the id of the nth creator or shortlist.
func ID(n int) string { return fmt.Sprintf("7f3c0a52-9d1e-4b6a-8f00-%012d", n) }

// On is the world of a screen 120 cells wide and 36 high that asks the service.
func On(t *testing.T, service http.Handler) *view.Env {
	t.Helper()
	env := Alone()
	env.Client = Client(t, service)
	return env
}

// Alone is the world of a screen that asks no service.
func Alone() *view.Env {
	tick := func(_ time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return then(Now) }
	}
	env := &view.Env{Tick: tick, Plan: &plan.State{}, Frame: view.Frame{Styles: theme.None(), Keys: keymap.Default(), Now: Now, Cols: 120, Rows: 36}, Known: map[string]view.Known{}}
	env.Hand = func() string {
		if l := env.Plan.Current(); l != nil {
			return l.ID
		}
		return ""
	}
	return env
}

// Client asks the service without a network, and waits for nothing.
func Client(t *testing.T, service http.Handler) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "http://test", HTTP: &http.Client{Transport: direct{service}}, Clock: func() time.Time { return Now },
		Sleep: func(context.Context, time.Duration) error { return nil },
		Key:   func(context.Context) (string, error) { return "gr_test", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// direct hands a request to a service in the same process.
type direct struct{ service http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	d.service.ServeHTTP(w, r)
	return w.Result(), nil
}

// Answer writes an answer.
func Answer(w http.ResponseWriter, v any) { json.NewEncoder(w).Encode(v) }

// Refuse writes an error, with the status that its code has in the contract.
func Refuse(w http.ResponseWriter, why api.ErrorBody) {
	w.WriteHeader(why.Code.Status())
	Answer(w, api.Envelope{Error: why})
}

// Broken is an error that no planner can do anything about.
func Broken() *api.ErrorBody {
	return &api.ErrorBody{Code: api.CodeDatabase, Message: "The store could not be read.", RequestID: "req_7"}
}

// PageAt is the page that a cursor stands for; "" is the first.
func PageAt[T any](pages [][]T, cursor string) api.Page[T] {
	at := 0
	fmt.Sscan(cursor, &at)
	p := api.Page[T]{Data: []T{}}
	if at < len(pages) {
		p.Data = pages[at]
	}
	if at+1 < len(pages) {
		next := fmt.Sprint(at + 1)
		p.HasMore, p.NextCursor = true, &next
	}
	return p
}
