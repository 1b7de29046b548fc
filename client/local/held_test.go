package local_test

import (
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

// keepSession keeps the first page of a search.
func keepSession(t *testing.T, s client.Memory, id string, found ...string) {
	t.Helper()
	page := api.SearchPage{SearchID: id, Total: len(found), FilteredTotal: len(found)}
	for _, c := range found {
		page.Data = append(page.Data, api.SearchResult{Creator: api.CreatorBasic{ID: c}})
	}
	e := paid("call " + id)
	e.Method, e.Endpoint = "POST", "/v1/search"
	if err := begin(s, e); err != nil {
		t.Fatal(err)
	}
	a := &client.Answer{Key: "q " + id, Also: []string{"page " + id}, Lasting: []string{"page " + id}, Body: encode(t, page), Value: page, Charged: 5 * api.Credit, At: noon}
	if err := s.End(t.Context(), e, charged(5*api.Credit), nil, a); err != nil {
		t.Fatal(err)
	}
}

// Held are the creators of searches that are kept, of this service, until they are
// dropped.
func TestHoldsWhoWasFound(t *testing.T) {
	m := newMemory(t)
	s := m.Scope("svc", "")
	digests := []string{api.Digest("a"), api.Digest("b"), api.Digest("c")}
	holds := func(s client.Memory, want ...bool) {
		t.Helper()
		if got, err := s.Holds(t.Context(), digests); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	holds(s, false, false, false)
	keepSession(t, s, "1", "a", "x")
	holds(s, true, false, false)
	keepSession(t, s, "2", "C")
	holds(s, true, false, true)
	holds(m.Scope("other", ""), false, false, false)
	keepPaid(t, s, "no search", client.Answer{Key: "k", Body: []byte(`{"data":[{"creator":{"id":"b"}}]}`)})
	holds(s, true, false, true)
	if _, err := m.Clear(t.Context(), local.Answers); err != nil {
		t.Fatal(err)
	}
	holds(s, false, false, false)
}

// What a brief has cost is what its calls were charged, and the most of those of which
// nobody knows.
func TestSpentForABrief(t *testing.T) {
	m := newMemory(t)
	s := m.Scope("svc", "")
	for id, of := range map[string]struct {
		brief   string
		receipt client.Receipt
	}{
		"1": {"spring", charged(2 * api.Credit)}, "2": {"autumn", charged(api.Credit)},
		"3": {"spring", client.Receipt{Outcome: client.OutcomeUnknown}}, "4": {"spring", client.Receipt{Outcome: client.OutcomeFree}},
	} {
		e := paid(id)
		e.Brief = of.brief
		if err := begin(s, e); err != nil {
			t.Fatal(err)
		}
		if err := s.End(t.Context(), e, of.receipt, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		service, brief string
		want           api.Credits
	}{{"svc", "spring", 7 * api.Credit}, {"svc", "autumn", api.Credit}, {"svc", "none", 0}, {"other", "spring", 0}} {
		if got, err := m.SpentFor(t.Context(), c.service, c.brief); err != nil || got != c.want {
			t.Errorf("%s of %s: %s, %v", c.brief, c.service, got, err)
		}
	}
}
