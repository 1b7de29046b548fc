package workbench

import (
	"context"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/client/plan"
	"greenroom/cmd/run"
	"greenroom/views/history"
	calls "greenroom/views/ledger"
	"greenroom/views/view"
)

// shownCalls is the most calls the ledger screen takes from the journal: the
// newest.
const shownCalls = 20_000

// Past gives the workbench the memory of one service: earlier calls and searches. start is
// the page it starts on where the planner was nowhere yet.
type Past struct {
	memory  *local.Memory
	numbers func(ctx context.Context, p api.Platform, username string) ([]local.Snapshot, error)
	service string
	start   view.Page
}

// PastOf is that of one service.
func PastOf(conn *run.Connection) Past {
	return Past{conn.Memory, conn.Numbers, conn.Home, start(conn)}
}

// Entries are the calls since a moment, oldest first.
func (p Past) Entries(ctx context.Context, since time.Time) ([]calls.Entry, error) {
	var out []calls.Entry
	for e, err := range p.memory.Journal(ctx, local.JournalQuery{Service: p.service, Since: since, Limit: shownCalls}) {
		if err != nil {
			return nil, err
		}
		out = append(out, calls.Of(receiptOf(e), failureOf(e)))
	}
	slices.Reverse(out)
	return out, nil
}

func receiptOf(e local.Entry) client.Receipt {
	r := client.Receipt{
		Endpoint: e.Endpoint, Method: e.Method, Subject: e.Subject, Brief: e.Brief, Origin: e.Origin, RequestID: e.RequestID, Status: e.Status, Charged: e.Charged,
		ChargedKnown: e.Outcome == client.OutcomeCharged, At: e.At, Took: e.Took, Attempts: e.Attempts,
		Outcome: e.Outcome, Low: e.Low, High: e.High, Kept: e.Kept, KeptAt: e.KeptAt, Saved: e.Saved,
	}
	if e.Payment.ID != "" {
		r.Payments = []pay.Payment{e.Payment}
	}
	if r.Outcome == local.OutcomeRunning {
		r.Outcome = client.OutcomeUnknown
	}
	return r
}

func failureOf(e local.Entry) error {
	if e.Kind == "" {
		return nil
	}
	return &client.Error{Kind: e.Kind, Code: e.Code, Status: e.Status, RequestID: e.RequestID, Outcome: e.Outcome}
}

// SpentFor returns the cost of the calls for a brief.
func (p Past) SpentFor(ctx context.Context, brief string) (api.Credits, error) {
	return p.memory.SpentFor(ctx, p.service, brief)
}

// Sessions are the searches that are kept, newest first.
func (p Past) Sessions(ctx context.Context) ([]history.Session, error) {
	kept, err := p.memory.Sessions(ctx, p.service)
	if err != nil {
		return nil, err
	}
	paid, err := p.searches(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]history.Session, len(kept))
	for i, s := range kept {
		out[i] = history.Session{ID: s.ID, Query: s.Query, At: s.At, Results: s.Total, Kept: s.Kept, Cost: charged(paid[s.Query], s.At)}
		if s.Total > api.LimitDefault {
			out[i].Limit = s.Total
		}
		if s.Query == "" && s.ID == p.start.ID {
			out[i].Query = p.start.Query // it was not searched for from here
		}
	}
	return out, nil
}

// searches are the searches that were paid for, newest first, by their query.
func (p Past) searches(ctx context.Context) (map[string][]local.Entry, error) {
	found := map[string][]local.Entry{}
	for e, err := range p.memory.Journal(ctx, local.JournalQuery{Service: p.service, Endpoint: "/v1/search", Paid: true}) {
		if err != nil {
			return nil, err
		}
		found[e.Subject] = append(found[e.Subject], e)
	}
	return found, nil
}

// charged returns the charge of the last search before a moment.
func charged(newestFirst []local.Entry, at time.Time) api.Credits {
	for _, e := range newestFirst {
		if !e.At.After(at) {
			return e.Charged
		}
	}
	return 0
}

// Measures are the numbers of an account each time they had changed, the oldest
// first.
func (p Past) Measures(ctx context.Context, network api.Platform, username string) ([]view.Measure, error) {
	kept, err := p.numbers(ctx, network, username)
	if err != nil {
		return nil, err
	}
	out := make([]view.Measure, len(kept))
	for i, k := range kept {
		out[i] = view.Measure{At: k.At, Followers: k.Followers, Engagement: k.EngagementRate}
	}
	return out, nil
}

// foundWords is the number of words shown around those that are found: most posts whole.
const foundWords = 240

// Find tells where words stand in what is kept.
func (p Past) Find(ctx context.Context, words string) ([]view.Found, error) {
	hits, err := p.memory.Find(ctx, local.FindQuery{Service: p.service, Text: words, Limit: view.FoundMost, Around: foundWords})
	if err != nil {
		return nil, err
	}
	owners, err := p.memory.Owners(ctx, p.service, hits)
	out := make([]view.Found, len(hits))
	for i, h := range hits {
		o := owners[h.Document]
		out[i] = view.Found{Of: o.Of, URL: h.URL, Written: view.Written{
			Place: plan.Place{Platform: h.Platform, ID: h.ID}, Spoken: h.Kind == local.KindTranscript, Post: o.Post, Title: h.Title, Posted: o.Posted, Words: h.Snippet,
		}}
		if len(h.Marks) > 0 {
			out[i].From, out[i].To = h.Marks[0][0], h.Marks[0][1]
		}
		if h.Start != nil {
			out[i].At, out[i].Timed = time.Duration(*h.Start*float64(time.Second)), true
		}
	}
	return out, err
}

// Written returns the kept posts and speech of creators, by their places.
func (p Past) Written(ctx context.Context, of []plan.Member) ([][]view.Written, error) {
	kept, err := p.memory.Written(ctx, p.service, run.Authors(of))
	if err != nil {
		return nil, err
	}
	out := make([][]view.Written, len(kept))
	for i, all := range kept {
		for _, w := range all {
			out[i] = append(out[i], view.Written{
				Place: plan.Place{Platform: w.Platform, ID: w.ID}, Spoken: w.Kind == local.KindTranscript, Post: w.Post, Title: w.Title, Posted: w.Posted, Words: w.Text,
			})
		}
	}
	return out, nil
}
