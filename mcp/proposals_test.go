package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/client"
	"greenroom/client/plan"
)

// A proposal changes no list; only who was met can be proposed; what the planner noted for
// themselves is told to nobody.
func TestProposals(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	a := agentOf(t, h.server(client.Caps{}, 1000), nil)
	id := at(a.ok("find_creator", args{"name": "anna2"}), "result", "creators", 0, "id")
	p := a.ok("shortlist_propose", args{"list_id": "oat", "creators": []args{{"creator_id": id, "why": "cooks \x1b[2Jvegan"}, {"creator_id": id, "why": "again"}, {"creator_id": "made up", "why": "x"}, {"creator_id": id, "why": ""}}})
	if at(p, "result", "proposed", 0, "creator_id") != id || at(p, "result", "not_proposed", 0, "because") != "on_list_or_proposed" || at(p, "result", "not_proposed", 1, "because") != "unknown_creator_read_it_first" || at(p, "result", "not_proposed", 2, "because") != "no_reason_given" {
		t.Errorf("%v", p)
	}
	a.no("shortlist_propose", args{"list_id": "none", "creators": []args{{"creator_id": id, "why": "x"}}}, "no list of this id")
	s, err := h.book.Read(t.Context())
	if err != nil || len(s.Lists[0].Members) != 1 || len(s.Proposals) != 1 {
		t.Fatalf("%+v %v", s, err)
	}
	if p := s.Proposals[0]; p.Member.Creator != id || p.Member.Username == "" || strings.Contains(p.Why+p.By, "\x1b") || !strings.HasPrefix(p.By, "claude") || !p.At.Equal(noon) {
		t.Errorf("%+v", p)
	}
	said, page, _ := a.call("shortlist_read", args{"list_id": "oat"})
	if at(page, "planner_wrote", "planner_name") != "Oat drink" || at(page, "result", "members", 0, "verdict") != "yes" || at(page, "result", "proposals_not_on_list") != 1.0 || strings.Contains(said, "secret") || strings.Contains(said, "900") {
		t.Errorf("%s", said)
	}
	if all := a.ok("shortlist_read", args{}); at(all, "result", "lists", 0, "list_id") != "oat" {
		t.Errorf("%v", all)
	}
	a.no("shortlist_read", args{"list_id": "none"}, "no list")
	_, err = h.book.Do(t.Context(), "", func(s *plan.State) error { s.Lists[0].From = &plan.Origin{}; return nil })
	if copied := a.ok("shortlist_read", args{"list_id": "oat"}); err != nil || copied["planner_wrote"] != nil || at(copied, strangers, "name") != "Oat drink" {
		t.Errorf("a copy of somebody else's list: %v %v", copied, err)
	}
}

// Resources are what is kept: listed, free, and nothing is asked for them.
func TestResources(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	a := agentOf(t, h.server(client.Caps{}, 1000), nil)
	read := func(uri string) (string, error) {
		r, err := a.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri})
		if err != nil {
			return "", err
		}
		return r.Contents[0].Text, nil
	}
	if _, err := read("greenroom://transcript/videoplatform/video000001"); err == nil {
		t.Error("what is not kept was read")
	}
	a.ok("get_transcript", args{"platform": "videoplatform", "id": "video000001"})
	id := at(a.ok("find_creator", args{"name": "anna2"}), "result", "creators", 0, "id").(string)
	a.ok("get_creator", args{"creator_id": id})
	before, _ := h.spent()
	var uris []string
	for r, err := range a.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		uris = append(uris, r.URI)
	}
	if want := "greenroom://shortlist/oat greenroom://transcript/videoplatform/video000001"; strings.Join(uris, " ") != want {
		t.Errorf("%q", uris)
	}
	for _, uri := range append(uris, "greenroom://creator/"+id) {
		if text, err := read(uri); err != nil || !json.Valid([]byte(text)) || len(text) > resultMost {
			t.Errorf("%s: %s %v", uri, text, err)
		}
	}
	for _, uri := range []string{"greenroom://creator/x", "greenroom://shortlist/x", "greenroom://emails/x"} {
		if _, err := read(uri); err == nil {
			t.Errorf("%s was read", uri)
		}
	}
	if after, _ := h.spent(); after != before {
		t.Errorf("resources cost %s", after-before)
	}
}
