package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/plan"
	"greenroom/internal/codetest"
	"greenroom/internal/pipe"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/httpapi"
	"greenroom/service/live"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

var (
	update = flag.Bool("update", false, "write the listing anew")
	noon   = time.Date(2026, 3, 10, 12, 0, 30, 0, time.UTC)
)

// house is a service with cooks, and a home with memory and lists. Servers of agents are
// put into it, as many as there are.
type house struct {
	t        *testing.T
	key      string
	listener *pipe.Listener
	memory   *local.Memory
	book     *plan.Book
	log      codetest.Log
}

func newHouse(t *testing.T, change ...func([]service.Bundle)) *house {
	t.Helper()
	clock := func() time.Time { return noon }
	kept, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db"), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	account := service.NewAccount("main", api.Tier3, noon)
	stored, plain := access.NewKey(account.ID, noon)
	var cooks []service.Bundle
	for i := range 30 {
		cooks = append(cooks, storetest.Cook(i, 5, noon))
	}
	for _, f := range change {
		f(cooks)
	}
	_, written := kept.Write(t.Context(), cooks)
	if err := errors.Join(written, kept.CreateAccount(t.Context(), account), kept.CreateKey(t.Context(), stored)); err != nil {
		t.Fatal(err)
	}
	rules := rules.New(rules.Config{Store: kept, Clock: clock, PlatformsAll: true,
		Live: live.New(live.WithTrials(live.FromStore(kept, clock), clock), live.Config{Clock: clock})})
	h := &house{t: t, key: plain, listener: pipe.New()}
	server := &http.Server{Handler: httpapi.New(httpapi.Config{Service: rules, Clock: clock})}
	go func() { _ = server.Serve(h.listener) }()
	home := t.TempDir()
	h.memory, err = local.Open(t.Context(), local.Config{Path: filepath.Join(home, "memory.db"), Clock: clock})
	if err == nil {
		h.book, err = plan.Open(t.Context(), filepath.Join(home, "plan.db"), "svc", clock)
	}
	if err == nil {
		_, err = h.book.Do(t.Context(), "list", func(s *plan.State) error {
			s.Lists = append(s.Lists, plan.List{ID: "oat", Name: "Oat drink", Brief: plan.Brief{Query: "vegan cooks"},
				Members: []plan.Member{{Creator: "c-1", Name: "Lena", Note: "secret note", Price: "900 EUR", Verdict: plan.Yes, Reason: "warm"}}})
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close(); rules.Close(); _ = kept.Close(); _ = h.memory.Close(); _ = h.book.Close() })
	return h
}

func credits(n float64) *api.Credits { c := api.Credits(n * float64(api.Credit)); return &c }

// server is a process of its own: a client with caps, on the shared home.
func (h *house) server(caps client.Caps, askOver float64) *Server {
	h.t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "http://built-in", Clock: func() time.Time { return noon }, Caps: caps, Origin: "mcp", Idempotent: true,
		Memory: h.memory.Scope("svc", ""), Key: func(context.Context) (string, error) { return h.key, nil },
		HTTP: &http.Client{Transport: &http.Transport{DialContext: h.listener.DialContext}},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return New(Config{Client: c, Book: h.book, AskOver: *credits(askOver), Log: slog.New(slog.NewTextHandler(&h.log, nil)), Version: "test",
		Clock: func() time.Time { return noon },
		Kept: func(ctx context.Context, most int) (all []plan.Place, err error) {
			docs, err := h.memory.Latest(ctx, "svc", local.KindTranscript, most)
			for _, d := range docs {
				all = append(all, plan.Place{Platform: d.Platform, ID: d.ID})
			}
			return all, err
		}})
}

// spent sums the journal's charges, and counts its calls.
func (h *house) spent() (sum api.Credits, calls int) {
	h.t.Helper()
	for e, err := range h.memory.Journal(h.t.Context(), local.JournalQuery{}) {
		if err != nil || e.Origin != "mcp" {
			h.t.Fatalf("%+v %v", e, err)
		}
		if sum += e.Charged; e.Charged > 0 {
			calls++
		}
	}
	return sum, calls
}

// talk is an agent in a session.
type talk struct {
	t *testing.T
	*sdk.ClientSession
}

// agent connects the SDK's own client. answer is the person who is asked; nil: the program
// cannot ask one.
func agentOf(t *testing.T, s *Server, answer func(*sdk.ElicitParams) string, protocol ...string) talk {
	t.Helper()
	there, here := sdk.NewInMemoryTransports()
	if _, err := s.server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	options := &sdk.ClientOptions{}
	if answer != nil {
		options.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return &sdk.ElicitResult{Action: answer(r.Params)}, nil
		}
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "claude\x1b[2J", Version: "1"}, options).Connect(t.Context(), here, &sdk.ClientSessionOptions{ProtocolVersion: strings.Join(protocol, "")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return talk{t, session}
}

type args map[string]any

// call is a tool's answer, as text and as JSON.
func (a talk) call(name string, in args) (said string, page map[string]any, failed bool) {
	a.t.Helper()
	r, err := a.CallTool(a.t.Context(), &sdk.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		a.t.Fatalf("%s: %v", name, err)
	}
	said = r.Content[0].(*sdk.TextContent).Text
	if len(said) > resultMost {
		a.t.Errorf("%s answers with %d bytes", name, len(said))
	}
	if !r.IsError {
		if err := json.Unmarshal([]byte(said), &page); err != nil {
			a.t.Fatalf("%s: %v in %s", name, err, said)
		}
	}
	return said, page, r.IsError
}

// ok is a call that must succeed.
func (a talk) ok(name string, in args) map[string]any {
	a.t.Helper()
	said, page, failed := a.call(name, in)
	if failed {
		a.t.Fatalf("%s: %s", name, said)
	}
	return page
}

// no is a call that must be refused in certain words.
func (a talk) no(name string, in args, want ...string) {
	a.t.Helper()
	said, _, failed := a.call(name, in)
	if !failed {
		a.t.Errorf("%s was not refused: %.300s", name, said)
	}
	for _, w := range want {
		if !strings.Contains(said, w) {
			a.t.Errorf("%s lacks %q: %.300s", name, w, said)
		}
	}
}

// at is a value below keys and places.
func at(v any, path ...any) any {
	for _, p := range path {
		switch key := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[key]
		case int:
			l, _ := v.([]any)
			if key >= len(l) {
				return nil
			}
			v = l[key]
		}
	}
	return v
}

// ids of creators that a search finds.
func (a talk) found(n int) (all []string) {
	a.t.Helper()
	p := a.ok("search_creators", args{"query": "vegan food", "limit": n, "confirm_credits": 1000})
	for len(all) < 100 {
		list, _ := at(p, "result", "data").([]any)
		for _, v := range list {
			all = append(all, at(v, "creator", "id").(string))
		}
		cursor, more := at(p, "result", "next_cursor").(string)
		if !more {
			break
		}
		p = a.ok("more_results", args{"search_id": at(p, "result", "search_id"), "cursor": cursor})
	}
	if slices.Sort(all); len(all) != n {
		a.t.Fatalf("%d found", len(all))
	}
	return all
}
