package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/share"
	"greenroom/ui/text"
)

// addFree offers a tool that asks no service.
func addFree[In any](s *Server, t tool, do func(ctx context.Context, req *sdk.CallToolRequest, in In) (answer, int, error)) {
	sdk.AddTool(s.server, t.listed(), func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		a, skip, err := do(ctx, req, in)
		if err != nil {
			return s.fail(t, err), nil, nil
		}
		return s.result(ctx, a, skip, client.Receipt{}), nil, nil
	})
}

// addPlanTools offers what is about the planner and their lists.
func (s *Server) addPlanTools() {
	addFree(s, budget, func(ctx context.Context, _ *sdk.CallToolRequest, _ BudgetIn) (answer, int, error) {
		return answer{value: map[string]any{"agreement_needed_from": s.cfg.AskOver, "allowed": s.allowance(ctx)}}, 0, nil
	})
	if s.cfg.Book == nil {
		return
	}
	addFree(s, readLists, func(ctx context.Context, _ *sdk.CallToolRequest, in ListIn) (answer, int, error) {
		a, err := s.lists(ctx, in.ID)
		return a, in.Skip, err
	})
	addFree(s, propose, func(ctx context.Context, req *sdk.CallToolRequest, in ProposeIn) (answer, int, error) {
		a, err := s.propose(ctx, in, agent(req))
		return a, 0, err
	})
}

var errNoList = errors.New("there is no list of this id; shortlist_read without an id names all")

// lists are all in short, or one as a whole.
func (s *Server) lists(ctx context.Context, id string) (answer, error) {
	state, err := s.cfg.Book.Read(ctx)
	if err != nil {
		return answer{}, errors.New("the planner's lists cannot be read")
	}
	if i := state.Find(id); i >= 0 {
		l := told(&state, &state.Lists[i])
		var members []map[string]any
		for _, m := range state.Lists[i].Members {
			of := who(m)
			of["verdict"] = string(m.Verdict)
			of[ours(&state.Lists[i], "reason")] = m.Reason
			members = append(members, of)
		}
		l["members"] = members
		return answer{value: l, list: "members"}, nil
	}
	if id != "" {
		return answer{}, errNoList
	}
	all := []map[string]any{}
	for i := range state.Lists {
		l := told(&state, &state.Lists[i])
		delete(l, "proposals")
		all = append(all, l)
	}
	return answer{value: map[string]any{"lists": all}, list: "lists"}, nil
}

// ours names a field by its author: a list that is a copy of somebody else's is not the
// planner's word.
func ours(l *plan.List, field string) string {
	if l.From != nil {
		return field
	}
	return "planner_" + field
}

// told is a list without its members, and without notes and fees, which are nobody's
// business but the planner's.
func told(state *plan.State, l *plan.List) map[string]any {
	var waiting []map[string]any
	for _, p := range state.Proposed(l.ID) {
		of := who(p.Member)
		of["why"], of["by"], of["proposed_at"] = p.Why, p.By, p.At.UTC().Format(time.RFC3339)
		waiting = append(waiting, of)
	}
	return map[string]any{
		"list_id": l.ID, "creators": len(l.Members), "proposals_not_on_list": len(waiting), "proposals": waiting, "room_left": plan.ListMax - len(l.Members),
		ours(l, "name"): l.Name, ours(l, "brief"): strings.TrimSpace(l.Brief.Query + "\n" + l.Brief.Text), ours(l, "wants"): l.Brief.Wishes, ours(l, "excludes"): l.Brief.NoGos,
	}
}

func who(m plan.Member) map[string]any {
	return map[string]any{"creator_id": m.Creator, "name": m.Name, "platform": string(m.Platform), "username": m.Username}
}

// How much is proposed at once, and said for it.
const (
	proposedMost = 20
	whyMost      = 300
)

// propose leaves proposals for a list. Only creators whom a tool has answered with, or who
// are kept, can be proposed: an id that was made up names nobody.
func (s *Server) propose(ctx context.Context, in ProposeIn, by string) (answer, error) {
	if n := len(in.Creators); n < 1 || n > proposedMost {
		return answer{}, fmt.Errorf("name 1 to %d creators", proposedMost)
	}
	var left, not []map[string]any
	for _, p := range in.Creators {
		m, err := s.known(ctx, p.ID)
		why := text.Clean(p.Why).Truncate(whyMost, text.Ellipsis).String()
		if err == nil && why == "" {
			err = errNoWhy
		}
		if err == nil {
			err = s.cfg.Book.Propose(ctx, plan.Proposal{ID: uuid.NewString(), List: in.List, Member: m, Why: why, By: by, At: s.cfg.Clock()})
		}
		switch {
		case errors.Is(err, plan.ErrNoList):
			return answer{}, errNoList
		case err != nil:
			not = append(not, map[string]any{"creator_id": p.ID, "because": reasonOf(err)})
		default:
			left = append(left, map[string]any{"creator_id": p.ID})
		}
	}
	s.cfg.Log.Info("proposed", "creators", len(left), "refused", len(not))
	return answer{value: map[string]any{"proposed": left, "not_proposed": not, "waits_for_planner": len(left) > 0}}, nil
}

// refusals are why a proposal was not left, as codes.
var refusals = map[error]string{
	plan.ErrOnList: "on_list_or_proposed", share.ErrNoSheet: "list_was_stored_without_sheet", plan.ErrManyProposals: "too_many_proposals_wait", errUnmet: "unknown_creator_read_it_first", errNoWhy: "no_reason_given",
}

func reasonOf(err error) string {
	for known, code := range refusals {
		if errors.Is(err, known) {
			return code
		}
	}
	return "could_not_be_saved"
}

var errUnmet, errNoWhy = errors.New("no tool answered with this creator yet"), errors.New("no reason is given")

// known is a creator by their id, from what was answered or is kept.
func (s *Server) known(ctx context.Context, id string) (plan.Member, error) {
	s.mu.Lock()
	m, ok := s.met[strings.ToLower(id)]
	s.mu.Unlock()
	if ok {
		return m, nil
	}
	v, _, err := s.cfg.Client.Creator(ctx, id, true, client.KeptOnly())
	if err != nil {
		return m, errUnmet
	}
	return memberOf(v), nil
}
