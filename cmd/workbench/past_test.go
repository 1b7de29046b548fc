package workbench

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/views/explain"
)

// What the memory tells the workbench: earlier calls, oldest first, and what
// the kept searches cost.
func TestThePastOfTheWorkbench(t *testing.T) {
	m, err := local.Open(t.Context(), local.Config{Path: filepath.Join(t.TempDir(), "memory.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	at := time.Now().Add(-time.Hour)
	for i, r := range []client.Receipt{
		{Outcome: client.OutcomeCharged, Charged: 5 * api.Credit, ChargedKnown: true, Status: 200, RequestID: "req_1"},
		{Outcome: client.OutcomeFree, Status: 404, RequestID: "req_2"},
		{Outcome: client.OutcomeUnknown},
	} {
		r.At = at
		failed := []error{nil, &client.Error{Kind: client.KindAPI, Code: api.CodeNotFound, Status: 404}, &client.Error{Kind: client.KindLost, Outcome: client.OutcomeUnknown}}[i]
		call := client.Exchange{ID: string(rune('1' + i)), Method: "GET", Endpoint: "/v1/video", Brief: "list", High: 5 * api.Credit, At: at}
		s := m.Scope("agency https://creators.example", "")
		_, err := s.Begin(t.Context(), call, client.Terms{})
		if err := errors.Join(err, s.End(t.Context(), call, r, failed, nil)); err != nil {
			t.Fatal(err)
		}
	}
	p := Past{memory: m, service: "agency https://creators.example"}
	entries, err := p.Entries(t.Context(), time.Time{})
	if err != nil || len(entries) != 3 {
		t.Fatalf("%+v %v", entries, err)
	}
	if e := entries[0]; e.Err != nil || e.Charged != 5*api.Credit || !e.ChargedKnown || e.RequestID != "req_1" || e.Brief != "list" {
		t.Errorf("%+v", e)
	}
	if e := entries[1]; !client.Is(e.Err, api.CodeNotFound) || e.Status != 404 || explain.Failure(e.Err, time.Now()).String() == "" {
		t.Errorf("%+v", e)
	}
	if e := entries[2]; client.KindOf(e.Err) != client.KindLost || e.Outcome != client.OutcomeUnknown {
		t.Errorf("%+v", e)
	}
	if none, err := (Past{memory: m, service: "another"}).Entries(t.Context(), time.Time{}); err != nil || len(none) != 0 {
		t.Errorf("%+v %v", none, err)
	}
}

// What a kept search cost is what the last search for it before was charged.
func TestWhatAKeptSearchCost(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 3, 4, 12, minute, 0, 0, time.UTC) }
	newestFirst := []local.Entry{{At: at(9), Charged: 9}, {At: at(5), Charged: 5}, {At: at(1), Charged: 1}}
	for minute, want := range map[int]api.Credits{0: 0, 1: 1, 6: 5, 10: 9} {
		if got := charged(newestFirst, at(minute)); got != want {
			t.Errorf("at %d: %s, want %s", minute, got, want)
		}
	}
}
