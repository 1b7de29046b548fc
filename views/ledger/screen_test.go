package ledger

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/views/viewtest"
)

var now = viewtest.Now

func entry(endpoint string, charged api.Credits, err error) Entry {
	window := func(c api.Credits) client.Window { return client.Window{Known: true, Remaining: c} }
	r := client.Receipt{
		Method: "GET", Endpoint: endpoint, RequestID: "req_7f31c2", Status: 200, Charged: charged, ChargedKnown: true,
		Budget: client.Budget{Minute: window(74_950), Hour: window(1_425 * api.Credit)}, At: now.Add(-time.Minute),
		Took: 340 * time.Millisecond, Attempts: 1, Outcome: client.OutcomeCharged,
	}
	if charged == 0 {
		r.Outcome = client.OutcomeFree
	}
	var failed *client.Error
	if errors.As(err, &failed) {
		r.Status, r.Outcome = failed.Status, failed.Outcome
	}
	return Entry{Receipt: r, Err: err}
}

func session() []Entry {
	lost := entry("/v1/raw/{platform}/transcript/{video_id}", 0, &client.Error{Kind: client.KindLost, Outcome: client.OutcomeUnknown})
	lost.Receipt.ChargedKnown, lost.Receipt.RequestID, lost.Receipt.Budget = false, "", client.Budget{}
	search := entry("/v1/search", 75*api.Credit, nil)
	search.Receipt.Method = "POST"
	return []Entry{
		search,
		entry("/v1/search/{search_id}", 0, nil),
		entry("/v1/creators/autocomplete", 50, nil),
		entry("/v1/creators/{id}", 0, &client.Error{Kind: client.KindAPI, Code: api.CodeNotFound, Status: 404,
			Message: "There is no such creator.\x1b]0;x\x07", Outcome: client.OutcomeFree}),
		lost,
		entry("/v1/creators/autocomplete", 50, nil),
	}
}

func TestEveryStateFitsEverySize(t *testing.T) {
	hostile := session()
	hostile[0].Receipt.RequestID = "\x1b[2J日本\u202e" + strings.Repeat("x", 300)
	hostile[0].Err = errors.New("broken\r\n\x9b2J")
	for name, entries := range map[string][]Entry{"empty": nil, "session": session(), "hostile": hostile, "one": session()[:1]} {
		viewtest.Fits(t, name, New(&viewtest.Alone().Frame, &entries, nil))
	}
}

func TestGoldens(t *testing.T) {
	for name, entries := range map[string][]Entry{"empty": nil, "session": session()} {
		viewtest.Goldens(t, name, viewtest.Styled(New(&viewtest.Alone().Frame, &entries, nil)))
	}
}

func TestTotalsAreExactAndFollowWhatIsAppended(t *testing.T) {
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, nil)
	if s.sums.spent != 75_100 || s.sums.calls != 6 || s.sums.failed != 2 || s.sums.unknown != 1 {
		t.Fatalf("%+v", s.sums)
	}
	s.Do(keymap.Down)
	entries = append(entries, entry("/v1/creators/{id}", 100, nil))
	s.Update(nil)
	if s.sums.spent != 75_200 || s.table.Cursor() != 2 || s.at(0).Receipt.Charged != 100 {
		t.Fatalf("%+v, cursor %d", s.sums, s.table.Cursor())
	}
	first := s.sums.by[0]
	if first.endpoint != "/v1/search" || s.sums.by[1].endpoint != "/v1/creators/autocomplete" || s.sums.by[1].spent != 100 {
		t.Fatalf("%+v", s.sums.by)
	}
}

func TestCopyIsOfTheSelectedCall(t *testing.T) {
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, nil)
	s.Render(80, 24)
	if out := s.Do(keymap.Copy); out.Cmd == nil || fmt.Sprint(out.Cmd()) != "req_7f31c2" {
		t.Fatalf("%+v", out)
	}
	s.Click(4, 4, 80, 24)
	if s.table.Cursor() != 1 || s.Can(keymap.Copy) == "" {
		t.Fatalf("cursor %d: a lost call has no request id", s.table.Cursor())
	}
	if s.Can(keymap.Find) == "" {
		t.Fatal("an action the ledger does not know can run")
	}
}
