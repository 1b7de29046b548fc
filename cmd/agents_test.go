package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/share"
)

// agent is a session with greenroom mcp as a process of its own.
type agent struct {
	t *testing.T
	*mcp.ClientSession
	c *exec.Cmd
}

func newAgent(t *testing.T, c *exec.Cmd) agent {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: c}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return agent{t, session, c}
}

func (a agent) call(name string, args map[string]any) (said string, failed bool) {
	r, err := a.CallTool(a.t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err.Error(), true
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

// spentBy adds up a journal by origin.
func spentBy(t *testing.T, journal string) map[string]api.Credits {
	t.Helper()
	sums := map[string]api.Credits{}
	for _, line := range lines(journal) {
		var e struct {
			Origin  string
			Charged *api.Credits
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err, line)
		}
		if e.Charged != nil {
			sums[e.Origin] += *e.Charged
		}
	}
	return sums
}

// Two agents in one home share the cap of a day, at the built-in service too; what they
// spent stands in the journal as theirs.
func TestAgentsShareADay(t *testing.T) {
	s := builtInShell(t)
	ids := lines(s.ok("", "list", "--limit", "24", "-o", "jsonl", "--fields", "creator.id"))
	flags := []string{"mcp", "--per-day", "20", "--max-credits", "1000", "--ask-over", "1000"}
	agents := []agent{newAgent(t, s.command(flags...)), newAgent(t, s.command(flags...))}
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() {
			said, failed := agents[i%2].call("brand_safety", map[string]any{"creator_ids": []string{strings.Split(id, `"`)[5]}})
			if failed && !strings.Contains(said, "today's cap") {
				t.Errorf("%s: %s", id, said)
			}
		})
	}
	all.Wait()
	for _, a := range agents {
		if said, failed := a.call("find_creator", map[string]any{"name": "lena"}); !failed || !strings.Contains(said, "0 of today's cap of 20 are left") {
			t.Errorf("after all is spent: %s", said)
		}
		_ = a.Close()
	}
	if sums := spentBy(t, s.ok("", "journal", "-o", "jsonl")); sums["mcp"] != 20*api.Credit || len(sums) > 2 || sums[""] != 0 {
		t.Errorf("spent %v", sums)
	}
	if out := s.ok("", "journal"); !strings.Contains(out, "ORIGIN") || !strings.Contains(out, "mcp") {
		t.Errorf("the journal: %s", out)
	}
}

// An agent that is killed when the service has charged, and before it hears of it, is told
// the same answer by its next call, which costs nothing more: the journal is the ledger.
func TestAKilledAgent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "service.db")
	writeWorld(t, file)
	s := remoteShell(t, "", "")
	key := strings.TrimSpace(s.ok("", "keys", "create", "--store", file, "agency"))
	base, _ := serveHere(t, "--store", file)
	var kills *exec.Cmd
	line := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		ask, _ := http.NewRequestWithContext(t.Context(), r.Method, base+r.URL.RequestURI(), bytes.NewReader(body))
		ask.Header = r.Header
		resp, err := http.DefaultTransport.RoundTrip(ask)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer resp.Body.Close()
		if kills != nil && r.URL.Path == "/v1/search" {
			_ = kills.Process.Kill()
			kills = nil
			panic(http.ErrAbortHandler)
		}
		for name, values := range resp.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(resp.StatusCode)
		_, _ = io.Copy(w, resp.Body)
	}))
	t.Cleanup(line.Close)
	home := remoteShell(t, line.URL, key)
	in := map[string]any{"query": "vegan food", "limit": 5, "confirm_credits": 35}
	first := newAgent(t, home.command("mcp", "--max-credits", "40"))
	kills = first.c
	if said, failed := first.call("search_creators", in); !failed {
		t.Fatalf("it was not killed: %s", said)
	}
	_ = first.Close()
	second := newAgent(t, home.command("mcp", "--max-credits", "40"))
	if said, failed := second.call("search_creators", in); failed || !strings.Contains(said, `"data"`) {
		t.Errorf("the next call: %s", said)
	}
	_ = second.Close()
	var ledger api.Credits
	for _, row := range lines(s.ok("", "ledger", "--store", file, "-o", "jsonl")) {
		var e struct{ Credits api.Credits }
		if err := json.Unmarshal([]byte(row), &e); err != nil {
			t.Fatal(err)
		}
		ledger += e.Credits
	}
	if sums := spentBy(t, home.ok("", "journal", "-o", "jsonl")); sums["mcp"] != ledger || ledger != api.PriceOf(api.OpSearch).Cost(5) {
		t.Errorf("journal %v, ledger %s", sums, ledger)
	}
}

