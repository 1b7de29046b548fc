package cmd

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

// remembered fills the memory of a home: a transcript that was paid for, a call
// that was refused, and one that never ended.
func remembered(t *testing.T) {
	t.Helper()
	m, err := local.Open(t.Context(), local.Config{Path: filepath.Join(xdg.DataHome, "greenroom", "memory.db")})
	if err != nil {
		t.Fatal(err)
	}
	s := m.Scope("agency https://creators.example", "")
	at := time.Now().Add(-time.Hour)
	call := func(id, subject string) client.Exchange {
		return client.Exchange{ID: id, Method: "GET", Endpoint: "/v1/video", Subject: subject, Low: 0, High: 5 * api.Credit, At: at}
	}
	said := api.VideoTranscript{VideoID: "dQw4w9WgXcQ", Title: "Breakfast", Language: "en", FullText: "we pour oat milk on everything",
		Transcript: []api.Segment{{Text: "we pour oat milk", Start: 61}, {Text: "on everything", Start: 64}}}
	body, err := json.Marshal(api.One[api.VideoTranscript]{Data: said})
	if err != nil {
		t.Fatal(err)
	}
	paid := client.Receipt{Outcome: client.OutcomeCharged, Charged: 5 * api.Credit, ChargedKnown: true, Status: 200, RequestID: "req_1", At: at}
	refused := client.Receipt{Outcome: client.OutcomeFree, Status: 404, RequestID: "req_2", At: at}
	lost := client.Receipt{Outcome: client.OutcomeUnknown, At: at}
	ctx := t.Context()
	err = errors.Join(
		begun(s.Begin(ctx, call("1", "=cmd()"), client.Terms{})), s.End(ctx, call("1", "=cmd()"), paid, nil, &client.Answer{Key: "k", Body: body, Value: said, Charged: 5 * api.Credit, At: at}),
		begun(s.Begin(ctx, call("2", "nobody"), client.Terms{})), s.End(ctx, call("2", "nobody"), refused, &client.Error{Kind: client.KindAPI, Code: api.CodeNotFound, Status: 404}, nil),
		begun(s.Begin(ctx, call("3", "lost"), client.Terms{})), s.End(ctx, call("3", "lost"), lost, &client.Error{Kind: client.KindLost, Outcome: client.OutcomeUnknown}, nil),
		m.Close())
	if err != nil {
		t.Fatal(err)
	}
}

// begun is the error of a call that was to begin.
func begun(_ client.Begun, err error) error { return err }

// grown fills the memory of a home with the followers of one account, a day
// apart.
func grown(t *testing.T, followers ...int64) {
	t.Helper()
	m, err := local.Open(t.Context(), local.Config{Path: filepath.Join(xdg.DataHome, "greenroom", "memory.db")})
	if err != nil {
		t.Fatal(err)
	}
	s, at := m.Scope("agency https://creators.example", ""), time.Now().AddDate(0, 0, -len(followers))
	for i, n := range followers {
		day := at.AddDate(0, 0, i)
		ada := api.ProfileSummary{Platform: api.PhotoPlatform, Username: "ada", Followers: &n, DataUpdatedAt: &day}
		err = errors.Join(err, s.End(t.Context(), client.Exchange{ID: day.String(), Endpoint: "/v1/creators/{id}", At: day}, client.Receipt{Outcome: client.OutcomeFree, At: day}, nil,
			&client.Answer{Key: day.String(), Body: []byte("{}"), At: day, Value: api.Creator{Profiles: []api.ProfileSummary{ada}}}))
	}
	if err := errors.Join(err, m.Close()); err != nil {
		t.Fatal(err)
	}
}

// A service that is set up and not there does not keep the workbench from
// starting: it says so.
func TestWorkbenchStartsWithoutItsService(t *testing.T) {
	t.Parallel()
	s := remoteShell(t, "http://127.0.0.1:9", "gr_some_key_0123456789")
	x := openTerminal(t, s.command(), 120, 40)
	x.sees("cannot be reached")
	x.types("q")
}

// Preferences reach the workbench: the theme, and keys that mean something else.
func TestWorkbenchTakesPreferences(t *testing.T) {
	t.Parallel()
	s := builtInShell(t)
	folder := filepath.Join(s.home, "config", "greenroom")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "config.toml")
	write := func(words string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(words), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("theme = 'none'\n[keys]\nhelp = ['f2']\n")
	x := openTerminal(t, s.command(), 120, 40)
	x.sees(firstPage)
	x.types("\x1bOQ") // f2
	x.sees("search keys and actions")
	x.types("\x03")
	write("[keys]\nhelp = 'q'\n")
	y := openTerminal(t, s.command(), 120, 40)
	y.sees("config.toml:2: q would mean help and quit")
	write("theme = 'pink'\n")
	z := openTerminal(t, s.command(), 120, 40)
	z.sees("config.toml:1: no theme")
}
