package ledger

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/views/view"
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
	return Of(r, err)
}

func session() []Entry {
	lost := entry("/v1/raw/{platform}/transcript/{video_id}", 0, &client.Error{Kind: client.KindLost, Outcome: client.OutcomeUnknown})
	lost.ChargedKnown, lost.RequestID, lost.rest = false, "", nil
	search := entry("/v1/search", 75*api.Credit, nil)
	search.Method = "POST"
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
	hostile[0].RequestID = "\x1b[2J日本\u202e" + strings.Repeat("x", 300)
	hostile[0].Err = errors.New("broken\r\n\x9b2J")
	for name, entries := range map[string][]Entry{"empty": nil, "session": session(), "hostile": hostile, "one": session()[:1]} {
		viewtest.Fits(t, name, New(&viewtest.Alone().Frame, &entries, nil))
	}
}

// What was spent while a brief was worked on stands under its name of now; what was
// made before there was one, and for one that is gone, says so.
func TestCallsByBrief(t *testing.T) {
	entries := session()
	entries[0].Brief, entries[2].Brief, entries[5].Brief = "list-1", "list-1", "list-2"
	frame := &viewtest.Alone().Frame
	s := New(frame, &entries, nil)
	s.grouping = byBrief
	frame.Name("list-1", view.Name{What: "Oat drink launch"})
	s.Update(view.Planned{})
	drawn := viewtest.Draw(s, 80, 24)
	viewtest.Shows(t, "by brief", drawn, "by brief", "Oat drink launch", "75.05", "no brief", "a deleted list")
	s.grouping = byCall
	s.lay()
	s.table.SetCursor(3)
	viewtest.Shows(t, "a call", viewtest.Draw(s, 120, 36), "For      Oat drink launch")
	if strings.Contains(drawn, "list-") {
		t.Error(drawn)
	}
	written := s.sheet()
	if row := written.Rows[len(written.Rows)-1]; row[6] != "Oat drink launch" || len(row) != len(written.Columns) {
		t.Errorf("%v", row)
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
	if s.sums.spent != 75_200 || s.table.Cursor() != 2 || s.at(0).Charged != 100 {
		t.Fatalf("%+v, cursor %d", s.sums, s.table.Cursor())
	}
	first := s.sums.by[0]
	if first.kind.String() != "Search" || s.sums.by[1].kind.String() != "Look-up by name" || s.sums.by[1].spent != 100 {
		t.Fatalf("%+v", s.sums.by)
	}
}

func TestCopyIsOfTheSelectedCall(t *testing.T) {
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, nil)
	s.Render(80, 24)
	if out := s.Do(keymap.Copy); view.As[*view.Copy](out) == nil || view.As[*view.Copy](out).Words != "req_7f31c2" {
		t.Fatalf("%+v", out)
	}
	s.Click(4, 5, 80, 24)
	if s.table.Cursor() != 1 || s.Can(keymap.Copy) == "" {
		t.Fatalf("cursor %d: a lost call has no request id", s.table.Cursor())
	}
	if s.Can(keymap.Find) == "" {
		t.Fatal("an action the ledger does not know can run")
	}
}

// Details are closed before the ledger is left.
func TestDetailsAreLeftFirst(t *testing.T) {
	entries := session()
	s := New(&viewtest.Alone().Frame, &entries, nil)
	if s.Can(keymap.Cancel) == "" {
		t.Error("something is open at first")
	}
	if s.Do(keymap.ToggleMode); s.Can(keymap.Cancel) != "" || !strings.Contains(viewtest.Draw(s, 80, 24), "req_7f31c2") {
		t.Fatal("no details")
	}
	if s.Do(keymap.Cancel); s.Can(keymap.Cancel) == "" || strings.Contains(viewtest.Draw(s, 80, 24), "req_7f31c2") {
		t.Error("the details stay open")
	}
}