// keyed sends a key, or a token, with each request.
type keyed struct{ name, value string }

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set(k.name, k.value)
	return http.DefaultTransport.RoundTrip(r)
}

// caller is an agent that asks a service over HTTP.
func caller(t *testing.T, base string, k keyed) agent {
	t.Helper()
	transport := &mcp.StreamableClientTransport{Endpoint: base + "/mcp", HTTPClient: &http.Client{Transport: k}, DisableStandaloneSSE: true}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	return agent{t, session, nil}
}

// A service lets agents in by its own keys: each spends from its own account, under a cap of
// a day that a new session does not lift. Who has no key is told where to get in.
func TestAgentsOverHTTP(t *testing.T) {
	file := filepath.Join(t.TempDir(), "service.db")
	writeWorld(t, file)
	s := remoteShell(t, "", "")
	keys := []keyed{}
	for _, name := range []string{"agency", "other"} {
		keys = append(keys, keyed{api.HeaderKey, strings.TrimSpace(s.ok("", "keys", "create", "--store", file, name))})
	}
	base, end := serveHere(t, "--store", file, "--agents", "--agents-per-day", "20", "--sign-in")
	for _, k := range []keyed{{"X-None", "1"}, {api.HeaderKey, "gr_wrong"}, {"Authorization", "Bearer a.b.c"}} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/mcp", strings.NewReader("{}"))
		r, err := k.RoundTrip(req)
		if err != nil || r.StatusCode != http.StatusUnauthorized || !strings.Contains(r.Header.Get("WWW-Authenticate"), "resource_metadata") || r.Header.Get(api.HeaderRequestID) == "" {
			t.Errorf("%v: %+v %v", k, r, err)
		}
		_ = r.Body.Close()
	}
	mine, others := caller(t, base, keys[0]), caller(t, base, keys[1])
	tools, err := mine.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 12 {
		t.Fatalf("%+v %v", tools, err)
	}
	said, failed := mine.call("find_creator", map[string]any{"name": "lena", "limit": 30})
	var found struct {
		Result struct{ Creators []struct{ ID string } }
	}
	if err := json.Unmarshal([]byte(said), &found); failed || err != nil {
		t.Fatal(said, err)
	}
	if said, failed := mine.call("search_creators", map[string]any{"query": "vegan food", "confirm_credits": 1000}); !failed || !strings.Contains(said, "today's cap of 20") {
		t.Errorf("over the cap: %s", said)
	}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			id := found.Result.Creators[i%len(found.Result.Creators)].ID
			mine.call("similar_creators", map[string]any{"creator_ids": []string{id}, "limit": 1 + i%4})
		})
	}
	all.Wait()
	if again, failed := caller(t, base, keys[0]).call("find_creator", map[string]any{"name": "lena", "limit": 30}); failed || !strings.Contains(again, `"charged":0,`) {
		t.Errorf("what was paid for is not kept for the next session: %s", again)
	}
	if said, failed := others.call("find_creator", map[string]any{"name": "lena", "limit": 30}); failed || !strings.Contains(said, `"charged":0.05`) || !strings.Contains(said, `"left_today":19.95`) {
		t.Errorf("the other account: %s", said)
	}
	end()
	if sums := spentBy(t, s.ok("", "journal", "--agents", "--store", file, "-o", "jsonl")); sums["mcp"] < 16*api.Credit || len(sums) != 1 {
		t.Errorf("the journal of agents: %v", sums)
	}
	spent := map[string]api.Credits{}
	for _, row := range lines(s.ok("", "ledger", "--store", file, "-o", "jsonl")) {
		var e struct {
			Account string
			Credits api.Credits
		}
		if err := json.Unmarshal([]byte(row), &e); err != nil {
			t.Fatal(err)
		}
		spent[e.Account] += e.Credits
	}
	if spent["agency"] > 20*api.Credit || spent["agency"] < 16*api.Credit || spent["other"] != 50 {
		t.Errorf("the ledger: %v", spent)
	}
}

