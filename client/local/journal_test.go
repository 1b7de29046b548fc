package local_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

func TestTheJournal(t *testing.T) {
	t.Parallel()
	time1, ctx := &clock{now: noon}, t.Context()
	m := newMemory(t, func(c *local.Config) { c.Clock = time1.Now })
	s := m.Scope("svc", "")
	keepPaid(t, s, "charged", client.Answer{Key: "k"})
	lost := paid("lost")
	lost.At, lost.Brief, lost.Origin = noon.Add(time.Minute), "list", "mcp"
	refusal := &client.Error{Kind: client.KindAPI, Code: api.CodeNotFound}
	kept := client.Exchange{ID: "kept", Method: "GET", Endpoint: "/v1/posts", Subject: "whose", Brief: "list", Origin: "mcp", At: noon.Add(2 * time.Minute)}
	err := errors.Join(
		begin(s, lost), s.End(ctx, lost, client.Receipt{Outcome: client.OutcomeUnknown, Attempts: 2}, fmt.Errorf("wrapped: %w", refusal), nil),
		s.End(ctx, kept, client.Receipt{Outcome: client.OutcomeFree, Kept: true, KeptAt: noon, Saved: 5 * api.Credit}, nil, nil),
		begin(m.Scope("other", ""), paid("running")))
	if err != nil {
		t.Fatal(err)
	}
	list := entries(t, m, local.JournalQuery{})
	if len(list) != 4 {
		t.Fatalf("%d entries", len(list))
	}
	if e := list[0]; e.ID != "kept" || !e.Kept || !e.KeptAt.Equal(noon) || e.Saved != 5*api.Credit || e.Subject != "whose" || e.Brief != "list" || e.Origin != "mcp" || e.Outcome != client.OutcomeFree {
		t.Errorf("%+v", e)
	}
	if e := list[1]; e.Outcome != client.OutcomeUnknown || e.Kind != client.KindAPI || e.Code != api.CodeNotFound || e.Attempts != 2 || e.High != 5*api.Credit || e.Charged != 0 || e.Brief != "list" || e.Origin != "mcp" {
		t.Errorf("%+v", e)
	}
	want := local.Entry{ID: "charged", Service: "svc", At: noon, Method: "GET", Endpoint: "/v1/creators/{id}", Subject: "who", High: 5 * api.Credit,
		Charged: 5 * api.Credit, Outcome: client.OutcomeCharged, Status: 200, RequestID: "req_1", Took: time.Second, Attempts: 1}
	if list[3] != want {
		t.Errorf("got  %+v\nwant %+v", list[3], want)
	}
	for name, test := range map[string]struct {
		query local.JournalQuery
		want  []string
	}{
		"service":  {local.JournalQuery{Service: "svc"}, []string{"kept", "lost", "charged"}},
		"since":    {local.JournalQuery{Since: noon.Add(time.Minute)}, []string{"kept", "lost"}},
		"until":    {local.JournalQuery{Service: "svc", Until: noon.Add(time.Minute)}, []string{"charged"}},
		"unknown":  {local.JournalQuery{Outcome: client.OutcomeUnknown}, []string{"lost"}},
		"running":  {local.JournalQuery{Outcome: local.OutcomeRunning}, []string{"running"}},
		"endpoint": {local.JournalQuery{Endpoint: "/v1/posts"}, []string{"kept"}},
		"paid":     {local.JournalQuery{Paid: true}, []string{"lost", "running", "charged"}},
		"limit":    {local.JournalQuery{Limit: 2}, []string{"kept", "lost"}},
	} {
		var got []string
		for _, e := range entries(t, m, test.query) {
			got = append(got, e.ID)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	time1.forward(time.Hour)
	if list := entries(t, m, local.JournalQuery{Outcome: client.OutcomeUnknown}); len(list) != 2 {
		t.Errorf("an hour later %+v", list)
	}
	if err := s.End(ctx, paid("running"), charged(1), nil, nil); err != nil {
		t.Fatal(err)
	}
	if list := entries(t, m, local.JournalQuery{Outcome: client.OutcomeCharged}); len(list) != 2 {
		t.Errorf("the late end is lost: %+v", list)
	}
}

func TestALongJournal(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	const n = 1201
	for i := range n {
		e := client.Exchange{ID: fmt.Sprint(i), At: noon.Add(time.Duration(i/3) * time.Second)}
		if err := s.End(t.Context(), e, client.Receipt{Outcome: client.OutcomeFree}, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	list := entries(t, m, local.JournalQuery{})
	seen := map[string]bool{}
	for i, e := range list {
		seen[e.ID] = true
		if i > 0 && e.At.After(list[i-1].At) {
			t.Fatalf("%v stands after %v", e.At, list[i-1].At)
		}
	}
	if len(list) != n || len(seen) != n {
		t.Errorf("%d entries, %d different", len(list), len(seen))
	}
	for range m.Journal(t.Context(), local.JournalQuery{}) {
		break
	}
}

func TestTotals(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	zone := time.FixedZone("half past", int((9*time.Hour + 30*time.Minute).Seconds()))
	midnight := time.Date(2026, 3, 5, 0, 0, 0, 0, zone)
	add := func(at time.Time, endpoint string, r client.Receipt) {
		t.Helper()
		e := client.Exchange{ID: fmt.Sprint(at, endpoint, r.Outcome), Method: "GET", Endpoint: endpoint, High: 7, At: at}
		var failed error
		if r.Outcome == client.OutcomeUnknown {
			failed = &client.Error{Kind: client.KindLost}
		}
		if err := s.End(t.Context(), e, r, failed, nil); err != nil {
			t.Fatal(err)
		}
	}
	add(midnight.Add(-time.Second), "/a", client.Receipt{Outcome: client.OutcomeCharged, Charged: 1})
	add(midnight, "/a", client.Receipt{Outcome: client.OutcomeCharged, Charged: 2})
	add(midnight.Add(time.Hour), "/a", client.Receipt{Outcome: client.OutcomeUnknown})
	add(midnight.Add(2*time.Hour), "/b", client.Receipt{Outcome: client.OutcomeCharged, Charged: 40})
	add(midnight.Add(3*time.Hour), "/b", client.Receipt{Outcome: client.OutcomeFree, Kept: true, Saved: 40})
	got, err := m.Totals(t.Context(), "svc", midnight.AddDate(0, 0, -3))
	if err != nil {
		t.Fatal(err)
	}
	want := []local.Total{
		{Day: midnight, Endpoint: "GET /b", Calls: 2, Kept: 1, Charged: 40, Saved: 40},
		{Day: midnight, Endpoint: "GET /a", Calls: 2, Failed: 1, Charged: 2, Unknown: 7},
		{Day: midnight.AddDate(0, 0, -1), Endpoint: "GET /a", Calls: 1, Charged: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if all, err := m.Totals(t.Context(), "", time.Time{}); err != nil || len(all) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	if none, err := m.Totals(t.Context(), "other", time.Time{}); err != nil || len(none) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
}
