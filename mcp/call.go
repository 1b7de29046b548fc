package mcp

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/explain"
)

// Paying holds the arguments of every tool that can cost.
type Paying struct {
	Confirm api.Credits `json:"confirm_credits,omitempty" jsonschema:"agree to a price that you were told"`
	Reading
}

// Reading holds the arguments of every tool that answers with a list.
type Reading struct {
	Skip int `json:"skip,omitempty" jsonschema:"leave out so many entries: goes on where an answer was cut, free"`
}

func (p Paying) terms() Paying  { return p }
func (r Reading) terms() Paying { return Paying{Reading: r} }

// asking is the arguments of a tool.
type asking interface{ terms() Paying }

// work is a tool's work: a call of the client, under some options.
type work[In asking] func(ctx context.Context, in In, opts ...client.Option) (answer, client.Receipt, error)

// question is a price that a person is asked about, for one call.
type question struct {
	call string // tool and arguments, letter for letter
	high api.Credits
}

// questionsMost limits the open questions; then the oldest agreements are void.
const questionsMost = 64

// add offers a tool. What it can cost is found out by the same call as a dry run, so that
// the price which is agreed to is the one that the client holds.
func add[In asking](s *Server, t tool, do work[In]) {
	sdk.AddTool(s.server, t.listed(), func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		high, refused := s.price(func(opts ...client.Option) error { _, _, err := do(ctx, in, opts...); return err })
		if refused != nil {
			return s.fail(t, refused), nil, nil
		}
		if high > 0 && high >= s.cfg.AskOver {
			if ask := s.agree(ctx, t, req, in.terms().Confirm, high); ask != nil {
				return ask, nil, nil
			}
		}
		a, receipt, err := do(ctx, in, client.MaxCredits(high))
		s.cfg.Log.Info("call", "tool", t.name, "outcome", receipt.Outcome, "charged", receipt.Charged.String(), "kept", receipt.Kept, "failed", string(client.KindOf(err)))
		if err != nil {
			return s.fail(t, err), nil, nil
		}
		return s.result(ctx, a, in.terms().Skip, receipt), nil, nil
	})
}

// price is the most that a call can cost now, nothing where its answer is kept.
func (s *Server) price(try func(...client.Option) error) (high api.Credits, refused error) {
	err := try(client.DryRun(func(r client.Request) {
		high += r.High
		if r.Refused != nil && refused == nil {
			refused = r.Refused
		}
	}))
	if client.KindOf(err) != client.KindDryRun {
		refused = err // it cannot be made, whatever it costs; nil: it asks nobody
	}
	return high, refused
}