// Agents over HTTP have the lists of whoever asks, propose for them, and read what is kept
// for nothing; a session has a cap of its own, whatever the day allows.
func TestListsOfAgentsOverHTTP(t *testing.T) {
	file := filepath.Join(t.TempDir(), "service.db")
	writeWorld(t, file)
	s := remoteShell(t, "", "")
	key := strings.TrimSpace(s.ok("", "keys", "create", "--store", file, "agency"))
	other := strings.TrimSpace(s.ok("", "keys", "create", "--store", file, "other"))
	base, end := serveHere(t, "--store", file, "--agents", "--agents-max-credits", "2", "--platforms", "all")
	defer end()
	c, err := client.New(client.Config{BaseURL: base, Key: func(context.Context) (string, error) { return key, nil }})
	if err != nil {
		t.Fatal(err)
	}
	mine := caller(t, base, keyed{api.HeaderKey, key})
	mine.call("find_creator", map[string]any{"name": "lena"}) // who is met can be proposed
	who, _, err := c.Autocomplete(t.Context(), client.AutocompleteParams{Q: "lena"})
	if err != nil || len(who) < 3 {
		t.Fatal(who, err)
	}
	on := plan.List{Name: "Oat drink", Members: []plan.Member{{Creator: who[0].ID, Name: "Lena", Platform: who[0].Platforms[0].Platform, Username: who[0].Platforms[0].Username}}}
	sending, err := share.Prepare(on, nil, share.Options{Me: "Mia"})
	if err != nil {
		t.Fatal(err)
	}
	sent, _, err := sending.Send(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	propose := map[string]any{"list_id": sent.Remote.ID, "creators": []map[string]any{{"creator_id": who[1].ID, "why": "She cooks."}, {"creator_id": who[0].ID, "why": "x"}}}
	if said, failed := mine.call("shortlist_propose", propose); failed || !strings.Contains(said, `"proposed":[{"creator_id":"`+who[1].ID) || !strings.Contains(said, "on_list_or_proposed") {
		t.Errorf("%s", said)
	}
	if said, failed := mine.call("shortlist_read", map[string]any{"list_id": sent.Remote.ID}); failed || !strings.Contains(said, `"planner_name":"Oat drink"`) || !strings.Contains(said, `"proposals_not_on_list":1`) {
		t.Errorf("%s", said)
	}
	on.Remote = sent.Remote
	rec, _, err := share.Look(t.Context(), c, on.Remote)
	if err != nil || len(rec.Proposed) != 1 || rec.Proposed[0].Member.CreatorID != who[1].ID || rec.Proposed[0].Why != "She cooks." || len(rec.Sheet.Members) != 1 {
		t.Errorf("%+v %v", rec, err)
	}
	read := func(a agent, uri string) string {
		r, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			return ""
		}
		return r.Contents[0].Text
	}
	list := "greenroom://shortlist/" + sent.Remote.ID
	all, err := mine.ListResources(t.Context(), nil)
	if err != nil || len(all.Resources) != 1 || all.Resources[0].URI != list || !strings.Contains(read(mine, list), "Oat drink") {
		t.Errorf("%+v %v", all, err)
	}
	others := caller(t, base, keyed{api.HeaderKey, other})
	if said := read(others, list); said != "" {
		t.Errorf("another account reads it: %s", said)
	}
	others.call("find_creator", map[string]any{"name": "lena"})
	if said, failed := others.call("shortlist_propose", propose); !failed || !strings.Contains(said, "no list of this id") {
		t.Errorf("another account proposes for it: %s", said)
	}
	for i, id := range []string{who[0].ID, who[1].ID, who[2].ID} {
		if said, failed := mine.call("similar_creators", map[string]any{"creator_ids": []string{id}, "limit": 1}); failed != (i > 0) || failed && !strings.Contains(said, "session cap of 2") {
			t.Errorf("%d: %s", i, said)
		}
	}
}
