package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"greenroom/internal/each"
)

// Proposal is a creator whom somebody other than the planner wants on a list. It changes
// nothing until the planner takes it.
type Proposal struct {
	ID     string
	List   string // by its id
	Member Member
	Why    string
	By     string // who proposed, by the name that they gave themselves
	At     time.Time
}

// ProposalsMax limits the proposals that wait for one list.
const ProposalsMax = ListMax

// Why a proposal is not taken down.
var (
	ErrNoList        = errors.New("there is no such list")
	ErrOnList        = errors.New("the creator is on the list, or proposed for it, already")
	ErrManyProposals = fmt.Errorf("%d proposals wait for this list: the planner decides on them first", ProposalsMax)
)

// Proposed are the proposals for a list, oldest first: those made here, and those that came
// with its sheet.
func (s *State) Proposed(list string) []Proposal {
	all := each.Where(s.Proposals, func(p Proposal) bool { return p.List == list })
	i := s.Find(list)
	if i < 0 || s.Lists[i].Remote.Sent == nil {
		return all
	}
	for _, p := range s.Lists[i].Remote.Sent.Proposed {
		if l := &s.Lists[i]; l.Holds(p.Member) < 0 && !slices.Contains(l.Declined, p.ID) {
			p.List = list
			all = append(all, p)
		}
	}
	return all
}

// Propose notes a proposal, which is no decision of the planner's.
func (b *Book) Propose(ctx context.Context, p Proposal) error {
	_, err := b.Do(ctx, "", func(s *State) error { return s.Propose(p) })
	return err
}

// received finds a proposal that came with the sheet of a list.
func (s *State) received(id string) (Proposal, bool) {
	for i := range s.Lists {
		for _, p := range s.Proposed(s.Lists[i].ID) {
			if p.ID == id {
				return p, true
			}
		}
	}
	return Proposal{}, false
}

// Propose notes a proposal.
func (s *State) Propose(p Proposal) error {
	i, waiting := s.Find(p.List), s.Proposed(p.List)
	switch {
	case i < 0:
		return ErrNoList
	case s.Lists[i].Holds(p.Member) >= 0, slices.ContainsFunc(waiting, func(o Proposal) bool { return o.Member.Is(p.Member) }):
		return ErrOnList
	case len(waiting) >= ProposalsMax:
		return ErrManyProposals
	}
	s.Proposals = append(slices.Clone(s.Proposals), p)
	return nil
}

// Resolve ends a proposal: the creator joins the list, or does not. One that was decided
// elsewhere meanwhile is an error.
func (s *State) Resolve(id string, accept bool) error {
	at := slices.IndexFunc(s.Proposals, func(p Proposal) bool { return p.ID == id })
	p, there := s.received(id)
	if at >= 0 {
		p = s.Proposals[at]
	} else if !there {
		return errors.New("this proposal was decided already")
	}
	i := s.Find(p.List)
	switch {
	case accept && i < 0:
		return ErrNoList
	case accept:
		if _, left := s.Lists[i].Add(p.Member); left > 0 {
			return fmt.Errorf("a list holds %d creators", ListMax)
		}
	case at < 0:
		s.Lists[i].Declined = append(slices.Clone(s.Lists[i].Declined), id)
	}
	if at >= 0 {
		s.Proposals = slices.Delete(slices.Clone(s.Proposals), at, at+1)
	}
	return nil
}