// agree is nil where a price was agreed to: by a person, where the agent's program can ask
// one, else by the agent that repeats it.
func (s *Server) agree(ctx context.Context, t tool, req *sdk.CallToolRequest, confirmed, high api.Credits) *sdk.CallToolResult {
	call := t.name + string(req.Params.Arguments)
	if !elicits(req) {
		if confirmed >= high {
			return nil
		}
		return refusal("%s can cost up to %s credits. %s Nothing was sent. To agree to that price, call it again with confirm_credits: %[2]s.", t.name, high, s.left(ctx))
	}
	if r, ok := req.Params.InputResponses["price"].(*sdk.ElicitResult); ok {
		switch q := s.close(req.Params.RequestState); {
		case r.Action != "accept":
			return refusal("The price of up to %s credits was declined. Nothing was sent. Do not ask for the same again.", high)
		case q.call == call && q.high >= high:
			return nil
		}
	}
	id := rand.Text()
	s.mu.Lock()
	if len(s.open) >= questionsMost {
		clear(s.open)
	}
	s.open[id] = question{call, high}
	s.mu.Unlock()
	return &sdk.CallToolResult{RequestState: id, InputRequests: sdk.InputRequestMap{"price": &sdk.ElicitParams{
		Mode:            "form",
		Message:         fmt.Sprintf("%s asks for %s: up to %s credits. %s Pay it?", agent(req), t.name, high, s.left(ctx)),
		RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`),
	}}}
}

// close takes a question that was answered. A second answer finds none.
func (s *Server) close(id string) question {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.open[id]
	delete(s.open, id)
	return q
}

func elicits(req *sdk.CallToolRequest) bool {
	c := req.ClientCapabilities()
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// agent returns the name that the asking program gives itself, cut to a name's length.
func agent(req *sdk.CallToolRequest) string {
	if i := req.ClientInfo(); i != nil {
		return cmp.Or(text.Clean(cmp.Or(i.Title, i.Name)).Truncate(40, text.Ellipsis).String(), "an agent")
	}
	return "an agent"
}

// left is a sentence of what may be spent.
func (s *Server) left(ctx context.Context) string {
	session, day, _ := s.cfg.Client.Allowance(ctx)
	var said []string
	for _, c := range []struct {
		of   string
		left *api.Credits
	}{{"session", session}, {"day", day}} {
		if c.left != nil {
			said = append(said, fmt.Sprintf("%s are left of the %s's cap.", *c.left, c.of))
		}
	}
	return strings.Join(said, " ")
}

// fail says why a call brought nothing, by its code and request; never in the words of
// whoever answered.
func (s *Server) fail(t tool, err error) *sdk.CallToolResult {
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return refusal("%s failed: %v.", t.name, err)
	}
	code := coded(cmp.Or(string(e.Code), string(e.Kind)), "unknown")
	said := []string{fmt.Sprintf("%s failed: %s.", t.name, explain.InBrief(code))}
	switch {
	case e.Kind == client.KindOverCap || e.Kind == client.KindOverBudget || e.Kind == client.KindNeverFits:
		said = append(said, e.Message, "Only the planner can raise a cap.", t.cheaper)
	case e.Code == "" && e.Message != "":
		said = append(said, e.Message) // the client's own words
	}
	if e.Param != "" {
		said = append(said, "Argument: "+coded(e.Param, "one of them")+".")
	}
	if !e.RetryAt.IsZero() {
		said = append(said, "It may be tried again at "+e.RetryAt.UTC().Format("15:04:05")+" UTC.")
	}
	if e.Outcome == client.OutcomeUnknown {
		said = append(said, "It may have been charged: call it again with the same arguments, it is charged once.")
	}
	if e.RequestID != "" {
		said = append(said, "Request "+coded(e.RequestID, "without an id")+", code "+code+".")
	}
	return refusal("%s", strings.Join(slices.DeleteFunc(said, func(w string) bool { return w == "" }), " "))
}

// coded is a word of the service that looks like a code, else another.
func coded(word, other string) string {
	if codeForm.MatchString(word) {
		return word
	}
	return other
}

func refusal(format string, args ...any) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

// money tells the cost of a call, and the budgets left.
func (s *Server) money(ctx context.Context, r client.Receipt) map[string]any {
	m := map[string]any{"charged": r.Charged, "kept": r.Kept}
	if r.Outcome == client.OutcomeUnknown {
		m["may_have_cost_up_to"] = r.High
	}
	maps.Copy(m, s.allowance(ctx))
	return m
}

func (s *Server) allowance(ctx context.Context) map[string]any {
	m := map[string]any{}
	session, day, err := s.cfg.Client.Allowance(ctx)
	if session != nil {
		m["left_session"] = *session
	}
	if day != nil && err == nil {
		m["left_today"] = *day
	}
	b := s.cfg.Client.Budget()
	if b.Minute.Known {
		m["left_minute"] = b.Minute.Remaining
	}
	if b.Hour.Known {
		m["left_hour"] = b.Hour.Remaining
	}
	return m
}

func (s *Server) result(ctx context.Context, a answer, skip int, r client.Receipt) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(a.write(skip, s.money(ctx, r)))}}}
}
