package cmd

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
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

func TestNumbersOverTime(t *testing.T) {
	h := newHome(t)
	grown(t, 1000, 1250)
	h.does(2, "", words("cache growth ada"), "say which network")
	h.does(5, "", words("cache growth photoplatform:ada"), "No numbers of photoplatform:ada are kept")
	h.does(0, "", words("connection add agency --url https://creators.example --key-env ADA_KEY --use"))
	h.does(0, "", words("cache growth photoplatform:ada"), "MEASURED", "1000", "1250", "+25.0%")
	var lines []struct {
		At     time.Time
		Change *float64 `json:"change_pct"`
	}
	if err := json.Unmarshal([]byte(h.does(0, "", words("cache growth photoplatform:Ada -o json"))), &lines); err != nil || len(lines) != 2 ||
		lines[0].Change != nil || *lines[1].Change != 25 || !lines[0].At.Before(lines[1].At) {
		t.Errorf("%+v, %v", lines, err)
	}
}

// What is asked in words is never read from a pipe, nor paid for as a dash.
func TestADashIsNoQuery(t *testing.T) {
	h := newHome(t)
	h.does(2, "vegan cooks", words("search -"), "not from a pipe")
	h.does(0, "", words("journal"), "0 calls")
}

func TestJournalAddsUp(t *testing.T) {
	h := newHome(t)
	remembered(t)
	var lines []struct {
		Calls, Failed    int
		Charged, Unknown api.Credits
	}
	if err := json.Unmarshal([]byte(h.does(0, "", words("journal --totals -o json"))), &lines); err != nil || len(lines) != 1 ||
		lines[0].Calls != 3 || lines[0].Charged != 5*api.Credit || lines[0].Unknown != 5*api.Credit || lines[0].Failed != 2 {
		t.Errorf("%+v, %v", lines, err)
	}
	h.does(0, "", words("journal --totals"), "DAY", "/v1/video", "5")
	h.does(2, "", words("journal --totals --unknown"), "unknown")
}

func TestJournalTellsWhatCallsCost(t *testing.T) {
	h := newHome(t)
	remembered(t)
	h.does(0, "", words("journal"), "agency https://creators.example", "GET /v1/video", "0-5", "charged", "req_1",
		"free, not_found", "unknown, lost", "3 calls", "5 (and at most 5 unknown)")
	h.does(0, "", words("journal --since 30m"), "0 calls")
	h.does(0, "", words("journal --since 7d"), "3 calls")
	h.does(0, "", words("journal --connection built-in"), "0 calls")
	h.does(2, "", words("journal --since tomorrow"), "a time is a date")
	h.does(2, "", words("journal -o yaml"), "yaml")
	var lines []struct {
		Charged *api.Credits
		Subject string
	}
	if err := json.Unmarshal([]byte(h.does(0, "", words("journal --unknown -o json"))), &lines); err != nil || len(lines) != 1 || lines[0].Charged != nil || lines[0].Subject != "lost" {
		t.Errorf("%+v %v", lines, err)
	}
	if n := strings.Count(h.does(0, "", words("journal -o jsonl")), "\n"); n != 3 {
		t.Errorf("%d lines", n)
	}
	rows, err := csv.NewReader(strings.NewReader(h.does(0, "", words("journal -o csv")))).ReadAll()
	if err != nil || len(rows) != 4 || rows[0][0] != "at" {
		t.Fatalf("%v %v", rows, err)
	}
	for _, row := range rows[1:] {
		for _, cell := range row {
			if strings.HasPrefix(cell, "=") {
				t.Errorf("a cell starts a formula: %v", row)
			}
		}
	}
	h.does(0, "", words("doctor"), "warning  memory", "1 call of which nobody knows", "journal --unknown")
}

func TestCacheIsShownFoundPrunedAndCleared(t *testing.T) {
	h := newHome(t)
	h.does(0, "", words("cache show"), "memory.db", "at most 1 GB")
	remembered(t)
	h.does(0, "", words("cache show"), "agency https://creators.example", "WORTH")
	var whole struct {
		Data []struct {
			Answers, Transcripts, Calls int
			Worth                       api.Credits
		}
	}
	if err := json.Unmarshal([]byte(h.does(0, "", words("cache show -o json"))), &whole); err != nil || len(whole.Data) != 1 ||
		whole.Data[0].Answers != 1 || whole.Data[0].Worth != 5*api.Credit || whole.Data[0].Transcripts != 1 || whole.Data[0].Calls != 3 {
		t.Errorf("%+v %v", whole, err)
	}
	h.does(0, "", []string{"cache", "find", "oat milk"}, "transcript", "dQw4w9WgXcQ", "1:01", "oat milk")
	if got := h.does(0, "", []string{"cache", "find", "milk oat", "-o", "jsonl"}); got != "" {
		t.Errorf("found a phrase that is not there: %s", got)
	}
	h.does(0, "", words("cache find milk oat"), "dQw4w9WgXcQ")
	h.does(0, "", words("cache find oat --full"), "we pour oat milk on everything")
	h.does(0, "", words("cache find oat --kind transcript --language en -o csv"), "dQw4w9WgXcQ")
	if got := h.does(0, "", words("cache find oat --kind post -o jsonl")); got != "" {
		t.Errorf("found %s", got)
	}
	h.does(2, "", words("cache find oat --kind song"), "transcript or post")
	h.does(2, "", words("cache prune"), "--older-than")
	h.does(2, "", words("cache prune --to 5"), "200MB")
	h.does(0, "", words("cache prune --older-than 90d"), "dropped 0 answers")
	h.does(2, "", words("cache clear"), "--yes")
	h.does(2, "", words("cache clear everything --yes"), "journal, and all")
	h.does(0, "", words("cache clear --yes"), "dropped 1 answer")
	h.does(0, "", words("journal"), "3 calls")
	h.does(0, "", words("cache clear all --yes"))
	h.does(0, "", words("journal"), "0 calls")
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
	x.sees("@beansandjule")
	x.types("\x1bOQ") // f2
	x.sees("any other key closes")
	x.types("\x03")
	write("[keys]\nhelp = 'q'\n")
	y := openTerminal(t, s.command(), 120, 40)
	y.sees("config.toml:2: q would mean help and quit")
	write("theme = 'pink'\n")
	z := openTerminal(t, s.command(), 120, 40)
	z.sees("config.toml:1: there is no theme")
}
