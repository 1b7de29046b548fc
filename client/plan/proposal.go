package plan

import (
	"errors"
	"fmt"
	"slices"
	"time"
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

// ProposalsMax is how many may wait for one list.
const ProposalsMax = ListMax

// Why a proposal is not taken down.
var (
	ErrNoList        = errors.New("there is no such list")
	ErrOnList        = errors.New("the creator is on the list, or proposed for it, already")
	ErrManyProposals = fmt.Errorf("%d proposals wait for this list: the planner decides on them first", ProposalsMax)
)

// Proposed are the proposals for a list, oldest first.
func (s *State) Proposed(list string) (all []Proposal) {
	for _, p := range s.Proposals {
		if p.List == list {
			all = append(all, p)
		}
	}
	return all
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
	if at < 0 {
		return errors.New("this proposal was decided already")
	}
	p := s.Proposals[at]
	switch i := s.Find(p.List); {
	case !accept:
	case i < 0:
		return ErrNoList
	default:
		if _, left := s.Lists[i].Add(p.Member); left > 0 {
			return fmt.Errorf("a list holds %d creators", ListMax)
		}
	}
	s.Proposals = slices.Delete(slices.Clone(s.Proposals), at, at+1)
	return nil
}
