package review

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/client/plan"
	"greenroom/client/share"
	"greenroom/views/fetch"
)

// followEvery is the interval of free looks at a list that others see.
const followEvery = 1500 * time.Millisecond

// nextLook is the message that a list others see is to be read again.
type nextLook struct{ of *Screen }

// follow has a list that others see looked at, for as long as it is on the screen.
func (s *Screen) follow() tea.Cmd {
	l := s.list()
	if l == nil || l.Remote.ID == "" || l.Remote.Sent == nil || s.waiting != nil || s.env.Tick == nil {
		return nil
	}
	next := &nextLook{s}
	s.waiting = next
	return s.env.Tick(followEvery, func(time.Time) tea.Msg { return next })
}

// lookAgain reads what others did, and stores what the planner said meanwhile.
func (s *Screen) lookAgain() tea.Cmd {
	l := s.list()
	if l == nil || l.Remote.ID == "" || l.Remote.Sent == nil || s.looking.Busy() || s.voting.Busy() || s.send.Busy() || s.back.Busy() {
		return nil
	}
	if unsent(l) {
		return s.voting.Start(0, fetch.With2(share.Vote, s.env.Client, *l))
	}
	return s.lookAt(l.Remote)
}

// lookAt reads a list of others as it is by now.
func (s *Screen) lookAt(at plan.Remote) tea.Cmd {
	return s.looking.Start(0, fetch.With2(share.Look, s.env.Client, at))
}

// unsent says whether the planner said something of a copy that others do not see yet.
func unsent(l *plan.List) bool {
	return l.From != nil && l.Remote.Sent != nil && !slices.Equal(l.Votes, l.Remote.Sent.Votes)
}

// voteNow stores what was said of a copy at once, so that others see it with their next look.
func (s *Screen) voteNow() tea.Cmd {
	if l := s.list(); l != nil && unsent(l) {
		return s.lookAgain()
	}
	return nil
}
