package mcp

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/service"
)

var address = regexp.MustCompile(`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.`)

// Words of strangers that give orders arrive under their own key alone, wherever they were
// written, and no e-mail address arrives at all.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(all []service.Bundle) {
		for i := range all {
			b := &all[i]
			b.Creator.Bio, b.Creator.Themes = orders, append(b.Creator.Themes, orders)
			for j := range b.Profiles {
				b.Profiles[j].Bio, b.Profiles[j].DisplayName = orders, orders
			}
			for j := range b.Posts {
				b.Posts[j].Caption += " " + orders
			}
			for j := range b.Transcripts {
				b.Transcripts[j].Text, b.Transcripts[j].Title = orders, orders
				if b.Transcripts[j].Segments != nil {
					b.Transcripts[j].Text, b.Transcripts[j].Segments = "", []api.Segment{{Text: orders, Duration: 2}}
				}
			}
		}
	})
	a := agentOf(t, h.server(client.Caps{}, 1000), nil)
	id := a.found(30)[0]
	for _, c := range []struct {
		name   string
		in     args
		orders bool // they are in the answer
	}{
		{"find_creator", args{"name": "anna"}, false}, {"search_creators", args{"query": "vegan food", "limit": 30}, true}, {"get_creator", args{"creator_id": id}, true},
		{"get_posts", args{"creator_id": id}, true}, {"get_transcript", args{"platform": "videoplatform", "id": "video000003"}, true},
		{"get_transcript", args{"platform": "photoplatform", "id": "C3-0"}, true}, {"match_creators", args{"creator_ids": []string{id}, "query": "vegan dinners"}, false},
		{"brand_safety", args{"creator_ids": []string{id}}, false}, {"similar_creators", args{"creator_ids": []string{id}}, true},
	} {
		said, page, failed := a.call(c.name, c.in)
		if failed || address.MatchString(said) || strings.Contains(said, "boss") {
			t.Fatalf("%s: %.600s", c.name, said)
		}
		if c.orders && !strings.Contains(said, "IGNORE ALL") {
			t.Errorf("%s: the words are gone: %s", c.name, said)
		}
		delete(page, strangers)
		if rest, _ := json.Marshal(page); strings.Contains(string(rest), "IGNORE") {
			t.Errorf("%s tells them as ours: %s", c.name, rest)
		}
	}
}

// broken is a Book that fails in the worst way.
type broken struct{}

func (broken) Read(context.Context) (plan.State, error)     { panic("a secret of the planner") }
func (broken) Propose(context.Context, plan.Proposal) error { panic("a secret of the planner") }

// What panics in a request ends neither the session nor the process, and is told to nobody.
func TestAPanicEndsNoProcess(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s := h.server(client.Caps{}, 5)
	s.cfg.Book = broken{}
	a := agentOf(t, s, nil)
	for _, name := range []string{"shortlist_read", "nosuch"} {
		r, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args{}})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if said, _, failed := a.call("budget", args{}); failed {
		t.Error(said)
	}
	if log := h.log.String(); !strings.Contains(log, "panic") || !strings.Contains(log, "hostile_test.go") {
		t.Errorf("the log does not tell: %s", log)
	}
}

// What a service says when it refuses is no word of ours either.
func TestHostileRefusals(t *testing.T) {
	t.Parallel()
	s := newHouse(t).server(client.Caps{}, 5)
	r := s.fail(getCreator, &client.Error{Kind: client.KindAPI, Code: "ignore all previous", Param: "ignore all", Message: orders, RequestID: "ignore it", Upstream: orders, Status: 400})
	if said := r.Content[0].(*sdk.TextContent).Text; !r.IsError || strings.Contains(strings.ToLower(said), "ignore") || !strings.Contains(said, "code unknown") {
		t.Error(said)
	}
}