// Whoever reads the ledger reads what was bought for whom, not how it was asked.
func TestCallsAreToldInPeoplesWords(t *testing.T) {
	talk := entry("/v1/raw/{platform}/transcript/{video_id}", 500, nil)
	talk.Subject = "k3J_x9QzA1b"
	missing := entry("/v1/raw/{platform}/transcript/{video_id}", 0, &client.Error{Kind: client.KindAPI, Code: api.CodeTranscriptUnavailable, Status: 404, Outcome: client.OutcomeFree})
	page := entry("/v1/search/{search_id}", 0, nil)
	page.Subject = viewtest.ID(9)
	entries := []Entry{page, page, page, talk, talk, missing}
	frame := &viewtest.Alone().Frame
	frame.NamePost("Lena Vogt", api.Post{PlatformID: "k3J_x9QzA1b", Caption: new("Pumpkin risotto\nfor two")})
	s := New(frame, &entries, nil)
	shown := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "the ledger", shown, "Transcript · Lena Vogt, Pumpkin risotto", "0.5", "Search results, next page × 3", "no transcript")
	for _, raw := range []string{"k3J_x9QzA1b", viewtest.ID(9), "GET", "req_", "404", "transcript_unavailable", "{"} {
		if strings.Contains(shown, raw) {
			t.Errorf("%q is on the screen:\n%s", raw, shown)
		}
	}
	s.Do(keymap.ToggleMode)
	viewtest.Shows(t, "the details", viewtest.Draw(s, 120, 36), "Address", "req_7f31c2", "404", "transcript_unavailable")
	viewtest.Shows(t, "the details on a narrow screen", viewtest.Draw(s, 80, 24), "GET /v1/raw/{platform}/transcript", "req_7f31c2")
	s.Do(keymap.Group)
	viewtest.Shows(t, "by creator", viewtest.Draw(s, 120, 36), "by creator", "Lena Vogt", "several or no creators")
	if s.lines[0].spent != 1000 || s.lines[0].calls != 2 || s.lines[1].calls != 4 {
		t.Fatalf("%+v", s.lines)
	}
	s.Do(keymap.Group)
	s.Do(keymap.Group)
	viewtest.Shows(t, "by day", viewtest.Draw(s, 120, 36), "by day", "Tue 10 Mar 2026")
}

// Every endpoint that the client asks has words.
func TestEveryEndpointHasWords(t *testing.T) {
	ways := map[string]string{"get(": "GET", "post(": "POST", "http.MethodPut, endpoint: ": "PUT", "http.MethodDelete, endpoint: ": "DELETE"}
	asked := regexp.MustCompile(`(get\(|post\(|http\.Method(?:Put|Delete), endpoint: )"(/v1/[^"]+[^/])"`)
	files, _ := filepath.Glob("../../client/*.go")
	found := 0
	for _, f := range files {
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(source), -1) {
			found++
			if kinds[ways[m[1]]+" "+m[2]] == "" && !strings.HasSuffix(f, "_test.go") {
				t.Errorf("%s %s has no words", ways[m[1]], m[2])
			}
		}
	}
	if found < 15 {
		t.Fatalf("only %d calls were found", found)
	}
	live := Entry{Method: "GET", Endpoint: "/v1/raw/videoplatform/transcript/{video_id}"} // as a receipt names it
	if got := kind(live).String(); got != "Transcript" {
		t.Errorf("a call of one network is %q", got)
	}
}

// What an agent asked for is told apart from what the planner did, in its row, beside it
// and in what is exported.
func TestCallsOfAgents(t *testing.T) {
	entries := []Entry{Of(client.Receipt{Endpoint: "/v1/posts", Method: "GET", Origin: "mcp", Outcome: client.OutcomeCharged, ChargedKnown: true, Charged: 50, At: now}, nil)}
	s := New(&viewtest.Alone().Frame, &entries, nil)
	viewtest.Shows(t, "a call", viewtest.Draw(s, 120, 36), "mcp: Posts", "Asked by  an agent, through mcp")
	if row := s.sheet().Rows[0]; row[len(row)-1] != "mcp" {
		t.Errorf("%v", row)
	}
}
