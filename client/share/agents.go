package share

import (
	"context"
	"errors"
	"strings"
	"sync"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
)

// Board gives agents the lists that a service stores: they read the newest, and propose
// for those with a sheet, whose planner sees it there.
type Board struct {
	Client *client.Client

	mu   sync.Mutex
	seen map[string]api.SheetRecord // the sheets as they were read last, by shortlist
}

// boardMost limits the lists that are read.
const boardMost = 50

// ErrNoSheet is why nothing can be proposed for a list: nobody would see it.
var ErrNoSheet = errors.New("the list was stored without what planners see beside it")

// Read is every list of whoever asks.
func (b *Board) Read(ctx context.Context) (s plan.State, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for stored, err := range b.Client.ShortlistsAll(ctx) {
		if err != nil {
			return s, err
		}
		if len(s.Lists) == boardMost {
			break
		}
		l := plan.List{Name: stored.Name, Brief: plan.Brief{Text: stored.Brief}}
		for _, p := range stored.Profiles {
			l.Members = append(l.Members, plan.Member{Platform: p.Platform, Username: p.Username})
		}
		rec, err := b.look(ctx, stored.ID)
		switch {
		case err == nil:
			l, _ = plan.FromSheet(rec.Sheet)
			l.Remote = remote(rec, plan.Remote{})
		case !lacks(err):
			return s, err
		}
		l.ID = stored.ID
		s.Lists = append(s.Lists, l)
	}
	return s, nil
}

// look is the sheet of a list, as it stands now.
func (b *Board) look(ctx context.Context, id string) (api.SheetRecord, error) {
	old := b.seen[id]
	rec, _, err := b.Client.Sheet(ctx, client.SheetParams{ID: id, By: api.SheetAgents, After: old.Tag})
	if rec.Sheet == nil {
		rec.Sheet = old.Sheet
	}
	if err == nil {
		if b.seen == nil || len(b.seen) > 2*boardMost {
			b.seen = map[string]api.SheetRecord{}
		}
		b.seen[id] = rec
	}
	return rec, err
}

// Propose leaves a proposal for whoever decides a list.
func (b *Board) Propose(ctx context.Context, p plan.Proposal) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := strings.ToLower(p.List)
	rec, err := b.look(ctx, id)
	if lacks(err) {
		if _, _, err := b.Client.Shortlist(ctx, id); err == nil {
			return ErrNoSheet
		}
		return plan.ErrNoList
	}
	if err != nil {
		return plan.ErrNoList // an id that is none
	}
	l, _ := plan.FromSheet(rec.Sheet)
	l.ID, l.Remote = p.List, remote(rec, plan.Remote{})
	if err := (&plan.State{Lists: []plan.List{l}}).Propose(p); err != nil {
		return err
	}
	s := api.Sheet{Format: api.SheetFormat, Name: l.Name, Members: []api.SheetMember{},
		Columns: []api.SheetColumn{{Name: api.SheetAgents, Votes: []api.SheetVote{}, Proposed: []api.SheetProposal{p.Sheet()}}}}
	s.WithoutMails()
	_, _, err = b.Client.PutSheet(ctx, client.SheetParams{ID: id, By: api.SheetAgents, Version: rec.Version}, s)
	return err
}
