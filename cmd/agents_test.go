package cmd

import (
	"bytes"
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
